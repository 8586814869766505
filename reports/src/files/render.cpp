#include "kintree/report/render.hpp"

#include <deque>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "data/algorithms.hpp"
#include "data/comparison.hpp"
#include "data/failed_checks.hpp"
#include "data/history.hpp"
#include "data/tables.hpp"
#include "files/csv.hpp"
#include "files/machine_files.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/report/json.hpp"
#include "page/assets.hpp"
#include "page/bibliography.hpp"
#include "page/chart_data.hpp"
#include "page/figures.hpp"
#include "page/page.hpp"

namespace kintree::report {
namespace {

namespace fs = std::filesystem;

/// Files of a folder that appear together.
class Output {
 public:
  explicit Output(fs::path folder) : folder_(std::move(folder)) {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (!fs::is_directory(folder_, error))
      throw InputError(message_name(folder_) + ": cannot be created as a folder for the report");
  }

  /// A file to be written. It stays where it is until publish().
  TextFileWriter& file(const std::string& name) {
    written_.insert(folder_ / name);
    return files_.emplace_back(folder_ / name);
  }

  void write(const std::string& name, const std::string& text) {
    TextFileWriter& written = file(name);
    written.stream() << text;
    written.close();
  }

  /// Marks a file of this name, which an earlier report may have left, for removal.
  void withdraw(const std::string& name) { withdrawn_.push_back(folder_ / name); }

  /// All files whose names begin so, but for those that are written.
  void withdraw_all(const std::string& beginning) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder_, error))
      if (entry.path().filename().string().starts_with(beginning)) withdrawn_.push_back(entry.path());
  }

  void publish() {
    for (TextFileWriter& file : files_) file.publish();
    std::error_code ignored;
    for (const fs::path& file : withdrawn_)
      if (!written_.contains(file)) fs::remove(file, ignored);
  }

 private:
  fs::path folder_;
  std::deque<TextFileWriter> files_;
  std::vector<fs::path> withdrawn_;
  std::set<fs::path> written_;
};

void write_for_readers(Output& output, const std::string& name, const Table& table) {
  output.write(name + ".md", as_markdown(table));
  output.write(name + ".tex", as_latex(table));
}

/// Rows with all their fields as CSV, and the table that readers see of them.
template <Row T>
void write_rows(Output& output, const std::vector<T>& rows, const Table& table) {
  const std::string name(Fields<T>::table);
  if (rows.empty()) {
    for (const char* ending : {".csv", ".md", ".tex"}) output.withdraw(name + ending);
    return;
  }
  std::string text = csv_heading<T>();
  for (const T& row : rows) text += csv_line(row);
  output.write(name + ".csv", text);
  write_for_readers(output, name, table);
}

void write_summary(Output& output, const std::string& name, const Table& table) {
  output.write(name + ".csv", as_csv(table));
  write_for_readers(output, name, table);
}

std::optional<Comparison> write_changes(Output& output, Store& store, std::int64_t id,
                                        const Measurements& measured,
                                        const std::optional<Baseline>& baseline) {
  if (!baseline) {
    for (const char* ending : {".csv", ".md", ".tex"}) output.withdraw(std::string("changes") + ending);
    return std::nullopt;
  }
  TextFileWriter& changes = output.file("changes.csv");
  changes.stream() << csv_heading<Difference>();
  const Comparison comparison =
      compare(store, id, measured, *baseline, [&](const Difference& d) { changes.stream() << csv_line(d); });
  changes.close();
  write_for_readers(output, "changes", change_table(comparison));
  return comparison;
}

/// Each as SVG and as PDF, and a LaTeX source that includes all, with captions that state the run.
void write_figures(Output& output, const Run& run, const std::vector<Figure>& figures) {
  const std::string of_run =
      " " +
      latex("Kintree " + run.version + ", commit " + run.commit.substr(0, 12) + ", " + run.started + ": ") +
      "\\texttt{" + latex(run.command) + "}.";
  std::string source = "% needs the package graphicx\n";
  output.withdraw_all("figure_");
  for (const Figure& figure : figures) {
    output.write(figure.name + ".svg", figure.svg);
    output.write(figure.name + ".pdf", figure.pdf);
    source += "\\begin{figure}\n\\centering\n\\includegraphics[width=\\linewidth]{" + figure.name +
              ".pdf}\n\\caption{" + latex(figure.title) + "." + of_run + "}\n\\label{" + figure.name +
              "}\n\\end{figure}\n";
  }
  output.write("figures.tex", source);
}

/// The libraries of a run. `take` gets each of their records.
template <class Take>
LibrarySummary summary_of_libraries(Store& store, std::int64_t run, const HardFamilies& hard_families,
                                    Take&& take) {
  LibrarySummary summary;
  summary.records.hard_families = hard_families;
  summary.libraries = store.rows<Library>(run);
  summary.vectors = store.rows<VectorResult>(run);
  summary.claims = store.rows<PluginClaim>(run);
  summary.lost_by_all = store.lost_by_all(run);
  summary.date = store.run(run).started;
  store.for_each<Record>(run, [&](Record record) {
    const Library* const library = summary.find(record.plugin);
    if (library == nullptr) return;
    record.command += library->options;
    take(record);
    summary.add(record);
  });
  return summary;
}

std::vector<std::string> cited_texts(const Measurements& measured) {
  std::vector<std::string> texts;
  for (const PluginClaim& claim : measured.plugins) texts.push_back(claim.citation);
  for (const ReproducedClaim& claim : measured.claims) texts.push_back(claim.paper);
  return texts;
}

/// The times of the run, or of the run of the libraries.
Timings timings_of(Store& store, std::int64_t id, std::optional<std::int64_t> libraries) {
  const std::int64_t run = store.count<Timing>(id) > 0 ? id : libraries.value_or(id);
  Timings timings{store.rows<Timing>(run), {}};
  store.for_each<TimingConditions>(run, [&](const TimingConditions& c) { timings.how = c.how; });
  return timings;
}

}  // namespace

Rendered render(Store& store, std::int64_t id, const fs::path& out, const HardFamilies& hard_families,
                const Timings& given, const std::optional<Baseline>& baseline, FigureFiles figure_files) {
  const Run run = store.run(id);
  const std::optional<std::int64_t> of_libraries =
      store.count<Library>(id) > 0 ? id : store.newest_of_libraries();
  const Timings timings = given.rows.empty() ? timings_of(store, id, of_libraries) : given;
  Output output(out);
  Summary summary;
  summary.hard_families = hard_families;
  ChartData charts;
  summary.cases = store.distinct_cases(id);
  summary.hardest = store.hardest(id, hardest_kept);
  LibrarySummary libraries;
  if (of_libraries) {
    TextFileWriter& records = output.file("library_records.csv");
    records.stream() << csv_heading<Record>();
    libraries = summary_of_libraries(store, *of_libraries, hard_families,
                                     [&](const Record& record) { records.stream() << csv_line(record); });
    records.close();
    write_summary(output, "library_outcomes", library_table(libraries.outcomes));
  } else {
    output.withdraw_all("library_");
  }
  Measurements measured{store.rows<PowerCurve>(id),      store.rows<Throughput>(id),
                        store.rows<LargeTree>(id),       store.rows<MutantScore>(id),
                        store.rows<CountedCost>(id),     store.rows<CostGrowth>(id),
                        store.rows<ReproducedClaim>(id), store.rows<MissingClaim>(id),
                        store.rows<Erratum>(id),         store.rows<Curve>(id),
                        store.rows<SmallTreesProof>(id), store.rows<FieldPower>(id),
                        store.rows<FloatDigits>(id),     store.rows<PluginClaim>(id),
                        store.rows<LineCoverage>(id),    timings};
  std::erase_if(measured.plugins, [&](const PluginClaim& c) { return libraries.find(c.plugin) != nullptr; });
  {
    TextFileWriter& records = output.file("records.csv");
    records.stream() << csv_heading<Record>();
    store.for_each<Record>(id, [&](const Record& record) {
      if (libraries.find(record.plugin) != nullptr) return;
      records.stream() << csv_line(record);
      summary.add(record);
      charts.add(record);
    });
    records.close();
  }
  std::set<std::string> library_names;
  for (const Library& library : libraries.libraries) library_names.insert(library.plugin);
  const AlgorithmsByProblem algorithms = algorithms_of(summary, measured, library_names);
  const std::string chart_data = charts.json(measured.curves, measured.power, timings.rows, algorithms);
  Figures figures;
  if (figure_files == FigureFiles::drawn &&
      (summary.all.judged() > 0 || !measured.curves.empty() || !measured.power.empty()))
    figures = draw_figures(chart_data, run.finished, asset("files.js"));
  write_figures(output, run, figures.files);
  output.write("references.bib", references(cited_texts(measured)));
  const Table history = history_table(store, id);
  write_summary(output, "history", history);
  const std::optional<Comparison> comparison = write_changes(output, store, id, measured, baseline);
  const Comparison* const compared = comparison ? &*comparison : nullptr;
  const PageContents contents{.run = run,
                              .summary = summary,
                              .measured = measured,
                              .algorithms = algorithms,
                              .libraries = libraries,
                              .figures = figures,
                              .history = history,
                              .chart_data = asset("charts.js").empty() ? std::string() : chart_data,
                              .comparison = compared,
                              .failed_checks = failed_checks(measured)};
  const std::int64_t refused = std::ssize(contents.failed_checks);
  output.withdraw_all("plugin-");
  output.withdraw_all("paper-");
  for (const char* page : {"algorithms", "hard", "accuracy", "cost", "time", "papers", "libraries"})
    output.withdraw(page + std::string(".html"));
  for (const PageFile& file : pages(contents)) output.write(file.name, file.text);
  output.write("summary.md", markdown_summary(contents));
  output.write("badge.svg", badge_svg(summary, refused));
  output.write("junit.xml", junit_xml(run, summary, measured));
  TextFileWriter& json = output.file("report.json");
  write_json(store, id, json.stream());
  json.close();
  write_summary(output, "algorithms", algorithm_table(algorithms));
  write_summary(output, "verdicts", verdict_table(summary));
  write_summary(output, "families", family_table(summary));
  write_summary(output, "worst", case_table(summary.worst, worst_kept));
  write_summary(output, "difficulty", difficulty_table(summary.hardest));
  write_summary(output, "smallest", smallest_table(summary.smallest));
  write_rows(output, measured.power, power_table(measured.power));
  write_rows(output, measured.field_power, field_power_table(measured.field_power));
  write_rows(output, measured.float_digits, float_digits_table(measured.float_digits));
  write_rows(output, measured.plugins, plugin_table(measured.plugins));
  write_rows(output, measured.proofs, proof_table(measured.proofs));
  write_rows(output, measured.large_trees, large_tree_table(measured.large_trees));
  write_rows(output, measured.mutants, mutant_table(measured.mutants));
  write_rows(output, measured.coverage, coverage_table(measured.coverage));
  write_rows(output, measured.costs, cost_table(measured.costs));
  write_rows(output, measured.growth, growth_table(measured.growth));
  write_rows(output, measured.claims, claim_table(measured.claims));
  write_rows(output, measured.missing, missing_claims_table(measured.missing));
  write_rows(output, measured.errata, errata_table(measured.errata));
  write_rows(output, timings.rows, timing_table(timings.rows));
  write_rows(output, libraries.libraries, library_matrix(libraries));
  write_rows(output, libraries.vectors, vector_table(libraries.vectors));
  output.publish();
  return {summary.all.cases(),
          summary.all.judged(),
          summary.all.failed,
          refused,
          compared ? compared->regressions : 0,
          terminal_overview(contents) +
              (libraries.libraries.empty() ? ""
                                           : "Libraries: answers with verdict A or B, and other outcomes:\n" +
                                                 as_text(library_matrix(libraries))),
          figures.missing};
}

}  // namespace kintree::report
