// What plugins say of themselves, in words.
#pragma once

#include <string>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/report/plugin_claim.hpp"

namespace kintree::suite {

/// "serial chains, no massless bodies; joints: fixed revolute".
std::string words(const Domain& domain);

/// A row for each plugin and problem.
std::vector<report::PluginClaim> plugin_claims(const std::vector<const Plugin*>& plugins);

}  // namespace kintree::suite
