// kintree campaign: more cases than one machine, or one night, can verify.
#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <tuple>

#include <spdlog/fmt/fmt.h>

#include "kintree/files/text_file.hpp"
#include "kintree/report/store.hpp"
#include "options.hpp"
#include "suite/support/quantiles.hpp"
#include "suite/verification/verification.hpp"
#include "suite/whole_runs/campaign.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

struct CampaignChoice {
  suite::PluginChoice plugins;
  suite::CaseChoice cases;
  std::string folder;
  std::int64_t range = suite::CampaignOptions{}.range;
  int jobs = 0;  ///< 0: as many as there are processors, or one for each rank

  /// The options that determine the records.
  std::string command() const {
    std::string text = fmt::format("kintree campaign --cases {} --bodies {} --seed {}", cases.trees,
                                   cases.bodies, cases.seed);
    for (const std::string& name : cases.families) text += " --family " + suite::quoted(name);
    if (!cases.joints.empty())
      text += " --joints " + suite::listing(
                                 cases.joints, [](JointKind kind) { return info(kind).name; }, ",");
    if (cases.numbering)
      text += fmt::format(" --numbering {}", numbering_names[static_cast<std::size_t>(*cases.numbering)]);
    if (!cases.model.empty()) text += " --model " + suite::quoted(cases.model);
    text += suite::repeat(cases.urdf);
    text += plugins.repeat();
    for (const std::string& name : plugins.names) text += " --plugin " + suite::quoted(name);
    for (const Problem p : plugins.problems) text += fmt::format(" --problem {}", name(p));
    return text;
  }
};

/// The distribution of alpha = error / sigma by plugin, problem and family. Family "" is all of them.
using Alphas = std::map<std::tuple<std::string, Problem, std::string>, suite::Quantiles>;

constexpr std::array quantiles{0.5, 0.9, 0.99, 0.999, 0.9999};

std::string alphas_csv(const Alphas& alphas) {
  std::string text = "plugin,problem,family,values,quantile,alpha,low,high\n";
  for (const auto& [of, values] : alphas) {
    const auto& [plugin, problem, family] = of;
    const std::string row = fmt::format("{},{},{},{},", plugin, name(problem), family, values.count());
    for (const double p : quantiles) {
      const suite::Quantile q = values.at(p);
      text += fmt::format("{}{},{:.3g},{:.3g},{:.3g}\n", row, p, q.value, q.low, q.high);
    }
    text += fmt::format("{}1,{:.3g},{:.3g},\n", row, values.largest(), values.largest());
  }
  return text;
}

std::string alphas_table(const Alphas& alphas) {
  std::string text = fmt::format("{:<30} {:<35} {:>9} {:>8} {:>8} {:>24} {:>8}\n", "alpha = error / sigma",
                                 "problem", "values", "median", "99 %", "99.9 % (95 % confidence)", "worst");
  for (const auto& [of, values] : alphas) {
    const auto& [plugin, problem, family] = of;
    if (!family.empty()) continue;
    const suite::Quantile most = values.at(0.999);
    text += fmt::format("{:<30} {:<35} {:>9} {:>8.2g} {:>8.2g} {:>24} {:>8.2g}\n", plugin, name(problem),
                        values.count(), values.at(0.5).value, values.at(0.99).value,
                        fmt::format("{:.2g} ({:.2g} to {:.2g})", most.value, most.low, most.high),
                        values.largest());
  }
  return text;
}

int run(const suite::Plan& plan, const CampaignChoice& choice, suite::Ranks& ranks) {
  const suite::CampaignOptions options{choice.folder, choice.command(), choice.plugins.repeat(),
                                       threads_of(ranks, choice.jobs), choice.range};
  suite::run_campaign(plan, options, ranks);
  if (ranks.rank() != 0) return 0;

  const std::filesystem::path merged = suite::merge_campaign(plan, options);
  report::Store store(merged);
  suite::Verification v;
  Alphas alphas;
  store.for_each<report::Record>(store.runs().back().id, [&](const report::Record& r) {
    v.add(r);
    if (!report::has_error(r)) return;
    for (const std::string& family : {std::string(), r.id.family})
      alphas[{r.plugin, r.problem, family}].add(r.alpha);
  });
  const std::filesystem::path csv = merged.parent_path() / "alpha.csv";
  write_text_file(csv.string(), alphas_csv(alphas));
  std::cout << table(v.summary) << alphas_table(alphas) << reasons(v.summary) << harms(v.summary);
  std::cout << failures(v);
  const std::vector<std::string> never = v.never_judged(choice.plugins.by_name());
  for (const std::string& name : never) std::cout << "FAILED " << name << ": not one case was judged\n";
  const bool passed = v.failed == 0 && never.empty();
  std::cout << number_of(plan.size(), "case") << ", " << number_of(v.summary.verdicts(), "verdict")
            << ", seeds " << choice.cases.seed << " to " << suite::last_seed(choice.cases) << ": "
            << (passed ? "all passed" : "failed") << "\nstore: " << merged.string()
            << "\nquantiles of alpha: " << csv.string() << '\n';
  return passed ? 0 : 1;
}

int campaign(const CampaignChoice& choice) {
  const suite::Request request = choice.plugins.request();
  const suite::Plan plan = suite::drawn_cases(choice.cases, request);
  return suite::with_ranks([&](suite::Ranks& ranks) { return run(plan, choice, ranks); });
}

}  // namespace

void add_campaign(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand(
      "campaign",
      "Verify very many cases, on all processors, or on the ranks of MPI (mpirun "
      "-n 64 kintree campaign ...). The folder keeps every result at once, so the same command resumes a "
      "stopped campaign, with any number of ranks. At the end it writes FOLDER/campaign.sqlite, which does "
      "not depend on their number. kintree report --from renders it");
  auto choice = std::make_shared<CampaignChoice>();
  sub->add_option("--store", choice->folder, "Folder of the campaign; every rank must see it")
      ->required()
      ->type_name("DIR");
  add_plugins(*sub, choice->plugins);
  add_programs(*sub, choice->plugins);
  add_cases(*sub, choice->cases);
  sub->remove_option(sub->get_option("--trees"));
  sub->add_option_function<double>(
         "--cases",
         [choice](const double& count) {
           if (count != std::floor(count)) throw CLI::ValidationError("--cases", "must be a whole number");
           choice->cases.trees = static_cast<int>(count);
         },
         "Cases to draw, such as 1e6. They are trees, or states of a model, and families take turns")
      ->required()
      ->type_name("COUNT")
      ->check(in_range(1.0, 1e9));
  sub->add_option("--range", choice->range, "Cases that a worker takes at a time")
      ->capture_default_str()
      ->check(in_range(1, 1000000));
  add_jobs_of_a_rank(*sub, choice->jobs);
  sub->callback([choice, &command] { command.action = [choice] { return campaign(*choice); }; });
}

}  // namespace kintree::command
