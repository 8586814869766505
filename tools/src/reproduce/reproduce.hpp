// The papers' claims, each beside what running code says. The claims are data: testdata/papers/<paper>.json.
// A measurement belongs to each of them, by name; neither may be without the other. Verdicts rest on counts,
// depths and errors, which repeat exactly; never on a clock.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "cost.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::tools {

/// A claim as its paper makes it.
struct Claimed {
  std::string id, where, claim, theirs;
  std::string source;   ///< quoted, or derived from what is quoted
  std::string finding;  ///< why we get something else, if we do and know why
};

/// What we get.
struct Measured {
  std::string ours;
  enum Outcome {
    agrees,
    lower,  ///< a cost below the published one
    differs,
  };
  Outcome outcome = differs;
};

/// A line of a figure.
struct Curve {
  std::string figure, title, x_name, y_name;
  std::string name;
  std::vector<double> x, y;
};

struct Reproduced {
  std::string paper;
  Claimed claimed;
  Measured measured;
  std::string verdict;  ///< agrees, lower, finding, DISAGREES
  bool accepted = false;
};

/// Where measurements are made.
class Laboratory {
 public:
  Laboratory(std::vector<const Plugin*> plugins, bool brief) : brief(brief), plugins_(std::move(plugins)) {}

  const bool brief;           ///< fewer and smaller trees
  std::vector<Curve> curves;  ///< that measurements leave behind

  /// InputError if there is none of that name.
  const Plugin& plugin(const std::string& name) const;
  Cost count(const std::string& plugin, Problem problem, const Case& c,
             const std::vector<std::string>& free = {}) const;
  /// Without what the plugin's formula does not list: its set-up, its conversions.
  Operations paper_count(const std::string& plugin, Problem problem, const Case& c) const;

 private:
  std::vector<const Plugin*> plugins_;
};

using Measurement = std::function<Measured(const Claimed&, Laboratory&)>;
/// By the claim's id.
using Measurements_of = std::map<std::string, Measurement>;

Measurements_of featherstone_2005();
Measurements_of wensing_2012();
Measurements_of fijany_featherstone_2013();
Measurements_of yamane_nakamura_2002();
Measurements_of jain_1991();

// --- trees ---

/// A tree of these parents (from index 1 on) with random geometry, inertia and state. `joints`: one kind for
/// all, or one for each body.
Case tree(const std::vector<int>& parent, const std::vector<JointKind>& joints, std::uint64_t seed = 1,
          const std::vector<int>& end_effectors = {});
std::vector<int> chain_parents(int bodies);
/// A tree of testdata/topologies; its end-effectors of that name, if one is given.
Case paper_tree(const std::string& topology, const std::string& end_effectors = "", std::uint64_t seed = 1);

// --- comparisons ---

/// Ours is theirs, letter by letter.
Measured same(const Claimed& claimed, const std::string& ours);
/// x, rounded to the digits that are printed, is what is printed: "2.18", "78 %", "430" (two digits).
Measured rounded(const Claimed& claimed, double x);
/// A count that is theirs, or less in multiplications and in additions.
Measured at_most(const Claimed& claimed, const Operations& ours);
/// As `theirs` says, in so many of so many trees.
Measured on_all(int agreed, int of, const std::string& what = "trees");
Measured holds(bool as_claimed, const std::string& ours);

/// The exponent k of y = c x^k through the points, by least squares of the logarithms, and the half width of
/// its 95 % confidence interval (Student's t).
struct Exponent {
  double k = 0, half_width = 0;

  std::string text() const;
};
Exponent fit_exponent(std::span<const double> x, std::span<const double> y);
/// What of y grows with x: differences of y between neighbouring x, at their geometric means, so that what
/// does not grow does not count.
Exponent growth(std::span<const double> x, std::span<const double> y);
/// The order is a whole number: the exponent rounds to theirs.
Measured order(const Claimed& claimed, const Exponent& k);

}  // namespace kintree::tools
