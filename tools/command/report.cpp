// kintree report: verify everything, keep the records, render the page from them.
#include <spdlog/spdlog.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "kintree/data/error.hpp"
#include "kintree/report/render.hpp"
#include "kintree/suite/measurements.hpp"
#include "kintree/suite/run.hpp"
#include "options.hpp"

namespace kintree::command {
namespace {

struct Options {
  suite::PluginChoice plugins;
  std::string out, from, mutants;
  int trees = 330, states = 10, bodies = 30;
  std::uint64_t seed = 1;
  int jobs = suite::default_threads(), largest_tree = 100000;

  /// What of them decides about the records: runs of the same command are continued.
  std::string command() const {
    std::string text = "kintree report --trees " + std::to_string(trees) + " --states " +
                       std::to_string(states) + " --bodies " + std::to_string(bodies) + " --seed " +
                       std::to_string(seed) + plugins.repeat();
    for (const std::string& name : plugins.names) text += " --plugin " + suite::quoted(name);
    for (const Problem p : plugins.problems) text += " --problem " + std::string(name(p));
    return text;
  }
};

/// Random trees of every family in turns, then states of each of the papers' trees and robots.
std::vector<suite::PlannedCase> plan_report(const Options& options) {
  const auto asked = std::make_shared<const suite::Request>(options.plugins.request());
  suite::CaseChoice flags;
  flags.bodies = options.bodies;
  flags.seed = options.seed;
  std::vector<suite::PlannedCase> planned = suite::plan(flags, options.trees, asked);
  flags.families = suite::testdata_families();
  const std::vector<suite::PlannedCase> more =
      suite::plan(flags, options.states * static_cast<int>(flags.families.size()), asked);
  planned.insert(planned.end(), more.begin(), more.end());
  return planned;
}

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

std::int64_t verify_into(Store& store, const Options& options) {
  std::vector<suite::PlannedCase> planned = plan_report(options);
  const Run description = suite::describe_run(options.command());
  std::int64_t run = 0;
  // Changed sources have no name of their own: records of theirs are not to be mixed.
  const bool known_sources = description.commit.find("-dirty") == std::string::npos;
  if (const auto before = store.unfinished(description.command, description.commit, description.build);
      before && known_sources) {
    run = before->id;
    const std::size_t all = planned.size();
    std::erase_if(planned, [&](const suite::PlannedCase& p) {
      CaseId id = p.source.id;
      id.seed = p.seed;
      return store.has_case(run, id.name());
    });
    spdlog::info("continuing the unfinished run of {}: {} of {} cases are there", before->started,
                 all - planned.size(), all);
  } else {
    run = store.begin(description);
  }
  suite::run_cases(planned, options.plugins.repeat(), options.jobs,
                   [&](const std::vector<Record>& records) { store.add(run, records); });
  store.finish(run);
  return run;
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
    verify_into(store, options);
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
  sub->add_option("--trees", options->trees, "Random trees, all families together")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000000));
  sub->add_option("--states", options->states, "States of each of the papers' trees and robots")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  sub->add_option("--bodies", options->bodies, "Bodies of a random tree at most")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  sub->add_option("--seed", options->seed, "Seed of the first case")->capture_default_str();
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
