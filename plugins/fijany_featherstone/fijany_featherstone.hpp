// The serial O(N) form of the constraint-force algorithm: block elimination from the base to the tip.
// Fijany & Featherstone 2013; the rest of it: fijany_featherstone/constraint_force.hpp. Equations in square
// brackets are ours: README.md.
#pragma once

#include "fijany_featherstone/constraint_force.hpp"

namespace kintree {

template <class S>
class BlockElimination {
 public:
  explicit BlockElimination(std::size_t rows) : D_(rows), DU_(rows) {}

  /// Uses A up. Calls check(row, positive) for each row: whether its pivots are positive.
  template <class Check>
  void factor(Tridiagonal<S>& A, Check check) {
    for (std::size_t k = 0; k < D_.size(); ++k) {
      check(k, kintree::factor(A.D[k], D_[k]));
      if (k + 1 == D_.size()) break;
      DU_[k] = kintree::solve(D_[k], A.U[k]);
      subtract_product(A.D[k + 1], A.U[k], DU_[k]);  // D_k+1 <- D_k+1 - U_k^T D_k^-1 U_k, [9]
    }
  }

  /// x <- A^-1 x.
  void solve(std::vector<ByColumn<S>>& x) const {
    const std::size_t rows = D_.size();
    for (std::size_t k = 0; k + 1 < rows; ++k)
      subtract_product(x[k + 1], DU_[k], x[k]);  // b_k+1 <- b_k+1 - U_k^T D_k^-1 b_k, [9]
    for (std::size_t k = rows; k-- > 0;) {
      D_[k].solve(x[k].data());                                               // [10]
      if (k + 1 < rows) subtract_product(x[k], transpose(DU_[k]), x[k + 1]);  // [10]
    }
  }

 private:
  std::vector<SmallSpd<S>> D_;
  std::vector<Block<S>> DU_;
};

template <class S>
class FijanyFeatherstone final : public ConstraintForce<S, InterbodyForces<S, BlockElimination<S>>> {
 public:
  using ConstraintForce<S, InterbodyForces<S, BlockElimination<S>>>::ConstraintForce;
};

}  // namespace kintree
