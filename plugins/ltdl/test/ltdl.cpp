// The listings of LTDL on any parent array, and the plugins ltdl and ltdl_path_rows.
#define BOOST_TEST_MODULE ltdl
#include "ltdl/ltdl.hpp"

#include <tuple>

#include "ltdl/test/exact_factors.hpp"
#include "ltdl_path_rows/ltdl_path_rows.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

VectorView<const int> view_of(const Parents& lambda) {
  return {lambda.data() + 1, static_cast<int>(lambda.size()) - 1};
}

using Algorithms = std::tuple<Ltdl<double>, LtdlPathRows<double>>;

}  // namespace

BOOST_AUTO_TEST_CASE(listing_returns_factors_and_solution_in_place) {
  for_parents([](const Parents& lambda, Generator& generator) {
    const Exact exact(lambda, generator);
    Matrix A = exact.H;
    BOOST_TEST(factor_ltdl(A.view(), view_of(lambda)).code == Status::ok);
    for (int i = 1; i <= exact.n; ++i) {
      BOOST_TEST(A(i, i) == exact.D[static_cast<std::size_t>(i - 1)]);
      for (int j = 1; j < i; ++j) BOOST_TEST((A(i, j) == exact.L(i, j) && A(j, i) == exact.H(j, i)));
    }
    std::vector<double> x, b(exact.D.size());
    for (int i = 1; i <= exact.n; ++i) x.push_back(uniform_integer(generator, -5, 5));
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j)
        b[i] += exact.H(static_cast<int>(i) + 1, static_cast<int>(j) + 1) * x[j];
    solve_ltdl<double>(A.view(), view_of(lambda), view(b));
    BOOST_TEST(b == x, boost::test_tools::per_element());
  });
}

/// Featherstone 2005, Table 1.
BOOST_AUTO_TEST_CASE(listing_takes_the_published_operations) {
  for_parents([](const Parents& lambda, Generator& generator) {
    const Exact exact(lambda, generator);
    std::vector<Counted> numbers, x(exact.D.size(), Counted{1});
    for (const double number : exact.H.numbers) numbers.push_back({number});
    const MatrixView<Counted> A{numbers.data(), exact.n, exact.n};
    int D1 = 0, D2 = 0;
    for (int i = 1; i <= exact.n; ++i) {
      int above = 0;
      for (int j = view_of(lambda)(i); j != 0; j = view_of(lambda)(j)) ++above;
      D1 += above, D2 += above * (above + 1) / 2;
    }
    Counted::reset();
    factor_ltdl(A, view_of(lambda));
    BOOST_TEST((Counted::divisions == D1 && Counted::products == D2 && Counted::differences == D2));
    Counted::reset();
    solve_ltdl<Counted>(A, view_of(lambda), {x.data(), exact.n});
    BOOST_TEST(
        (Counted::divisions == exact.n && Counted::products == 2 * D1 && Counted::differences == 2 * D1));
  });
}

BOOST_AUTO_TEST_CASE(listing_names_the_first_bad_pivot) {
  for_parents([](const Parents& lambda, Generator& generator) {
    Exact exact(lambda, generator);
    const int low = uniform_integer(generator, 1, exact.n), high = uniform_integer(generator, low, exact.n);
    exact.D[static_cast<std::size_t>(low - 1)] = -1;
    exact.D[static_cast<std::size_t>(high - 1)] = -2;
    exact.form();
    const Status status = factor_ltdl(exact.H.view(), view_of(lambda));
    BOOST_TEST((status.code == Status::breakdown && status.coordinate == high));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(plugins_return_complete_factors, Algorithm, Algorithms) {
  for_cases(12, 3, {}, [](const Case& drawn) {
    const Parents lambda = Layout(drawn.model).expanded_parent;
    Generator generator = make_generator({drawn.id.seed});
    const Exact exact(lambda, generator);
    const auto size = static_cast<std::size_t>(exact.n);
    std::vector<double> b(size), x(size, poison<double>()), expected(size);
    for (double& component : expected) component = uniform_integer(generator, -5, 5);
    for (int i = 1; i <= exact.n; ++i)
      for (int j = 1; j <= exact.n; ++j)
        b[static_cast<std::size_t>(i - 1)] += exact.H(i, j) * expected[static_cast<std::size_t>(j - 1)];

    Algorithm ltdl(drawn.model);
    Matrix L(exact.n, poison<double>()), D(exact.n, poison<double>());
    const Matrix& H = exact.H;
    BOOST_TEST(
        ltdl.factorization({{}, H.view(), view(std::as_const(b))}, {L.view(), D.view(), view(x)}).code ==
        Status::ok);
    BOOST_TEST(L.numbers == exact.L.numbers, boost::test_tools::per_element());
    for (int i = 1; i <= exact.n; ++i)
      for (int j = 1; j <= exact.n; ++j)
        BOOST_TEST(D(i, j) == (i == j ? exact.D[static_cast<std::size_t>(i - 1)] : 0.0));
    BOOST_TEST(x == expected, boost::test_tools::per_element());
  });
}
