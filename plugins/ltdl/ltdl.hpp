// Sparse factorization H = L^T D L of a matrix with branch-induced sparsity, in place and without fill-in,
// and the solution of H x = b with the factors.  Featherstone 2005, Appendix.
//
// `lambda` is the expanded parent array (sec. 2), eq. (2): 0 <= lambda(i) < i. It need not come from a tree:
// lambda(i) = i - 1 makes the algorithm dense.
#pragma once

#include <vector>

#include "kernels/sparse_triangle.hpp"
#include "kintree/algebra/pivots.hpp"
#include "kintree/data/model.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

/// The lower triangle of A becomes L (its unit diagonal not stored) and, on the diagonal, D.
template <class S>
StatusOf<S> factor_ltdl(MatrixView<S> A, VectorView<const int> lambda) {
  const Phase<S> phase("factorization");
  Pivots<S> pivots;
  for (int k = A.rows; k >= 1; --k) {
    pivots.check(is_positive(A(k, k)), k);
    for (int i = lambda(k); i != 0; i = lambda(i)) {
      const S a = A(k, i) / A(k, k);
      for (int j = i; j != 0; j = lambda(j)) A(i, j) = A(i, j) - A(k, j) * a;
      A(k, i) = a;
    }
  }
  return pivots.status();
}

/// x <- H^-1 x = L^-1 D^-1 L^-T x, with the factors as `factor_ltdl` leaves them.
template <class S>
void solve_ltdl(MatrixView<const S> LD, VectorView<const int> lambda, VectorView<S> x) {
  const Phase<S> phase("solution");
  solve_transposed(LD, lambda, x);
  for (int i = 1; i <= LD.rows; ++i) x(i) = x(i) / LD(i, i);
  solve_lower(LD, lambda, x);
}

template <class S>
class Ltdl final : public Solver<S> {
 public:
  explicit Ltdl(const Model& model) : lambda_(Layout(model).expanded_parent) {}

  Status factorization(const FactorizationInput<S>& in, Factorization<S> result) override {
    const int n = in.H.rows;
    const VectorView<const int> lambda{lambda_.data() + 1, n};
    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) result.L(i, j) = j > i ? S{} : in.H(i, j);
      result.x(i) = in.b(i);
    }
    const Status status = factor_ltdl(result.L, lambda);
    solve_ltdl<S>(result.L, lambda, result.x);

    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) result.D(i, j) = S{};
      result.D(i, i) = result.L(i, i);
      result.L(i, i) = S(1);
    }
    return status;
  }

 private:
  std::vector<int> lambda_;
};

}  // namespace kintree
