// Phi n = a, solved for the constraint forces from the leaves to the root and back.
// Yamane & Nakamura 2002, secs. 3.3 and 4. Path 1 begins at the leaves, as in sec. 4: joint i has the lower index of
// (40), (41) and (47), and a joint of its clique the higher one.
#pragma once

#include "kernels/tridiagonal.hpp"
#include "yamane_nakamura/clique_plan.hpp"

namespace kintree {

template <class S>
class CliqueElimination {
 public:
  explicit CliqueElimination(const Tree<S>& tree)
      : plan(tree),
        S_ii(tree.N),
        S_ia(plan.blocks()),
        n(tree.N),
        N_(tree.N),
        M_(tree.N),
        MS_(plan.blocks()) {}

  CliquePlan plan;
  ByBody<Block<S>> S_ii;
  std::vector<Block<S>> S_ia;  ///< between i and the joints a of its clique, by the plan
  ByBody<ByColumn<S>> n;       ///< a, then the constraint forces n

  /// Path 1. Calls check(i, positive) for each joint i: whether its pivots are positive.
  template <class Check>
  void leaves_to_root(Check check) {
    for (int i = N_; i >= 1; --i) {
      const std::vector<int>& clique = plan.neighbours(i);
      check(i, factor(S_ii[i], M_[i]));  // (37)
      for (std::size_t r = 0; r < clique.size(); ++r) {
        const Block<S>& S_ir = S_ia[plan.at(i, r)];
        Block<S>& MS_ir = MS_[plan.at(i, r)];
        MS_ir = solve(M_[i], S_ir);
        subtract_product(n[clique[r]], MS_ir, n[i]);     // a - S n, (40)
        subtract_product(S_ii[clique[r]], S_ir, MS_ir);  // (41)
        for (std::size_t s = 0; s < r; ++s)
          subtract_product(S_ia[plan.at(clique[r], s)], S_ir, MS_[plan.at(i, s)]);  // Phi, as (41)
      }
    }
  }

  /// Path 2.
  void root_to_leaves() {
    for (int i = 1; i <= N_; ++i) {
      const std::vector<int>& clique = plan.neighbours(i);
      M_[i].solve(n[i].data());  // M (a - S n), (40)
      for (std::size_t r = 0; r < clique.size(); ++r)
        subtract_product(n[i], transpose(MS_[plan.at(i, r)]), n[clique[r]]);  // (47)
    }
  }

 private:
  int N_;
  ByBody<SmallSpd<S>> M_;  ///< the inverse of M, factored
  std::vector<Block<S>> MS_;
};

}  // namespace kintree
