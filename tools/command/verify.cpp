// kintree verify: random trees or a robot, through the plugins, before the judge.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/report/json.hpp"
#include "options.hpp"
#include "suite/execution/forward_mode.hpp"
#include "suite/support/plugin_folders.hpp"
#include "suite/vectors/diagnosis.hpp"
#include "suite/verification/verification.hpp"
#include "suite/verification/verify.hpp"
#include "suite/worst_cases/shrink.hpp"
#include "suite/worst_cases/where.hpp"
#include "suite/worst_cases/worst_cases.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

struct VerifyOptions {
  suite::PluginChoice plugins;
  suite::CaseChoice cases;
  std::string json, store, shrink, worst;
  bool metamorphic = false;
  std::vector<std::string> transformations;
  Format format = Format::binary64;
  int jobs = suite::default_threads();
  bool fail_fast = false, where = false, derivative = false;
};

/// Small trees come first among wrong answers, since a mistake is easier to see there; not those of a single number.
/// The order of crashes stays.
void put_small_ones_first(std::vector<report::Record>& failures) {
  const auto size = [](const report::Record& r) {
    return std::pair(r.degrees_of_freedom == 1, r.degrees_of_freedom);
  };
  std::stable_sort(failures.begin(), failures.end(), [&](const report::Record& a, const report::Record& b) {
    if (harm(a.reason) != harm(b.reason)) return harm(b.reason) < harm(a.reason);
    return harm(a.reason) == Harm::silent && size(a) < size(b);
  });
}

/// The likely mistake behind a failure of the case with this index in the plan.
std::string diagnosis(const report::Record& r, std::size_t index, const suite::Plan& plan,
                      const suite::Request& request) {
  const auto plugin = std::find_if(request.plugins.begin(), request.plugins.end(),
                                   [&](const Plugin* p) { return p->description().name == r.plugin; });
  const auto c = suite::transformed_again(plan.at(index).draw(), r.id.transformation);
  const auto d = c ? suite::diagnose(**plugin, r.problem, *c, request.format) : std::nullopt;
  return d ? suite::to_string(*d) : std::string();
}

/// Replaces each mistake of a diagnosis that was described before by its name.
std::string without_repetition(const std::string& diagnosis, std::set<std::string>& described) {
  std::istringstream lines(diagnosis);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const bool is_new = !line.starts_with(suite::likely_mistake) || described.insert(line).second;
    text += (is_new ? line : "  the same mistake as above " + line.substr(line.rfind('('))) + "\n";
  }
  return text;
}

std::vector<const Transformation*> wanted_transformations(const VerifyOptions& options) {
  std::vector<const Transformation*> wanted;
  if (options.transformations.empty() && options.metamorphic)
    for (const Transformation& t : transformations()) wanted.push_back(&t);
  for (const std::string& text : options.transformations) {
    wanted.push_back(transformation(text));
    if (wanted.back() != nullptr) continue;
    std::string names;
    for (const Transformation& t : transformations())
      names += (names.empty() ? "" : ", ") + std::string(t.name);
    throw InputError("unknown transformation " + in_quotes(text) + "; there are: " + names);
  }
  return wanted;
}

/// The reason why an answer is not traced.
std::string not_traced(const Description& plugin) {
  return plugin.built_for(Scalar::number)
             ? "  no answer that can be traced\n"
             : "  not traced: a program reports no operations; expected a plugin in C++\n";
}

/// For each plugin and problem: the request with the worst verdict, and its case. Among equal verdicts, a request without
/// an answer comes first, then the one with the largest alpha.
class WorstAnswers {
 public:
  void add(const std::vector<report::Record>& records) {
    for (const report::Record& r : records) {
      if (r.standing == ResultStatus::unsupported) continue;
      const auto [at, added] = worst_.try_emplace({r.plugin, r.problem}, Worst{r, case_});
      const report::Record& worst = at->second.record;
      if (!added &&
          (r.verdict > worst.verdict || (r.verdict == worst.verdict && report::worse(r.alpha, worst.alpha))))
        at->second = {r, case_};
    }
    ++case_;
  }
  /// Where their digits went.
  std::string traced(const suite::Plan& plan, const suite::Request& request) const {
    std::string text;
    for (const auto& [key, answer] : worst_) {
      const auto& [worst, index] = answer;
      text += fmt::format("WHERE {} {}: case {}, ", worst.plugin, name(worst.problem), worst.id.name());
      if (std::isnan(worst.alpha)) {
        text += fmt::format("no number to trace ({}{}): {}\n", name(worst.standing),
                            worst.worst.empty() ? "" : ", at " + worst.worst, explanation(worst));
        continue;
      }
      const auto plugin = std::find_if(request.plugins.begin(), request.plugins.end(), [&](const Plugin* p) {
        return p->description().name == worst.plugin;
      });
      const auto loss = suite::loss_of_digits(**plugin, worst.problem, plan.at(index).draw(), request.format);
      text += fmt::format("alpha {:.3g}, verdict {}\n{}", worst.alpha,
                          worst.verdict ? name(*worst.verdict) : "none",
                          loss ? suite::to_string(*loss) : not_traced((*plugin)->description()));
    }
    return text;
  }

 private:
  struct Worst {
    report::Record record;
    std::size_t index;  ///< in the plan
  };
  std::map<std::pair<std::string, Problem>, Worst> worst_;
  std::size_t case_ = 0;
};

/// The store and the JSON file, if they are requested.
class Output {
 public:
  explicit Output(const VerifyOptions& options) {
    if (!options.json.empty()) json_.emplace(options.json);
    if (options.store.empty()) return;
    store_.emplace(options.store);
    run_ = store_->begin(suite::describe_run("kintree verify"));
  }

  void add(const std::vector<report::Record>& records) {
    if (store_) store_->add(run_, records);
    if (!json_) return;
    for (const report::Record& r : records) json_->add(r);
  }

  /// `complete`: no case is left out.
  void finish(bool complete) {
    if (store_ && complete) store_->finish(run_);
    if (json_) json_->publish();
  }

 private:
  std::optional<report::JsonArrayWriter> json_;
  std::optional<report::Store> store_;
  std::int64_t run_{};
};

struct ChosenPlan {
  suite::Plan plan;
  std::size_t found = 0, hunted = 0;  ///< those that come before the drawn ones
};

/// The cases of a file, or drawn cases. Before the drawn cases come the found ones, if no cases are chosen,
/// and the known worst cases of each plugin, if no trees are chosen.
ChosenPlan plan_of(const VerifyOptions& options, const suite::Request& request) {
  const suite::CaseChoice& cases = options.cases;
  ChosenPlan chosen;
  if (!options.worst.empty()) {
    chosen.plan = suite::worst_cases_of(options.worst, request, cases.seed, cases.trees);
    return chosen;
  }
  if (cases == suite::CaseChoice{}) chosen.plan = suite::found_cases(request);
  chosen.found = chosen.plan.size();
  if (cases.families.empty() && cases.joints.empty() && cases.model.empty() &&
      options.plugins.programs.empty() && request.format == Format::binary64)
    chosen.plan.add(suite::known_worst_cases(request, suite::plugin_folders(options.plugins.folders)));
  chosen.hunted = chosen.plan.size() - chosen.found;
  chosen.plan.add(suite::drawn_cases(cases, request));
  return chosen;
}

/// The derivatives of the plugins by forward mode, in their place.
suite::Request derivatives_of(suite::PluginChoice plugins) {
  const ProblemSet chosen = plugins.problems.empty() ? ProblemSet::all() : plugins.problems;
  plugins.problems = suite::differentiated_to(chosen);
  if (plugins.problems.empty())
    throw InputError("--derivative differentiates none of these problems; expected one of " +
                     suite::listing(suite::derivatives_by_forward_mode(), [](Problem p) { return name(p); }));
  for (std::string& name : plugins.names)
    if (name.starts_with(suite::forward_mode_prefix)) name.erase(0, suite::forward_mode_prefix.size());
  suite::Request request = plugins.request();
  for (const Plugin*& plugin : request.plugins) plugin = &suite::forward_mode_of(*plugin);
  std::erase_if(request.plugins, [](const Plugin* p) { return p->description().claims.empty(); });
  if (request.plugins.empty())
    throw InputError(
        "--derivative differentiates none of these plugins; expected one that is built for the field, is no "
        "approximation, and solves " +
        suite::listing(suite::differentiated_to(chosen), [](Problem p) { return name(p); }));
  request.problems = chosen;
  return request;
}

int verify(const VerifyOptions& options) {
  suite::Request request = options.derivative ? derivatives_of(options.plugins) : options.plugins.request();
  request.transformations = wanted_transformations(options);
  request.format = options.format;
  if (options.where && !request.transformations.empty())
    throw InputError("--where: the answers to transformed cases are not traced");
  if (options.format != Format::binary64 && !request.transformations.empty())
    throw InputError(
        "--metamorphic checks transformed cases in double only; expected one of --metamorphic and --scalar "
        "float");
  const std::string repeat =
      options.plugins.repeat() + (options.derivative ? " --derivative" : "") +
      (options.format == Format::binary64 ? "" : " --scalar " + std::string(name(options.format)));
  const auto [plan, found, hunted] = plan_of(options, request);
  if (!options.shrink.empty()) suite::make_folder(options.shrink);

  Output output(options);
  WorstAnswers worst;
  std::map<std::string, std::size_t> failed_cases;  // index in the plan, by the command that repeats it
  std::size_t done = 0;
  suite::Verification v = suite::verify(plan, {repeat, options.jobs, options.fail_fast},
                                        [&](const std::vector<report::Record>& records) {
                                          output.add(records);
                                          if (options.where) worst.add(records);
                                          for (const report::Record& r : records)
                                            if (!r.passed) failed_cases[r.command] = done;
                                          ++done;
                                        });
  const bool complete = v.cases == plan.size();
  output.finish(complete);

  std::ostream& out = text_output(options.json);
  out << table(v.summary) << reasons(v.summary) << harms(v.summary);
  put_small_ones_first(v.failures);
  std::set<std::pair<std::string, Problem>> explained;
  std::set<std::string> described;
  out << failures(v, [&](const report::Record& r) {
    const bool is_first = r.verdict == Verdict::F && explained.insert({r.plugin, r.problem}).second;
    if (!is_first) return std::string();
    return without_repetition(diagnosis(r, failed_cases.at(r.command), plan, request), described);
  });
  if (options.where) out << worst.traced(plan, request);
  if (!options.shrink.empty())
    for (const auto& [key, first] : v.first)
      out << suite::shrink_failure(first.record, plan.at(first.index), options.shrink, repeat);
  std::vector<std::string> never;
  if (complete) never = v.never_judged(options.plugins.by_name());
  for (const std::string& name : never) out << "FAILED " << name << ": not one case was judged\n";
  const bool passed = v.failed == 0 && never.empty();
  if (!complete) out << "stopped at the first failure, after " << v.cases << " of ";
  const std::string origin = options.worst.empty() ? fmt::format("seeds {} to {}", options.cases.seed,
                                                                 suite::last_seed(options.cases))
                                                   : "from " + options.worst;
  const std::size_t drawn = plan.size() - found - hunted,
                    narrower = options.worst.empty() ? drawn - suite::number_drawn(options.cases) : 0;
  out << number_of(plan.size(), "case") << ", " << number_of(v.summary.verdicts(), "verdict") << ", "
      << origin
      << (narrower > 0 ? fmt::format(" and {} with the joint kinds of one plugin's domain", narrower)
                       : std::string())
      << (found > 0 ? fmt::format(" and {} found before", found) : std::string())
      << (hunted > 0 ? fmt::format(" and {} hunted", hunted) : std::string()) << ": "
      << (passed ? "all passed" : "failed") << '\n';
  if (v.failed > 0 && options.shrink.empty())
    out << "Next: --shrink DIR writes the smallest case that fails\n";
  return passed ? 0 : 1;
}

}  // namespace

void add_verify(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand(
      "verify",
      "Check plugins on random trees, or on a robot in random states, against the exact answer. The found "
      "cases of testdata/found.json come first, unless cases are chosen. The worst cases that `kintree "
      "search` found for each plugin (worst.json) come next, unless trees are chosen");
  auto options = std::make_shared<VerifyOptions>();
  add_plugins(*sub, options->plugins);
  add_programs(*sub, options->plugins);
  add_cases(*sub, options->cases);
  sub->add_option("--state", options->cases.state,
                  "State of the model, as JSON, instead of random ones: one case")
      ->type_name("FILE");
  sub->add_option("--worst", options->worst,
                  "Ask the cases of this file, which kintree search --out wrote, instead of random "
                  "ones; --seed and --trees choose by number")
      ->type_name("FILE");
  exclude(*sub, "--worst", {"--family", "--bodies", "--model", "--state", "--joints", "--numbering"});
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
  add_scalar(*sub, options->format);
  sub->add_flag(
      "--where", options->where,
      "Trace the worst answer of each plugin and problem, by verdict, then by alpha. The phase, the "
      "joint and the operation that lose its digits are printed");
  sub->add_flag("--derivative", options->derivative,
                "Differentiate plugins by forward mode, in dual numbers, and check these "
                "derivatives: of inverse and forward dynamics by their inputs, of "
                "matrices along the motion. The rows are called forward_mode_of_NAME");
  exclude(*sub, "--derivative", {"--isolate", "--exec"});
  add_jobs(*sub, options->jobs);
  sub->add_flag("--fail-fast", options->fail_fast, "Stop at the first case that fails");
  sub->add_option("--json", options->json,
                  "Write a record for each plugin, problem and case ('-': standard output)")
      ->type_name("FILE");
  sub->add_option("--store", options->store, "Keep the records in this SQLite store as well, case by case")
      ->type_name("FILE");
  sub->callback([options, sub, &command] {
    if (!options->cases.state.empty() && !sub->get_option("--trees")->empty() && options->cases.trees != 1)
      throw InputError("--state is one case; expected --trees 1, or no --trees");
    command.action = [options] { return verify(*options); };
  });
}

}  // namespace kintree::command
