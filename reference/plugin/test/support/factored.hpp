// What the tests of the factorizations have in common: a case's H, and room for the result, poisoned.
#pragma once

#include <cmath>

#include "solving.hpp"

namespace kintree::test {

/// H, the sum of J^T I J over the bodies. The tree's positions are set.
template <class S>
SquareMatrix<S> sum_over_bodies(const Tree<S>& tree) {
  SquareMatrix<S> H(tree.n);
  for (int i = 1; i <= tree.N; ++i) {
    const std::vector<Motion<S>> J = body_jacobian(tree, i);
    std::vector<int> moving;  // the coordinates that move body i
    for (int j = i; j != 0; j = tree.parent[j])
      for (int k = 0; k < tree.dof[j]; ++k) moving.push_back(tree.first[j] + k);
    for (const int k : moving) {
      const Force<S> F = tree.I[i] * J[static_cast<std::size_t>(k - 1)];
      for (const int l : moving)
        if (l <= k) H(k, l) = H(l, k) = H(k, l) + dot(J[static_cast<std::size_t>(l - 1)], F);
    }
  }
  return H;
}

template <class S>
struct Factored {
  explicit Factored(const Case& drawn)
      : state(drawn.state),
        lambda(Layout(drawn.model).expanded_parent),
        n(static_cast<int>(lambda.size()) - 1),
        H(n),
        L(n, poison<S>()),
        D(n, poison<S>()),
        x(state.tau.size(), poison<S>()) {
    Tree<S> tree(drawn.model);
    tree.set_positions(view(std::as_const(state.q)));
    H = sum_over_bodies(tree);
  }
  FactorizationInput<S> in() const { return {view(state.q), H.view(), view(state.tau)}; }
  Factorization<S> result() { return {L.view(), D.view(), view(x)}; }
  /// Whether coordinate j is i or supports it.
  bool above(int j, int i) const {
    while (i > j) i = lambda[static_cast<std::size_t>(i)];
    return i == j;
  }
  VectorView<const int> parents() const { return {lambda.data() + 1, n}; }
  /// H x, which should be tau.
  std::vector<S> Hx() const {
    std::vector<S> product(x.size());
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j <= n; ++j)
        product[static_cast<std::size_t>(i - 1)] += H(i, j) * x[static_cast<std::size_t>(j - 1)];
    return product;
  }

  Widened<S> state;
  std::vector<int> lambda;
  int n;
  SquareMatrix<S> H, L, D;
  std::vector<S> x;
};

/// H = L D L^T, L lower triangular, `one` the matrix of L and D whose diagonal is 1; and H x = b.
template <template <class> class Algorithm>
void check_ldlt(SquareMatrix<Multiprecision> Factored<Multiprecision>::*one) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [one](const Case& drawn) {
    Factored<Multiprecision> f(drawn);
    BOOST_TEST(Algorithm<Multiprecision>(drawn.model).factorization(f.in(), f.result()).code == Status::ok);
    SquareMatrix<Multiprecision> product(f.n);
    for (int i = 1; i <= f.n; ++i)
      for (int j = 1; j <= f.n; ++j) {
        if (j > i) BOOST_TEST(f.L(i, j) == 0);
        BOOST_TEST((i == j ? (f.*one)(i, i) == 1 : f.D(i, j) == 0));
        for (int k = 1; k <= f.n; ++k) product(i, j) += f.L(i, k) * f.D(k, k) * f.L(j, k);
      }
    BOOST_TEST(relative_error(product.numbers, f.H.numbers) <= 1e-55);
    BOOST_TEST(relative_error(f.Hx(), f.state.tau) <= 1e-50);
  });
}

/// A coordinate that coordinates on both sides of it are coupled to, 0 if there is none.
inline int coupled(const SquareMatrix<double>& H) {
  for (int k = 1; k <= H.n; ++k) {
    double before = 0, after = 0;
    for (int i = 1; i <= H.n; ++i) (i < k ? before : after) += i == k ? 0 : std::abs(H(i, k));
    if (before > 1e-3 && after > 1e-3) return k;
  }
  return 0;
}

/// A pivot that is not positive is named, whether the diagonal is not or what is taken off it is more; the
/// solver is sound again afterwards.
template <template <class> class Algorithm>
void check_names_the_first_bad_pivot() {
  int taken_off = 0;
  for_cases(12, 2, {}, [&taken_off](const Case& drawn) {
    Algorithm<double> solver(drawn.model);
    const auto check = [&](int k, double diagonal) {
      Factored<double> f(drawn);
      f.H(k, k) = diagonal;
      const Status status = solver.factorization(f.in(), f.result());
      BOOST_TEST((status.code == Status::breakdown && status.coordinate == k));
      f.H(k, k) = 1e6;
      BOOST_TEST(solver.factorization(f.in(), f.result()).code == Status::ok);
    };
    const Factored<double> f(drawn);
    for (const double diagonal : {0.0, -1.0, poison<double>()})
      check(1 + static_cast<int>(drawn.id.seed) % f.n, diagonal);
    if (const int k = coupled(f.H); k != 0) check(k, 1e-100), ++taken_off;
  });
  BOOST_TEST(taken_off > 5);
}

}  // namespace kintree::test
