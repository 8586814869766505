// kintree prove: every small tree, every joint kind, for all values of the parameters.
#include "suite/proof/prove.hpp"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <boost/timer/progress_display.hpp>
#include <cmath>
#include <iostream>
#include <memory>
#include <mutex>

#include "kintree/report/json.hpp"
#include "options.hpp"
#include "suite/support/text.hpp"
#include "suite/vectors/diagnosis.hpp"
#include "suite/verification/examination.hpp"
#include "suite/verification/run.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

struct ProveOptions {
  suite::ProofChoice proof;
  std::string json;
};

std::string probability(double escape) {
  return std::isnan(escape) ? "-" : fmt::format("{:.0e}", escape);
}

/// The smallest tree with a wrong answer, in numbers: what is wrong there, and the command that finds it again.
std::string wrong_tree(const report::SmallTreesProof& row, const ProveOptions& options,
                       const suite::Request& request) {
  const Case c = suite::tree_of(row.first_wrong, row.problem, options.proof.seed);
  const Plugin& plugin = **std::find_if(request.plugins.begin(), request.plugins.end(),
                                        [&](const Plugin* p) { return p->description().name == row.plugin; });
  suite::Request one = request.about({row.problem});
  one.plugins = {&plugin};
  report::Record record = *suite::examine(c, one).of(row.plugin, row.problem);
  record.command = fmt::format("kintree prove --bodies {} --seed {}{} --plugin {} --problem {}",
                               std::min(c.model.body_count(), options.proof.bodies), options.proof.seed,
                               options.proof.plugins.repeat(), row.plugin, name(row.problem));
  if (record.passed)
    return fmt::format(
        "FAILED {} {}: tree {} is wrong in a finite field, though right in double\n  repeat: {}\n",
        row.plugin, name(row.problem), row.first_wrong, record.command);
  const auto mistake = suite::diagnose(plugin, row.problem, c, Format::binary64);
  return failure(record) + (mistake ? suite::to_string(*mistake) : "");
}

/// "a, b": those that approximate, and so are right of no tree.
std::string approximating(const suite::Request& request) {
  std::string names;
  for (const Plugin* plugin : request.plugins)
    if (plugin->description().approximates) names += (names.empty() ? "" : ", ") + plugin->description().name;
  return names;
}

int prove(const ProveOptions& options) {
  const suite::Request request = options.proof.plugins.request();
  std::unique_ptr<boost::timer::progress_display> display;
  std::mutex mutex;
  if (isatty(STDERR_FILENO) != 0)
    display = std::make_unique<boost::timer::progress_display>(suite::proof_size(options.proof), std::cerr);
  const std::vector<report::SmallTreesProof> rows = suite::prove(request, options.proof, [&] {
    const std::lock_guard lock(mutex);
    if (display) ++*display;
    return true;
  });
  std::ostream& out = text_output(options.json);
  constexpr const char* columns =
      "{:<30} {:<35} {:>8} {:>8} {:>8} {:>8} {:>11} {:>6} {:>6} {:>9} {:>10}  {}\n";
  out << fmt::format(columns, "plugin", "problem", "trees", "proved", "no J-bar", "outside", "not askable",
                     "wrong", "points", "degree", "escape <", "smallest wrong tree");
  std::int64_t wrong = 0, never = 0;
  for (const report::SmallTreesProof& r : rows) {
    out << fmt::format(columns, r.plugin, name(r.problem), r.trees, r.proved, r.dependent_rows, r.outside,
                       r.not_askable, r.wrong, r.points,
                       !std::isnan(r.degree) ? fmt::format("{:.0e}", r.degree) : "-", probability(r.escape),
                       r.first_wrong);
    wrong += r.wrong;
    if (r.proved == 0) ++never;
  }
  out << "proved    equal to the exact answer in a finite field, in every entry, for all values of the "
         "parameters\n"
      << "no J-bar  proved, but J lacks full row rank for every end-effector, and the plugin names a "
         "dependent row\n"
      << "degree    upper bound of the degree of the difference between both formulas\n"
      << "escape    probability that no point shows an error of one tree (-: no degree is counted, or its "
         "bound is too coarse)\n"
      << "smallest wrong tree  the parent of each body (0: the base), and the kind of its joint\n";
  for (const report::SmallTreesProof& r : rows)
    if (r.wrong > 0) out << wrong_tree(r, options, request);
  if (const std::string names = approximating(request); !names.empty())
    out << "not asked, because it approximates: " << names << '\n';
  out << suite::small_trees(options.proof.bodies) << " trees of up to "
      << number_of(options.proof.bodies, "body", "bodies")
      << " (every numbering, every choice of joint kinds; those that cannot move are left out), and "
         "every shape "
         "of up to "
      << number_of(options.proof.shapes, "body", "bodies") << ", seed " << options.proof.seed << ": "
      << (wrong > 0 ? number_of(wrong, "answer is", "answers are") + " wrong"
          : never > 0
              ? number_of(never, "plugin and problem was", "plugins and problems were") + " never proved"
          : rows.empty() ? "no plugin was asked"
                         : "no answer is wrong, and each plugin and problem was proved")
      << '\n';
  if (!options.json.empty()) suite::write_json(options.json, report::as_json(rows));
  return wrong == 0 && never == 0 && !rows.empty() ? 0 : 1;
}

}  // namespace

void add_prove(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("prove",
                                 "Prove plugins right for every small tree, by equality in a finite field. "
                                 "The proof is for all values of "
                                 "the parameters. Every numbering and every choice of joint kinds is tried, "
                                 "with an end-effector on every "
                                 "body (for J-bar, on as many bodies as have one). The shapes come next, "
                                 "with joint kinds drawn at random");
  auto options = std::make_shared<ProveOptions>();
  add_plugins(*sub, options->proof.plugins);
  sub->remove_option(sub->get_option("--oracle"));
  add_programs(*sub, options->proof.plugins);
  sub->add_option("--bodies", options->proof.bodies, "Bodies at most")
      ->capture_default_str()
      ->check(in_range(1, suite::most_proved_bodies));
  sub->add_option("--shapes", options->proof.shapes, "Bodies of a shape at most")
      ->capture_default_str()
      ->check(in_range(1, most_counted_bodies));
  sub->add_option("--seed", options->proof.seed, "Seed of the points")
      ->capture_default_str()
      ->check(is_seed());
  options->proof.threads = suite::default_threads();
  add_jobs(*sub, options->proof.threads);
  sub->add_option("--json", options->json, "Write the outcome to a file ('-': standard output)")
      ->type_name("FILE");
  sub->callback([options, &command] { command.action = [options] { return prove(*options); }; });
}

}  // namespace kintree::command
