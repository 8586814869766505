#include <algorithm>
#include <memory>

#include "kintree/plugin/lanes.hpp"
#include "suite/execution/worker.hpp"
#include "suite/timing/accuracy.hpp"
#include "suite/timing/bench.hpp"
#include "suite/timing/sampling.hpp"

namespace kintree::suite {
namespace {

std::string why_not(const Plugin& plugin, const BenchModel& model, BenchMode mode, Format scalar) {
  const Description& d = plugin.description();
  if (dynamic_cast<const WorkerSource*>(&plugin) != nullptr)
    return "it answers from a process of its own, where nothing can be timed";
  if (const auto reason = outside(d.domain, model.model)) return "outside the domain: " + *reason;
  if (mode == BenchMode::threads && is_foreign(plugin))
    return "libraries of others are not called by several threads";
  if (!d.built_for(suite::scalar(scalar))) return "it is not built for " + std::string(name(scalar));
  return {};
}

report::Timing described(const Plugin& plugin, const BenchModel& model, Problem problem, BenchMode mode,
                         Format scalar) {
  const Layout layout(model.model);
  report::Timing t;
  t.model = model.name;
  t.problem = problem;
  t.plugin = plugin.description().name;
  t.mode = name(mode);
  t.scalar = scalar;
  t.bodies = model.model.body_count();
  t.degrees_of_freedom = layout.n;
  t.depth = *std::max_element(layout.depth.begin(), layout.depth.end());
  t.end_effectors = reads(problem, quantity::end_effectors)
                        ? static_cast<int>(model.states.front().end_effectors.size())
                        : 0;
  t.states = static_cast<int>(model.states.size());
  t.skipped = why_not(plugin, model, mode, scalar);
  return t;
}

}  // namespace

BenchRun run_bench(const Request& requested, const std::vector<BenchModel>& models, const BenchChoice& choice,
                   const std::function<void(std::size_t, std::size_t)>& progress) {
  BenchRun run;
  std::vector<const Plugin*> plugin_of;
  for (const BenchModel& model : models)
    for (const Problem problem : requested.problems)
      for (const BenchMode mode : choice.modes)
        for (const Plugin* plugin : requested.plugins)
          if (const Claim* claim = plugin->description().claim(problem)) {
            const auto add = [&](const Plugin& timed, std::string_view called) {
              run.rows.push_back({described(*plugin, model, problem, mode, choice.scalar), {}});
              run.rows.back().timing.mode = called;
              plugin_of.push_back(&timed);
            };
            add(*plugin, name(mode));
            const int lanes = plugin->description().lanes.of(scalar(choice.scalar));
            if (mode == BenchMode::batch && claim->path_rows && lanes > 1) add(*plugin, "batch_path_rows");
            if (mode != BenchMode::single) continue;
            if (claim->path_rows) add(*plugin, "path_rows");
            if (const Plugin* in = in_lanes(*plugin)) add(*in, "lanes");
          }

  std::vector<std::unique_ptr<BenchInputs>> inputs;
  Isolation isolation(choice.time_limit);
  std::vector<Group> groups;
  std::size_t at = 0;
  for (const BenchModel& model : models)
    for (const Problem problem : requested.problems) {
      Group group;
      for (; at < run.rows.size() && run.rows[at].timing.model == model.name &&
             run.rows[at].timing.problem == problem;
           ++at) {
        if (!run.rows[at].timing.timed()) continue;
        if (group.empty()) inputs.push_back(bench_inputs(model, problem, choice.scalar));
        const report::Timing& row = run.rows[at].timing;
        auto timed = timed_plugin(*plugin_of[at], model, row, *inputs.back());
        group.push_back({&run.rows[at], isolation.add(*plugin_of[at], row, std::move(timed))});
      }
      if (!group.empty()) groups.push_back(std::move(group));
    }

  {
    const PinnedCore pinned(choice.core);
    const Reading before = reading(pinned.core());
    Sampling sampling(choice);
    run.core = pinned.core();
    run.counters = sampling.counters().why_not();
    sampling.measure(std::move(groups), progress);
    run.system_load = system_load(before, reading(pinned.core()), sampling.timed());
  }
  judge_rows(run.rows, requested, models, choice);
  check_rows(run.rows, requested, models, choice);
  compare_rows(run.rows);
  run.profiles = profiles(run.rows);
  return run;
}

}  // namespace kintree::suite
