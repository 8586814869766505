// The works that a report cites.
#pragma once

#include <string>
#include <vector>

namespace kintree::report {

/// The entries of reports/page/references.bib that the texts cite, by shorthand ("Featherstone 2005, sec. 5; Jain 1991, eq.
/// (28)") or by key ("jain_1991").
std::string references(const std::vector<std::string>& texts);

}  // namespace kintree::report
