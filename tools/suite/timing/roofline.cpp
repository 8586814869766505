#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include "suite/counting/cost.hpp"
#include "suite/timing/bench.hpp"
#include "suite/timing/machine.hpp"

#if defined(__x86_64__)
#define KINTREE_TARGET(...) [[gnu::target(__VA_ARGS__)]]
#else
#define KINTREE_TARGET(...)
#endif

namespace kintree::suite {
namespace {

constexpr std::int64_t steps = 20000, sums = 200000;
/// Enough for two units whose results come after four or five cycles.
constexpr std::size_t independent = 12;

/// Products and sums of Vs which do not wait for one another. Returns how many of both.
template <class V>
[[gnu::always_inline]] inline double products_and_sums(const V& factor, const V& term) {
  V x[independent];
  V different{};
  for (V& chain : x) chain = different = different + term;
  for (std::int64_t k = 0; k < steps; ++k)
    for (V& chain : x) chain = chain * factor + term;
  V sum{};
  for (const V& chain : x) sum = sum + chain;
  asm volatile("" : : "m"(sum));  // it is wanted
  return static_cast<double>(steps) * independent;
}

/// A product and a sum in one. Returns in how many lanes.
template <class T, int bytes>
[[gnu::always_inline]] inline double fused_operations() {
  using V [[gnu::vector_size(bytes)]] = T;
  constexpr T factor = 0.5, term = 1;
  return products_and_sums(V{} + factor, V{} + term) * bytes / sizeof(T);
}

template <class T>
double fused_16() {
  return fused_operations<T, 16>();
}
template <class T>
KINTREE_TARGET("avx2,fma")
double fused_32() {
  return fused_operations<T, 32>();
}
template <class T>
KINTREE_TARGET("avx512f,fma")
double fused_64() {
  return fused_operations<T, 64>();
}

/// Sums that wait for one another: a cycle each.
double one_cycle_sums() {
  std::uint64_t x = 0, term = 3;
  for (std::int64_t k = 0; k < sums; ++k) {
    asm volatile("" : "+r"(x), "+r"(term));
    x += term;
  }
  asm volatile("" : "+r"(x));
  return sums;
}

/// The least time of one operation of the function [ns].
double least_time(double (*function)()) {
  constexpr int repetitions = 30;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < repetitions; ++k) {
    const double before = wall_time(), count = function();
    least = std::min(least, (wall_time() - before) / count);
  }
  return least;
}

/// The same for packs of so many bytes.
template <class T>
double least_time_in_packs(std::size_t bytes) {
  switch (bytes) {
    case 64:
      return least_time(fused_64<T>);
    case 32:
      return least_time(fused_32<T>);
    default:
      return least_time(fused_16<T>);
  }
}

}  // namespace

std::vector<RooflineRow> roofline(BenchRun& run, const Request& requested,
                                  const std::vector<BenchModel>& models) {
  constexpr std::size_t bytes_of_single = 16;
  std::map<std::pair<Format, std::size_t>, double> times;  // by the scalar and the bytes of packs
  const auto time = [&](Format scalar, std::size_t bytes) {
    const auto [found, added] = times.try_emplace({scalar, bytes});
    if (added)
      found->second =
          scalar == Format::binary64 ? least_time_in_packs<double>(bytes) : least_time_in_packs<float>(bytes);
    return found->second;
  };
  const PinnedCore pinned(run.core);
  const double cycle = least_time(one_cycle_sums);
  std::map<std::string, CountingCase> cases;  // by model
  for (const BenchModel& m : models)
    cases.try_emplace(m.name, Case{{.family = m.name, .joints = {}, .seed = 0}, m.model, m.states.front()});
  std::vector<RooflineRow> result;
  for (BenchRow& row : run.rows) {
    report::Timing& t = row.timing;
    if (!t.timed() || t.mode == name(BenchMode::threads)) continue;
    const auto plugin = std::find_if(requested.plugins.begin(), requested.plugins.end(),
                                     [&](const Plugin* p) { return p->description().name == t.plugin; });
    const CountedRun counted = cases.at(t.model).count(**plugin, t.problem);
    if (!counted) continue;
    const Operations o = counted.cost.operations();
    const auto lanes = static_cast<std::size_t>((*plugin)->description().lanes.of(scalar(t.scalar)));
    const std::size_t size = t.scalar == Format::binary64 ? sizeof(double) : sizeof(float);
    const bool packs = t.mode != "single" && t.mode != "path_rows" && lanes > 1;
    const double both = time(t.scalar, packs ? lanes * size : bytes_of_single);
    t.arithmetic = packs ? static_cast<double>(std::max(o.multiplications, o.additions)) * both
                         : static_cast<double>(o.multiplications + o.additions) * both / 2;
    const double bodies = t.bodies * cycle;
    result.push_back({t.name(), t.median / bodies, t.arithmetic / bodies});
  }
  return result;
}

}  // namespace kintree::suite
