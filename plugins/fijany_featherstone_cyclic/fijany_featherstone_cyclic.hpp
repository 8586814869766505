// The O(log N) form of the constraint-force algorithm on O(N) processors: block odd-even reduction. All rows
// of one stride could be worked on at the same time. Fijany & Featherstone 2013; Hockney & Jesshope 1981; the
// rest of it: fijany_featherstone/constraint_force.hpp. Equations in square brackets are ours: README.md.
#pragma once

#include "fijany_featherstone/constraint_force.hpp"

namespace kintree {

template <class S>
class CyclicReduction {
 public:
  explicit CyclicReduction(std::size_t rows) : D_(rows), DL_(rows), DU_(rows) {}

  /// Uses A up. Calls check(row, positive) for each row. `positive` is true if all its pivots are positive.
  template <class Check>
  void factor(Tridiagonal<S>& A, Check check) {
    const std::size_t rows = D_.size();
    for (std::size_t stride = 1; stride <= rows; stride *= 2) {
      for (std::size_t k = stride - 1; k < rows; k += 2 * stride) {  // the rows to be eliminated
        check(k, kintree::factor(A.D[k], D_[k]));
        if (k >= stride) DL_[k] = kintree::solve(D_[k], transpose(A.U[k - stride]));
        if (k + stride < rows) DU_[k] = kintree::solve(D_[k], A.U[k]);
      }
      for (std::size_t k = 2 * stride - 1; k < rows; k += 2 * stride) keep(A, k, stride);
    }
  }

  /// x <- A^-1 x.
  void solve(std::vector<ByColumn<S>>& x) const {
    const std::size_t rows = D_.size();
    std::size_t stride = 1;
    for (; stride <= rows; stride *= 2)
      for (std::size_t k = 2 * stride - 1; k < rows; k += 2 * stride) {  // k is i in [11], a stride is 1
        subtract_product(x[k], DU_[k - stride], x[k - stride]);          // b_i - U_i-1^T D_i-1^-1 b_i-1, [11]
        if (k + stride < rows)
          subtract_product(x[k], DL_[k + stride], x[k + stride]);  // ... - U_i D_i+1^-1 b_i+1, [11]
      }
    while (stride /= 2)
      for (std::size_t k = stride - 1; k < rows; k += 2 * stride) {
        D_[k].solve(x[k].data());                                                         // [12]
        if (k >= stride) subtract_product(x[k], transpose(DL_[k]), x[k - stride]);        // [12]
        if (k + stride < rows) subtract_product(x[k], transpose(DU_[k]), x[k + stride]);  // [12]
      }
  }

 private:
  /// Row k, whose neighbours a stride away have been eliminated: i, i - 1 and i + 1 in [11].
  void keep(Tridiagonal<S>& A, std::size_t k, std::size_t stride) const {
    const std::size_t before = k - stride, after = k + stride;
    subtract_product(A.D[k], A.U[before], DU_[before]);  // D_i - U_i-1^T D_i-1^-1 U_i-1, [11]
    if (after >= D_.size()) return;
    const Block<S> Ut = transpose(A.U[k]);
    subtract_product(A.D[k], Ut, DL_[after]);  // ... - U_i D_i+1^-1 U_i^T, [11]
    if (after + stride >= D_.size()) return;
    Block<S> next(A.U[k].rows, A.U[after].columns);
    subtract_product(next, Ut, DU_[after]);  // U_i,i+2 = -U_i D_i+1^-1 U_i+1, [11]
    A.U[k] = next;
  }

  std::vector<SmallSpd<S>> D_;
  std::vector<Block<S>> DL_, DU_;  ///< D^-1 times the blocks beside it, to the row before and the row after
};

template <class S>
class FijanyFeatherstoneCyclic final : public ConstraintForce<S, InterbodyForces<S, CyclicReduction<S>>> {
 public:
  using ConstraintForce<S, InterbodyForces<S, CyclicReduction<S>>>::ConstraintForce;
};

}  // namespace kintree
