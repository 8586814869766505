// Files of a run for other programs.
#pragma once

#include <string>

#include "page/page.hpp"

namespace kintree::report {

/// junit.xml: a suite for each plugin, with a test for each problem and family; a family of which nothing could be judged is
/// skipped, with the reason. The claims, costs, orders and proofs of the run are suites as well. A run that judged nothing fails.
std::string junit_xml(const Run& run, const Summary& summary, const Measurements& measured);

/// badge.svg: "Kintree | 20 120 proved, 0 failed", answers and other checks together.
std::string badge_svg(const Summary& summary, std::int64_t failed_checks);

}  // namespace kintree::report
