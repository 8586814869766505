// The O(log N) form of the constraint-force algorithm on O(N) processors: block odd-even reduction. All rows
// of one stride could be worked on at the same time. Fijany & Featherstone 2013; Hockney & Jesshope 1981; the
// rest of it: fijany_featherstone/constraint_force.hpp.
#pragma once

#include "fijany_featherstone/constraint_force.hpp"

namespace kintree {

template <class S>
class CyclicReduction {
 public:
  explicit CyclicReduction(std::size_t rows) : D_(rows), L_(rows) {}

  /// x <- A^-1 b. Returns a row whose pivot is not positive, or -1.
  int solve(Tridiagonal<S>& A) {
    int broken = -1;
    const std::size_t rows = D_.size();
    std::size_t stride = 1;
    for (; stride <= rows; stride *= 2) {
      for (std::size_t k = stride - 1; k < rows; k += 2 * stride) {  // the rows to be eliminated
        if (!factor(A.D[k], D_[k]) && broken < 0) broken = static_cast<int>(k);
        if (k >= stride) L_[k] = A.U[k - stride];
      }
      for (std::size_t k = 2 * stride - 1; k < rows; k += 2 * stride) keep(A, k, stride);
    }
    while (stride /= 2)
      for (std::size_t k = stride - 1; k < rows; k += 2 * stride) {
        if (k >= stride) subtract_product(A.x[k], L_[k], A.x[k - stride]);                    // (12)
        if (k + stride < rows) subtract_product(A.x[k], transpose(A.U[k]), A.x[k + stride]);  // (12)
        D_[k].solve(A.x[k].data());                                                           // (12)
      }
    return broken;
  }

 private:
  /// Row k, whose neighbours a stride away have been eliminated: i - 1 and i + 1 in (11).
  void keep(Tridiagonal<S>& A, std::size_t k, std::size_t stride) {
    const std::size_t before = k - stride, after = k + stride;
    const Block<S> DU = kintree::solve(D_[before], A.U[before]);
    subtract_product(A.D[k], A.U[before], DU);  // D_i - U_i-1^T D_i-1^-1 U_i-1, (11)
    subtract_product(A.x[k], DU, A.x[before]);  // (11)
    if (after >= D_.size()) return;
    const Block<S> Ut = transpose(A.U[k]), DUt = kintree::solve(D_[after], Ut);
    subtract_product(A.D[k], Ut, DUt);          // ... - U_i D_i+1^-1 U_i^T, (11)
    subtract_product(A.x[k], DUt, A.x[after]);  // (11)
    if (after + stride >= D_.size()) return;
    Block<S> next(A.U[k].rows, A.U[after].columns);
    subtract_product(next, DUt, A.U[after]);  // U_i,i+2 = -U_i D_i+1^-1 U_i+1, (11)
    A.U[k] = next;
  }

  std::vector<SmallSpd<S>> D_;
  std::vector<Block<S>> L_;  ///< between an eliminated row and the one before it
};

template <class S>
class FijanyFeatherstoneCyclic final : public ConstraintForce<S, CyclicReduction<S>> {
 public:
  using ConstraintForce<S, CyclicReduction<S>>::ConstraintForce;
};

}  // namespace kintree
