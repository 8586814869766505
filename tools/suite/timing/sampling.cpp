#include "suite/timing/sampling.hpp"

#include <algorithm>
#include <cmath>

namespace kintree::suite {
namespace {

/// The time of a call [ns].
double whole(const Sample& sample) {
  return sample.processor + (std::isnan(sample.conversions) ? 0 : sample.conversions);
}

void erase_skipped(std::vector<Group>& groups) {
  for (Group& group : groups) std::erase_if(group, [](const Entry& e) { return !e.row->timing.timed(); });
}

}  // namespace

Sampling::Sampling(const BenchChoice& choice, std::function<double()> clock)
    : choice_(choice),
      clock_(std::move(clock)),
      random_(choice.seed),
      sample_(choice.sample_seconds * 1e9),
      longest_call_(choice.longest_call * 1e9) {}

/// Sets the number of calls of a sample. It fills the time of a sample, and calls all states equally often if
/// it calls any of them twice. If one call takes too long, the row is skipped.
void Sampling::calibrate(Entry& entry) {
  report::Timing& t = entry.row->timing;
  TimedPlugin& requested = *entry.timed_plugin;
  const double before = clock_();
  requested.prepare(random_());
  entry.kept = clock_() - before > 10 * sample_;
  double call = whole(requested.run(1, counters_, timed_));  // cold
  for (std::int64_t calls = 1; requested.failure().empty() && call < longest_call_; calls *= 2) {
    call = whole(requested.run(calls, counters_, timed_));
    if (call * static_cast<double>(calls) > sample_ / 8) break;
  }
  t.skipped = requested.failure();
  if (t.timed() && call >= longest_call_) t.skipped = "one call takes longer than the limit";
  if (t.timed()) {
    const std::int64_t calls = std::max<std::int64_t>(1, std::llround(sample_ / call));
    const std::int64_t turn = std::min<std::int64_t>(calls, t.states);
    t.iterations = (calls + turn - 1) / turn * turn;
  }
  if (!entry.kept || !t.timed()) requested.release();
}

void Sampling::sample(Entry& entry) {
  report::Timing& t = entry.row->timing;
  TimedPlugin& requested = *entry.timed_plugin;
  if (!entry.kept) requested.prepare(random_());
  requested.run(std::min<std::int64_t>(t.states, 1 + t.iterations / 10), counters_, timed_);
  entry.row->samples.push_back(requested.run(t.iterations, counters_, timed_));
  t.skipped = requested.failure();
  if (!entry.kept) requested.release();
}

void Sampling::measure(std::vector<Group> groups,
                       const std::function<void(std::size_t, std::size_t)>& progress) {
  for (Group& group : groups)
    for (Entry& entry : group) calibrate(entry);
  erase_skipped(groups);
  std::size_t total = 0, done = 0;
  for (const Group& group : groups) total += group.size() * static_cast<std::size_t>(choice_.rounds);
  std::mt19937_64 order(choice_.seed);
  for (int round = 0; round < choice_.rounds; ++round) {
    for (Group& group : groups) {
      std::shuffle(group.begin(), group.end(), order);
      for (Entry& entry : group) {
        sample(entry);
        progress(++done, total);
      }
    }
    erase_skipped(groups);
  }
}

}  // namespace kintree::suite
