// kintree power: how small an error the judge still flags.
#include "kintree/suite/power.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>

#include "kintree/report/json.hpp"
#include "kintree/suite/text.hpp"
#include "options.hpp"

namespace kintree::command {
namespace {

struct PowerOptions {
  suite::PowerChoice power;
  std::string json;
};

int power(const PowerOptions& options) {
  const suite::Power power = suite::measure_power(options.power);
  std::ostream& out = text_output(options.json);
  for (const std::string& alarm : power.false_alarms) out << "FALSE ALARM " << alarm << '\n';
  constexpr const char* row = "{:<30} {:<20} {:<36} {:>7} {:>7} {:>10} {:>10} {:>10}\n";
  out << "The smallest relative errors that are flagged, at " << options.power.degrees_of_freedom
      << " degrees of freedom, in half, nine tenths and all of the trials in which 2^-10 is\n"
      << fmt::format(row, "plugin", "problem", "planted in", "trials", "unseen", "half", "9/10", "all");
  const auto size = [](double x) { return std::isnan(x) ? std::string("-") : fmt::format("{:.2g}", x); };
  for (const report::PowerCurve& curve : power.curves) {
    out << fmt::format(row, curve.plugin, name(curve.problem), curve.planted, curve.trials, curve.unseen,
                       size(curve.half), size(curve.most), size(curve.always));
  }
  out << power.cases << " cases, seeds " << power.first_seed << " to " << power.last_seed << ", "
      << options.power.trials << " trials each\n";
  if (!options.json.empty())
    suite::write_json(options.json, {{"degrees_of_freedom", options.power.degrees_of_freedom},
                                     {"cases", power.cases},
                                     {"seeds", {power.first_seed, power.last_seed}},
                                     {"trials_per_case", options.power.trials},
                                     {"curves", report::as_json(power.curves)}});
  return power.false_alarms.empty() && !power.curves.empty() ? 0 : 1;
}

}  // namespace

void add_power(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand(
      "power",
      "Measure how small an error is flagged: sound plugins (default: crba, ltdl, rnea, aba) on models, "
      "matrices and forces with one number changed by 2^-10 to 2^-52 of itself");
  auto options = std::make_shared<PowerOptions>();
  add_plugins(*sub, options->power.plugins);
  add_cases(*sub, options->power.cases);
  sub->add_option("--degrees-of-freedom", options->power.degrees_of_freedom,
                  "Of every case; others are passed over")
      ->capture_default_str()
      ->check(CLI::Range(1, suite::automatic_dense_limit));
  sub->add_option("--trials", options->power.trials, "Places for an error drawn in each case")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  sub->add_option("--json", options->json,
                  "Write the shares by size of the error to a file ('-': standard output)")
      ->type_name("FILE");
  sub->callback([options, &command] { command.action = [options] { return power(*options); }; });
}

}  // namespace kintree::command
