#define BOOST_TEST_MODULE unit_vector
#include "unit_vector/unit_vector.hpp"

#include "calls.hpp"
#include "crba/crba.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(answers_like_the_composite_rigid_body_algorithm) {
  check_answers_like<MassMatrix, UnitVector, Crba>(12, 3, 1e-45);
}
