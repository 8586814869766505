// Measurements of a run.
#pragma once

#include <vector>

#include "kintree/report/claims.hpp"
#include "kintree/report/counts.hpp"
#include "kintree/report/float_digits.hpp"
#include "kintree/report/plugin_claim.hpp"
#include "kintree/report/suite_quality.hpp"
#include "kintree/report/timing.hpp"

namespace kintree::report {

/// The measurements of a run other than its records. There are few of these.
struct Measurements {
  std::vector<PowerCurve> power;
  std::vector<Throughput> throughput;
  std::vector<LargeTree> large_trees;
  std::vector<MutantScore> mutants;
  std::vector<CountedCost> costs;
  std::vector<CostGrowth> growth;
  std::vector<ReproducedClaim> claims;
  std::vector<MissingClaim> missing;
  std::vector<Erratum> errata;
  std::vector<Curve> curves;
  std::vector<SmallTreesProof> proofs;
  std::vector<FieldPower> field_power;
  std::vector<FloatDigits> float_digits;
  std::vector<PluginClaim> plugins;
  std::vector<LineCoverage> coverage;
  Timings timings = {};
};

}  // namespace kintree::report
