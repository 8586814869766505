#define BOOST_TEST_MODULE conjugate_gradient
#include "conjugate_gradient/conjugate_gradient.hpp"

#include "aba/aba.hpp"
#include "iterations.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(n_steps_are_enough_in_exact_arithmetic) {
  check_n_steps_are_enough<ConjugateGradient, Aba>();
}
BOOST_AUTO_TEST_CASE(no_residual_no_step) {
  check_no_residual_no_step<ConjugateGradient, double>();
  check_no_residual_no_step<ConjugateGradient, Field>();
}
BOOST_AUTO_TEST_CASE(n_steps_are_too_few_in_floating_point, *boost::unit_test::label("trap")) {
  check_n_steps_are_too_few_for_long_chains<ConjugateGradient, Aba>();
}
BOOST_AUTO_TEST_CASE(stops_at_the_cap, *boost::unit_test::label("trap")) {
  check_stops_at_the_cap<ConjugateGradient>();
}