// The ladder of precisions: is an answer wrong, or merely inaccurate?
#pragma once

#include "kintree/oracle/oracle.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// Whether the same template, run with 50 and with 100 digits, has errors that fall with the unit roundoff. False for a
/// plugin that is not built in many digits, and where it breaks down with them as well.
bool falls_with_roundoff(const Plugin& plugin, Problem problem, const Case& c,
                         const oracle::ProblemOracle& exact, double error_in_double);

}  // namespace kintree::suite
