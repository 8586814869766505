// Eigen's own allocations, which do not go through operator new, stop the program as well.
#undef NDEBUG
#define EIGEN_RUNTIME_NO_MALLOC
#define BOOST_TEST_MODULE ldlt
#include "ldlt/ldlt.hpp"

#include <boost/test/unit_test.hpp>

#include "allocations.hpp"
#include "ltl/ltl.hpp"
#include "ltl/test/factored.hpp"

using namespace kintree;
using namespace kintree::test;

using Number = Multiprecision;

/// The largest |L D L^T - H| over the largest |H|.
Number residual(const Factored<Number>& f) {
  std::vector<Number> product;
  for (int i = 1; i <= f.n; ++i)
    for (int j = 1; j <= f.n; ++j) {
      Number sum = 0;
      for (int k = 1; k <= f.n; ++k) sum += f.L(i, k) * f.D(k, k) * f.L(j, k);
      product.push_back(sum);
    }
  return relative_error(product, f.H.numbers);
}

BOOST_AUTO_TEST_CASE(factors_and_solves) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [](const Case& drawn) {
    Factored<Number> f(drawn), ltl(drawn);
    BOOST_TEST(Ldlt<Number>(drawn.model).factorization(f.in(), f.result()).code == Status::ok);
    BOOST_TEST(residual(f) <= 1e-55);
    for (int i = 1; i <= f.n; ++i)
      for (int j = 1; j <= f.n; ++j) {
        if (j > i) BOOST_TEST(f.L(i, j) == 0);
        BOOST_TEST((i == j ? f.L(i, i) == 1 : f.D(i, j) == 0));
      }
    Ltl<Number>(drawn.model).factorization(ltl.in(), ltl.result());
    BOOST_TEST(relative_error(f.x, ltl.x) <= 1e-40);
  });
}

BOOST_AUTO_TEST_CASE(a_breakdown_names_the_first_bad_pivot) {
  for_cases(12, 2, {}, [](const Case& drawn) {
    for (const double pivot : {0.0, -1.0, poison<double>()}) {
      Factored<double> f(drawn);
      const int first = 1 + static_cast<int>(drawn.seed) % f.n;
      f.H(first, first) = pivot;
      Ldlt<double> solver(drawn.model);
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
    Ldlt<double> solver(drawn.model);
    check_allocates_nothing([&] {
      Eigen::internal::set_is_malloc_allowed(false);
      solver.factorization(f.in(), f.result());
      Eigen::internal::set_is_malloc_allowed(true);
    });
  });
}
