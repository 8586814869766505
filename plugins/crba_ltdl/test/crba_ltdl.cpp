#define BOOST_TEST_MODULE crba_ltdl
#include "crba_ltdl/crba_ltdl.hpp"

#include "aba/aba.hpp"
#include "calls.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(answers_like_the_articulated_body_algorithm) {
  check_answers_like<ForwardDynamics, CrbaLtdl, Aba>(16, 4, 1e-50);
}
BOOST_AUTO_TEST_CASE(a_joint_without_inertia_is_a_breakdown_at_its_last_coordinate) {
  check_breakdown_without_inertia<CrbaLtdl>(Coordinate::last);
}
