#define BOOST_TEST_MODULE denoc
#include "denoc/denoc.hpp"

#include "calls.hpp"
#include "factored.hpp"
#include "ltdl/ltdl.hpp"

using namespace kintree;
using namespace kintree::test;

/// Gaussian elimination has no other factors, so that they are the same for joints of any freedom.
BOOST_AUTO_TEST_CASE(factors_are_those_of_ltdl_for_all_joints) {
  const PrecisionScope precision(60);
  for_cases(16, 4, {}, [](const Case& drawn) {
    Factored<Multiprecision> f(drawn), ltdl(drawn);
    BOOST_TEST(Denoc<Multiprecision>(drawn.model).factorization(f.in(), f.result()).code == Status::ok);
    Ltdl<Multiprecision>(drawn.model).factorization(ltdl.in(), ltdl.result());
    BOOST_TEST(relative_error(f.L.numbers, ltdl.L.numbers) <= 1e-40);
    BOOST_TEST(relative_error(f.D.numbers, ltdl.D.numbers) <= 1e-40);
    BOOST_TEST(relative_error(f.x, ltdl.x) <= 1e-40);
  });
}
