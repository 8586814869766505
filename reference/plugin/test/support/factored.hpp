// Support for the tests of the factorizations: a case's H, and poisoned memory for the result.
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
  Input<S, problems::Factorization> in() const { return {view(state.q), H.view(), view(state.tau)}; }
  Output<S, problems::Factorization> result() { return {L.view(), D.view(), view(x)}; }
  /// True if coordinate j is i or supports it.
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

}  // namespace kintree::test
