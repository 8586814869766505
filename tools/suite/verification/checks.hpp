// Requirements on a plugin besides a right answer.
#pragma once

#include <optional>
#include <string>

#include "kintree/oracle/oracle.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// A check that failed, in words that name the joint or the operations. Nothing if it holds, or if it does not apply.

/// The plugin must break down and name the joint if it is called for a singular neighbour of the case.
std::optional<std::string> wrong_breakdown(const Plugin& plugin, Problem problem, const Case& c,
                                           const oracle::ProblemOracle& exact);

/// The plugin must name a dependent row if J-bar is requested with one more end-effector, on the base. The
/// rows of J of that end-effector are zero without any rounding.
std::optional<std::string> wrong_rank(const Plugin& plugin, Problem problem, const Case& c);

/// Checks that the counted operations compute the result of the plugin's own formula.
std::optional<std::string> wrong_cost(const Plugin& plugin, const Claim& claim, const Case& c);

}  // namespace kintree::suite
