#define BOOST_TEST_MODULE reordered_cholesky
#include "reordered_cholesky/reordered_cholesky.hpp"

#include "factored.hpp"
#include "ltl/ltl.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(is_ltl_without_fill_in) {
  const PrecisionScope precision(60);
  for_cases(16, 4, {}, [](const Case& drawn) {
    Factored<Multiprecision> f(drawn), ltl(drawn);
    ReorderedCholesky<Multiprecision> solver(drawn.model);
    BOOST_TEST(solver.factorization(f.in(), f.result()).code == Status::ok);
    Ltl<Multiprecision>(drawn.model).factorization(ltl.in(), ltl.result());
    BOOST_TEST(relative_error(f.L.numbers, ltl.L.numbers) <= 1e-45);
    BOOST_TEST(f.D.numbers == ltl.D.numbers);
    BOOST_TEST(relative_error(f.x, ltl.x) <= 1e-40);

    long D1 = 0;  // the depths less one, Featherstone 2005, sec. 4
    for (int i = 1; i <= f.n; ++i)
      for (int j = f.lambda[static_cast<std::size_t>(i)]; j != 0; j = f.lambda[static_cast<std::size_t>(j)])
        ++D1;
    BOOST_TEST(solver.nonzeros() == D1 + f.n);
  });
}
