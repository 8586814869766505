// kintree report: verify and measure everything into a run of a store, and render the page from it.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/report/render.hpp"
#include "options.hpp"
#include "suite/timing/bench.hpp"
#include "suite/verification/verification.hpp"
#include "suite/whole_runs/libraries.hpp"
#include "suite/whole_runs/measurements.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

struct ReportOptions {
  suite::PluginChoice plugins;
  std::string out, from, mutants, coverage, libraries, bench, against;
  suite::ReportChoice cases;
  std::vector<suite::Quantity> skipped;
  int jobs = suite::default_threads(), largest_tree = suite::MeasurementChoice().largest_tree;

  suite::MeasurementChoice measurements() const {
    return {plugins, {skipped.begin(), skipped.end()}, largest_tree, jobs};
  }

  /// The options that determine the rows of the run. An unfinished run of the same command is continued.
  std::string command() const {
    std::string text = "kintree report --trees " + std::to_string(cases.trees) + " --states " +
                       std::to_string(cases.states) + " --bodies " + std::to_string(cases.bodies) +
                       " --seed " + std::to_string(cases.seed) + plugins.repeat();
    for (const std::string& name : plugins.names) text += " --plugin " + suite::quoted(name);
    for (const Problem p : plugins.problems) text += " --problem " + std::string(name(p));
    for (const suite::Quantity q : measurements().skipped)
      text += " --skip " + std::string(suite::quantity_names[static_cast<std::size_t>(q)]);
    if (!libraries.empty()) text += " --libraries " + suite::quoted(libraries);
    return text + " --largest-tree " + std::to_string(largest_tree);
  }
};

/// The rows of a run that come from files and are not measured.
struct GivenRows {
  std::vector<report::MutantScore> mutants;
  std::vector<report::LineCoverage> coverage;
  std::vector<report::Library> libraries;
  report::Timings timings;
};

/// Verifies and measures into the store. Returns the number of the run.
std::int64_t fill(report::Store& store, const ReportOptions& options, const GivenRows& given) {
  suite::Request request = options.plugins.request();
  if (!given.libraries.empty()) request = with_references(std::move(request), given.libraries);
  const std::int64_t run =
      suite::verify_into(store, options.command(), report_cases(options.cases, request),
                         {given.libraries.empty() ? options.plugins.repeat() : "", options.jobs});
  suite::measure_into(store, run, options.measurements());
  store.replace(run, given.mutants);
  store.replace(run, given.coverage);
  store.replace(run, given.timings.rows);
  store.replace(run, std::vector{report::TimingConditions{given.timings.how}});
  if (!given.libraries.empty()) suite::add_libraries(store, run, given.libraries, request, options.jobs);
  store.finish(run);
  return run;
}

void require_store(const std::string& file) {
  if (!std::filesystem::exists(file)) throw InputError(message_name(file) + ": no such store");
  std::error_code ignored;
  if (std::filesystem::file_size(file, ignored) == 0 && !ignored)  // which SQLite would take for a new one
    throw InputError(message_name(file) + ": the file is empty; expected a store of Kintree");
}

/// The newest run of plugins; of libraries, if there is no other.
std::int64_t newest_run(report::Store& store, const std::string& file) {
  const std::vector<report::Run> runs = store.runs();
  if (runs.empty()) throw InputError(message_name(file) + ": no run in it");
  const auto newest = std::find_if(runs.rbegin(), runs.rend(), [&](const report::Run& run) {
    return store.count<report::Library>(run.id) == 0;
  });
  return newest == runs.rend() ? runs.back().id : newest->id;
}

/// Reads the file that `kintree bench --out` wrote.
report::Timings timings_of(const std::string& file) {
  if (file.empty()) return {};
  const auto json = nlohmann::ordered_json::parse(read_text_file(file), nullptr, false);
  if (json.is_discarded()) throw InputError(message_name(file) + ": not what kintree bench writes");
  const suite::BenchRun run = suite::read_bench(json, message_name(file));
  report::Timings timings;
  for (const suite::BenchRow& row : run.rows) timings.rows.push_back(row.timing);
  const auto& context = json.at("context");
  const auto text = [&](const char* key) {
    return context.contains(key) && context.at(key).is_string() ? context.at(key).get<std::string>()
                                                                : std::string();
  };
  timings.how = "Measured " + text("date") + " at commit " + text("kintree_commit").substr(0, 12) +
                ", on core " + std::to_string(run.core) + "; the machine " +
                (run.system_load.busy() ? "was busy" : "was quiet") + ": " + run.system_load.to_string() +
                ".";
  return timings;
}

/// The newest finished run of plugins before another one, if there is one.
std::optional<std::int64_t> finished_run(report::Store& store, std::int64_t before) {
  std::optional<std::int64_t> newest;
  for (const report::Run& run : store.runs())
    if (run.id < before && !run.finished.empty() && store.count<report::Library>(run.id) == 0)
      newest = run.id;
  return newest;
}

/// The newest finished run of a store that is there.
report::Baseline baseline_of(const std::string& file) {
  require_store(file);
  report::Store store(file);
  const std::optional<std::int64_t> newest = finished_run(store, std::numeric_limits<std::int64_t>::max());
  if (!newest) throw InputError(message_name(file) + ": no finished run in it, to compare with");
  return {file, *newest};
}

int report(const ReportOptions& options) {
  GivenRows given;
  given.timings = timings_of(options.bench);
  std::optional<report::Baseline> baseline;
  if (!options.against.empty()) baseline = baseline_of(options.against);
  if (!options.mutants.empty()) given.mutants = report::read_mutant_scores(options.mutants);
  if (!options.coverage.empty()) given.coverage = report::read_line_coverage(options.coverage);
  if (!options.libraries.empty()) given.libraries = report::read_libraries(options.libraries);
  const bool render_only = !options.from.empty();
  std::optional<report::Store> opened;
  if (render_only) {  // before a folder is made
    require_store(options.from);
    newest_run(opened.emplace(options.from), options.from);
  }
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error || !std::filesystem::is_directory(options.out))
    throw InputError(message_name(options.out) +
                     ": cannot be made a folder: " + (error ? error.message() : "it is a file"));
  const std::filesystem::path out(options.out);
  const std::filesystem::path file =
      render_only ? std::filesystem::path(options.from) : out / "records.sqlite";
  if (!opened) opened.emplace(file);
  report::Store& store = *opened;
  std::int64_t run = 0;
  if (!render_only) run = fill(store, options, given);
  if (render_only || !given.libraries.empty()) run = newest_run(store, options.from);
  if (!baseline)
    if (const std::optional<std::int64_t> last = finished_run(store, run)) baseline = {file, *last};
  // Times of this command are in the store. Those of libraries do not replace those of the run of plugins.
  const report::Rendered records = report::render(store, run, out, suite::hard_families(),
                                                  render_only ? given.timings : report::Timings{}, baseline);

  using namespace report;
  std::cout << records.overview << number_of(records.records, "record") << ", " << records.judged
            << " judged, " << records.failed << " failed\n"
            << number_of(store.count<ReproducedClaim>(run), "claim") << ", "
            << number_of(store.count<CountedCost>(run), "cost") << ", "
            << number_of(store.count<CostGrowth>(run), "order") << ", "
            << number_of(store.count<PowerCurve>(run), "curve of power", "curves of power") << ", "
            << number_of(store.count<SmallTreesProof>(run), "proof") << ", " << records.failed_checks
            << " not as they should be\n"
            << "page: " << std::filesystem::absolute(out / "index.html").lexically_normal().string() << '\n';
  if (!records.no_figures.empty()) std::cerr << records.no_figures << '\n';
  if (!options.against.empty())
    std::cout << records.regressions << " worse than in " << message_name(options.against) << '\n';
  const bool is_worse = !options.against.empty() && records.regressions > 0;
  return records.failed == 0 && records.failed_checks == 0 && records.judged > 0 && !is_worse ? 0 : 1;
}

}  // namespace

void add_report(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("report",
                                 "Verify and measure every plugin, and write a report. The folder gets a "
                                 "store, and page, tables and plots from it. A run that was stopped is "
                                 "continued");
  auto options = std::make_shared<ReportOptions>();
  sub->add_option("--out", options->out, "Folder to write to")->required()->type_name("DIR");
  sub->add_option("--trees", options->cases.trees, "Random trees, all families together")
      ->capture_default_str()
      ->check(in_range(1, 1000000000));
  sub->add_option("--states", options->cases.states, "States of each of the papers' trees and robots")
      ->capture_default_str()
      ->check(in_range(1, 1000000));
  sub->add_option("--bodies", options->cases.bodies, "Bodies of a random tree at most")
      ->capture_default_str()
      ->check(in_range(1, 100000));
  sub->add_option("--seed", options->cases.seed, "Seed of the first case")
      ->capture_default_str()
      ->check(is_seed());
  add_jobs(*sub, options->jobs);
  sub->add_option("--bench", options->bench,
                  "Show these times as well: a file that kintree bench --out wrote")
      ->type_name("FILE");
  sub->add_option("--from", options->from, "Verify and measure nothing: render the newest run of this store")
      ->type_name("FILE");
  sub->add_option(
         "--largest-tree", options->largest_tree,
         "Bodies of the largest tree that is measured; from 1000 up, in decades (a million: 10 GB, a "
         "minute or two)")
      ->capture_default_str()
      ->check(in_range(0, 10000000));
  std::map<std::string, suite::Quantity> quantities;
  for (std::size_t i = 0; i < suite::quantity_names.size(); ++i)
    quantities.emplace(suite::quantity_names[i], static_cast<suite::Quantity>(i));
  sub->add_option("--skip", options->skipped, "Do not measure this beside the records (repeatable)")
      ->type_name("QUANTITY")
      ->transform(CLI::Transformer(quantities))
      ->transform(is_one_of("quantity", {suite::quantity_names.begin(), suite::quantity_names.end()}));
  sub->add_option("--mutants", options->mutants,
                  "Add the scores of mutants to the run: a file that tools/mutate --out wrote")
      ->type_name("FILE");
  sub->add_option(
         "--coverage", options->coverage,
         "Add to the run which lines the finite field executes: a file that tools/coverage --write wrote")
      ->type_name("FILE");
  sub->add_option(
         "--libraries", options->libraries,
         "Add the libraries in a file that tools/peers wrote. The page shows them in a view of their own")
      ->type_name("FILE");
  sub->add_option("--against", options->against,
                  "Compare with the newest finished run of this store instead of the run before: what is "
                  "worse, better, new, gone. Exit 1 where a verdict or a count is worse")
      ->type_name("FILE");
  add_plugins(*sub, options->plugins);
  add_programs(*sub, options->plugins);
  exclude(*sub, "--from",
          {"--trees", "--states", "--bodies", "--seed", "--jobs", "--largest-tree", "--skip", "--mutants",
           "--coverage", "--libraries", "--plugin", "--problem", "--oracle", "--plugin-path", "--exec",
           "--isolate"});
  sub->callback([options, &command] { command.action = [options] { return report(*options); }; });
}

}  // namespace kintree::command
