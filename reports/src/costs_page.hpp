// The sections of the page about costs and the papers' claims.
#pragma once

#include "kintree/report/measurements.hpp"
#include "plot.hpp"

namespace kintree::report {

std::string claims_section(const Measurements& measurements, const Plots& plots);
std::string cost_section(const Measurements& measurements);
std::string growth_section(const Measurements& measurements);

}  // namespace kintree::report
