// What a hunt may change in a case: the numbers of its tree and of its state, each within the range from which random trees
// and states are drawn.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kintree/problems/problem.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// The cases around a drawn one, as points of a box. What is not a number stays: the tree, the kinds of joint, the bodies that
/// carry end-effectors; so do gravity, lengths of axes and of quaternions, and what is exactly zero of an inertia.
///
/// The ranges are those of kintree/trees/random_model.hpp, so that what is found could have been drawn: placements 0.1 to 0.5 m
/// away, any rotation, any direction of an axis (those of a universal joint at least 30 degrees apart), pitches of 0.01 to 0.2
/// m/rad, masses of 1/4 to 4 kg, centres of mass up to 0.15 m away, radii of gyration of the second moments of 0.05 to 0.2 m
/// about any principal axes; angles within pi, lengths within 1 m, velocities within 2, accelerations within 5, forces within
/// 10 (SI units); end-effectors up to 0.3 m away. Of a case that was drawn beyond (from a hard family, or from a robot's file)
/// the range of a number reaches to where the number is.
class SearchSpace {
 public:
  /// The numbers that matter to the problem: velocities, for example, to dynamics alone. `fixed_model`: those of the state.
  SearchSpace(const Case& c, Problem problem, bool fixed_model);

  std::size_t dimension() const { return knobs_.size(); }
  /// The drawn case as a point, each coordinate in 0..1.
  std::vector<double> start() const;
  /// The case at a point, to the bit the drawn one at the start. Nothing where no valid case is: axes of a universal joint
  /// that are less than 30 degrees apart, a quaternion of zero.
  std::optional<Case> at(const std::vector<double>& point) const;
  /// The first number of the drawn case that is beyond its range, in words; nothing if there is none.
  const std::optional<std::string>& beyond_ranges() const { return beyond_; }

 private:
  /// One coordinate, which belongs to a group of numbers that are set together.
  struct Knob {
    double low, high, start;  ///< the range, and where in it the drawn case is
    bool logarithmic;
  };
  /// Sets the numbers of a group; returns whether they are valid.
  using Setter = std::function<bool(Case&, const double* values)>;
  struct Group {
    std::size_t first, count;  ///< knobs
    Setter set;
  };
  struct Range {
    double low, high, start;
    bool logarithmic = false;
  };
  /// Notes what is beyond its range.
  void note(const std::string& what, double low, double high, double start);

  void add(const std::string& what, const std::vector<Range>& ranges, Setter set);
  void add_number(const std::string& what, Range range, std::function<double&(Case&)> number);
  void add_offset(const std::string& what, double nearest, double farthest, std::function<Triple&(Case&)> of);
  void add_direction(const std::string& what, std::function<Triple&(Case&)> of,
                     std::function<bool(const Case&)> valid);
  void add_rotation(const std::string& what, std::function<Triple&(Case&)> of);
  void add_joint(std::size_t body);
  void add_inertial(std::size_t body);
  void add_positions(std::size_t body);
  double value(const Knob& knob, double coordinate) const;

  Case drawn_;
  std::vector<Knob> knobs_;
  std::vector<Group> groups_;
  std::optional<std::string> beyond_;
};

}  // namespace kintree::suite
