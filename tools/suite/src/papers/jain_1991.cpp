// Jain 1991: the three classes of forward dynamics, and the operator identities between them, each as two
// plugins that must give the same numbers.
#include <spdlog/fmt/fmt.h>

#include <cmath>

#include "conjugate_gradient/conjugate_gradient.hpp"
#include "kintree/arithmetic/arithmetic_of.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "kintree/oracle/limits.hpp"
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

MeasureClaim class_of(const char* plugin, Problem problem, std::vector<int> sizes) {
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

template <class S>
struct Numbers {
  std::vector<S> a, b;  ///< two sides of an identity
};

/// The plugins, and the digits that identities in Number are checked with.
struct Setting {
  const Laboratory& lab;
  Digits* digits = nullptr;
};

/// Numbers of many digits are copied to those of the setting, where they outlive the call.
template <class S>
Outcome<S> ask(const Setting& in, const char* plugin, Problem problem, const Case& c) {
  InProcess worker(in.lab.plugin(plugin), c.model, c.state.end_effectors);
  if constexpr (std::is_same_v<S, double>) {
    return worker.in_double({problem, c.state});
  } else {
    Outcome<S> answer = worker.in_digits({problem, c.state}, in.digits->digits());
    for (std::vector<S>* numbers : {&answer.values, &answer.D, &answer.x})
      for (S& x : *numbers) x = in.digits->copy(x);
    return answer;
  }
}

double to_double(double x) {
  return x;
}
double to_double(Number x) {
  return Digits::to_double(x);
}

template <class S>
std::vector<S> product(const std::vector<S>& A, const std::vector<S>& B, std::size_t n) {
  std::vector<S> C(n * n, S(0));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j) C[i * n + j] = C[i * n + j] + A[i * n + k] * B[k * n + j];
  return C;
}

template <class S>
std::vector<S> transposed(const std::vector<S>& A, std::size_t n) {
  std::vector<S> T(n * n, S(0));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) T[j * n + i] = A[i * n + j];
  return T;
}

struct Lemma_3_1 {
  template <class S>
  Numbers<S> operator()(const Setting& in, const Case& c) const {
    return {ask<S>(in, "crba", Problem::mass_matrix, c).values,
            ask<S>(in, "unit_vector", Problem::mass_matrix, c).values};
  }
};
struct Lemma_3_2 {
  template <class S>
  Numbers<S> operator()(const Setting& in, const Case& c) const {
    return {ask<S>(in, "composite_inverse_dynamics", Problem::inverse_dynamics, c).values,
            ask<S>(in, "rnea", Problem::inverse_dynamics, c).values};
  }
};
struct Lemma_6_2 {
  template <class S>
  Numbers<S> operator()(const Setting& in, const Case& c) const {
    const auto n = static_cast<std::size_t>(Layout(c.model).n);
    const Outcome<S> factors = ask<S>(in, "innovations", Problem::factorization, c);
    const bool lower_first = in.lab.plugin("innovations").description().factor_form == FactorForm::LDLt;
    const std::vector<S>& L = factors.values;
    const std::vector<S> Lt = transposed(L, n);
    return {product(product(lower_first ? L : Lt, factors.D, n), lower_first ? Lt : L, n),
            ask<S>(in, "unit_vector", Problem::mass_matrix, c).values};
  }
};
struct Lemma_6_4 {
  template <class S>
  Numbers<S> operator()(const Setting& in, const Case& c) const {
    const auto n = static_cast<std::size_t>(Layout(c.model).n);
    std::vector<S> one(n * n, S(0));
    for (std::size_t i = 0; i < n; ++i) one[i * n + i] = S(1);
    return {product(ask<S>(in, "innovations", Problem::mass_matrix_inverse, c).values,
                    ask<S>(in, "unit_vector", Problem::mass_matrix, c).values, n),
            one};
  }
};
struct Lemma_6_5 {
  template <class S>
  Numbers<S> operator()(const Setting& in, const Case& c) const {
    return {ask<S>(in, "aba", Problem::forward_dynamics, c).values,
            ask<S>(in, "crba_ltdl", Problem::forward_dynamics, c).values};
  }
};

template <class S>
double difference(const Numbers<S>& sides) {
  double apart = 0, size = 0;
  for (std::size_t i = 0; i < sides.a.size(); ++i) {
    apart = std::hypot(apart, to_double(sides.a[i] - sides.b[i]));
    size = std::hypot(size, to_double(sides.b[i]));
  }
  return sides.a.empty() || sides.a.size() != sides.b.size() ? std::numeric_limits<double>::infinity()
                                                             : apart / size;
}

/// The two sides differ by roundings alone: the difference falls with them at 50 and at 100 digits, by the
/// rule that tells wrong from inaccurate.
template <class Sides>
MeasureClaim identity(const Sides& sides) {
  return [=](const PaperClaim&, Laboratory& lab) {
    constexpr int cases = 100;
    std::array<double, 2> worst{};
    int held = 0;
    for (int seed = 1; seed <= cases; ++seed) {
      const Family family =
          moderate_families[static_cast<std::size_t>(seed) % moderate_families.size()].family;
      const Case c = random_case(family, 10, static_cast<std::uint64_t>(seed));
      const double in_double =
          std::max(difference(sides.template operator()<double>({lab}, c)), oracle::limits::u);
      bool all = true;
      for (int k = 0; k < 2; ++k) {
        const int digits = k == 0 ? 50 : 100;
        Digits many(static_cast<unsigned>(digits));
        const ArithmeticScope scope(many.arithmetic());
        const double apart = difference(sides.template operator()<Number>({lab, &many}, c));
        worst[static_cast<std::size_t>(k)] = std::max(worst[static_cast<std::size_t>(k)], apart);
        all = all && oracle::limits::falls_with_roundoff(in_double, apart, digits);
      }
      held += all ? 1 : 0;
    }
    return holds(held == cases,
                 fmt::format("in {} of {} trees, to {:.0e} and {:.0e}", held, cases, worst[0], worst[1]));
  };
}

}  // namespace

PaperMeasurements jain_1991() {
  return {
      {"class_3", class_of("crba_ltdl", Problem::forward_dynamics, {64, 128, 256, 512, 1024})},
      {"class_2", conjugate_gradients},
      {"class_2_innovations", class_of("innovations", Problem::factorization, {32, 64, 128, 256})},
      {"class_1", class_of("aba", Problem::forward_dynamics, {16, 32, 64, 128, 256})},
      {"lemma_3_1", identity(Lemma_3_1{})},
      {"lemma_3_2", identity(Lemma_3_2{})},
      {"lemma_6_2", identity(Lemma_6_2{})},
      {"lemma_6_4", identity(Lemma_6_4{})},
      {"lemma_6_5", identity(Lemma_6_5{})},
  };
}

}  // namespace kintree::suite
