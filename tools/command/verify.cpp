// kintree verify: random trees or a robot, through the plugins, before the judge.
#include <iostream>
#include <map>
#include <set>

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include "kintree/data/error.hpp"
#include "kintree/suite/run.hpp"
#include "kintree/suite/shrink.hpp"
#include "options.hpp"

namespace kintree::command {
namespace {

struct Options {
  suite::PluginChoice plugins;
  suite::CaseChoice cases;
  std::string json, store, shrink;
  bool metamorphic = false;
  std::vector<std::string> transformations;
  int jobs = suite::default_threads();
  bool fail_fast = false;
};

/// Thrown to end a run at its first failure.
struct FirstFailure {};

/// Counts by plugin and problem, in order of appearance.
class Summary {
 public:
  void add(const Record& r) {
    const auto key = std::pair(r.plugin, r.problem);
    if (!rows_.contains(key)) order_.push_back(key);
    Row& row = rows_[key];
    row.promises.insert(r.promise);
    ++row.cases;
    if (r.status == "unsupported") {
      ++row.unsupported;
      ++row.reasons[r.reason];
    } else {
      ++row.verdicts[r.verdict];
    }
    if (!r.passed) ++row.failed;
    if (has_error(r) && worse(r.alpha, row.worst_alpha)) {
      row.worst_alpha = r.alpha;
      row.worst_case = r.case_name;
    }
  }

  std::string table() const {
    std::string text = fmt::format(
        "{:<30} {:<20} {:>7} {:>7} {:>6} {:>6} {:>6} {:>6} {:>11} {:>7} {:>10}  {}\n", "plugin", "problem",
        "promise", "cases", "A", "B", "C", "F", "unsupported", "failed", "worst α", "at");
    for (const auto& key : order_) {
      const Row& row = rows_.at(key);
      const auto count = [&](const char* letter) {
        return row.verdicts.contains(letter) ? row.verdicts.at(letter) : 0;
      };
      text += fmt::format("{:<30} {:<20} {:>7} {:>7} {:>6} {:>6} {:>6} {:>6} {:>11} {:>7} {:>10.3g}  {}\n",
                          key.first, key.second, fmt::format("{}", fmt::join(row.promises, ",")), row.cases,
                          count("A"), count("B"), count("C"), count("F"), row.unsupported, row.failed,
                          row.worst_alpha, row.worst_case);
    }
    return text;
  }

  /// Why cases were unsupported, counted.
  std::string reasons() const {
    std::string text;
    for (const auto& key : order_)
      for (const auto& [reason, count] : rows_.at(key).reasons)
        text += fmt::format("unsupported: {} {}: {} cases {}\n", key.first, key.second, count, reason);
    return text;
  }

  std::size_t size() const { return order_.size(); }

  std::size_t verdicts() const {
    std::size_t count = 0;
    for (const auto& [key, row] : rows_) count += static_cast<std::size_t>(row.cases - row.unsupported);
    return count;
  }

  /// A plugin and problem of which not one case was judged: nothing was shown, so nothing passed.
  std::vector<std::string> never_judged() const {
    std::vector<std::string> names;
    for (const auto& key : order_)
      if (const Row& row = rows_.at(key); row.unsupported == row.cases)
        names.push_back(key.first + " " + key.second);
    return names;
  }

 private:
  struct Row {
    std::set<std::string> promises;  ///< on some families less than on others
    int cases = 0, unsupported = 0, failed = 0;
    std::map<std::string, int> verdicts, reasons;
    double worst_alpha = -1;
    std::string worst_case;
  };
  std::map<std::pair<std::string, std::string>, Row> rows_;
  std::vector<std::pair<std::string, std::string>> order_;
};

nlohmann::ordered_json as_json(const Record& r) {
  return {{"case", r.case_name},
          {"family", r.family},
          {"seed", r.seed},
          {"bodies", r.bodies},
          {"degrees_of_freedom", r.degrees_of_freedom},
          {"plugin", r.plugin},
          {"problem", r.problem},
          {"promise", r.promise},
          {"status", r.status},
          {"verdict", r.verdict},
          {"passed", r.passed},
          {"reason", r.reason},
          {"error", suite::number(r.error)},
          {"sigma", suite::number(r.sigma)},
          {"alpha", suite::number(r.alpha)},
          {"limit", suite::number(r.limit)},
          {"backward_error", suite::number(r.backward_error)},
          {"certified_digits", r.certified_digits},
          {"worst", r.worst},
          {"command", r.command}};
}

std::string failure(const Record& r) {
  return fmt::format(
      "FAILED {} {}: case {} (seed {}, {} bodies, {} degrees of freedom), verdict {}: {}\n"
      "  error {:.3g}, sigma {:.3g}, alpha {:.3g}, limit {:.3g}; worst entry: {}\n  repeat: {}\n",
      r.plugin, r.problem, r.case_name, r.seed, r.bodies, r.degrees_of_freedom, r.verdict, r.reason, r.error,
      r.sigma, r.alpha, r.limit, r.worst.empty() ? "none" : r.worst, r.command);
}

std::vector<const Transformation*> wanted_transformations(const Options& options) {
  std::vector<const Transformation*> wanted;
  if (options.transformations.empty() && options.metamorphic)
    for (const Transformation& t : transformations()) wanted.push_back(&t);
  for (const std::string& text : options.transformations) {
    wanted.push_back(transformation(text));
    if (wanted.back() != nullptr) continue;
    std::string names;
    for (const Transformation& t : transformations())
      names += (names.empty() ? "" : ", ") + std::string(t.name);
    throw InputError("unknown transformation '" + suite::one_line(text) + "'; there are: " + names);
  }
  return wanted;
}

int verify(const Options& options) {
  suite::Request wanted = options.plugins.request();
  wanted.transformations = wanted_transformations(options);
  const auto asked = std::make_shared<const suite::Request>(std::move(wanted));
  const int count = options.cases.state.empty() ? options.cases.trees : 1;
  std::vector<suite::PlannedCase> planned;
  if (options.cases == suite::CaseChoice{})
    for (const suite::FoundCase& found : suite::found_cases())
      planned.push_back({found.source, found.seed, asked});
  const std::size_t found = planned.size();
  for (suite::PlannedCase& drawn : plan(options.cases, count, asked)) planned.push_back(std::move(drawn));
  if (!options.shrink.empty()) suite::make_folder(options.shrink);
  std::optional<Store> store;
  std::int64_t run = 0;
  if (!options.store.empty()) {
    store.emplace(options.store);
    run = store->begin(suite::describe_run("kintree verify"));
  }

  Summary summary;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  std::vector<Record> failed;
  std::size_t failures = 0, cases = 0;
  std::map<std::pair<std::string, std::string>, std::pair<Record, std::size_t>> first;
  try {
    suite::run_cases(planned, options.plugins.repeat(), options.jobs, [&](std::vector<Record> records) {
      if (store) store->add(run, records);
      for (Record& r : records) {
        summary.add(r);
        if (!options.json.empty()) json.push_back(as_json(r));
        if (r.passed) continue;
        ++failures;
        if (!options.shrink.empty()) first.try_emplace({r.plugin, r.problem}, r, cases);
        if (failed.size() < 20) failed.push_back(std::move(r));
      }
      ++cases;
      if (options.fail_fast && failures > 0) throw FirstFailure{};
    });
  } catch (const FirstFailure&) {
  }
  if (store && cases == planned.size()) store->finish(run);
  if (!options.json.empty()) suite::write_json(options.json, json);

  // Unsupported is no failure, unless it is all there is of what was asked for by name.
  std::vector<std::string> never = summary.never_judged();
  if (cases < planned.size() || (options.plugins.names.empty() && never.size() < summary.size()))
    never.clear();
  std::ostream& out = options.json == "-" ? std::cerr : std::cout;
  out << summary.table() << summary.reasons();
  for (const Record& r : failed) out << failure(r);
  if (failures > failed.size()) out << "... and " << failures - failed.size() << " failures more\n";
  for (const auto& [key, failure_at] : first) {
    const auto& [record, k] = failure_at;
    out << suite::shrink_failure(record, planned[k].source.draw(planned[k].seed), *planned[k].asked,
                                 options.shrink, options.plugins.repeat());
  }
  for (const std::string& name : never) out << "FAILED " << name << ": not one case was judged\n";
  if (cases < planned.size()) out << "stopped at the first failure, after " << cases << " of ";
  out << planned.size() << " cases, " << summary.verdicts() << " verdicts, seeds " << options.cases.seed
      << " to " << options.cases.seed + static_cast<std::size_t>(count) - 1
      << (found > 0 ? fmt::format(" and {} found before", found) : std::string()) << ": "
      << (failures == 0 && never.empty() ? "all passed" : "failed") << '\n';
  return failures == 0 && never.empty() ? 0 : 1;
}

}  // namespace

void add_verify(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand(
      "verify",
      "Check plugins on random trees, or on a robot in random states, against the exact answer. Unless "
      "cases are chosen, those of testdata/found.json, which once showed what others do not, come first");
  auto options = std::make_shared<Options>();
  add_plugins(*sub, options->plugins);
  add_cases(*sub, options->cases);
  sub->add_option("--state", options->cases.state,
                  "State of the model, as JSON, instead of random ones: one case")
      ->type_name("FILE");
  sub->add_flag(
      "--metamorphic", options->metamorphic,
      "Ask every case in every transformed form as well (kintree list --transformations): the answers "
      "must be each other's images");
  sub->add_option("--transformation", options->transformations,
                  "The same with this transformation alone (repeatable)")
      ->type_name("NAME");
  sub->add_option(
         "--shrink", options->shrink,
         "Reduce the first failure of each plugin and problem, and write it below this folder: model, "
         "state, drawing, and the command that repeats it")
      ->type_name("DIR");
  add_jobs(*sub, options->jobs);
  sub->add_flag("--fail-fast", options->fail_fast, "Stop at the first case that fails");
  sub->add_option("--json", options->json,
                  "Write a record for every plugin, problem and case to a file ('-': standard output)")
      ->type_name("FILE");
  sub->add_option("--store", options->store, "Keep the records in this SQLite store as well, case by case")
      ->type_name("FILE");
  sub->callback([options, &command] { command.action = [options] { return verify(*options); }; });
}

}  // namespace kintree::command
