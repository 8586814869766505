// The numbers that a hunt may change in a case: those of its tree and of its state. Each stays within the
// range from which random trees and states are drawn.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kintree/problems/problem.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// The cases around a drawn one, as points of a box. The tree, the kinds of joint and the bodies that carry
/// end-effectors stay. So do gravity, lengths of axes and of quaternions, and the exact zeros of an inertia.
///
/// The ranges are those of kintree/trees/random_model.hpp, so that each find could have been drawn (SI
/// units). Placements are 0.1 to 0.5 m away, with any rotation. An axis has any direction, and those of a
/// universal joint are at least 30 degrees apart. Pitches are 0.01 to 0.2 m/rad. Masses are 1/4 to 4 kg, and
/// centres of mass are up to 0.15 m away. Radii of gyration of the second moments are 0.05 to 0.2 m, about
/// any principal axes. Angles are within pi, lengths within 1 m, velocities within 2, accelerations within 5,
/// and forces within 10. End-effectors are up to 0.3 m away. If a case was drawn beyond these ranges (from a
/// hard family, or from a robot's file), the range of a number is extended to its value.
class SearchSpace {
 public:
  /// The numbers that affect the problem: velocities, for example, affect only dynamics. `fixed_model`: only
  /// the numbers of the state.
  SearchSpace(const Case& c, Problem problem, bool fixed_model);

  std::size_t dimension() const { return knobs_.size(); }
  /// The drawn case as a point, each coordinate in 0..1.
  std::vector<double> start() const;
  /// The case at a point, to the bit the drawn one at the start. Nothing where no valid case is: axes of a universal joint
  /// that are less than 30 degrees apart, a quaternion of zero.
  std::optional<Case> at(const std::vector<double>& point) const;
  /// Describes the first number of the drawn case that is beyond its range. Nothing if there is none.
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
  /// Records a number that is beyond its range.
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
