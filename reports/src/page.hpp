#pragma once

#include <string>

#include "kintree/report/record.hpp"
#include "plot.hpp"
#include "summary.hpp"

namespace kintree::report {

/// index.html: one file, no network.
std::string page(const Run& run, const Summary& summary, const Plots& plots,
                 const Measurements& measurements);

}  // namespace kintree::report
