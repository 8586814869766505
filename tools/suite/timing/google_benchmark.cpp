#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <thread>

#include "kintree/files/json_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/report/json.hpp"
#include "suite/support/build_info.hpp"
#include "suite/support/text.hpp"
#include "suite/timing/bench.hpp"
#include "suite/timing/statistics.hpp"
#include "suite/verification/run.hpp"

namespace kintree::suite {
namespace {

using Json = nlohmann::ordered_json;

double megahertz() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("cpu MHz")) return std::stod(line.substr(line.find(':') + 1));
  return 0;
}

std::string host() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

Json context(const BenchRun& run, const BenchChoice& choice, const std::string& command) {
  Json c;
  c["date"] = time_of_run();
  c["host_name"] = host();
  c["executable"] = "kintree";
  c["num_cpus"] = std::thread::hardware_concurrency();
  c["mhz_per_cpu"] = std::lround(megahertz());
  c["cpu_scaling_enabled"] = std::filesystem::exists("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  c["caches"] = Json::array();
  c["load_avg"] = run.system_load.load_after;
  c["library_build_type"] = "release";
  c["kintree_version"] = build_info::version;
  c["kintree_commit"] = build_info::commit;
  c["kintree_build"] = build_info::build;
  c["command"] = command;
  c["core"] = run.core;
  c["rounds"] = choice.rounds;
  c["sample_seconds"] = choice.sample_seconds;
  c["busy"] = run.system_load.busy();
  c["burden"] = run.system_load.to_string();
  c["load_before"] = run.system_load.load_before;
  c["preempted"] = run.system_load.preempted;
  c["others"] = run.system_load.others;
  c["stolen"] = run.system_load.stolen;
  c["involuntary_switches"] = run.system_load.involuntary_switches;
  c["counters"] = run.counters;
  return c;
}

Json common(const report::Timing& t, std::size_t family) {
  return {{"family_index", family}, {"per_family_instance_index", 0}, {"run_name", t.name()}};
}

Json repetition(const report::Timing& t, std::size_t family, const Sample& sample, std::size_t k) {
  Json entry{{"name", t.name()}};
  entry.update(common(t, family));
  entry["run_type"] = "iteration";
  entry["repetitions"] = t.rounds;
  entry["repetition_index"] = k;
  entry["threads"] = 1;
  entry["iterations"] = t.iterations;
  entry["real_time"] = sample.wall;
  entry["cpu_time"] = sample.processor;
  entry["time_unit"] = "ns";
  const auto counter = [&](const char* name, double value) {
    if (std::isfinite(value)) entry[name] = value;
  };
  counter("CYCLES", sample.cycles);
  counter("INSTRUCTIONS", sample.instructions);
  counter("conversions", sample.conversions);
  return entry;
}

double variation(const std::vector<double>& x) {
  return standard_deviation(x) / mean(x);
}

void add_aggregates(Json& list, const BenchRow& row, std::size_t family) {
  struct Aggregate {
    const char *name, *unit;
    double (*of)(const std::vector<double>&);
  };
  constexpr std::array aggregates{Aggregate{"mean", "time", mean}, Aggregate{"median", "time", median},
                                  Aggregate{"stddev", "time", standard_deviation},
                                  Aggregate{"cv", "percentage", variation}};
  std::vector<double> wall, processor;
  for (const Sample& s : row.samples) wall.push_back(s.wall), processor.push_back(s.processor);
  if (wall.size() < 2) return;
  const report::Timing& t = row.timing;
  for (const Aggregate& a : aggregates) {
    Json entry{{"name", t.name() + "_" + a.name}};
    entry.update(common(t, family));
    entry["run_type"] = "aggregate";
    entry["repetitions"] = t.rounds;
    entry["threads"] = 1;
    entry["aggregate_name"] = a.name;
    entry["aggregate_unit"] = a.unit;
    entry["iterations"] = t.rounds;
    entry["real_time"] = number(a.of(wall));
    entry["cpu_time"] = number(a.of(processor));
    entry["time_unit"] = "ns";
    list.push_back(std::move(entry));
  }
}

}  // namespace

Json as_google_benchmark(const BenchRun& run, const BenchChoice& choice, const std::string& command) {
  Json benchmarks = Json::array(), rows = Json::array(), profiles = Json::array();
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const BenchRow& row = run.rows[k];
    rows.push_back(report::as_json(row.timing));
    if (!row.timing.timed()) continue;  // compare.py needs the times of every entry
    for (std::size_t i = 0; i < row.samples.size(); ++i)
      benchmarks.push_back(repetition(row.timing, k, row.samples[i], i));
    add_aggregates(benchmarks, row, k);
  }
  for (const BenchProfile& p : run.profiles)
    profiles.push_back(
        {{"group", p.group}, {"plugin", p.plugin}, {"models", p.models}, {"ratios", p.ratios}});
  return {{"context", context(run, choice, command)},
          {"benchmarks", benchmarks},
          {"kintree", {{"rows", rows}, {"profiles", profiles}}}};
}

BenchRun read_bench(const Json& json, const std::string& file) {
  BenchRun run;
  try {
    const Json& context = json.at("context");
    run.core = context.at("core");
    run.counters = context.at("counters");
    SystemLoad& b = run.system_load;
    b.load_before = context.at("load_before").get<std::array<double, 3>>();
    b.load_after = context.at("load_avg").get<std::array<double, 3>>();
    b.preempted = context.at("preempted");
    b.others = context.at("others");
    b.stolen = context.at("stolen");
    b.involuntary_switches = context.at("involuntary_switches");
    std::map<std::string, std::size_t> place;
    for (const Json& row : json.at("kintree").at("rows")) {
      run.rows.push_back({report::from_json<report::Timing>(row), {}});
      place[run.rows.back().timing.name()] = run.rows.size() - 1;
    }
    for (const Json& entry : json.at("benchmarks")) {
      if (entry.at("run_type") != "iteration") continue;
      const auto counter = [&](const char* name) { return entry.value(name, report::Timing::nan); };
      run.rows.at(place.at(entry.at("run_name")))
          .samples.push_back({entry.at("cpu_time"), entry.at("real_time"), counter("conversions"),
                              counter("CYCLES"), counter("INSTRUCTIONS")});
    }
  } catch (const nlohmann::json::exception& bad) {
    throw InputError(file + ": not what kintree bench writes: " + json_reason(bad));
  } catch (const std::out_of_range&) {
    throw InputError(file + ": not what kintree bench writes: a repetition without its row");
  } catch (const InputError& bad) {
    throw InputError(file + ": not what kintree bench writes: " + bad.what());
  }
  return run;
}

}  // namespace kintree::suite
