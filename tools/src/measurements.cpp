#include "measurements.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>

#include "kintree/data/error.hpp"
#include "kintree/input/text_file.hpp"

namespace kintree::tools {
namespace {

double number_of(const nlohmann::json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

template <class Read>
void read(const std::filesystem::path& file, Read&& take) {
  if (!std::filesystem::exists(file)) return;
  try {
    take(nlohmann::json::parse(read_text_file(file)));
  } catch (const nlohmann::json::exception& error) {
    throw InputError(file.string() + ": no measurement of this program: " + one_line(error.what()));
  }
}

}  // namespace

std::vector<Seeded> seeds_of_size(const std::vector<Source>& sources, std::uint64_t seed,
                                  int degrees_of_freedom, int count) {
  constexpr std::size_t patience = 10000;
  std::vector<Seeded> found;
  std::size_t drawn = 0, last = 0;
  for (; found.size() < static_cast<std::size_t>(count) && drawn - last < patience; ++drawn) {
    const Source& source = sources[drawn % sources.size()];
    if (Layout(source.draw(seed + drawn).model).n != degrees_of_freedom) continue;
    found.push_back({&source, seed + drawn});
    last = drawn;
  }
  if (found.size() < static_cast<std::size_t>(count))
    throw InputError("of " + std::to_string(drawn) + " cases only " + std::to_string(found.size()) +
                     " have " + std::to_string(degrees_of_freedom) + " degrees of freedom");
  return found;
}

nlohmann::ordered_json as_json(const PowerCurve& c) {
  return {{"plugin", c.plugin},     {"problem", c.problem},       {"planted", c.planted},
          {"trials", c.trials},     {"unseen", c.unseen},         {"half", number(c.half)},
          {"most", number(c.most)}, {"always", number(c.always)}, {"errors", c.errors},
          {"flagged", c.flagged}};
}

namespace {

constexpr const char* measured_plugin = "aba";

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

nlohmann::ordered_json throughput(const Asked& asked) {
  constexpr int n = 30, count = 200;
  CaseFlags flags;
  flags.bodies = n;
  const std::vector<Source> sources = flags.sources();
  double seconds = 0;
  for (const auto& [source, seed] : seeds_of_size(sources, 1, n, count)) {
    const std::clock_t start = std::clock();  // of this process alone: others do not slow it down
    verify_case(source->draw(seed), asked, "");
    seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }
  return {{"plugin", measured_plugin},
          {"problem", name(asked.problems.front())},
          {"degrees_of_freedom", n},
          {"cases", count},
          {"seconds", seconds}};
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

/// A random recursive tree of exactly so many bodies, of which 1 in 4 seeds gives one.
Case recursive_tree(int bodies) {
  for (std::uint64_t seed = 1;; ++seed) {
    Case c = random_case(Family::recursive, bodies, seed);
    if (c.model.body_count() == bodies) return c;
  }
}

nlohmann::ordered_json large_tree(const Asked& asked, int bodies) {
  const PeakMemory memory;
  const Case c = recursive_tree(bodies);
  const auto start = std::chrono::steady_clock::now();
  const Record r = verify_case(c, asked, "").front();
  return {{"plugin", r.plugin},
          {"problem", r.problem},
          {"family", c.family},
          {"bodies", bodies},
          {"degrees_of_freedom", r.degrees_of_freedom},
          {"verdict", r.verdict},
          {"error", number(r.error)},
          {"backward_error", number(r.backward_error)},
          {"certified_digits", r.certified_digits},
          {"seconds", seconds_since(start)},
          {"peak_bytes", number(memory.bytes())}};
}

}  // namespace

void measure(const std::vector<std::string>& plugin_folders, int largest,
             const std::filesystem::path& folder) {
  PluginOptions wanted;
  wanted.folders = plugin_folders;
  wanted.problems = {"forward_dynamics"};
  wanted.names = {measured_plugin};
  const auto all = wanted.load();
  if (std::none_of(all.begin(), all.end(),
                   [](const Plugin* p) { return p->description().name == measured_plugin; }))
    return;
  Asked asked = wanted.asked();
  write_json((folder / throughput_file).string(), throughput(asked));
  asked.oracle = OracleChoice::tree;
  nlohmann::ordered_json trees = nlohmann::ordered_json::array();
  for (int bodies = 1000; bodies <= largest; bodies *= 10) trees.push_back(large_tree(asked, bodies));
  write_json((folder / large_trees_file).string(), trees);
}

Measurements read_measurements(const std::filesystem::path& folder) {
  Measurements found;
  read(folder / power_file, [&](const nlohmann::json& json) {
    found.degrees_of_freedom = json.at("degrees_of_freedom");
    for (const auto& c : json.at("curves"))
      found.power.push_back({c.at("plugin"), c.at("problem"), c.at("planted"), c.at("trials"), c.at("unseen"),
                             number_of(c.at("half")), number_of(c.at("most")), number_of(c.at("always")),
                             c.at("errors"), c.at("flagged")});
  });
  read(folder / throughput_file, [&](const nlohmann::json& t) {
    found.throughput = {t.at("plugin"), t.at("problem"), t.at("degrees_of_freedom"), t.at("cases"),
                        t.at("seconds")};
  });
  read(folder / large_trees_file, [&](const nlohmann::json& trees) {
    for (const auto& t : trees)
      found.large_trees.push_back({t.at("plugin"), t.at("problem"), t.at("family"), t.at("bodies"),
                                   t.at("degrees_of_freedom"), t.at("verdict"), number_of(t.at("error")),
                                   number_of(t.at("backward_error")), t.at("certified_digits"),
                                   t.at("seconds"), number_of(t.at("peak_bytes"))});
  });
  return found;
}

}  // namespace kintree::tools
