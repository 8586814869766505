#pragma once

#include <vector>

#include "suite/timing/bench.hpp"

namespace kintree::suite {

/// Judges the answers of the plugins to some of the states, as `kintree verify` does, and enters verdict,
/// error and alpha of the worst of these states. Rows that no oracle answers in time stay without.
void judge_rows(std::vector<BenchRow>& rows, const Request& requested, const std::vector<BenchModel>& models,
                const BenchChoice& choice);

/// Removes the time of rows whose answer is wrong, and enters the reason. There are three reasons. The
/// verdict is F. Or the call on the first state does not end with status ok and finite numbers. Or the
/// formula is not equal to the exact answer in the finite field (of a large model: on the tree of its first
/// bodies). If the plugin cannot compute in the field, the judge decides.
void check_rows(std::vector<BenchRow>& rows, const Request& requested, const std::vector<BenchModel>& models,
                const BenchChoice& choice);

}  // namespace kintree::suite
