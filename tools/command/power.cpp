// kintree power: how small an error the judge still flags.
#include "suite/proof/power.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>

#include "kintree/report/json.hpp"
#include "options.hpp"
#include "suite/support/text.hpp"
#include "suite/verification/run.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

struct PowerOptions {
  suite::PowerChoice power;
  int threads = 1;
  std::string json;
};

/// Returns whether all was flagged that the answers depend on.
bool in_field(const std::vector<report::FieldPower>& rows, std::ostream& out) {
  constexpr const char* row = "{:<30} {:<35} {:<36} {:>7} {:>7} {:>10}\n";
  out << "In the finite field an error of 2^-52 is flagged in\n"
      << fmt::format(row, "plugin", "problem", "planted in", "trials", "unseen", "flagged");
  bool all = !rows.empty();
  for (const report::FieldPower& p : rows) {
    out << fmt::format(row, p.plugin, name(p.problem), p.planted, p.trials, p.unseen, p.flagged);
    all = all && p.trials > 0 && p.flagged + p.unseen == p.trials;
  }
  return all;
}

int power(const PowerOptions& options) {
  const suite::Power power = suite::measure_power(options.power);
  std::ostream& out = text_output(options.json);
  for (const std::string& alarm : power.false_alarms) out << "FALSE ALARM " << alarm << '\n';
  constexpr const char* row = "{:<30} {:<35} {:<36} {:>7} {:>7} {:>10} {:>10} {:>10}\n";
  out << "The smallest relative errors that are flagged, at " << options.power.degrees_of_freedom
      << " degrees of freedom, in half, nine tenths and all of the trials in which 2^-10 is\n"
      << fmt::format(row, "plugin", "problem", "planted in", "trials", "unseen", "half", "9/10", "all");
  const auto size = [](double x) { return std::isnan(x) ? std::string("-") : fmt::format("{:.2g}", x); };
  for (const report::PowerCurve& curve : power.curves) {
    out << fmt::format(row, curve.plugin, name(curve.problem), curve.planted, curve.trials, curve.unseen,
                       size(curve.half), size(curve.most), size(curve.always));
  }
  out << number_of(power.cases, "case") << ", seeds " << power.first_seed << " to " << power.last_seed << ", "
      << number_of(options.power.trials, "trial") << " each\n";
  const std::vector<report::FieldPower> field = suite::measure_field_power(
      {.plugins = options.power.plugins, .seed = options.power.cases.seed, .threads = options.threads});
  const bool all_flagged = in_field(field, out);
  if (!options.json.empty())
    suite::write_json(options.json, {{"degrees_of_freedom", options.power.degrees_of_freedom},
                                     {"cases", power.cases},
                                     {"seeds", {power.first_seed, power.last_seed}},
                                     {"trials_per_case", options.power.trials},
                                     {"curves", report::as_json(power.curves)},
                                     {"in_field", report::as_json(field)}});
  return power.false_alarms.empty() && all_flagged ? 0 : 1;
}

}  // namespace

void add_power(CLI::App& app, Command& command) {
  auto* sub =
      app.add_subcommand("power",
                         "Measure how small an error is flagged. One number of models, matrices and forces "
                         "is changed by 2^-10 to 2^-52 of itself, for sound plugins (default: crba, ltdl, "
                         "rnea, aba). The finite field must flag 2^-52 for all plugins, or for those chosen");
  auto options = std::make_shared<PowerOptions>();
  add_plugins(*sub, options->power.plugins);
  add_cases(*sub, options->power.cases);
  sub->add_option("--degrees-of-freedom", options->power.degrees_of_freedom,
                  "Degrees of freedom of every case; others are skipped")
      ->capture_default_str()
      ->check(in_range(1, suite::automatic_dense_limit));
  sub->add_option("--trials", options->power.trials, "Places for an error drawn in each case")
      ->capture_default_str()
      ->check(in_range(1, 1000000));
  options->threads = suite::default_threads();
  add_jobs(*sub, options->threads);
  sub->add_option("--json", options->json,
                  "Write the shares by size of the error to a file ('-': standard output)")
      ->type_name("FILE");
  sub->callback([options, &command] { command.action = [options] { return power(*options); }; });
}

}  // namespace kintree::command
