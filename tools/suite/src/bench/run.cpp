#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "accuracy.hpp"
#include "contestant.hpp"
#include "kintree/plugin/lanes.hpp"
#include "kintree/suite/bench.hpp"
#include "kintree/suite/worker.hpp"
#include "machine.hpp"

namespace kintree::suite {
namespace {

/// A row, what it is measured by, and what is compared with it.
struct Entry {
  BenchRow* row;
  std::unique_ptr<Contestant> contestant;
  bool kept = false;  ///< prepared once, since that takes long
};

/// The rows of one model and problem take turns.
using Group = std::vector<Entry>;

std::string why_not(const Plugin& plugin, const BenchModel& model, BenchMode mode, Format scalar) {
  const Description& d = plugin.description();
  if (dynamic_cast<const WorkerSource*>(&plugin) != nullptr)
    return "it answers from a process of its own, where nothing can be timed";
  if (const auto reason = outside(d.domain, model.model)) return "outside the domain: " + *reason;
  if (mode == BenchMode::threads && is_foreign(plugin))
    return "libraries of others are not asked by several threads";
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
  t.end_effectors =
      asks_about_end_effectors(problem) ? static_cast<int>(model.states.front().end_effectors.size()) : 0;
  t.states = static_cast<int>(model.states.size());
  t.skipped = why_not(plugin, model, mode, scalar);
  return t;
}

class Measurement {
 public:
  explicit Measurement(const BenchChoice& choice)
      : choice_(choice), random_(choice.seed), sample_(choice.sample_seconds * 1e9) {}

  /// How many calls a sample has: as many as take its time, and all states equally often if they come up at all twice. One call
  /// that takes too long makes the row one that is skipped.
  void calibrate(Entry& entry) {
    report::Timing& t = entry.row->timing;
    const double before = wall_time();
    entry.contestant->prepare(random_());
    entry.kept = wall_time() - before > 10 * sample_;
    Sample sample = entry.contestant->run(1, counters_, timed_);  // cold
    const auto whole = [](const Sample& s) {
      return s.processor + (std::isnan(s.conversions) ? 0 : s.conversions);
    };
    std::int64_t calls = 1;
    while (entry.contestant->failure().empty() && whole(sample) < choice_.longest_call * 1e9) {
      sample = entry.contestant->run(calls, counters_, timed_);
      if (whole(sample) * static_cast<double>(calls) > sample_ / 8) break;
      calls *= 2;
    }
    t.skipped = entry.contestant->failure();
    if (t.skipped.empty() && whole(sample) >= choice_.longest_call * 1e9)
      t.skipped = "one call takes longer than the limit";
    if (t.timed()) {
      calls = std::max<std::int64_t>(1, std::llround(sample_ / whole(sample)));
      t.iterations = calls > t.states ? (calls + t.states - 1) / t.states * t.states : calls;
    }
    if (!entry.kept || !t.timed()) entry.contestant->release();
  }

  void sample(Entry& entry) {
    report::Timing& t = entry.row->timing;
    if (!entry.kept) entry.contestant->prepare(random_());
    entry.contestant->run(std::min<std::int64_t>(t.states, 1 + t.iterations / 10), counters_, timed_);
    entry.row->samples.push_back(entry.contestant->run(t.iterations, counters_, timed_));
    t.skipped = entry.contestant->failure();
    if (!entry.kept) entry.contestant->release();
  }

  const Counters& counters() const { return counters_; }
  const TimedStretches& timed() const { return timed_; }

 private:
  const BenchChoice& choice_;
  TimedStretches timed_;
  std::mt19937_64 random_;
  double sample_;  ///< [ns]
  Counters counters_;
};

void erase_skipped(std::vector<Group>& groups) {
  for (Group& group : groups) std::erase_if(group, [](const Entry& e) { return !e.row->timing.timed(); });
}

}  // namespace

BenchRun run_bench(const Request& asked, const std::vector<BenchModel>& models, const BenchChoice& choice,
                   const std::function<void(std::size_t, std::size_t)>& progress) {
  BenchRun run;
  std::vector<const Plugin*> plugin_of;
  for (const BenchModel& model : models)
    for (const Problem problem : asked.problems)
      for (const BenchMode mode : choice.modes)
        for (const Plugin* plugin : asked.plugins)
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
    for (const Problem problem : asked.problems) {
      Group group;
      for (; at < run.rows.size() && run.rows[at].timing.model == model.name &&
             run.rows[at].timing.problem == problem;
           ++at) {
        if (!run.rows[at].timing.timed()) continue;
        if (group.empty()) inputs.push_back(bench_inputs(model, problem, choice.scalar));
        const report::Timing& row = run.rows[at].timing;
        auto timed = contestant(*plugin_of[at], model, row, *inputs.back());
        group.push_back({&run.rows[at], isolation.add(*plugin_of[at], row, std::move(timed))});
      }
      if (!group.empty()) groups.push_back(std::move(group));
    }

  {
    const PinnedCore pinned(choice.core);
    const Reading before = reading(pinned.core());
    Measurement measurement(choice);
    run.core = pinned.core();
    run.counters = measurement.counters().why_not();
    for (Group& group : groups)
      for (Entry& entry : group) measurement.calibrate(entry);
    erase_skipped(groups);
    std::size_t total = 0, done = 0;
    for (const Group& group : groups) total += group.size() * static_cast<std::size_t>(choice.rounds);
    std::mt19937_64 order(choice.seed);
    for (int round = 0; round < choice.rounds; ++round) {
      for (Group& group : groups) {
        std::shuffle(group.begin(), group.end(), order);
        for (Entry& entry : group) {
          measurement.sample(entry);
          progress(++done, total);
        }
      }
      erase_skipped(groups);
    }
    run.burden = burden(before, reading(pinned.core()), measurement.timed());
  }
  groups.clear();
  judge_rows(run.rows, asked, models, choice);
  compare_rows(run.rows);
  run.profiles = profiles(run.rows);
  return run;
}

}  // namespace kintree::suite
