#define BOOST_TEST_MODULE cholesky
#include "cholesky/cholesky.hpp"

#include "factored.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(factors_and_solves) {
  check_ldlt<Cholesky>(&Factored<Multiprecision>::D);
}
BOOST_AUTO_TEST_CASE(a_breakdown_names_the_first_bad_pivot) {
  check_names_the_first_bad_pivot<Cholesky>();
}
