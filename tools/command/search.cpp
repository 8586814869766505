// kintree search: the worst case of a plugin, hunted.
#include <chrono>
#include <iostream>
#include <optional>

#include <spdlog/fmt/fmt.h>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "options.hpp"
#include "suite/verification/run.hpp"
#include "suite/worst_cases/hunts.hpp"
#include "suite/worst_cases/worst_cases.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

struct SearchChoice {
  suite::PluginChoice plugins;
  suite::HuntChoice hunts;
  std::string against, out, json;
  int jobs = 0;  ///< 0: as many as there are processors, or one for each rank
};

std::string table(const std::vector<suite::Hunt>& hunts, bool compared) {
  std::string text = fmt::format("{:<30} {:<35} {:<6}", "hunted", "problem", "aim");
  if (compared) text += fmt::format(" {:>10} {:>10} {:>8}", "drawn", "hunted", "factor");
  text += fmt::format(" {:>10} {:>6} {:>10} {:>10}  {}\n", "shrunk", "bodies", "error", "sigma",
                      "verdict (promise)");
  for (const suite::Hunt& h : hunts) {
    text += fmt::format("{:<30} {:<35} {:<6}", h.target.plugin->description().name, name(h.target.problem),
                        name(h.target.aim));
    if (compared)
      text += fmt::format(" {:>10.3g} {:>10.3g} {:>8.3g}", h.drawn->score.value, h.found.score.value,
                          h.found.score.value / h.drawn->score.value);
    text += fmt::format(" {:>10.3g} {:>6} {:>10.3g} {:>10.3g}  {} ({})\n", h.shrunk.score.value,
                        h.shrunk.c.model.body_count(), h.shrunk.score.error, h.shrunk.score.sigma,
                        h.verdict(), name(h.record.promise));
  }
  return text;
}

std::string plugin_options(const suite::Request& request) {
  std::string text;
  for (const Plugin* plugin : request.plugins)
    text += " --plugin " + suite::quoted(plugin->description().name);
  return text;
}

int hunt(const suite::Request& request, SearchChoice choice, suite::Ranks& ranks) {
  choice.hunts.search.threads = threads_of(ranks, choice.jobs);
  const std::vector<suite::Hunt> hunts = suite::run_hunts(request, choice.hunts, ranks);
  if (ranks.rank() != 0) return 0;
  const int kept = choice.out.empty() ? 0 : suite::keep_worst(choice.out, hunts);
  if (!choice.json.empty()) suite::write_json(choice.json, suite::as_json(hunts));
  std::ostream& out = text_output(choice.json);
  out << table(hunts, choice.hunts.compare);
  bool passed = true;
  for (const suite::Hunt& h : hunts) {
    if (!h.record.passed) out << failure(h.record);
    passed = passed && h.record.passed;
    out << "hunted by: " << h.command << '\n';
  }
  if (!choice.out.empty())
    out << choice.out << (kept > 0 ? ": written" : ": what it holds is as bad, and stays")
        << "\nverified by: kintree verify --worst " << suite::quoted(choice.out) << choice.plugins.repeat()
        << plugin_options(request) << '\n';
  return passed ? 0 : 1;
}

int search(SearchChoice choice) {
  const suite::Request request = choice.plugins.request();
  if (!choice.out.empty() && request.plugins.size() != 1)
    throw InputError("--out: a file holds the worst cases of one plugin; choose it with --plugin");
  if (!choice.out.empty() && std::filesystem::exists(choice.out))
    suite::read_worst_cases(choice.out, request.plugins.front()->description().name);
  if (!choice.against.empty()) {
    suite::PluginChoice other = choice.plugins;
    other.names = {choice.against};
    choice.hunts.against = other.request().plugins.front();
  }
  choice.hunts.repeat = choice.plugins.repeat();
  return suite::with_ranks([&](suite::Ranks& ranks) { return hunt(request, choice, ranks); });
}

}  // namespace

void add_search(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand(
      "search",
      "Hunt the worst case of each plugin and problem. The numbers of random trees and states are changed "
      "within their ranges until the error of the plugin is largest (NLopt: ESCH, then Sbplx). The case "
      "found is shrunk. Exit code 1 if a promise does not hold there. Several hunts from different seeds run "
      "at once on all processors, or on the ranks of MPI (mpirun -n 64 kintree search --starts 1000 --store "
      "DIR ...). The result does not depend on the number of ranks");
  auto options = std::make_shared<SearchChoice>();
  add_plugins(*sub, options->plugins);
  add_programs(*sub, options->plugins);
  suite::HuntChoice& hunts = options->hunts;
  sub->get_option("--problem")
      ->description("Problem to hunt in (repeatable; default: the first that each plugin claims)");
  sub->add_option(
         "--family", hunts.families,
         "Family of trees to start from, or a tree or robot of testdata/, by name (repeatable; default: "
         "the families of random trees with moderate numbers). For a robot, only the state is changed")
      ->type_name("NAME");
  sub->add_option("--bodies", hunts.bodies, "Bodies of a random tree at most")
      ->capture_default_str()
      ->check(in_range(1, 30));
  sub->add_option("--cases", hunts.search.evaluations,
                  "Cases to judge in a hunt: a quarter of them drawn, the others where these lead")
      ->capture_default_str()
      ->check(in_range(8, 1000000000));
  sub->add_option("--starts", hunts.starts,
                  "Hunts of each plugin and problem, each from other seeds; the worst of them counts")
      ->capture_default_str()
      ->check(in_range(1, 1000000000));
  sub->add_option("--hours", hunts.hours,
                  "Begin hunts, beyond --starts too, until this time has passed for each plugin and problem")
      ->check(in_range(0.0, 10000.0));
  sub->add_option("--store", hunts.folder,
                  "Keep what each hunt finds in this folder as it comes; every rank must see it. The same "
                  "command goes on where a killed one stopped")
      ->type_name("DIR");
  sub->add_option("--seed", hunts.search.seed, "Seed of the first drawn case; the next ones count on")
      ->capture_default_str()
      ->check(is_seed());
  sub->add_option_function<std::string>(
         "--aim",
         [&hunts](const std::string& text) {
           if (text != name(suite::Aim::alpha) && text != name(suite::Aim::error))
             throw InputError("unknown aim " + in_quotes(text) + "; there are: alpha, error");
           hunts.aim = text == name(suite::Aim::alpha) ? suite::Aim::alpha : suite::Aim::error;
         },
         "Quantity to maximize: 'alpha', the error relative to the effect of rounded inputs, or 'error', the "
         "error itself")
      ->type_name("NAME")
      ->default_str("alpha");
  sub->add_option("--against", options->against,
                  "Make the ratio to the error of this plugin, in the same case, as large as can be")
      ->type_name("NAME");
  sub->add_flag("--compare", hunts.compare,
                "Draw as many cases at random besides, and say by what factor the hunt found a worse one");
  add_jobs_of_a_rank(*sub, options->jobs);
  sub->add_option(
         "--out", options->out,
         "Keep what was found in this file (plugins/NAME/worst.json), unless it holds a worse case of the "
         "same problem and aim: every verify of the plugin asks its cases")
      ->type_name("FILE");
  add_json(*sub, options->json, "what was found, with the trees and states in full,");
  sub->callback([options, &command] { command.action = [options] { return search(*options); }; });
}

}  // namespace kintree::command
