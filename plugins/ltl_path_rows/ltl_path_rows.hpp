// Sparse factorization H = L^T L of a matrix with branch-induced sparsity, in place and without fill-in, and
// the solution of H x = b with the factor.  Featherstone 2005, sec. 2. In path rows it is that of
// kernels/path_triangle.hpp; the functions here are the paper's on a square, where what is solved has other rows.
//
// `lambda` is the expanded parent array, eq. (2). L x, L^T x, L^-1 x and L^-T x are those of the Appendix,
// where L_ii is not 1: the functions of kernels/sparse_triangle.hpp for a stored diagonal.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/path_triangle.hpp"
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
class Ltl final : public Solves<S, problems::Factorization> {
 public:
  explicit Ltl(const Model& model)
      : layout_(Layout(model).expanded_parent),
        triangle_(layout_.n()),
        numbers_(static_cast<std::size_t>(layout_.size())) {}

  StatusOf<S> factorization_in_path_rows(
      const Input<S, problems::Factorization, Storage::path_rows>& in,
      Output<S, problems::Factorization, Storage::path_rows> result) override {
    std::copy_n(in.H.data, in.H.layout->size(), result.L.data);
    for (int k = 1; k <= layout_.n(); ++k) result.D(k) = S(1);
    return factor_and_solve(result.L, in.tau, result.x);
  }

  StatusOf<S> factorization(const Input<S, problems::Factorization>& in,
                            Output<S, problems::Factorization> result) override {
    const PathRows<S> rows{numbers_.data(), &layout_};
    gather_lower(in.H, rows);
    const StatusOf<S> status = factor_and_solve(rows, in.tau, result.x);
    clear(result.D);
    for (int k = 1; k <= layout_.n(); ++k) result.D(k, k) = S(1);
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
  PathTriangle<S, Diagonal::stored> triangle_;
  std::vector<S> numbers_;  ///< of the rows of a dense H
};

}  // namespace kintree
