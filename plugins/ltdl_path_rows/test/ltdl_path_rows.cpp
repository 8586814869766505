#define BOOST_TEST_MODULE ltdl_path_rows
#include "ltdl_path_rows/ltdl_path_rows.hpp"

#include "ltdl/test/exact_factors.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

/// The triangle of a matrix in path rows, and nothing else of it.
template <class S>
struct Rows {
  Rows(const Parents& lambda, const Matrix& H)
      : layout(lambda), numbers(static_cast<std::size_t>(layout.size())), view{numbers.data(), &layout} {
    for_each_entry(view, [&H](int k, int j, S& entry) { entry = S{H(k, j)}; });
  }
  PathRowLayout layout;
  std::vector<S> numbers;
  PathRows<S> view;
};

}  // namespace

BOOST_AUTO_TEST_CASE(path_rows_have_the_same_factors_and_solutions) {
  for_parents([](const Parents& lambda, Generator& generator) {
    const Exact exact(lambda, generator);
    Rows<double> rows(lambda, exact.H);
    PathTriangle<double> triangle(exact.n);
    BOOST_TEST(triangle.factor(rows.view).code == Status::ok);
    for_each_entry(rows.view, [&exact](int k, int j, double entry) { BOOST_TEST(entry == exact.L(k, j)); });
    for (int k = 1; k <= exact.n; ++k)
      BOOST_TEST(triangle.D()(k) == exact.D[static_cast<std::size_t>(k - 1)]);
    std::vector<double> x, b(static_cast<std::size_t>(exact.n));
    for (int i = 1; i <= exact.n; ++i) x.push_back(uniform_integer(generator, -5, 5));
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j)
        b[i] += exact.H(static_cast<int>(i) + 1, static_cast<int>(j) + 1) * x[j];
    triangle.solve(rows.view, view(b));
    BOOST_TEST(b == x, boost::test_tools::per_element());
  });
}

BOOST_AUTO_TEST_CASE(path_rows_take_no_more_than_the_claimed_operations) {
  for_parents([](const Parents& lambda, Generator& generator) {
    const Exact exact(lambda, generator);
    Rows<Counted> rows(lambda, exact.H);
    const int D1 = static_cast<int>(rows.layout.size()) - exact.n;
    int D2 = 0;
    for (int k = 1; k <= exact.n; ++k) D2 += rows.layout.depth(k) * (rows.layout.depth(k) - 1) / 2;
    PathTriangle<Counted> triangle(exact.n);
    std::vector<Counted> x(static_cast<std::size_t>(exact.n), Counted{1});
    Counted::reset();
    triangle.factor(rows.view);
    BOOST_TEST((Counted::divisions == D1 && Counted::products == D2 && Counted::differences == D2));
    Counted::reset();
    triangle.solve(rows.view, {x.data(), exact.n});
    BOOST_TEST(
        (Counted::divisions == exact.n && Counted::products == 2 * D1 && Counted::differences == 2 * D1));
  });
}

BOOST_AUTO_TEST_CASE(in_path_rows_a_breakdown_names_the_first_bad_pivot_too) {
  for_parents([](const Parents& lambda, Generator& generator) {
    Exact exact(lambda, generator);
    const int low = uniform_integer(generator, 1, exact.n), high = uniform_integer(generator, low, exact.n);
    exact.D[static_cast<std::size_t>(low - 1)] = -1;
    exact.D[static_cast<std::size_t>(high - 1)] = -2;
    exact.form();
    Rows<double> rows(lambda, exact.H);
    const Status status = PathTriangle<double>(exact.n).factor(rows.view);
    BOOST_TEST((status.code == Status::breakdown && status.coordinate == high));
  });
}

BOOST_AUTO_TEST_CASE(depth_first_means_that_those_supported_follow) {
  for_parents([](const Parents& lambda, Generator&) {
    const PathRowLayout layout(lambda);
    std::vector<int> path;  // to the last one seen
    std::vector<bool> seen(lambda.size());
    for (const int k : layout.depth_first()) {
      while (!path.empty() && path.back() != layout.lambda(k)) path.pop_back();
      BOOST_TEST((path.empty() ? 0 : path.back()) == layout.lambda(k));
      path.push_back(k);
      BOOST_TEST(layout.depth(k) == static_cast<int>(path.size()));
      BOOST_TEST(!seen[static_cast<std::size_t>(k)]);
      seen[static_cast<std::size_t>(k)] = true;
    }
    BOOST_TEST(static_cast<int>(layout.depth_first().size()) == layout.n());
  });
}
