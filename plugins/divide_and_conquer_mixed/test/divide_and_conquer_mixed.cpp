#define BOOST_TEST_MODULE divide_and_conquer_mixed
#include "divide_and_conquer_mixed/divide_and_conquer_mixed.hpp"

#include "aba/aba.hpp"
#include "calls.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(answers_like_the_articulated_body_algorithm) {
  check_answers_like<ForwardDynamics, DivideAndConquerMixed, Aba>(16, 4, 1e-45);
}
