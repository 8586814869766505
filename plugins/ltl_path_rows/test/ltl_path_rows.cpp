#define BOOST_TEST_MODULE ltl_path_rows
#include "ltl_path_rows/ltl_path_rows.hpp"

#include "factored.hpp"
#include "ltdl/ltdl.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

}  // namespace

BOOST_AUTO_TEST_CASE(is_the_root_of_ltdl) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [](const Case& drawn) {
    Factored<Multiprecision> ltl(drawn), ltdl(drawn);
    BOOST_TEST(LtlPathRows<Multiprecision>(drawn.model).factorization(ltl.in(), ltl.result()).code ==
               Status::ok);
    Ltdl<Multiprecision>(drawn.model).factorization(ltdl.in(), ltdl.result());
    std::vector<Multiprecision> root;
    for (int i = 1; i <= ltl.n; ++i)
      for (int j = 1; j <= ltl.n; ++j) {
        root.push_back(sqrt(ltdl.D(i, i)) * ltdl.L(i, j));
        BOOST_TEST(ltl.D(i, j) == (i == j ? 1 : 0));
        if (!ltl.above(j, i)) BOOST_TEST(ltl.L(i, j) == 0);  // no fill-in
      }
    BOOST_TEST(relative_error(ltl.L.numbers, root) <= 1e-50);
    BOOST_TEST(relative_error(ltl.x, ltdl.x) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(products_and_solutions_with_one_factor_undo_each_other) {
  const PrecisionScope precision(60);
  const auto check = []<Diagonal diagonal>(const Factored<Multiprecision>& f) {
    const MatrixView<const Multiprecision> L = f.L.view();
    const VectorView<const int> lambda = f.parents();
    std::vector<Multiprecision> Lx(f.state.tau), Ltx(Lx.size(), poison<Multiprecision>()),
        expected_Lx(Lx.size()), expected_Ltx(Lx.size());
    for (int i = 1; i <= f.n; ++i)
      for (int j = 1; j <= i; ++j) {
        const auto a = static_cast<std::size_t>(i - 1), b = static_cast<std::size_t>(j - 1);
        expected_Lx[a] += f.L(i, j) * f.state.tau[b];
        expected_Ltx[b] += f.L(i, j) * f.state.tau[a];
      }
    multiply_lower<Multiprecision, diagonal>(L, lambda, view(Lx));
    multiply_transposed<Multiprecision, diagonal>(L, lambda, view(f.state.tau), view(Ltx));
    BOOST_TEST(relative_error(Lx, expected_Lx) <= 1e-50);
    BOOST_TEST(relative_error(Ltx, expected_Ltx) <= 1e-50);
    solve_lower<Multiprecision, diagonal>(L, lambda, view(Lx));
    solve_transposed<Multiprecision, diagonal>(L, lambda, view(Ltx));
    BOOST_TEST(relative_error(Lx, f.state.tau) <= 1e-45);
    BOOST_TEST(relative_error(Ltx, f.state.tau) <= 1e-45);
  };
  for_cases(12, 3, {}, [&](const Case& drawn) {
    Factored<Multiprecision> f(drawn);
    LtlPathRows<Multiprecision>(drawn.model).factorization(f.in(), f.result());
    check.operator()<Diagonal::stored>(f);
    Ltdl<Multiprecision>(drawn.model).factorization(f.in(), f.result());
    check.operator()<Diagonal::unit>(f);
  });
}

BOOST_AUTO_TEST_CASE(a_breakdown_names_the_first_bad_pivot_on_the_way_down) {
  for_cases(12, 2, {}, [](const Case& drawn) {
    for (const double pivot : {0.0, -1.0, poison<double>()}) {
      Factored<double> f(drawn);
      f.H(1, 1) = f.H(f.n, f.n) = pivot;
      const Status status = LtlPathRows<double>(drawn.model).factorization(f.in(), f.result());
      BOOST_TEST((status.code == Status::breakdown && status.coordinate == f.n));
    }
  });
}
