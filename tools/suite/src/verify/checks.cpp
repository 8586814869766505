#include "checks.hpp"

#include <algorithm>

#include "kintree/oracle/dynamics.hpp"
#include "kintree/suite/cost.hpp"
#include "kintree/suite/singular.hpp"
#include "kintree/suite/worker.hpp"

namespace kintree::suite {

std::optional<std::string> wrong_breakdown(const Plugin& plugin, Problem problem, const Case& c,
                                           const oracle::ProblemOracle& exact) {
  const Description& d = plugin.description();
  if (problem == Problem::mass_matrix || problem == Problem::inverse_dynamics) return {};
  const bool reads_H = problem == Problem::factorization && !d.factors_the_model;
  const auto n = static_cast<std::size_t>(Layout(c.model).n);
  const Singular neighbour =
      reads_H ? Singular::matrix(c, exact.input_matrix(), d.factor_form) : Singular::body(c);
  if (outside(d.domain, neighbour.model)) return {};

  InProcess worker(plugin, neighbour.model, c.state.end_effectors);
  const std::vector<double> H = reads_H                             ? neighbour.H
                                : problem == Problem::factorization ? std::vector<double>(n * n)
                                                                    : std::vector<double>();
  // At rest: a method that eliminates nothing sees that H is singular by the forces alone that no acceleration balances, those
  // on the bodies without inertia, and velocity products may be so large that these are less than their roundings.
  State at_rest = c.state;
  std::fill(at_rest.v.begin(), at_rest.v.end(), 0);
  const Status status = worker.in_format(c.id.format, {problem, at_rest, H}).status;

  const std::string where =
      reads_H
          ? "with entry " + std::to_string(neighbour.chosen) + " of the diagonal too small"
          : "without inertia beyond joint '" + oracle::joint_of_coordinate(c.model, neighbour.chosen) + "'";
  if (status.code != Status::breakdown) return "no breakdown " + where;
  const int expected = d.has_pivots ? neighbour.chosen : 0;
  const bool named = d.has_pivots ? neighbour.breaks_at(status.coordinate) : status.coordinate == 0;
  if (named) return {};
  return "a breakdown at coordinate " + std::to_string(status.coordinate) + ", not " +
         std::to_string(expected) + ", " + where;
}

std::optional<std::string> wrong_cost(const Plugin& plugin, const Claim& claim, const Case& c) {
  if (!claim.formula || claim.formula->relation == CostFormula::published) return {};
  const auto cost = count(plugin, claim.problem, c.model, c.state);
  if (!cost) return {};
  const auto comparison = compare(claim, c.model, c.state, *cost);
  if (!comparison || comparison->holds) return {};
  return comparison->difference();
}

}  // namespace kintree::suite
