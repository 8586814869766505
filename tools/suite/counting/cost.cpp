#include "suite/counting/cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <crba_columns/crba_columns.hpp>

#include "kintree/oracle/limits.hpp"
#include "suite/field/field_check.hpp"

namespace kintree::suite {
namespace {

Operations of_phase(const std::vector<PhaseCost>& phases, const std::string& name) {
  for (const PhaseCost& p : phases)
    if (p.phase == name) return p.operations;
  return {};
}

bool all_finite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

/// By the largest number of both. NaN agrees with nothing.
bool half_of_the_digits_agree(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (const std::vector<double>* numbers : {&a, &b})
    for (const double x : *numbers) largest = std::max(largest, std::abs(x));
  const double allowed = oracle::limits::half_of_the_digits(oracle::limits::u_double) * largest;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [=](double x, double y) { return std::abs(x - y) <= allowed; });
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

std::vector<double> factorization_input(Problem problem, const Model& model, const State& state) {
  if (!reads(problem, quantity::H)) return {};
  const int n = Layout(model).n;
  std::vector<double> H(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  CrbaColumns<double>(model).mass_matrix({state.q.data(), static_cast<int>(state.q.size())},
                                         {H.data(), n, n});
  return H;
}

CountedRun counted_run(const Plugin& plugin, Problem problem, const Case& c,
                       const std::vector<std::string>& free) {
  if (!plugin.description().built_for(Scalar::number)) return {{}, Reason::not_built};
  const std::vector<double> H = factorization_input(problem, c.model, c.state);
  const std::unique_ptr<Worker> worker = worker_of(plugin, c.model, c.state.end_effectors);
  Cost cost = worker->count({problem, c.state, H}, free);
  const Status status = cost.status;
  if (status.code == Status::unsupported) return {{}, Reason::not_solved};
  if (status.code == Status::dependent_rows)
    return {{},
            Reason::ill_posed,
            "row " + std::to_string(status.coordinate) + " of " + std::string(info(problem).rows()) +
                " depends on others"};
  if (status.code != Status::ok)
    return {{}, Reason::breakdown, "the counted run ends at coordinate " + std::to_string(status.coordinate)};
  if (!std::all_of(cost.outputs.begin(), cost.outputs.end(), all_finite))
    return {{}, Reason::not_finite, "the answer of the counted run"};
  const Outcome<double> in_double = worker->in_double({problem, c.state, H});
  if (in_double.fault || in_double.status.code != Status::ok ||
      !std::equal(cost.outputs.begin(), cost.outputs.end(), in_double.outputs.begin(),
                  half_of_the_digits_agree))
    return {{}, Reason::not_checked, "it is not the answer in double"};
  return {std::move(cost)};
}

CountingCase::CountingCase(Case c) : case_(std::move(c)) {}
CountingCase::~CountingCase() = default;
CountingCase::CountingCase(CountingCase&&) noexcept = default;

CountedRun CountingCase::count(const Plugin& plugin, Problem problem, const std::vector<std::string>& free) {
  CountedRun run = counted_run(plugin, problem, case_, free);
  if (!run && run.reason != Reason::ill_posed) return run;
  if (plugin.description().approximates) return run;  // compared with the answer in double alone
  if (check_ == nullptr) check_ = std::make_unique<FieldChecker>(case_);
  const ProofOutcome outcome = check_->ask(plugin, problem);
  if (outcome.right == FieldCheck::wrong) return {{}, outcome.equality.reason, outcome.detail};
  if (outcome.right != FieldCheck::proved) return {{}, Reason::not_checked, outcome.detail};
  if (bool(run) == check_->expects_dependent_rows(problem))
    return {
        {},
        Reason::ill_posed,
        std::string(info(problem).rows()) + " has dependent rows either here or in the field, not in both"};
  return run;
}

CountedRun count_checked(CountingCase& c, const Plugin& plugin, Problem problem) {
  return c.count(plugin, problem);
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

report::CountedCost counted_cost(const Plugin& plugin, const Claim& claim, CountingCase& counting,
                                 const CountRun& count) {
  const Case& c = counting.get();
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
  const CountedRun run = count(counting, plugin, claim.problem);
  if (!run) {
    row.reason = run.reason;
    row.detail = run.detail;
    return row;
  }
  row.phases = run.cost.phases;
  row.depth = run.cost.depth;
  if (const auto comparison = compare(claim, c.model, c.state, run.cost)) {
    using enum report::Relation;
    row.relation = comparison->relation == CostFormula::equal     ? equal
                   : comparison->relation == CostFormula::at_most ? at_most
                                                                  : published;
    row.expected = total(comparison->expected);
    row.compared = total(comparison->counted);
    row.difference = comparison->difference();
    row.apart = apart(run.cost, comparison);
  }
  return row;
}

std::vector<report::CountedCost> counted_costs(const Request& requested, CaseChoice flags,
                                               const CountRun& count) {
  if (flags.families.empty() && flags.model.empty()) flags.families = {"humanoid30", "chain30", "asimo"};
  const std::vector<Source> sources = flags.sources();
  const std::size_t cases = std::max(static_cast<std::size_t>(flags.trees), sources.size());
  std::vector<CountingCase> counting;
  for (std::size_t k = 0; k < cases; ++k)
    counting.emplace_back(sources[k % sources.size()].draw(flags.seed + k));
  std::vector<report::CountedCost> rows;
  for (const Plugin* plugin : requested.plugins)
    for (const Claim& claim : plugin->description().claims)
      if (requested.problems.contains(claim.problem))
        for (CountingCase& c : counting) rows.push_back(counted_cost(*plugin, claim, c, count));
  return rows;
}

}  // namespace kintree::suite
