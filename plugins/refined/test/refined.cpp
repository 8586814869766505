#define BOOST_TEST_MODULE refined
#include "refined/refined.hpp"

#include <tuple>

#include "aba/aba.hpp"
#include "calls.hpp"
#include "crba_ltdl/crba_ltdl.hpp"
#include "divide_and_conquer_mixed/divide_and_conquer_mixed.hpp"
#include "kintree/model/field.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

template <template <class> class Algorithm>
struct Around {
  template <class S>
  using Inner = Algorithm<S>;
};
/// The articulated-body algorithm with an error in its answer, whose corrections are multiplied by a factor.
template <class S>
class Erring {
 public:
  explicit Erring(const Model& model) : aba_(model) {}
  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) {
    const Status status = aba_.forward_dynamics(in, qdd);
    for (int k = 1; k <= qdd.size; ++k) qdd(k) = qdd(k) + S(0x1p-10);
    return status;
  }
  void solve_at_rest(VectorView<const S> tau, VectorView<S> qdd) {
    aba_.solve_at_rest(tau, qdd);
    for (int k = 1; k <= qdd.size; ++k) qdd(k) = qdd(k) * S(factor);
  }

  static inline double factor = 1;

 private:
  Aba<S> aba_;
};

/// The answer of the algorithm inside, and the refined one.
template <class S>
std::pair<std::vector<S>, std::vector<S>> with_corrections_times(double factor, const Case& drawn) {
  Erring<S>::factor = factor;
  const Widened<S> state(drawn.state);
  Erring<S> inner(drawn.model);
  Refined<S, Erring<S>> refined(drawn.model);
  std::vector<S> first(state.tau.size());
  inner.forward_dynamics(state.with_tau(state.tau), view(first));
  return {first, forward_dynamics(refined, state, state.tau)};
}

using Inners = std::tuple<Around<Aba>, Around<DivideAndConquerMixed>, Around<CrbaLtdl>>;

}  // namespace

/// The inner algorithm's answer at a state at rest without gravity, from the factors of another call at the
/// same positions.
BOOST_AUTO_TEST_CASE_TEMPLATE(solves_at_rest_with_the_factors_of_the_last_call, Given, Inners) {
  using S = Multiprecision;
  const PrecisionScope precision(60);
  for_cases(16, 2, {}, [](const Case& drawn) {
    typename Given::template Inner<S> solver(drawn.model);
    const Widened<S> state(drawn.state);
    forward_dynamics(solver, state, state.tau);
    std::vector<S> x(state.qdd.size(), poison<S>());
    solver.solve_at_rest(view(state.qdd), view(x));

    Case rest = drawn;
    rest.model.gravity = {};
    rest.state = neutral_state(drawn.model);
    rest.state.q = drawn.state.q;
    Aba<S> aba(rest.model);
    BOOST_TEST(relative_error(x, forward_dynamics(aba, Widened<S>(rest.state), state.qdd)) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(refinement_rejects_corrections_that_raise_the_residual) {
  for_cases(8, 3, {}, [](const Case& drawn) {
    if (drawn.state.tau.empty()) return;
    Aba<double> aba(drawn.model);
    const Widened<double> state(drawn.state);
    const std::vector<double> expected = forward_dynamics(aba, state, state.tau);
    for (const double refused : {3.0, 0.0, -1.0, -0.5, std::numeric_limits<double>::quiet_NaN()}) {
      const auto [first, refined] = with_corrections_times<double>(refused, drawn);
      BOOST_TEST(first == refined, "factor " << refused);
    }
    for (const double taken : {1.0, 0.5, 1.5}) {
      const auto [first, refined] = with_corrections_times<double>(taken, drawn);
      for (std::size_t k = 0; k < first.size(); ++k)
        BOOST_TEST(std::abs(refined[k] - expected[k]) <=
                       0.51 * std::abs(first[k] - expected[k]) + 1e-9 * std::abs(expected[k]),
                   "factor " << taken);
    }
  });
}

/// A formula that is wrong must not be hidden where it can be proved so.
BOOST_AUTO_TEST_CASE(in_a_field_every_correction_is_taken) {
  for_cases(8, 1, {}, [](const Case& drawn) {
    if (drawn.state.tau.empty()) return;
    const auto [first, refined] = with_corrections_times<Field>(3, drawn);
    for (std::size_t k = 0; k < first.size(); ++k) BOOST_TEST(!(first[k] == refined[k]));
  });
}
