#include "suite/whole_runs/measurements.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <limits>

#include "suite/cases/plugin_claims.hpp"
#include "suite/cases/seeds.hpp"
#include "suite/counting/cost.hpp"
#include "suite/counting/growth.hpp"
#include "suite/papers/papers.hpp"
#include "suite/proof/power.hpp"
#include "suite/proof/prove.hpp"
#include "suite/verification/verify.hpp"
#include "suite/whole_runs/float_digits.hpp"
#include "suite/worst_cases/hunts.hpp"

namespace kintree::suite {
namespace {

// --- the plugins chosen ---

std::vector<report::CountedCost> costs_of(const PluginChoice& plugins) {
  CaseChoice each_tree_once;
  each_tree_once.trees = 1;
  each_tree_once.seed = cost_seed;
  return counted_costs(plugins.request(), each_tree_once);
}

/// For those plugins that are known to be sound, are chosen and exist.
std::vector<report::PowerCurve> power_of(const PluginChoice& plugins) {
  PowerChoice choice;
  choice.plugins = plugins;
  choice.plugins.oracle = OracleChoice::dense;
  choice.plugins.names.clear();
  for (const Plugin* plugin : plugins.request().plugins)
    if (const std::string& name = plugin->description().name;
        std::find(sound_plugins.begin(), sound_plugins.end(), name) != sound_plugins.end())
      choice.plugins.names.push_back(name);
  if (choice.plugins.names.empty()) return {};
  Power power = measure_power(choice);
  for (const std::string& alarm : power.false_alarms) spdlog::error("false alarm: {}", alarm);
  return std::move(power.curves);
}

Reproduction reproduced(const PluginChoice& plugins) {
  Reproduction reproduction = reproduce({}, plugins.load());
  for (report::Curve& curve : yamane_nakamura_times(plugins.load()))
    reproduction.curves.push_back(std::move(curve));
  return reproduction;
}

// --- the suite itself ---

constexpr const char* measured_plugin = "aba";

/// Nothing if the plugin is not there.
std::optional<Request> forward_dynamics(const PluginChoice& plugins) {
  PluginChoice choice;
  choice.folders = plugins.folders;
  choice.problems = {Problem::forward_dynamics};
  choice.names = {measured_plugin};
  const auto all = choice.load();
  if (std::none_of(all.begin(), all.end(),
                   [](const Plugin* p) { return p->description().name == measured_plugin; }))
    return {};
  return choice.request();
}

report::Throughput throughput(const Request& requested) {
  report::Throughput t{measured_plugin, Problem::forward_dynamics, 30, 200, 0};
  CaseChoice choice;
  choice.bodies = t.degrees_of_freedom;
  const std::vector<Source> sources = choice.sources();
  for (const auto& [source, seed] :
       seeds_of_size(sources, 1, t.degrees_of_freedom, static_cast<int>(t.cases))) {
    const std::clock_t start = std::clock();  // of this process alone: others do not slow it down
    verify_case(source->draw(seed), requested, "");
    t.seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }
  return t;
}

/// The most memory the process has held since the last reset, by Linux's /proc; NaN elsewhere.
class PeakMemory {
 public:
  PeakMemory() {
    std::ofstream("/proc/self/clear_refs") << 5;
    before_ = kilobytes();
  }
  double bytes() const { return (kilobytes() - before_) * 1024; }

 private:
  static double kilobytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("VmHWM:")) return std::stod(line.substr(6));
    return std::numeric_limits<double>::quiet_NaN();
  }
  double before_;
};

/// A random recursive tree of exactly so many bodies. 1 in 4 seeds gives such a tree.
Case recursive_tree(int bodies) {
  for (std::uint64_t seed = 1;; ++seed) {
    Case c = random_case(Family::recursive, bodies, seed);
    if (c.model.body_count() == bodies) return c;
  }
}

report::LargeTree large_tree(const Request& requested, int bodies) {
  const PeakMemory memory;
  const Case c = recursive_tree(bodies);
  const auto start = std::chrono::steady_clock::now();
  const report::Record r = verify_case(c, requested, "").front();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return {.plugin = r.plugin,
          .problem = r.problem,
          .family = c.id.label(),
          .bodies = c.model.body_count(),
          .degrees_of_freedom = r.degrees_of_freedom,
          .verdict = r.verdict,
          .right = r.right,
          .error = r.error,
          .backward_error = r.backward_error,
          .certified_digits = r.certified_digits,
          .seconds = time.count(),
          .peak_bytes = memory.bytes()};
}

std::vector<report::LargeTree> large_trees(Request requested, int largest) {
  requested.oracle = OracleChoice::tree;
  std::vector<report::LargeTree> trees;
  for (int bodies = 1000; bodies <= largest; bodies *= 10) trees.push_back(large_tree(requested, bodies));
  return trees;
}

/// Measures rows of one type, unless they are skipped, or there already.
template <class T, class Measure>
void add_missing(report::Store& store, std::int64_t run, const MeasurementChoice& choice, Quantity quantity,
                 Measure&& measure) {
  if (choice.skipped.contains(quantity) || store.count<T>(run) > 0) return;
  spdlog::info("measuring {}", quantity_names[static_cast<std::size_t>(quantity)]);
  store.replace<T>(run, measure());
}

}  // namespace

report::HardFamilies hard_families() {
  report::HardFamilies hard{{std::string(worst_family), "found by kintree search, the worst for one plugin"}};
  for (const FamilyInfo& f : families)
    if (is_hard(f.family)) hard.emplace(f.name, f.description);
  return hard;
}

void keep_beside_claims(report::Store& store, std::int64_t run, const Reproduction& reproduction) {
  store.replace<report::Curve>(run, reproduction.curves);
  store.replace<report::MissingClaim>(run, reproduction.missing);
  store.replace<report::Erratum>(run, reproduction.errata);
}

void measure_into(report::Store& store, std::int64_t run, const MeasurementChoice& choice) {
  const PluginChoice& plugins = choice.plugins;
  store.replace(run, plugin_claims(plugins.request().plugins));
  add_missing<report::CountedCost>(store, run, choice, Quantity::costs, [&] { return costs_of(plugins); });
  add_missing<report::CostGrowth>(store, run, choice, Quantity::growth,
                                  [&] { return cost_growth(plugins.request(), choice.threads); });
  if (plugins.names.empty() && plugins.problems.empty())
    add_missing<report::ReproducedClaim>(store, run, choice, Quantity::claims, [&] {
      Reproduction reproduction = reproduced(plugins);
      keep_beside_claims(store, run, reproduction);
      return std::move(reproduction.claims);
    });
  add_missing<report::PowerCurve>(store, run, choice, Quantity::power, [&] { return power_of(plugins); });
  add_missing<report::FieldPower>(store, run, choice, Quantity::power, [&] {
    return measure_field_power({.plugins = plugins, .threads = choice.threads});
  });
  add_missing<report::SmallTreesProof>(store, run, choice, Quantity::proofs, [&] {
    return prove({.plugins = plugins, .bodies = 3, .threads = choice.threads});
  });
  add_missing<report::FloatDigits>(store, run, choice, Quantity::float_digits, [&] {
    return float_digits({.plugins = plugins, .threads = choice.threads});
  });
  if (choice.skipped.contains(Quantity::throughput) && choice.skipped.contains(Quantity::large_trees)) return;
  if (const auto requested = forward_dynamics(plugins)) {
    add_missing<report::Throughput>(store, run, choice, Quantity::throughput,
                                    [&] { return std::vector{throughput(*requested)}; });
    add_missing<report::LargeTree>(store, run, choice, Quantity::large_trees,
                                   [&] { return large_trees(*requested, choice.largest_tree); });
  }
}

}  // namespace kintree::suite
