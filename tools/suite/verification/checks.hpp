// What a plugin owes besides a right answer.
#pragma once

#include <optional>
#include <string>

#include "kintree/oracle/oracle.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// A check that failed, in words that name the joint or the operations. Nothing if it holds, or if it does not apply.

/// Asked of a singular neighbour of the case, the plugin must break down and name the joint.
std::optional<std::string> wrong_breakdown(const Plugin& plugin, Problem problem, const Case& c,
                                           const oracle::ProblemOracle& exact);

/// Asked for J-bar with one end-effector more, on the base, where its rows of J are zero without any rounding, the plugin must
/// name one of them.
std::optional<std::string> wrong_rank(const Plugin& plugin, Problem problem, const Case& c);

/// What is counted must be what the plugin's own formula gives.
std::optional<std::string> wrong_cost(const Plugin& plugin, const Claim& claim, const Case& c);

}  // namespace kintree::suite
