// Jain 1991: the three classes of forward dynamics, and the operator identities between them, each as two
// plugins that must give the same numbers.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "suite/execution/worker.hpp"
#include "suite/papers/jain_1991_identities.hpp"
#include "suite/papers/jain_1991_methods.hpp"
#include "suite/papers/reproduce.hpp"

namespace kintree::suite {
namespace {

using CaseOfSize = Case (*)(int);

Case revolute_chain(int bodies) {
  return tree(chain_parents(bodies), {JointKind::revolute});
}

/// An order is visible only where the highest power dominates, so `sizes` must be long enough for the class.
template <class Ask>
Measurement order_on_chains(const PaperClaim& claimed, const std::vector<int>& sizes, Ask&& ask) {
  std::vector<double> N, cost;
  for (const int bodies : sizes) {
    N.push_back(bodies);
    cost.push_back(ask(revolute_chain(bodies)));
  }
  return order(claimed, growth(N, cost));
}

MeasureClaim class_of(const char* plugin, Problem problem, const std::vector<int>& sizes) {
  return [=](const PaperClaim& claimed, ClaimContext& context) {
    return order_on_chains(claimed, sizes, [&](const Case& c) {
      return static_cast<double>(context.count(plugin, problem, c).operations().total());
    });
  };
}

/// N steps, which are enough in exact arithmetic.
Measurement conjugate_gradients(const PaperClaim& claimed, ClaimContext& context) {
  return order_on_chains(claimed, {16, 32, 64, 128, 256}, [&](const Case& c) {
    return static_cast<double>(
        context.count(jain::n_conjugate_gradients(), Problem::forward_dynamics, c).operations().total());
  });
}

// --- identities ---

using namespace jain;

Numbers product(const Numbers& A, const Numbers& B, std::size_t n) {
  Numbers C(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j) C[i * n + j] += A[i * n + k] * B[k * n + j];
  return C;
}

Numbers transposed(const Numbers& A, std::size_t n) {
  Numbers T(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) T[j * n + i] = A[i * n + j];
  return T;
}

EquationSides lemma_3_1(ClaimContext& context, const Case& c) {
  return {answer_of(context, "crba", Problem::mass_matrix, c).outputs[0],
          answer_of(context, "unit_vector", Problem::mass_matrix, c).outputs[0]};
}
EquationSides lemma_3_2(ClaimContext& context, const Case& c) {
  return {answer_of(context, "composite_inverse_dynamics", Problem::inverse_dynamics, c).outputs[0],
          answer_of(context, "rnea", Problem::inverse_dynamics, c).outputs[0]};
}
EquationSides lemma_6_2(ClaimContext& context, const Case& c) {
  const auto n = static_cast<std::size_t>(Layout(c.model).n);
  const Outcome<Field> factors = answer_of(context, "innovations", Problem::factorization, c);
  const bool lower_first = is_lower_first(context);
  const Numbers& L = factors.outputs[0];
  const Numbers Lt = transposed(L, n);
  return {product(product(lower_first ? L : Lt, factors.outputs[1], n), lower_first ? Lt : L, n),
          answer_of(context, "unit_vector", Problem::mass_matrix, c).outputs[0]};
}
EquationSides lemma_6_4(ClaimContext& context, const Case& c) {
  const auto n = static_cast<std::size_t>(Layout(c.model).n);
  Numbers one(n * n);
  for (std::size_t i = 0; i < n; ++i) one[i * n + i] = Field(1);
  return {product(answer_of(context, "innovations", Problem::mass_matrix_inverse, c).outputs[0],
                  answer_of(context, "unit_vector", Problem::mass_matrix, c).outputs[0], n),
          one};
}
EquationSides lemma_6_5(ClaimContext& context, const Case& c) {
  return {answer_of(context, "aba", Problem::forward_dynamics, c).outputs[0],
          answer_of(context, "crba_ltdl", Problem::forward_dynamics, c).outputs[0]};
}

/// N steps of (30) with Lambda = 1.
EquationSides n_steps(ClaimContext& context, const Case& c) {
  return {InProcess(n_conjugate_gradients(), c.model, {})
              .in_field({Problem::forward_dynamics, c.state})
              .outputs[0],
          answer_of(context, "crba_ltdl", Problem::forward_dynamics, c).outputs[0]};
}

/// Gaussian elimination of M from the tip, whose pivots and multipliers are those of L^T D L, and the square
/// factors by D and K.
EquationSides rosenthal(ClaimContext& context, const Case& c) {
  const Numbers M = answer_of(context, "crba", Problem::mass_matrix, c).outputs[0];
  Outcome<Field> by_elimination = InProcess(context.plugin("ltdl"), c.model, {})
                                      .in_field({Problem::factorization, c.state}, M),
                 by_recursion = answer_of(context, "innovations", Problem::factorization, c);
  EquationSides sides{std::move(by_elimination.outputs[0]), std::move(by_recursion.outputs[0])};
  sides.a.insert(sides.a.end(), by_elimination.outputs[1].begin(), by_elimination.outputs[1].end());
  sides.b.insert(sides.b.end(), by_recursion.outputs[1].begin(), by_recursion.outputs[1].end());
  return sides;
}
EquationSides armstrong(ClaimContext& context, const Case& c) {
  return {answer_of(context, "armstrong", Problem::forward_dynamics, c).outputs[0],
          answer_of(context, "aba", Problem::forward_dynamics, c).outputs[0]};
}

// --- comparisons ---

/// In the frames of the model, all three.
Measurement three_methods(const PaperClaim& claimed, ClaimContext& context) {
  const Case c = revolute_chain(30);
  std::vector<std::pair<std::int64_t, std::string>> costs;
  const auto add = [&](const Plugin& plugin, const char* method) {
    costs.emplace_back(context.count(plugin, Problem::mass_matrix, c).operations().total(), method);
  };
  add(jain::composite_body_method(), "composite bodies");
  add(context.plugin("symmetric"), "symmetric");
  add(context.plugin("unit_vector"), "direct");
  std::sort(costs.begin(), costs.end());
  const std::string order = costs[0].second + " < " + costs[1].second + " < " + costs[2].second;
  return holds(order == claimed.theirs,
               fmt::format("{}: {}, {}, {} operations on a chain of 30, in the same frames", order,
                           costs[0].first, costs[1].first, costs[2].first));
}

/// The two recursions of (29) in parallel: a shorter chain of operations than those of (17), one after the other, in the
/// same frames. At rest, as in (29): with velocities b, and so y, waits for them.
Measurement decoupled(const PaperClaim&, ClaimContext& context) {
  const auto slope = [&](const Plugin& plugin) {
    const auto depth = [&](int bodies) {
      return context.count(plugin, Problem::inverse_dynamics, revolute_chain(bodies), {"velocities"}).depth;
    };
    return static_cast<double>(depth(100) - depth(50)) / 50;
  };
  const double composite = slope(context.plugin("composite_inverse_dynamics")),
               newton_euler = slope(jain::newton_euler_recursions());
  return holds(composite < newton_euler,
               fmt::format("{:.1f} operations in a row for a body more, {:.1f} by (17), in the same frames",
                           composite, newton_euler));
}

}  // namespace

PaperMeasurements jain_1991() {
  const std::vector<int> moderate{16, 32, 64, 128, 256};
  PaperMeasurements measurements{
      {"newton_euler_order", class_of("rnea", Problem::inverse_dynamics, moderate)},
      {"composite_order", class_of("composite_inverse_dynamics", Problem::inverse_dynamics, moderate)},
      {"direct_order", class_of("unit_vector", Problem::mass_matrix, moderate)},
      {"symmetric_order", class_of("symmetric", Problem::mass_matrix, moderate)},
      {"crb_order", class_of("crba", Problem::mass_matrix, moderate)},
      {"three_methods", three_methods},
      {"decoupled", decoupled},
      {"rosenthal", identity(rosenthal, {JointKind::revolute, JointKind::prismatic})},
      {"armstrong", identity(armstrong, {JointKind::spherical})},
      {"class_3", class_of("crba_ltdl", Problem::forward_dynamics, {64, 128, 256, 512})},
      {"class_2", conjugate_gradients},
      {"class_2_innovations", class_of("innovations", Problem::factorization, {32, 64, 128, 256})},
      {"class_1", class_of("aba", Problem::forward_dynamics, moderate)},
      {"lemma_3_1", identity(lemma_3_1)},
      {"lemma_3_2", identity(lemma_3_2)},
      {"lemma_6_2", identity(lemma_6_2)},
      {"lemma_6_4", identity(lemma_6_4)},
      {"lemma_6_5", identity(lemma_6_5)},
      {"exact_n_steps", identity(n_steps)},
  };
  measurements.merge(operator_identities());
  return measurements;
}

}  // namespace kintree::suite
