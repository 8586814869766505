#include "kintree/suite/cost.hpp"

#include <algorithm>
#include <array>

namespace kintree::suite {
namespace {

Operations of_phase(const std::vector<PhaseCost>& phases, const std::string& name) {
  for (const PhaseCost& p : phases)
    if (p.phase == name) return p.operations;
  return {};
}

/// A formula without divisions and roots counts them with the multiplications.
bool equal(const Operations& counted, const Operations& expected) {
  const bool parted = expected.divisions != 0 || expected.square_roots != 0;
  return counted.m() == expected.m() && counted.a() == expected.a() &&
         (!parted ||
          (counted.divisions == expected.divisions && counted.square_roots == expected.square_roots));
}

bool at_most(const Operations& a, const Operations& b) {
  return a.m() <= b.m() && a.a() <= b.a();
}

}  // namespace

std::optional<Cost> count(const Plugin& plugin, Problem problem, const Model& model, const State& state,
                          const std::vector<std::string>& free) {
  if (!plugin.description().built_for(Scalar::number)) return {};
  const auto n = static_cast<std::size_t>(Layout(model).n);
  const std::vector<double> H(problem == Problem::factorization ? n * n : 0);  // nobody reads its numbers
  return worker_of(plugin, model, state.end_effectors)->count({problem, state, H}, free);
}

std::string Comparison::difference() const {
  if (holds) return {};
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (relation == CostFormula::equal ? !equal(counted[i].operations, expected[i].operations)
                                       : !at_most(counted[i].operations, expected[i].operations))
      return "costs " + in_words(counted[i].operations) + " in its phase '" + expected[i].phase + "', not " +
             (relation == CostFormula::equal ? "" : "at most ") + in_words(expected[i].operations);
  return {};
}

std::optional<Comparison> compare(const Claim& claim, const Model& model, const State& state,
                                  const Cost& cost) {
  if (!claim.formula) return {};
  Comparison c{claim.formula->relation, claim.formula->operations(model, state.end_effectors), {}};
  if (c.expected.empty()) return {};
  for (const PhaseCost& p : c.expected) {
    const Operations counted = of_phase(cost.phases, p.phase);
    c.counted.push_back({p.phase, counted});
    if (c.relation == CostFormula::equal) c.holds = c.holds && equal(counted, p.operations);
    if (c.relation == CostFormula::at_most) c.holds = c.holds && at_most(counted, p.operations);
  }
  return c;
}

std::vector<PhaseCost> apart(const Cost& cost, const std::optional<Comparison>& comparison) {
  std::vector<PhaseCost> rest;
  if (!comparison) return rest;
  const auto covered = [&](const PhaseCost& p) {
    return std::any_of(comparison->expected.begin(), comparison->expected.end(),
                       [&](const PhaseCost& e) { return e.phase == p.phase; });
  };
  for (const PhaseCost& p : cost.phases)
    if (p.operations.total() > 0 && !covered(p)) rest.push_back(p);
  return rest;
}

std::string in_words(const Operations& o) {
  std::string text;
  const auto add = [&](std::int64_t count, const char* what) {
    if (count != 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  };
  add(o.square_roots, "sqrt");
  add(o.divisions, "div");
  add(o.multiplications, "m");
  add(o.additions, "a");
  add(o.transcendental, "sincos");
  return text.empty() ? "nothing" : text;
}

report::CountedCost counted_cost(const Plugin& plugin, const Claim& claim, const Case& c) {
  report::CountedCost row;
  row.plugin = plugin.description().name;
  row.problem = claim.problem;
  row.tree = c.id.name();
  row.bodies = c.model.body_count();
  row.degrees_of_freedom = Layout(c.model).n;
  row.end_effectors = static_cast<int>(c.state.end_effectors.size());
  if (const auto why = outside(plugin.description().domain, c.model)) {
    row.reason = Reason::outside_domain;
    row.detail = *why;
    return row;
  }
  const std::optional<Cost> cost = count(plugin, claim.problem, c.model, c.state);
  if (!cost || cost->status.code == Status::unsupported) {
    row.reason = cost ? Reason::not_solved : Reason::not_built;
    return row;
  }
  row.phases = cost->phases;
  row.depth = cost->depth;
  if (const auto comparison = compare(claim, c.model, c.state, *cost)) {
    using enum report::Relation;
    row.relation = comparison->relation == CostFormula::equal     ? equal
                   : comparison->relation == CostFormula::at_most ? at_most
                                                                  : published;
    row.expected = total(comparison->expected);
    row.compared = total(comparison->counted);
    row.difference = comparison->difference();
    row.apart = apart(*cost, comparison);
  }
  return row;
}

std::vector<report::CountedCost> counted_costs(const Request& asked, CaseChoice flags) {
  if (flags.families.empty() && flags.model.empty()) flags.families = {"humanoid30", "chain30", "asimo"};
  const std::vector<Source> sources = flags.sources();
  const std::size_t cases = std::max(static_cast<std::size_t>(flags.trees), sources.size());
  std::vector<report::CountedCost> rows;
  for (const Plugin* plugin : asked.plugins)
    for (const Claim& claim : plugin->description().claims)
      if (asked.problems.contains(claim.problem))
        for (std::size_t k = 0; k < cases; ++k)
          rows.push_back(counted_cost(*plugin, claim, sources[k % sources.size()].draw(flags.seed + k)));
  return rows;
}

}  // namespace kintree::suite
