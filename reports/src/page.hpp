#pragma once

#include <string>

#include "kintree/report/mutants.hpp"
#include "kintree/report/record.hpp"
#include "plot.hpp"
#include "summary.hpp"

namespace kintree::report {

/// index.html: one file, no network.
std::string page(const Run& run, const Summary& summary, const Plots& plots,
                 const std::vector<MutantScore>& mutants);

}  // namespace kintree::report
