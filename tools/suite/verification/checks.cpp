#include "suite/verification/checks.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/oracle/oracle.hpp"
#include "suite/cases/request.hpp"
#include "suite/cases/singular.hpp"
#include "suite/counting/cost.hpp"
#include "suite/execution/answer.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {
namespace {

/// Returns true if the positive pivots of the neighbour stay positive in rounded arithmetic. The smallest
/// eigenvalue of H without the broken coordinates, scaled, must be larger than the most that rounding may
/// take from it. Trees that are too large for this are not checked. `H`: row by row, or empty.
bool sound_pivots_survive(const Singular& neighbour, const std::vector<double>& H, const State& state,
                          Format format) {
  const Layout layout(neighbour.model);
  if (layout.n > automatic_dense_limit) return true;
  const auto all = static_cast<Eigen::Index>(layout.n);
  Eigen::MatrixXd entries(all, all);
  if (H.empty()) {
    const auto exact = oracle::evaluate<oracle::Exact>(neighbour.model, state, {}).H;
    for (Eigen::Index i = 0; i < all; ++i)
      for (Eigen::Index j = 0; j < all; ++j) entries(i, j) = static_cast<double>(exact(i, j));
  } else {
    entries = Eigen::Map<const Eigen::MatrixXd>(H.data(), all, all);
  }
  std::vector<Eigen::Index> regular;
  for (Eigen::Index i = 0; i < all; ++i)
    if (!neighbour.breaks_at(static_cast<int>(i) + 1)) regular.push_back(i);
  if (regular.empty()) return true;
  const Eigen::MatrixXd R = entries(regular, regular);
  const Eigen::VectorXd scale = R.diagonal().cwiseSqrt().cwiseInverse();
  const double lambda = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(
                            scale.asDiagonal() * R * scale.asDiagonal(), Eigen::EigenvaluesOnly)
                            .eigenvalues()
                            .minCoeff();
  const int depth = *std::max_element(layout.depth.begin(), layout.depth.end());
  return lambda > 0 && oracle::limits::solve_B(layout.n, depth, lambda, unit_roundoff(format)) < 1;
}

/// True if constraints hold what moves no inertia, so that there is an answer, and this is it.
bool is_right(const Outcome<double>& answer, const Plugin& plugin, Problem problem, const Model& model,
              const State& state, Format format) {
  if (info(problem).solves_with != SolvesWith::constraints) return false;
  const oracle::Oracle exact = oracle::Oracle::dense(model, state, {problem}, 1, format);
  return !exact.of(problem)->ill_posed() &&
         exact.of(problem)->judge(answer_of(answer, plugin.description())).verdict <= Verdict::B;
}

}  // namespace

std::optional<std::string> wrong_breakdown(const Plugin& plugin, Problem problem, const Case& c,
                                           const oracle::ProblemOracle& exact) {
  const Description& d = plugin.description();
  if (!info(problem).divides()) return {};
  // Without pivots H is seen to be singular by a force that no acceleration balances, which float may round away.
  if (!d.has_pivots && c.id.format != Format::binary64) return {};
  const bool reads_H = reads(problem, quantity::H) && !d.factors_the_model;
  const Layout layout(c.model);
  const Singular neighbour =
      reads_H ? Singular::matrix(c, exact.input_matrix(), d.factor_form) : Singular::body(c);
  if (outside(d.domain, neighbour.model)) return {};

  const std::unique_ptr<Worker> worker = worker_of(plugin, neighbour.model, c.state.end_effectors);
  const std::vector<double> H =
      reads_H ? neighbour.H : factorization_input(problem, neighbour.model, c.state);
  // The state is at rest. A method that eliminates nothing notices that H is singular only by forces that no
  // acceleration balances, which act on the bodies without inertia. Velocity products may be so large that
  // these forces are less than their roundings. One such force is made as large as any other. Without it H x
  // = tau - C has solutions, and the method notices nothing.
  State at_rest = c.state;
  std::fill(at_rest.v.begin(), at_rest.v.end(), 0);
  if (!d.has_pivots) {
    double largest = 1;
    for (const double force : at_rest.tau) largest = std::max(largest, std::abs(force));
    at_rest.tau[static_cast<std::size_t>(neighbour.chosen) - 1] = largest;
  }
  Outcome<double> answer = worker->in_format(c.id.format, {problem, at_rest, H});
  if (answer.fault.reason == Reason::outside_domain) return {};

  const auto named = [&] {
    return answer.status.code == Status::breakdown &&
           (d.has_pivots ? neighbour.breaks_at(answer.status.coordinate) : answer.status.coordinate == 0);
  };
  const int expected = d.has_pivots ? neighbour.chosen : 0;
  std::string_view entry;
  if (named() && d.lanes.of(scalar(c.id.format)) > 1 && layout.n <= automatic_dense_limit) {
    answer = worker->in_batch(c.id.format, problem, {at_rest}, H).at(0);
    entry = ", by the batch entry";
  }
  const Status status = answer.status;
  if (status.code == Status::ok && is_right(answer, plugin, problem, neighbour.model, at_rest, c.id.format))
    return {};
  if (named() || !sound_pivots_survive(neighbour, reads_H ? H : std::vector<double>(), at_rest, c.id.format))
    return {};
  const std::string where =
      (reads_H ? "with entry " + std::to_string(neighbour.chosen) + " of the diagonal too small"
               : "without inertia beyond joint '" + oracle::joint_of_coordinate(c.model, neighbour.chosen) +
                     "'") +
      std::string(entry) + ": ";
  if (answer.fault) return where + std::string(to_string(answer.fault.reason)) + ", " + answer.fault.detail;
  const bool finite =
      std::all_of(answer.outputs.begin(), answer.outputs.end(), [](const std::vector<double>& output) {
        return std::all_of(output.begin(), output.end(), [](double x) { return std::isfinite(x); });
      });
  if (status.code != Status::breakdown)
    return where + (finite ? "no breakdown, but numbers" : "no breakdown, but NaN or infinity");
  return where + "a breakdown at coordinate " + std::to_string(status.coordinate) + ", not " +
         std::to_string(expected);
}

std::optional<std::string> wrong_rank(const Plugin& plugin, Problem problem, const Case& c) {
  if (!info(problem).needs_independent_rows()) return {};
  Model model = c.model;
  State state = c.state;
  int independent = 6 * static_cast<int>(state.end_effectors.size());
  std::string more = "an end-effector on the base";
  if (info(problem).solves_with == SolvesWith::Lambda) {
    state.end_effectors.push_back({0, {}});
  } else {
    independent = Layout(model).constraint_rows;
    more = "a constraint of the base";
    model.constraints.push_back({.name = "of the base", .frame = {}});
    state.gamma.resize(state.gamma.size() + 6, 0.0);
  }
  const Status status =
      worker_of(plugin, model, state.end_effectors)->in_format(c.id.format, {problem, state}).status;
  if (status.code == Status::dependent_rows && status.coordinate > independent &&
      status.coordinate <= independent + 6)
    return {};
  const std::string named =
      status.code == Status::dependent_rows ? "row " + std::to_string(status.coordinate) : "none";
  return "of rows " + std::to_string(independent + 1) + " to " + std::to_string(independent + 6) + ", " +
         more + ", " + named + " is said to depend on others";
}

std::optional<std::string> wrong_cost(const Plugin& plugin, const Claim& claim, const Case& c) {
  if (!claim.formula || claim.formula->relation == CostFormula::published) return {};
  const CountedRun run = counted_run(plugin, claim.problem, c);
  if (!run) return {};
  const auto comparison = compare(claim, c.model, c.state, run.cost);
  if (!comparison || comparison->holds) return {};
  return comparison->difference();
}

}  // namespace kintree::suite
