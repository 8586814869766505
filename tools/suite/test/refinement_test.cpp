// One step of refinement on long chains: the remaining error is the uncertainty of the inputs themselves.
#define BOOST_TEST_MODULE refinement
#include <boost/test/unit_test.hpp>

#include "aba/aba.hpp"
#include "chains.hpp"
#include "crba_ltdl/crba_ltdl.hpp"
#include "divide_and_conquer_mixed/divide_and_conquer_mixed.hpp"
#include "kintree/oracle/limits.hpp"
#include "refined/refined.hpp"

using namespace kintree;
using namespace kintree::test;
namespace limits = kintree::oracle::limits;

namespace {

/// Every number that the dynamics depends on, moved to one of its neighbours. A zero is exact.
Case neighbour(Case drawn, Generator& generator) {
  const auto move = [&generator](double& x) {
    const double away = one_in(generator, 2) ? 2 * x : 0;
    x = std::nextafter(x, away);
  };
  for (Body& body : drawn.model.bodies) {
    for (double& x : body.joint.placement.xyz) move(x);
    for (double& x : body.joint.axis) move(x);
    for (double& x : body.inertial.origin.xyz) move(x);
    for (double* x : {&body.inertial.mass, &body.inertial.ixx, &body.inertial.iyy, &body.inertial.izz})
      move(*x);
  }
  for (double& x : drawn.model.gravity) move(x);
  for (double& x : drawn.state.q) move(x);
  for (double& x : drawn.state.tau) move(x);
  return drawn;
}

std::vector<Multiprecision> exact_answer(const Case& drawn) {
  Aba<Multiprecision> aba(drawn.model);
  const Widened<Multiprecision> state(drawn.state);
  return forward_dynamics(aba, state, state.tau);
}

template <class Algorithm>
double error(const Case& drawn, const std::vector<Multiprecision>& exact) {
  Algorithm solver(drawn.model);
  const Widened<double> state(drawn.state);
  const std::vector<double> qdd = forward_dynamics(solver, state, state.tau);
  return static_cast<double>(relative_error(std::vector<Multiprecision>(qdd.begin(), qdd.end()), exact));
}

/// The inherent uncertainty of the answer, sampled as the judge samples it, by neighbours of the inputs.
double uncertainty(const Case& drawn, const std::vector<Multiprecision>& exact) {
  Generator generator = make_generator({drawn.id.seed, word("neighbours")});
  double sum = 0;
  for (int k = 0; k < limits::samples; ++k) {
    const auto moved = static_cast<double>(relative_error(exact_answer(neighbour(drawn, generator)), exact));
    sum += moved * moved;
  }
  return std::sqrt(sum / limits::samples);
}

/// Errors relative to those that the inputs allow: the worst of several states of chains of 128 and 256 rods.
struct Worst {
  double before = 0, after = 0;
};
template <class Algorithm>
Worst refine(RodChain chain) {
  const PrecisionScope precision(60);
  Worst worst;
  for (const int N : {128, 256}) {
    chain.bodies = N;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Case drawn = draw(chain, seed);
      const std::vector<Multiprecision> exact = exact_answer(drawn);
      const double limit = limits::sampling_factor * std::max(uncertainty(drawn, exact), limits::u_double);
      const double before = error<Algorithm>(drawn, exact) / limit;
      const double after = error<Refined<double, Algorithm>>(drawn, exact) / limit;
      if (!(before <= worst.before)) worst.before = before;
      if (!(after <= worst.after)) worst.after = after;
    }
  }
  BOOST_TEST_MESSAGE("before " << worst.before << ", after " << worst.after);
  return worst;
}

template <class Algorithm>
void check_refinement(bool needed_on_equal_masses) {
  const Worst equal = refine<Algorithm>({.random_forces = true});
  BOOST_TEST(equal.after <= 1);
  if (needed_on_equal_masses) BOOST_TEST(equal.before > 1);
  const Worst random = refine<Algorithm>({.random_masses = true, .random_forces = true});
  BOOST_TEST(random.before > 1);
  BOOST_TEST(random.after <= 1);
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_step_takes_aba_to_the_uncertainty_of_the_inputs, *boost::unit_test::label("trap")) {
  check_refinement<Aba<double>>(false);
}

BOOST_AUTO_TEST_CASE(refinement_step_takes_mixed_form_to_input_uncertainty,
                     *boost::unit_test::label("trap")) {
  check_refinement<DivideAndConquerMixed<double>>(false);
}

BOOST_AUTO_TEST_CASE(one_step_takes_crba_ltdl_to_the_uncertainty_of_the_inputs,
                     *boost::unit_test::label("trap")) {
  check_refinement<CrbaLtdl<double>>(true);
}
