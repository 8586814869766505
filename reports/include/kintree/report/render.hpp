// From the rows of a run to the report: a page, and tables as CSV, Markdown and LaTeX.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "kintree/report/store.hpp"
#include "kintree/report/timing.hpp"

namespace kintree::report {

/// A run to compare with, in a store that is there.
struct Baseline {
  std::filesystem::path file;
  std::int64_t run = 0;
};

/// The families of trees that are made to be hard, with a description of each.
using HardFamilies = std::map<std::string, std::string>;

struct Rendered {
  std::int64_t records = 0, judged = 0, failed = 0;
  std::int64_t regressions = 0;  ///< verdicts and counts that are worse than those of the baseline
  std::string overview;          ///< for a terminal: who is right, how many digits are kept, what changed
  std::string no_figures;        ///< why there are no files of figures; empty if there are
};

/// Writes into the folder `out`, which is created if it is not there:
///   index.html              the front page; algorithms, hard, accuracy, cost, time, papers, trust, libraries, glossary, and plugin-NAME (.html)
///                           beside it, with style.css, page.js, charts.js and chart_data.js. They need no server
///   algorithms.csv .md .tex by problem and algorithm: what the front page shows
///   summary.md              what the page says first, fit for a comment on a change
///   badge.svg               that in three words
///   junit.xml               a test for every plugin, problem and family, and for what was measured beside them
///   report.json             every row of the run, with all fields
///   records.csv             all records, with all fields
///   verdicts.csv .md .tex   by plugin and problem
///   families.csv .md .tex   by plugin, problem and family
///   worst.csv .md .tex      the cases of largest alpha of each plugin and problem, with the commands that repeat them
///   difficulty.csv .md .tex the cases of each problem with the largest share of answers below A
///   smallest.csv .md .tex   the smallest trees on which each loses digits
///   timings.csv .md .tex    how long answers take, if that is handed over or was stored
///   power, float_digits, small_trees, large_trees, mutants, coverage, costs, growth, claims (.csv .md .tex)    what was measured in the run beside them
///   history.csv .md .tex    the finished runs of the store
///   plugins.csv .md .tex    what the plugins say of themselves
///   figure_*.svg .pdf       every figure, with a legend; figures.tex includes them, with captions that state the run.
///                           They need the programs node and rsvg-convert
///   references.bib          the works that plugins and claims cite
///   libraries, library_outcomes, vector_results (.csv .md .tex), library_records.csv    the newest run of libraries of the store
///   changes.csv .md .tex    what the baseline, if there is one, had otherwise
/// The same rows give the same bytes. Memory and the size of the page do not grow with the number of records. Files
/// appear together and complete, or not at all. InputError for a run that is not there, and for a folder that cannot be
/// written.
Rendered render(Store& store, std::int64_t run, const std::filesystem::path& out,
                const HardFamilies& hard_families, const Timings& timings = {},
                const std::optional<Baseline>& baseline = {});

}  // namespace kintree::report
