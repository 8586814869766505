#define BOOST_TEST_MODULE ltdl_path_rows
#include "ltdl_path_rows/ltdl_path_rows.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "solving.hpp"

namespace {

/// A double that counts what is done with it.
struct Counted {
  double value = 0;

  static inline int divisions = 0, products = 0, differences = 0;
  static void reset() { divisions = products = differences = 0; }

  friend Counted operator/(Counted a, Counted b) { return ++divisions, Counted{a.value / b.value}; }
  friend Counted operator*(Counted a, Counted b) { return ++products, Counted{a.value * b.value}; }
  friend Counted operator-(Counted a, Counted b) { return ++differences, Counted{a.value - b.value}; }
  friend Counted operator+(Counted a, Counted b) { return ++differences, Counted{a.value + b.value}; }
  friend bool is_positive(Counted a) { return a.value > 0; }
};

using namespace kintree;
using namespace kintree::test;

using Matrix = SquareMatrix<double>;

/// lambda(1..n), entry 0 unused.
using Parents = std::vector<int>;

Parents dense_parents(int n) {
  Parents lambda{0};
  for (int i = 1; i <= n; ++i) lambda.push_back(i - 1);
  return lambda;
}

/// Any that fits eq. (2).
Parents random_parents(int n, Generator& generator) {
  Parents lambda{0};
  for (int i = 1; i <= n; ++i) lambda.push_back(uniform_integer(generator, 0, i - 1));
  return lambda;
}

bool above(const Parents& lambda, int j, int i) {
  while (i > j) i = lambda[static_cast<std::size_t>(i)];
  return i == j && j != 0;
}

/// Whether the factors of eq. (6)'s matrices may have something at i, j.
bool in_pattern(const Parents& lambda, int i, int j) {
  return j <= i && above(lambda, j, i);
}

/// Factors of small whole numbers and powers of two: their product and everything on the way back to them is
/// exact.
struct Exact {
  Exact(const Parents& lambda, Generator& generator) : n(static_cast<int>(lambda.size()) - 1), L(n), H(n) {
    for (int i = 1; i <= n; ++i) {
      D.push_back(std::ldexp(1.0, uniform_integer(generator, -2, 4)));
      for (int j = 1; j < i; ++j)
        if (in_pattern(lambda, i, j))
          L(i, j) = uniform_integer(generator, 1, 3) * (one_in(generator, 2) ? 1 : -1);
      L(i, i) = 1;
    }
    form();
  }
  /// H = L^T D L, eq. (6): nothing between branches.
  void form() {
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j <= n; ++j) {
        H(i, j) = 0;
        for (int k = 1; k <= n; ++k) H(i, j) += L(k, i) * D[static_cast<std::size_t>(k - 1)] * L(k, j);
      }
  }

  int n;
  Matrix L;
  std::vector<double> D;
  Matrix H;
};

/// Runs `check(lambda, generator)` for dense, diagonal and random parent arrays.
template <class Check>
void for_parents(Check check) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      Generator generator = make_generator({word("ltdl"), seed});
      const int n = uniform_integer(generator, 1, 12);
      if (seed % 4 == 0)
        check(dense_parents(n), generator);
      else if (seed % 4 == 1 && seed < 8)
        check(Parents(static_cast<std::size_t>(n) + 1, 0), generator);
      else
        check(random_parents(n, generator), generator);
    }
  }
}

}  // namespace

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

BOOST_AUTO_TEST_CASE(the_solver_returns_complete_factors) {
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

    LtdlPathRows<double> ltdl(drawn.model);
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
