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

/// A run to compare with, in an existing store.
struct Baseline {
  std::filesystem::path file;
  std::int64_t run = 0;
};

/// The families of trees that are made to be hard, with a description of each.
using HardFamilies = std::map<std::string, std::string>;

struct Rendered {
  std::int64_t records = 0, judged = 0, failed = 0;
  std::int64_t failed_checks = 0;  ///< other than those of answers
  std::int64_t regressions = 0;    ///< verdicts and counts that are worse than those of the baseline
  std::string overview;            ///< for a terminal: correct plugins, kept digits, changes
  std::string no_figures;          ///< why there are no files of figures; empty if there are
};

/// The files of figures. Vega draws them in a process of its own, which takes longer than the rest of a small report.
enum class FigureFiles { drawn, left_out };

/// Writes the report into the folder `out`, which is created if it does not exist. A name such as `worst.*` is a table, in
/// the three files worst.csv, worst.md and worst.tex.
///
/// - `index.html`: the front page. The pages algorithms, hard, accuracy, cost, time, papers, trust, libraries, glossary and
///   plugin-NAME (.html) are beside it, with style.css, page.js, charts.js and chart_data.js. They need no server.
/// - `algorithms.*`: the table of the front page, by problem and algorithm
/// - `summary.md`: the first statements of the page, short enough for a comment on a change
/// - `badge.svg`: the result in three words
/// - `junit.xml`: a test for every plugin, problem and family, and for the other measurements of the run
/// - `report.json`: every row of the run, with all fields
/// - `records.csv`: all records, with all fields
/// - `verdicts.*`: by plugin and problem
/// - `families.*`: by plugin, problem and family
/// - `worst.*`: the cases of largest alpha of each plugin and problem, with the commands that repeat them
/// - `difficulty.*`: the cases of each problem with the largest share of answers below A
/// - `smallest.*`: the smallest trees on which each plugin loses digits
/// - `timings.*`: the times of answers, if they are passed or were stored
/// - `power.*`, `float_digits.*`, `small_trees.*`, `large_trees.*`, `mutants.*`, `coverage.*`, `costs.*`, `growth.*`,
///   `claims.*`: the other measurements of the run
/// - `history.*`: the finished runs of the store
/// - `plugins.*`: the descriptions that plugins give of themselves
/// - `figure_*.svg` and `.pdf`: every figure, with a legend. figures.tex includes them, with captions that state the run.
///   They need the programs node and rsvg-convert.
/// - `references.bib`: the works that plugins and claims cite
/// - `libraries.*`, `library_outcomes.*`, `vector_results.*`, `library_records.csv`: the newest run of libraries of the store
/// - `changes.*`: the differences from the baseline, if there is one
///
/// The same rows give the same bytes. Memory and the size of the page do not grow with the number of records. Files
/// appear together and complete, or not at all. Throws InputError if the run does not exist or the folder cannot be
/// written.
Rendered render(Store& store, std::int64_t run, const std::filesystem::path& out,
                const HardFamilies& hard_families, const Timings& timings = {},
                const std::optional<Baseline>& baseline = {}, FigureFiles figures = FigureFiles::drawn);

}  // namespace kintree::report
