#define BOOST_TEST_MODULE ldlt
#include "ldlt/ldlt.hpp"

#include "factored.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(factors_and_solves) {
  check_ldlt<Ldlt>(&Factored<Multiprecision>::L);
}
BOOST_AUTO_TEST_CASE(a_breakdown_names_the_first_bad_pivot) {
  check_names_the_first_bad_pivot<Ldlt>();
}
