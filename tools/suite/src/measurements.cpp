#include "kintree/suite/measurements.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>

#include "kintree/data/error.hpp"
#include "kintree/input/text_file.hpp"
#include "kintree/suite/cost.hpp"
#include "kintree/suite/growth.hpp"
#include "kintree/suite/seeds.hpp"
#include "kintree/suite/text.hpp"
#include "kintree/suite/verify.hpp"

namespace kintree::suite {
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

nlohmann::ordered_json as_json(const PowerCurve& c) {
  return {{"plugin", c.plugin},     {"problem", c.problem},       {"planted", c.planted},
          {"trials", c.trials},     {"unseen", c.unseen},         {"half", number(c.half)},
          {"most", number(c.most)}, {"always", number(c.always)}, {"errors", c.errors},
          {"flagged", c.flagged}};
}

namespace {

nlohmann::ordered_json as_json(const Operations& o) {
  return {{"multiplications", o.multiplications},
          {"additions", o.additions},
          {"divisions", o.divisions},
          {"square_roots", o.square_roots},
          {"transcendental", o.transcendental}};
}

Operations operations_of(const nlohmann::json& json) {
  return {json.at("multiplications"), json.at("additions"), json.at("divisions"), json.at("square_roots"),
          json.at("transcendental")};
}

}  // namespace

nlohmann::ordered_json as_json(const std::vector<CountedCost>& costs) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CountedCost& c : costs) {
    nlohmann::ordered_json phases = nlohmann::ordered_json::array();
    for (const PhaseCost& p : c.phases) {
      phases.push_back(as_json(p.operations));
      phases.back()["phase"] = p.phase;
    }
    list.push_back({{"plugin", c.plugin},
                    {"problem", c.problem},
                    {"tree", c.tree},
                    {"bodies", c.bodies},
                    {"degrees_of_freedom", c.degrees_of_freedom},
                    {"end_effectors", c.end_effectors},
                    {"unsupported", c.unsupported},
                    {"operations", as_json(c.operations())},
                    {"work", c.operations().total()},
                    {"depth", c.depth},
                    {"phases", phases},
                    {"relation", c.relation},
                    {"expected", as_json(c.expected)},
                    {"compared", as_json(c.compared)},
                    {"difference", c.difference}});
  }
  return list;
}

nlohmann::ordered_json as_json(const std::vector<GrownCost>& growth) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const GrownCost& g : growth)
    list.push_back({{"plugin", g.plugin},
                    {"problem", g.problem},
                    {"size", g.size},
                    {"claimed", g.claimed},
                    {"exponent", g.exponent},
                    {"half_width", g.half_width},
                    {"verdict", g.verdict},
                    {"sizes", g.sizes},
                    {"operations", g.operations}});
  return list;
}

nlohmann::ordered_json as_json(const Reproduction& reproduction) {
  nlohmann::ordered_json json{{"claims", nlohmann::ordered_json::array()},
                              {"curves", nlohmann::ordered_json::array()}};
  for (const ReproducedClaim& c : reproduction.claims)
    json["claims"].push_back({{"paper", c.paper},
                              {"id", c.id},
                              {"where", c.where},
                              {"claim", c.claim},
                              {"theirs", c.theirs},
                              {"source", c.source},
                              {"ours", c.ours},
                              {"verdict", c.verdict},
                              {"accepted", c.accepted},
                              {"finding", c.finding}});
  for (const Curve& c : reproduction.curves)
    json["curves"].push_back({{"figure", c.figure},
                              {"title", c.title},
                              {"x_name", c.x_name},
                              {"y_name", c.y_name},
                              {"name", c.name},
                              {"x", c.x},
                              {"y", c.y}});
  return json;
}

namespace {

constexpr const char* measured_plugin = "aba";

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

nlohmann::ordered_json throughput(const Request& asked) {
  constexpr int n = 30, count = 200;
  CaseChoice flags;
  flags.bodies = n;
  const std::vector<Source> sources = flags.sources();
  double seconds = 0;
  for (const auto& [source, seed] : seeds_of_size(sources, 1, n, count)) {
    const std::clock_t start = std::clock();  // of this process alone: others do not slow it down
    verify_case(source->draw(seed), asked, "");
    seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }
  return {{"plugin", measured_plugin},
          {"problem", name(*asked.problems.begin())},
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

nlohmann::ordered_json large_tree(const Request& asked, int bodies) {
  const PeakMemory memory;
  const Case c = recursive_tree(bodies);
  const auto start = std::chrono::steady_clock::now();
  const Record r = verify_case(c, asked, "").front();
  return {{"plugin", r.plugin},
          {"problem", r.problem},
          {"family", c.id.label()},
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

void measure(const PluginChoice& plugins, int largest, const std::filesystem::path& folder) {
  CaseChoice each_tree_once;
  each_tree_once.trees = 1;
  each_tree_once.seed = cost_seed;
  write_json((folder / costs_file).string(), as_json(counted_costs(plugins.request(), each_tree_once)));
  write_json((folder / growth_file).string(), as_json(grown(plugins.request())));
  if (plugins.names.empty() && plugins.problems.empty()) {
    Reproduction reproduction = reproduce({}, plugins.load());
    for (Curve& curve : yamane_nakamura_times(plugins.load()))
      reproduction.curves.push_back(std::move(curve));
    write_json((folder / claims_file).string(), as_json(reproduction));
  }

  PluginChoice wanted;
  wanted.folders = plugins.folders;
  wanted.problems = {Problem::forward_dynamics};
  wanted.names = {measured_plugin};
  const auto all = wanted.load();
  if (std::none_of(all.begin(), all.end(),
                   [](const Plugin* p) { return p->description().name == measured_plugin; }))
    return;
  Request asked = wanted.request();
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
  read(folder / costs_file, [&](const nlohmann::json& costs) {
    for (const auto& c : costs) {
      CountedCost& row = found.costs.emplace_back();
      row = {c.at("plugin"),
             c.at("problem"),
             c.at("tree"),
             c.at("bodies"),
             c.at("degrees_of_freedom"),
             c.at("end_effectors"),
             c.at("unsupported"),
             {},
             c.at("depth"),
             c.at("relation"),
             operations_of(c.at("expected")),
             operations_of(c.at("compared")),
             c.at("difference")};
      for (const auto& p : c.at("phases")) row.phases.push_back({p.at("phase"), operations_of(p)});
    }
  });
  read(folder / growth_file, [&](const nlohmann::json& growth) {
    for (const auto& g : growth)
      found.growth.push_back({g.at("plugin"), g.at("problem"), g.at("size"), g.at("claimed"),
                              g.at("exponent"), g.at("half_width"), g.at("verdict"), g.at("sizes"),
                              g.at("operations")});
  });
  read(folder / claims_file, [&](const nlohmann::json& json) {
    for (const auto& c : json.at("claims"))
      found.claims.push_back({c.at("paper"), c.at("id"), c.at("where"), c.at("claim"), c.at("theirs"),
                              c.at("source"), c.at("ours"), c.at("verdict"), c.at("accepted"),
                              c.at("finding")});
    for (const auto& c : json.at("curves"))
      found.curves.push_back({c.at("figure"), c.at("title"), c.at("x_name"), c.at("y_name"), c.at("name"),
                              c.at("x"), c.at("y")});
  });
  return found;
}

}  // namespace kintree::suite
