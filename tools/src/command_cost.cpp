// kintree cost: operations, by phase, and the longest chain of them; beside the papers' formulas.
#include <spdlog/fmt/fmt.h>
#include <iostream>

#include "cases.hpp"
#include "cost.hpp"
#include "kintree/data/error.hpp"

namespace kintree::tools {
namespace {

struct Options {
  PluginOptions plugins;
  CaseFlags cases;
  std::string json;
  bool phases = false;
};

const char* name(CostFormula::Relation relation) {
  switch (relation) {
    case CostFormula::equal:
      return "equal";
    case CostFormula::at_most:
      return "at most";
    case CostFormula::published:
      break;
  }
  return "published";
}

nlohmann::ordered_json as_json(const Operations& o) {
  return {{"multiplications", o.multiplications},
          {"additions", o.additions},
          {"divisions", o.divisions},
          {"square_roots", o.square_roots},
          {"transcendental", o.transcendental}};
}

nlohmann::ordered_json as_json(const std::vector<PhaseCost>& phases) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PhaseCost& p : phases) {
    nlohmann::ordered_json entry = as_json(p.operations);
    entry["phase"] = p.phase;
    list.push_back(std::move(entry));
  }
  return list;
}

constexpr const char* columns =
    "{:<30} {:<20} {:<14} {:>5} {:>9} {:>9} {:>6} {:>5} {:>6} {:>9} {:>7} {:>6}  {}\n";

/// One plugin and problem on one case. Whether it is as its formula says.
bool row(const Plugin& plugin, const Claim& claim, const Case& c, bool phases, std::string& text,
         nlohmann::ordered_json& json) {
  const Description& d = plugin.description();
  nlohmann::ordered_json entry{{"plugin", d.name},
                               {"problem", kintree::name(claim.problem)},
                               {"case", c.name},
                               {"bodies", c.model.body_count()},
                               {"degrees_of_freedom", Layout(c.model).n},
                               {"end_effectors", c.state.end_effectors.size()}};
  const auto unsupported = [&](const std::string& why) {
    text += fmt::format("{:<30} {:<20} {:<14} unsupported: {}\n", d.name, kintree::name(claim.problem),
                        c.name, why);
    entry["unsupported"] = why;
    json.push_back(std::move(entry));
    return true;
  };
  if (const auto why = outside(d.domain, c.model)) return unsupported(*why);
  const std::optional<Cost> cost = count(plugin, claim.problem, c.model, c.state);
  if (!cost) return unsupported("not built for counting");
  const auto comparison = compare(claim, c.model, c.state, *cost);
  const Operations all = cost->operations();
  std::string beside = claim.cost;
  bool holds = cost->status.code != Status::unsupported;
  if (comparison) {
    holds = holds && comparison->holds;
    const Operations ours = total(comparison->counted), theirs = total(comparison->expected);
    beside = comparison->relation == CostFormula::published
                 ? fmt::format("published {}, here {}", m_and_a(theirs), m_and_a(ours))
                 : fmt::format("{} {}: {}", name(comparison->relation), m_and_a(theirs),
                               comparison->holds ? "yes" : "NO, it " + comparison->difference());
    entry["formula"] = {{"relation", name(comparison->relation)},
                        {"expected", as_json(comparison->expected)},
                        {"holds", comparison->holds}};
  }
  text += fmt::format(columns, d.name, kintree::name(claim.problem), c.name, Layout(c.model).n,
                      all.multiplications, all.additions, all.divisions, all.square_roots, all.transcendental,
                      all.total(), cost->depth,
                      fmt::format("{:.1f}", static_cast<double>(all.total()) /
                                                static_cast<double>(std::max<std::int64_t>(cost->depth, 1))),
                      beside);
  if (phases)
    for (const PhaseCost& p : cost->phases)
      if (p.operations != Operations{})
        text +=
            fmt::format("    {:<26} {}\n", p.phase.empty() ? "(no phase)" : p.phase, in_words(p.operations));
  entry["operations"] = as_json(all);
  entry["phases"] = as_json(cost->phases);
  entry["work"] = all.total();
  entry["depth"] = cost->depth;
  json.push_back(std::move(entry));
  return holds;
}

int cost(Options options) {
  const Asked asked = options.plugins.asked();
  if (options.cases.families.empty() && options.cases.model.empty())
    options.cases.families = {"humanoid30", "chain30", "asimo"};
  const std::vector<Source> sources = options.cases.sources();
  const int cases = std::max(options.cases.trees, static_cast<int>(sources.size()));

  std::string text = fmt::format(columns, "plugin", "problem", "case", "n", "m", "a", "div", "sqrt", "sincos",
                                 "T1", "Tinf", "T1/inf", "the paper's");
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  std::size_t rows = 0, wrong = 0;
  for (const Plugin* plugin : asked.plugins)
    for (const Claim& claim : plugin->description().claims) {
      if (std::find(asked.problems.begin(), asked.problems.end(), claim.problem) == asked.problems.end())
        continue;
      for (int k = 0; k < cases; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const Case c = sources[at % sources.size()].draw(options.cases.seed + at);
        wrong += row(*plugin, claim, c, options.phases, text, json) ? 0 : 1;
        ++rows;
      }
    }
  std::ostream& out = options.json == "-" ? std::cerr : std::cout;
  out << text
      << "m, a: multiplications, additions; T1: all but sincos; Tinf: the longest chain of operations\n"
      << rows << " rows, " << wrong << " not as their formula says\n";
  if (!options.json.empty()) write_json(options.json, json);
  return wrong == 0 ? 0 : 1;
}

}  // namespace

void add_cost(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand(
      "cost",
      "Count operations and the longest chain of them, beside the papers' formulas (default: on humanoid30, "
      "chain30 and asimo)");
  auto options = std::make_shared<Options>();
  options->cases.trees = 1;
  options->plugins.add_to(*sub);
  options->cases.add_to(*sub);
  sub->add_flag("--phases", options->phases, "Show every phase of the algorithms");
  sub->add_option("--json", options->json, "Write the counts to a file ('-': standard output)")
      ->type_name("FILE");
  sub->callback([options, &command] { command.action = [options] { return cost(*options); }; });
}

}  // namespace kintree::tools
