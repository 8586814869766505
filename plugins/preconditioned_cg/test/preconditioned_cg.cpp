#define BOOST_TEST_MODULE preconditioned_cg
#include "preconditioned_cg/preconditioned_cg.hpp"

#include "aba/aba.hpp"
#include "factored.hpp"
#include "iterations.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

/// The residual, over that at the start, after n steps of eq. (30) on a full H with the preconditioner
/// diag H, gamma being z* z / r* r as printed or with z* r above and below.
Multiprecision residual_after_n_steps(const SquareMatrix<Multiprecision>& H,
                                      const std::vector<Multiprecision>& T, bool printed) {
  const std::size_t n = T.size();
  const auto product = [n](const std::vector<Multiprecision>& a, const std::vector<Multiprecision>& b) {
    Multiprecision sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
  };
  std::vector<Multiprecision> r = T, p(n), z(n), r_before, z_before;
  for (std::size_t k = 1; k <= n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      const int row = static_cast<int>(i) + 1;
      z[i] = r[i] / H(row, row);
    }
    Multiprecision gamma = 0;
    if (k > 1)
      gamma =
          printed ? product(z, z) / product(r_before, r_before) : product(z, r) / product(z_before, r_before);
    r_before = r, z_before = z;
    for (std::size_t i = 0; i < n; ++i) p[i] = z[i] + gamma * p[i];
    std::vector<Multiprecision> Hp(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) Hp[i] += H(static_cast<int>(i) + 1, static_cast<int>(j) + 1) * p[j];
    const Multiprecision s = product(z, r) / product(p, Hp);
    for (std::size_t i = 0; i < n; ++i) r[i] -= s * Hp[i];
  }
  return sqrt(product(r, r) / product(T, T));
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_residual_no_step) {
  check_no_residual_no_step<PreconditionedCg, double>();
}
BOOST_AUTO_TEST_CASE(n_steps_are_enough_in_exact_arithmetic) {
  check_n_steps_are_enough<PreconditionedCg, Aba>();
}
BOOST_AUTO_TEST_CASE(n_steps_are_too_few_in_floating_point, *boost::unit_test::label("trap")) {
  check_n_steps_are_too_few_for_long_chains<PreconditionedCg, Aba>();
}
BOOST_AUTO_TEST_CASE(the_printed_gamma_does_not_converge, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(200);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Case drawn = revolute_chain(20, seed);
    const Factored<Multiprecision> f(drawn);
    BOOST_TEST(residual_after_n_steps(f.H, f.state.tau, false) <= 1e-100);
    BOOST_TEST(residual_after_n_steps(f.H, f.state.tau, true) >= 1e-3);
    PreconditionedCg<Multiprecision> solver(drawn.model, f.n);
    Aba<Multiprecision> aba(drawn.model);
    BOOST_TEST(relative_error(answer<ForwardDynamics>(solver, f.state),
                              answer<ForwardDynamics>(aba, f.state)) <= 1e-80);
  }
}
/// The diagonal blocks can make the condition number of a chain worse.
BOOST_AUTO_TEST_CASE(saves_steps_on_trees_but_costs_steps_on_chains, *boost::unit_test::label("trap")) {
  CaseOptions options;
  options.joints = {JointKind::revolute};
  for (const bool chain : {false, true})
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const Case drawn =
          chain ? revolute_chain(80, seed) : random_case(Family::balanced, 80, 4 * seed, options);
      const Widened<double> state(drawn.state);
      ConjugateGradient<double> plain(drawn.model);
      PreconditionedCg<double> preconditioned(drawn.model);
      answer<ForwardDynamics>(plain, state);
      answer<ForwardDynamics>(preconditioned, state);
      BOOST_TEST((chain ? preconditioned.iterations() > plain.iterations()
                        : preconditioned.iterations() < plain.iterations()));
    }
}
BOOST_AUTO_TEST_CASE(stops_at_the_cap, *boost::unit_test::label("trap")) {
  check_stops_at_the_cap<PreconditionedCg>();
}