#pragma once

#include <optional>
#include <string>
#include <vector>

#include "figures.hpp"
#include "summary.hpp"
#include "tables.hpp"

namespace kintree::report {

/// What was measured in a run beside its records. There are few of these.
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

struct Comparison;

/// The norm in which errors of that problem are relative.
std::string norm_of(Problem problem);

/// The program that draws the charts of the page, and their data (chart_data.hpp). Without a program the page has no charts.
struct Charts {
  std::string program, data;
};

/// index.html: one file, which needs no network.
std::string page(const Run& run, const Summary& summary, const Figures& figures, const Measurements& measured,
                 const Charts& charts, const Comparison* comparison, const LibrarySummary& libraries = {},
                 const Table& history = {});

/// summary.md: what the page says first, fit for a comment on a change.
std::string markdown_summary(const Run& run, const Summary& summary, const Comparison* comparison);

/// The same for a terminal.
std::string terminal_overview(const Summary& summary, const Comparison* comparison);

}  // namespace kintree::report
