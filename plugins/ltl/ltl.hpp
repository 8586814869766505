// Sparse factorization H = L^T L of a matrix with branch-induced sparsity, in place and without fill-in, and
// the solution of H x = b with the factor.  Featherstone 2005, sec. 2.
//
// `lambda` is the expanded parent array, eq. (2). L x, L^T x, L^-1 x and L^-T x are those of the Appendix,
// where L_ii is not 1: the functions of kernels/sparse_triangle.hpp for a stored diagonal.
#pragma once

#include <cmath>
#include <vector>

#include "kernels/sparse_triangle.hpp"
#include "kintree/algebra/pivots.hpp"
#include "kintree/data/model.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

/// The lower triangle of H becomes L.
template <class S>
StatusOf<S> factor_ltl(MatrixView<S> H, VectorView<const int> lambda) {
  using std::sqrt;
  const Phase<S> phase("factorization");
  Pivots<S> pivots;
  for (int k = H.rows; k >= 1; --k) {
    pivots.check(is_positive(H(k, k)), k);
    H(k, k) = sqrt(H(k, k));                                                     // sec. 2, step 1
    for (int j = lambda(k); j != 0; j = lambda(j)) H(k, j) = H(k, j) / H(k, k);  // sec. 2, step 2
    for (int i = lambda(k); i != 0; i = lambda(i))
      for (int j = i; j != 0; j = lambda(j)) H(i, j) = H(i, j) - H(k, i) * H(k, j);  // sec. 2, step 3
  }
  return pivots.status();
}

/// x <- H^-1 x = L^-1 L^-T x.  Appendix
template <class S>
void solve_ltl(MatrixView<const S> L, VectorView<const int> lambda, VectorView<S> x) {
  const Phase<S> phase("solution");
  solve_transposed<S, Diagonal::stored>(L, lambda, x);
  solve_lower<S, Diagonal::stored>(L, lambda, x);
}

template <class S>
class Ltl final : public Solver<S> {
 public:
  explicit Ltl(const Model& model) : lambda_(Layout(model).expanded_parent) {}

  Status factorization(const FactorizationInput<S>& in, Factorization<S> result) override {
    const int n = in.H.rows;
    const VectorView<const int> lambda{lambda_.data() + 1, n};
    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) {
        result.L(i, j) = j > i ? S{} : in.H(i, j);
        result.D(i, j) = S(i == j ? 1 : 0);
      }
      result.x(i) = in.b(i);
    }
    const Status status = factor_ltl(result.L, lambda);
    solve_ltl<S>(result.L, lambda, result.x);
    return status;
  }

 private:
  std::vector<int> lambda_;
};

}  // namespace kintree
