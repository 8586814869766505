// Problems and plugins in words.
#pragma once

#include <string>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/report/plugin_claim.hpp"

namespace kintree::suite {

/// Describes the domain, for example "serial chains; joints: fixed revolute".
std::string to_string(const Domain& domain);

/// The lengths of a quantity's indices, in n degrees of freedom, nq coordinates, N bodies, m end-effectors and r rows of constraints: "6m x n". Empty for a
/// scalar, and for end-effectors.
std::string shape_text(const Quantity& quantity);

/// A row for each plugin and problem.
std::vector<report::PluginClaim> plugin_claims(const std::vector<const Plugin*>& plugins);

}  // namespace kintree::suite
