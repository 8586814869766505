#define BOOST_TEST_MODULE aba_bias_free
#include "aba_bias_free/aba_bias_free.hpp"

#include "aba/aba.hpp"
#include "calls.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(answers_like_the_articulated_body_algorithm) {
  check_answers_like<ForwardDynamics, AbaBiasFree, Aba>(12, 3, 1e-45);
}
BOOST_AUTO_TEST_CASE(a_joint_without_inertia_is_a_breakdown_at_its_first_coordinate) {
  check_breakdown_without_inertia<AbaBiasFree>(Coordinate::first);
}
