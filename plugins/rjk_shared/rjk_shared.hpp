// The algorithm of Rodriguez, Jain and Kreutz-Delgado with each Omega_ij computed once, however many pairs of
// end-effectors need it. The rest of it, and the symbols: rjk/rjk.hpp.  After Wensing, Featherstone & Orin
// 2012, sec. V-A; the sharing is ours.
#pragma once

#include "rjk/rjk.hpp"
#include "rjk_shared/pair_plan.hpp"

namespace kintree {

template <class S>
class RjkShared final : public Rjk<S> {
 public:
  RjkShared(const Model& model, const std::vector<EndEffector>& end_effectors)
      : Rjk<S>(model, end_effectors), pairs_(tree_.parent) {
    for (int g = 1; g <= tree_.N; ++g)
      for (const auto& [a, b] : ends_.GCA[g]) blocks_.push_back({a, b, pairs_.need(ends_.p[a], ends_.p[b])});
    Omega_ij_.resize(pairs_.list.size());
  }

 protected:
  void cross_terms(MatrixView<S> Lambda_inverse) override {
    const Phase<S> phase("cross terms");
    for (std::size_t n = 0; n < pairs_.list.size(); ++n) {
      const auto& [i, j, from] = pairs_.list[n];
      Omega_ij_[n] = i == j ? full(Omega_[i]) : Omega(from);
      if (i != j) step(i, Omega_ij_[n]);  // Omega_ij = T_i Omega_p(i)j
    }
    for (const auto& [a, b, at] : blocks_) ends_.put(a, b, at_ends(a, b, Omega(at)), Lambda_inverse);
  }

 private:
  using Rjk<S>::tree_;
  using Rjk<S>::ends_;
  using Rjk<S>::Omega_;
  using Rjk<S>::step;
  using Rjk<S>::at_ends;

  Mobility<S> Omega(const PairPlan::Place& place) const {
    return place.transposed ? transpose(Omega_ij_[place.pair]) : Omega_ij_[place.pair];
  }

  struct Block {
    int a, b;
    PairPlan::Place at;
  };
  PairPlan pairs_;
  std::vector<Mobility<S>> Omega_ij_;  // by pair
  std::vector<Block> blocks_;          // of Lambda^-1, beside the diagonal
};

}  // namespace kintree
