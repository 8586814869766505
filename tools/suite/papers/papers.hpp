// All papers whose claims are reproduced.
#pragma once

#include <string>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/report/claims.hpp"

namespace kintree::suite {

std::vector<std::string> paper_names();

struct Reproduction {
  std::vector<report::ReproducedClaim> claims;
  std::vector<report::MissingClaim> missing;
  std::vector<report::Erratum> errata;
  std::vector<report::Curve> curves;
};

/// Throws InputError for an unknown paper, for a missing plugin that is needed, and for claims and
/// measurements that do not belong to each other.
Reproduction reproduce(const std::vector<std::string>& papers, const std::vector<const Plugin*>& plugins);

/// Figs. 6 and 7 of Yamane & Nakamura 2002 in time, as they are printed: for the report only, no verdict
/// rests on it.
std::vector<report::Curve> yamane_nakamura_times(const std::vector<const Plugin*>& plugins);

}  // namespace kintree::suite
