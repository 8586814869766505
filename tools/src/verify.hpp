// One case through every plugin: oracle, call, judge, records.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/report/record.hpp"
#include "kintree/trees/case.hpp"
#include "kintree/trees/metamorphic.hpp"

namespace kintree::tools {

enum class OracleChoice {
  automatic,  ///< dense up to so many degrees of freedom
  dense,      ///< every problem; time grows with n^3
  tree,       ///< inverse and forward dynamics, of trees of any size
};
inline constexpr std::array<std::string_view, 3> oracle_names{"automatic", "dense", "tree"};
/// Up to here a dense answer takes seconds.
inline constexpr int automatic_dense_limit = 150;

/// Which plugins and problems a run asks for, and whom it asks.
struct Asked {
  std::vector<const Plugin*> plugins;
  std::vector<Problem> problems;  ///< a plugin is asked for those of them that it solves
  OracleChoice oracle = OracleChoice::automatic;
  std::vector<const Transformation*> transformations;  ///< every case is asked in these forms as well
};

/// The case as the transformation makes it, or nothing: that of the record of this family.
std::optional<Case> transformed_again(const Case& c, const std::string& family);

/// A record for every plugin and problem asked for, in a fixed order. `repeat` is the command that repeats
/// the case, to which plugin and problem are added. A plugin outside its domain, and a case that is ill-posed
/// (a mass matrix that is singular to a rounding), give records of status `unsupported` that say why. Of each
/// transformation that applies, the same again for the image, judged as any case, under the family
/// <family>/<transformation>; there the answer must also be the image of the answer to the case,
///   |P(Tx) - T P(x)| <= limit(Tx) + |T| limit(x) + |O(Tx) - T O(x)|,
/// and the oracle O's answers each other's images.
std::vector<Record> verify_case(const Case& c, const Asked& asked, const std::string& repeat);

}  // namespace kintree::tools
