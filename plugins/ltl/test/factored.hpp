// What the tests of the factorizations share: a case's H, and room for the result, poisoned.
#pragma once

#include "crba/crba.hpp"
#include "solving.hpp"

namespace kintree::test {

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
    Crba<S>(drawn.model).mass_matrix(view(std::as_const(state.q)), H.view());
  }
  FactorizationInput<S> in() const { return {view(state.q), H.view(), view(state.tau)}; }
  Factorization<S> result() { return {L.view(), D.view(), view(x)}; }
  /// Whether coordinate j is i or supports it.
  bool above(int j, int i) const {
    while (i > j) i = lambda[static_cast<std::size_t>(i)];
    return i == j;
  }
  VectorView<const int> parents() const { return {lambda.data() + 1, n}; }

  Widened<S> state;
  std::vector<int> lambda;
  int n;
  SquareMatrix<S> H, L, D;
  std::vector<S> x;
};

}  // namespace kintree::test
