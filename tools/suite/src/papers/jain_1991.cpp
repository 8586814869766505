// Jain 1991: the three classes of forward dynamics, and the operator identities between them, each as two
// plugins that must give the same numbers.
#include <spdlog/fmt/fmt.h>

#include <cmath>

#include "conjugate_gradient/conjugate_gradient.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "kintree/suite/reproduce.hpp"
#include "kintree/suite/worker.hpp"

namespace kintree::suite {
namespace {

using CaseOfSize = Case (*)(int);

Case revolute_chain(int bodies) {
  return tree(chain_parents(bodies), {JointKind::revolute});
}

/// Orders show where the highest power rules: the class says how long the chains must be.
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
  return [=](const PaperClaim& claimed, Laboratory& lab) {
    return order_on_chains(claimed, sizes, [&](const Case& c) {
      return static_cast<double>(lab.count(plugin, problem, c).operations().total());
    });
  };
}

/// N steps, which are enough in exact arithmetic.
Measurement conjugate_gradients(const PaperClaim& claimed, Laboratory&) {
  return order_on_chains(claimed, {16, 32, 64, 128, 256}, [](const Case& c) {
    const int n = Layout(c.model).n;
    ConjugateGradient<Counted> solver(c.model, n);
    const std::vector<Counted> q(c.state.q.begin(), c.state.q.end()), v(c.state.v.begin(), c.state.v.end()),
        tau(c.state.tau.begin(), c.state.tau.end());
    const std::vector<Force<Counted>> f_ext(c.model.bodies.size());
    std::vector<Counted> qdd(tau.size());
    const Counting counting;
    solver.forward_dynamics({{q.data(), n}, {v.data(), n}, {tau.data(), n}, f_ext.data()}, {qdd.data(), n});
    return static_cast<double>(counting.total().total());
  });
}

// --- identities ---

using Numbers = std::vector<Field>;

/// Two sides of an identity.
struct Sides {
  Numbers a, b;
};

Outcome<Field> ask(Laboratory& lab, const char* plugin, Problem problem, const Case& c) {
  return InProcess(lab.plugin(plugin), c.model, c.state.end_effectors).in_field({problem, c.state});
}

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

Sides lemma_3_1(Laboratory& lab, const Case& c) {
  return {ask(lab, "crba", Problem::mass_matrix, c).values,
          ask(lab, "unit_vector", Problem::mass_matrix, c).values};
}
Sides lemma_3_2(Laboratory& lab, const Case& c) {
  return {ask(lab, "composite_inverse_dynamics", Problem::inverse_dynamics, c).values,
          ask(lab, "rnea", Problem::inverse_dynamics, c).values};
}
Sides lemma_6_2(Laboratory& lab, const Case& c) {
  const auto n = static_cast<std::size_t>(Layout(c.model).n);
  const Outcome<Field> factors = ask(lab, "innovations", Problem::factorization, c);
  const bool lower_first = lab.plugin("innovations").description().factor_form == FactorForm::LDLt;
  const Numbers& L = factors.values;
  const Numbers Lt = transposed(L, n);
  return {product(product(lower_first ? L : Lt, factors.D, n), lower_first ? Lt : L, n),
          ask(lab, "unit_vector", Problem::mass_matrix, c).values};
}
Sides lemma_6_4(Laboratory& lab, const Case& c) {
  const auto n = static_cast<std::size_t>(Layout(c.model).n);
  Numbers one(n * n);
  for (std::size_t i = 0; i < n; ++i) one[i * n + i] = Field(1);
  return {product(ask(lab, "innovations", Problem::mass_matrix_inverse, c).values,
                  ask(lab, "unit_vector", Problem::mass_matrix, c).values, n),
          one};
}
Sides lemma_6_5(Laboratory& lab, const Case& c) {
  return {ask(lab, "aba", Problem::forward_dynamics, c).values,
          ask(lab, "crba_ltdl", Problem::forward_dynamics, c).values};
}

/// The two sides are equal in a finite field, in every entry.
MeasureClaim identity(Sides (*sides)(Laboratory&, const Case&)) {
  return [=](const PaperClaim&, Laboratory& lab) {
    constexpr int cases = 100;
    int held = 0;
    std::size_t entries = 0;
    for (std::uint64_t seed = 1; seed <= cases; ++seed) {
      const FieldPoint point(seed);
      const Case c = random_case(moderate_families[seed % moderate_families.size()].family, 10, seed);
      const auto [a, b] = sides(lab, c);
      held += !a.empty() && a == b ? 1 : 0;
      entries += a.size();
    }
    return holds(held == cases,
                 fmt::format("equal in {} of {} trees, in all {} entries", held, cases, entries));
  };
}

}  // namespace

PaperMeasurements jain_1991() {
  return {
      {"class_3", class_of("crba_ltdl", Problem::forward_dynamics, {64, 128, 256, 512, 1024})},
      {"class_2", conjugate_gradients},
      {"class_2_innovations", class_of("innovations", Problem::factorization, {32, 64, 128, 256})},
      {"class_1", class_of("aba", Problem::forward_dynamics, {16, 32, 64, 128, 256})},
      {"lemma_3_1", identity(lemma_3_1)},
      {"lemma_3_2", identity(lemma_3_2)},
      {"lemma_6_2", identity(lemma_6_2)},
      {"lemma_6_4", identity(lemma_6_4)},
      {"lemma_6_5", identity(lemma_6_5)},
  };
}

}  // namespace kintree::suite
