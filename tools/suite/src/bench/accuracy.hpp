#pragma once

#include <vector>

#include "kintree/suite/bench.hpp"

namespace kintree::suite {

/// Asks the plugins about some of the states, before the judge of `kintree verify`, and enters verdict, error and alpha: the worst
/// of these states. Rows that no oracle answers in time stay without.
void judge_rows(std::vector<BenchRow>& rows, const Request& asked, const std::vector<BenchModel>& models,
                const BenchChoice& choice);

}  // namespace kintree::suite
