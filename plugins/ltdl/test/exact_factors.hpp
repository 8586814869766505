// Factors of H = L^T D L whose product is exact in double, for any parent array that fits eq. (2).  Featherstone 2005.
#pragma once

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "solving.hpp"

namespace kintree::test {

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

using Matrix = SquareMatrix<double>;

/// lambda(1..n), entry 0 unused.
using Parents = std::vector<int>;

inline Parents dense_parents(int n) {
  Parents lambda{0};
  for (int i = 1; i <= n; ++i) lambda.push_back(i - 1);
  return lambda;
}

/// Any that fits eq. (2).
inline Parents random_parents(int n, Generator& generator) {
  Parents lambda{0};
  for (int i = 1; i <= n; ++i) lambda.push_back(uniform_integer(generator, 0, i - 1));
  return lambda;
}

inline bool above(const Parents& lambda, int j, int i) {
  while (i > j) i = lambda[static_cast<std::size_t>(i)];
  return i == j && j != 0;
}

/// Returns whether a factor of a matrix that fits eq. (6) may have a number at i, j.
inline bool in_pattern(const Parents& lambda, int i, int j) {
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

}  // namespace kintree::test
