#pragma once

#include <vector>

#include "suite/timing/bench.hpp"

namespace kintree::suite {

/// Asks the plugins about some of the states, before the judge of `kintree verify`, and enters verdict, error and alpha: the worst
/// of these states. Rows that no oracle answers in time stay without.
void judge_rows(std::vector<BenchRow>& rows, const Request& asked, const std::vector<BenchModel>& models,
                const BenchChoice& choice);

/// Takes the time from rows whose answer is not right, and enters the reason: the verdict is F, the call on the first
/// state does not end with status ok and finite numbers, or the formula is not equal to the exact answer in the finite
/// field (of a large model: on the tree of its first bodies). Where the field cannot be asked, the judge decides.
void check_rows(std::vector<BenchRow>& rows, const Request& asked, const std::vector<BenchModel>& models,
                const BenchChoice& choice);

}  // namespace kintree::suite
