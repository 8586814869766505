// kintree report: verify everything, keep the records, render the page from them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "kintree/data/error.hpp"
#include "kintree/report/render.hpp"
#include "kintree/suite/measurements.hpp"
#include "kintree/suite/verification.hpp"
#include "options.hpp"

namespace kintree::command {
namespace {

struct Options {
  suite::PluginChoice plugins;
  std::string out, from, mutants;
  suite::ReportChoice cases;
  int jobs = suite::default_threads(), largest_tree = 100000;

  /// What of them decides about the records: runs of the same command are continued.
  std::string command() const {
    std::string text = "kintree report --trees " + std::to_string(cases.trees) + " --states " +
                       std::to_string(cases.states) + " --bodies " + std::to_string(cases.bodies) +
                       " --seed " + std::to_string(cases.seed) + plugins.repeat();
    for (const std::string& name : plugins.names) text += " --plugin " + suite::quoted(name);
    for (const Problem p : plugins.problems) text += " --problem " + std::string(name(p));
    return text;
  }
};

/// What tools/mutate --out wrote.
std::vector<MutantScore> read_mutants(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) throw InputError(suite::one_line(file) + ": cannot be read");
  std::vector<MutantScore> scores;
  try {
    const auto document = nlohmann::json::parse(stream);
    for (const auto& from : document.at("plugins")) {
      MutantScore m;
      from.at("plugin").get_to(m.plugin);
      from.at("commit").get_to(m.commit);
      from.at("date").get_to(m.date);
      from.at("mutants").get_to(m.mutants);
      from.at("equivalent").get_to(m.equivalent);
      from.at("stillborn").get_to(m.stillborn);
      for (const char* how : {"killed", "crashed", "timed_out"}) m.killed += from.at(how).get<std::size_t>();
      from.at("unit_test").get_to(m.by_unit_test);
      const auto& typical = from.at("typical");
      typical.at("against").get_to(m.typical_against);
      if (!typical.at("killed").is_null()) m.typical_killed = typical.at("killed").get<std::size_t>();
      for (const auto& r : from.at("results"))
        if (r.at("verdict") == "survived")
          m.survivors.push_back({r.at("file"), r.at("line"), r.at("old"), r.at("new")});
      if (m.killed + m.by_unit_test + m.survivors.size() != m.mutants)
        throw InputError(suite::one_line(file) + ": the mutants of " + m.plugin + " do not add up");
      scores.push_back(std::move(m));
    }
  } catch (const nlohmann::json::exception& bad) {
    throw InputError(suite::one_line(file) +
                     ": not as tools/mutate writes it: " + suite::one_line(bad.what()));
  }
  return scores;
}

int report(const Options& options) {
  const std::vector<MutantScore> mutants =
      options.mutants.empty() ? std::vector<MutantScore>() : read_mutants(options.mutants);
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error || !std::filesystem::is_directory(options.out))
    throw InputError(suite::one_line(options.out) +
                     ": cannot be made a folder: " + (error ? error.message() : "it is a file"));
  const std::filesystem::path out(options.out);
  if (!options.from.empty() && !std::filesystem::exists(options.from))
    throw InputError(suite::one_line(options.from) + ": no such store");
  Store store(options.from.empty() ? out / "records.sqlite" : std::filesystem::path(options.from));
  if (options.from.empty()) {
    suite::verify_into(store, options.command(), report_cases(options.cases, options.plugins.request()),
                       {options.plugins.repeat(), options.jobs});
    suite::measure(options.plugins, options.largest_tree, out);
  }

  const std::vector<Run> runs = store.runs();
  if (runs.empty()) throw InputError(suite::one_line(options.from) + ": no run in it");
  const std::vector<Record> records = store.records(runs.back().id);
  Measurements measurements = suite::read_measurements(out);
  measurements.mutants = mutants;
  render(runs.back(), records, out, measurements);

  std::size_t failed = 0, judged = 0;
  for (const Record& r : records) {
    failed += r.passed ? 0 : 1;
    judged += r.status == "unsupported" ? 0 : 1;
  }
  const auto refused =
      static_cast<std::size_t>(std::count_if(measurements.claims.begin(), measurements.claims.end(),
                                             [](const ReproducedClaim& c) { return !c.accepted; }) +
                               std::count_if(measurements.costs.begin(), measurements.costs.end(),
                                             [](const CountedCost& c) { return !c.difference.empty(); }) +
                               std::count_if(measurements.growth.begin(), measurements.growth.end(),
                                             [](const GrownCost& g) { return g.verdict == "HIGHER"; }));
  std::cout << records.size() << " records, " << judged << " judged, " << failed << " failed\n"
            << measurements.claims.size() << " claims, " << measurements.costs.size() << " costs, "
            << measurements.growth.size() << " orders, " << refused << " not as they should be\n"
            << "page: " << std::filesystem::absolute(out / "index.html").lexically_normal().string() << '\n';
  return failed == 0 && refused == 0 && judged > 0 ? 0 : 1;
}

}  // namespace

void add_report(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand(
      "report", "Verify every plugin, keep the records, and write page, tables and plots to a folder");
  auto options = std::make_shared<Options>();
  sub->add_option("--out", options->out, "Folder to write to")->required()->type_name("DIR");
  sub->add_option("--trees", options->cases.trees, "Random trees, all families together")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000000));
  sub->add_option("--states", options->cases.states, "States of each of the papers' trees and robots")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  sub->add_option("--bodies", options->cases.bodies, "Bodies of a random tree at most")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  sub->add_option("--seed", options->cases.seed, "Seed of the first case")->capture_default_str();
  add_jobs(*sub, options->jobs);
  sub->add_option("--from", options->from, "Verify nothing: render the newest run of this store")
      ->type_name("FILE");
  sub->add_option("--largest-tree", options->largest_tree,
                  "Large trees are measured from 1000 bodies up to so many, in decades (a million: 10 GB, a "
                  "minute or two)")
      ->capture_default_str()
      ->check(CLI::Range(0, 10000000));
  sub->add_option("--mutants", options->mutants,
                  "Show the power of the suite by mutants: a file that tools/mutate --out wrote")
      ->type_name("FILE");
  add_plugins(*sub, options->plugins);
  sub->callback([options, &command] { command.action = [options] { return report(*options); }; });
}

}  // namespace kintree::command
