// The tables of the report.
#pragma once

#include <vector>

#include "data/library_summary.hpp"
#include "data/table.hpp"
#include "kintree/report/claims.hpp"
#include "kintree/report/counts.hpp"
#include "kintree/report/float_digits.hpp"
#include "kintree/report/plugin_claim.hpp"
#include "kintree/report/suite_quality.hpp"
#include "kintree/report/timing.hpp"

namespace kintree::report {

/// A row for each plugin and problem.
Table verdict_table(const Summary& summary);
/// A row for each plugin, problem and family.
Table family_table(const Summary& summary);
/// A row for each plugin and problem with failures, with the worst of them.
Table failure_table(const Summary& summary);
/// The records of each plugin and problem, `most` of each.
Table case_table(const Summary::Groups& groups, std::size_t most);
/// The cases that most plugins answer worse than A.
Table difficulty_table(const std::vector<Difficulty>& hardest);
/// The smallest trees on which accuracy is lost, by what is lost: Loss or LibraryOutcome.
template <class Lost>
Table smallest_table(const std::map<Summary::Key, std::map<Lost, Record>>& smallest);
Table unsupported_table(const Summary& summary, std::size_t most);

Table power_table(const std::vector<PowerCurve>& power);
Table mutant_table(const std::vector<MutantScore>& mutants);
Table coverage_table(const std::vector<LineCoverage>& coverage);
Table large_tree_table(const std::vector<LargeTree>& trees);
/// By tree and problem: the plugins that keep most and fewest digits.
Table float_digits_table(const std::vector<FloatDigits>& rows);
/// Those of one plugin.
Table plugin_float_table(const std::vector<FloatDigits>& rows);
/// The claims of plugins.
Table plugin_table(const std::vector<PluginClaim>& claims);
Table field_power_table(const std::vector<FieldPower>& power);
Table proof_table(const std::vector<SmallTreesProof>& proofs);
Table claim_table(const std::vector<ReproducedClaim>& claims);
Table missing_claims_table(const std::vector<MissingClaim>& missing);
Table errata_table(const std::vector<Erratum>& errata);
Table cost_table(const std::vector<CountedCost>& costs);
Table growth_table(const std::vector<CostGrowth>& growth);
/// By library and problem: how many requests had which outcome.
Table library_table(const std::map<Summary::Key, LibraryOutcomes>& outcomes);
/// Libraries by problems, in words: those that read URDF, the others, or all.
Table library_matrix(const LibrarySummary& summary, std::optional<bool> readers = {});
Table vector_table(const std::vector<VectorResult>& results);
/// By problem, then model, then time.
Table timing_table(std::vector<Timing> timings);

}  // namespace kintree::report
