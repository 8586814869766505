// The articulated-body algorithm on bias-free joint forces: C by inverse dynamics at zero joint acceleration,
// then the two passes of aba on T - C as if at rest, a filter from the tips to the base and a smoother back.
// Rodriguez 1987; Jain 1991, eqs. (22), (45), (46). The passes: aba/aba.hpp.
//
//   T_bar       joint force free of velocity terms, gravity and external forces, T - C
#pragma once

#include "aba/aba.hpp"
#include "rnea_points/rnea_points.hpp"

namespace kintree {

template <class S>
class AbaBiasFree final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit AbaBiasFree(const Model& model)
      : rnea_(model), aba_(model), zero_(static_cast<std::size_t>(Layout(model).n)), T_bar_(zero_.size()) {}

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> beta_dot) override {
    const int n = beta_dot.size;
    const VectorView<S> T_bar{T_bar_.data(), n};

    rnea_.inverse_dynamics({in.q, in.v, {zero_.data(), n}, in.f_ext}, T_bar);  // C
    for (int k = 1; k <= n; ++k) T_bar(k) = in.tau(k) - T_bar(k);              // T - C, (22)
    const Status status = aba_.factor(in.q);                                   // (45)
    aba_.solve_at_rest(T_bar, beta_dot);                                       // (46)
    return status;
  }

 private:
  RneaPoints<S> rnea_;
  Aba<S> aba_;
  std::vector<S> zero_, T_bar_;
};

}  // namespace kintree
