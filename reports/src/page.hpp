#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "figures.hpp"
#include "summary.hpp"
#include "tables.hpp"

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

struct Comparison;

/// A check that failed, other than that of an answer.
struct FailedCheck {
  std::string check, place;     ///< its name, and where the pages have it
  std::string plugin, problem;  ///< empty for a claim of a paper
  std::string subject, why;
};

/// The norm in which errors of that problem are relative.
std::string norm_of(Problem problem);

struct Algorithm;

/// The contents of the pages.
struct PageContents {
  const Run& run;
  const Summary& summary;
  const Measurements& measured;
  const std::map<Problem, std::vector<Algorithm>>& algorithms;
  const LibrarySummary& libraries;
  const Figures& figures;
  const Table& history;
  std::string chart_data = {};  ///< of chart_data.hpp; empty: the pages have no charts
  const Comparison* comparison = nullptr;
  std::vector<FailedCheck> failed_checks = {};
};

struct PageFile {
  std::string name, text;
};

/// index.html and the pages beside it, with the style sheet and the scripts that they share. They need no network and no server.
std::vector<PageFile> pages(const PageContents& contents);

/// summary.md: what the page says first, fit for a comment on a change.
std::string markdown_summary(const PageContents& contents);

/// The same for a terminal.
std::string terminal_overview(const PageContents& contents);

}  // namespace kintree::report
