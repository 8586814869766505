#define BOOST_TEST_MODULE fijany_featherstone_cyclic
#include "fijany_featherstone_cyclic/fijany_featherstone_cyclic.hpp"

#include <boost/test/unit_test.hpp>

#include "aba/aba.hpp"
#include "allocations.hpp"
#include "exact.hpp"
#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(answers_like_the_articulated_body_algorithm) {
  check_equals<ForwardDynamics, FijanyFeatherstoneCyclic, Aba>(16, 4);
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  check_leaves_nothing_behind<ForwardDynamics, FijanyFeatherstoneCyclic>();
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  check_calls_allocate_nothing<ForwardDynamics, FijanyFeatherstoneCyclic>();
}
