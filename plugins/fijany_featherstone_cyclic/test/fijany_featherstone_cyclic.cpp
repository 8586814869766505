#define BOOST_TEST_MODULE fijany_featherstone_cyclic
#include "fijany_featherstone_cyclic/fijany_featherstone_cyclic.hpp"

#include <boost/test/unit_test.hpp>

#include "aba/aba.hpp"
#include "exact.hpp"
#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(answers_like_the_articulated_body_algorithm) {
  check_equals<ForwardDynamics, FijanyFeatherstoneCyclic, Aba>(16, 4);
}
