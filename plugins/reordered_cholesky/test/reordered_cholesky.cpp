// Eigen's own allocations, which do not go through operator new, stop the program as well.
#undef NDEBUG
#define EIGEN_RUNTIME_NO_MALLOC
#define BOOST_TEST_MODULE reordered_cholesky
#include "reordered_cholesky/reordered_cholesky.hpp"

#include <boost/test/unit_test.hpp>

#include "allocations.hpp"
#include "ltl/ltl.hpp"
#include "ltl/test/factored.hpp"

using namespace kintree;
using namespace kintree::test;

using Number = Multiprecision;

BOOST_AUTO_TEST_CASE(is_ltl_without_fill_in) {
  const PrecisionScope precision(60);
  for_cases(16, 4, {}, [](const Case& drawn) {
    Factored<Number> f(drawn), ltl(drawn);
    ReorderedCholesky<Number> solver(drawn.model);
    BOOST_TEST(solver.factorization(f.in(), f.result()).code == Status::ok);
    Ltl<Number>(drawn.model).factorization(ltl.in(), ltl.result());
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

BOOST_AUTO_TEST_CASE(a_breakdown_names_the_first_bad_pivot) {
  for_cases(12, 2, {}, [](const Case& drawn) {
    for (const double pivot : {0.0, -1.0, poison<double>()}) {
      Factored<double> f(drawn);
      const int first = 1 + static_cast<int>(drawn.seed) % f.n;
      f.H(first, first) = pivot;
      ReorderedCholesky<double> solver(drawn.model);
      Status status = solver.factorization(f.in(), f.result());
      BOOST_TEST((status.code == Status::breakdown && status.coordinate == first));
      // The same as a fresh solver, and sound again with a sound matrix.
      f.H(first, first) = 1e6;
      BOOST_TEST(solver.factorization(f.in(), f.result()).code == Status::ok);
    }
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(60, 2, {}, [](const Case& drawn) {
    Factored<double> f(drawn);
    ReorderedCholesky<double> solver(drawn.model);
    check_allocates_nothing([&] {
      Eigen::internal::set_is_malloc_allowed(false);
      solver.factorization(f.in(), f.result());
      Eigen::internal::set_is_malloc_allowed(true);
    });
  });
}
