#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "kintree/files/json_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "suite/timing/bench.hpp"
#include "suite/timing/statistics.hpp"

namespace kintree::suite {
namespace {

using report::Timing;

std::vector<double> of_samples(const BenchRow& row, double Sample::*number) {
  std::vector<double> values;
  values.reserve(row.samples.size());
  for (const Sample& sample : row.samples) values.push_back(sample.*number);
  return values;
}

/// True if others are compared with it: it has half of the digits or more, or was not judged.
bool is_answer(const Timing& t) {
  return t.timed() && (!t.verdict || *t.verdict <= Verdict::C);
}

void compare_group(const std::vector<BenchRow*>& group) {
  const BenchRow* fastest = nullptr;
  for (const BenchRow* row : group)
    if (is_answer(row->timing) && (fastest == nullptr || row->timing.median < fastest->timing.median))
      fastest = row;
  for (BenchRow* row : group) {
    Timing& t = row->timing;
    if (fastest == nullptr || !t.timed()) continue;
    std::vector<double> ratios;
    for (std::size_t k = 0; k < std::min(row->samples.size(), fastest->samples.size()); ++k)
      ratios.push_back(row->samples[k].processor / fastest->samples[k].processor);
    t.ratio = median(ratios);
    t.ratio_low = quantile(ratios, 0.25);
    t.ratio_high = quantile(ratios, 0.75);
    t.pareto = is_answer(t) && std::isfinite(t.error) &&
               std::none_of(group.begin(), group.end(), [&](const BenchRow* other) {
                 const Timing& o = other->timing;
                 return is_answer(o) && o.median <= t.median && o.error <= t.error &&
                        (o.median < t.median || o.error < t.error);
               });
  }
}

std::map<std::string, std::vector<BenchRow*>> by_group(std::vector<BenchRow>& rows) {
  std::map<std::string, std::vector<BenchRow*>> groups;
  for (BenchRow& row : rows) groups[row.timing.group()].push_back(&row);
  return groups;
}

// --- two runs ---

/// Times of the repetitions, by name, in the order of the file.
struct Repetitions {
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> times;  ///< [ns]
};

double nanoseconds(const std::string& unit) {
  static const std::map<std::string, double> units{{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  const auto found = units.find(unit);
  if (found == units.end()) throw InputError("unknown time_unit " + in_quotes(unit));
  return found->second;
}

Repetitions repetitions(const nlohmann::ordered_json& run) {
  Repetitions all;
  for (const auto& entry : run.at("benchmarks")) {
    if (entry.value("run_type", "iteration") != "iteration" || entry.value("error_occurred", false)) continue;
    const std::string name = entry.contains("run_name") ? entry.at("run_name") : entry.at("name");
    const double time = entry.at("cpu_time").get<double>() * nanoseconds(entry.value("time_unit", "ns"));
    if (!(time > 0)) throw InputError(in_quotes(name) + ": cpu_time is not positive");
    if (!all.times.contains(name)) all.names.push_back(name);
    all.times[name].push_back(time);
  }
  return all;
}

}  // namespace

void compare_rows(std::vector<BenchRow>& rows) {
  for (BenchRow& row : rows) {
    Timing& t = row.timing;
    if (!t.timed()) continue;
    const std::vector<double> times = of_samples(row, &Sample::processor);
    t.rounds = static_cast<int>(times.size());
    t.median = median(times);
    t.spread = relative_spread(times);
    t.conversions = median(of_samples(row, &Sample::conversions));
    t.cycles = median(of_samples(row, &Sample::cycles));
    t.instructions = median(of_samples(row, &Sample::instructions));
  }
  for (const auto& [name, group] : by_group(rows)) compare_group(group);
}

BenchRun merged(const std::vector<BenchRun>& parts) {
  BenchRun run = parts.front();
  const auto share = 1 / static_cast<double>(parts.size());
  SystemLoad& b = run.system_load;
  b.load_after = parts.back().system_load.load_after;
  b.preempted = b.others = b.stolen = 0;
  b.involuntary_switches = 0;
  for (const BenchRun& part : parts) {
    b.preempted += share * part.system_load.preempted;
    b.others += share * part.system_load.others;
    b.stolen += share * part.system_load.stolen;
    b.involuntary_switches += part.system_load.involuntary_switches;
    if (part.rows.size() != run.rows.size()) throw InputError("the parts of a run have different rows");
  }
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    BenchRow& row = run.rows[k];
    row.samples.clear();
    for (const BenchRun& part : parts) {
      const BenchRow& more = part.rows[k];
      if (more.timing.name() != row.timing.name()) throw InputError("the parts of a run have different rows");
      row.samples.insert(row.samples.end(), more.samples.begin(), more.samples.end());
      if (row.timing.timed()) row.timing.skipped = more.timing.skipped;
    }
  }
  compare_rows(run.rows);
  run.profiles = profiles(run.rows);
  return run;
}

std::vector<BenchProfile> profiles(const std::vector<BenchRow>& rows) {
  std::map<std::string, std::set<std::string>> models;
  for (const BenchRow& row : rows)
    if (std::isfinite(row.timing.ratio)) models[row.timing.kind()].insert(row.timing.model);
  std::vector<BenchProfile> all;
  for (const BenchRow& row : rows) {
    const Timing& t = row.timing;
    const std::string group = t.kind();
    if (!models.contains(group)) continue;
    auto at = std::find_if(all.begin(), all.end(), [&](const BenchProfile& p) {
      return p.group == group && p.plugin == t.timed_plugin();
    });
    if (at == all.end()) at = all.insert(all.end(), {group, t.timed_plugin(), {}, models[group].size()});
    if (is_answer(t) && std::isfinite(t.ratio)) at->ratios.push_back(t.ratio);
  }
  for (BenchProfile& profile : all) std::sort(profile.ratios.begin(), profile.ratios.end());
  return all;
}

BenchComparison compare_runs(const nlohmann::ordered_json& older, const nlohmann::ordered_json& newer,
                             const std::string& file) {
  BenchComparison result;
  Repetitions before;
  try {
    before = repetitions(older);
  } catch (const nlohmann::json::exception& bad) {
    throw InputError(file + ": not what kintree bench or Google Benchmark writes: " + json_reason(bad));
  } catch (const InputError& bad) {
    throw InputError(file + ": " + bad.what());
  }
  const Repetitions after = repetitions(newer);
  std::vector<double> p, ratios;
  double smallest = 1;
  for (const std::string& name : after.names) {
    const auto found = before.times.find(name);
    if (found == before.times.end()) {
      result.added.push_back(name);
      continue;
    }
    const std::vector<double>&a = found->second, &b = after.times.at(name);
    result.changes.push_back({name, median(a), median(b), std::max(relative_spread(a), relative_spread(b))});
    p.push_back(mann_whitney(a, b).p);
    smallest = std::min(smallest, smallest_rank_p(a.size(), b.size()));
    ratios.push_back(result.changes.back().ratio());
  }
  for (const std::string& name : before.names)
    if (!after.times.contains(name)) result.gone.push_back(name);
  if (result.changes.empty()) throw InputError(file + ": no row in common with this run");
  if (smallest * static_cast<double>(p.size()) >= BenchChange::level)
    throw InputError(
        file +
        ": too few repetitions, there or here, for any difference to be significant; take more --rounds");
  const std::vector<double> adjusted = holm(p);
  for (std::size_t k = 0; k < adjusted.size(); ++k) result.changes[k].p = adjusted[k];
  result.overall = geometric_mean(ratios);
  return result;
}

}  // namespace kintree::suite
