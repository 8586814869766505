// Sparse factorization H = L^T D L of a matrix with branch-induced sparsity, in place and without fill-in,
// and the solution of H x = b with the factors.  Featherstone 2005, Appendix. In path rows it is that of
// kernels/path_triangle.hpp; the functions here are the paper's on a square, for what has no path rows.
//
// `lambda` is the expanded parent array (sec. 2), eq. (2): 0 <= lambda(i) < i. It need not come from a tree:
// lambda(i) = i - 1 makes the algorithm dense.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/path_triangle.hpp"
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
  explicit Ltdl(const Model& model)
      : layout_(Layout(model).expanded_parent),
        triangle_(layout_.n()),
        numbers_(static_cast<std::size_t>(layout_.size())) {}

  StatusOf<S> factorization_in_path_rows(const PathFactorizationInput<S>& in,
                                         PathFactorization<S> result) override {
    std::copy_n(in.H.data, in.H.layout->size(), result.L.data);
    const StatusOf<S> status = factor_and_solve(result.L, in.b, result.x);
    std::copy_n(triangle_.D().data, layout_.n(), result.D.data);
    return status;
  }

  StatusOf<S> factorization(const FactorizationInput<S>& in, Factorization<S> result) override {
    const PathRows<S> rows{numbers_.data(), &layout_};
    gather_lower(in.H, rows);
    const StatusOf<S> status = factor_and_solve(rows, in.b, result.x);
    clear(result.D);
    for (int k = 1; k <= layout_.n(); ++k) result.D(k, k) = triangle_.D()(k);
    expand_lower<S>(rows, result.L);
    return status;
  }

 private:
  StatusOf<S> factor_and_solve(PathRows<S> rows, VectorView<const S> b, VectorView<S> x) {
    std::copy_n(b.data, layout_.n(), x.data);
    const StatusOf<S> status = triangle_.factor(rows);
    triangle_.solve(rows, x);
    return status;
  }

  PathRowLayout layout_;
  PathTriangle<S> triangle_;
  std::vector<S> numbers_;  ///< of the rows of a dense H
};

}  // namespace kintree
