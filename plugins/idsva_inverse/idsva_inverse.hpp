// The derivatives of forward dynamics from those of inverse dynamics. Carpentier & Mansard 2018.
// The total derivative of tau = ID(q, v, qdd) is zero if tau stays. So, at the accelerations of forward dynamics,
//   d qdd / dq = -H^-1 d tau / dq,   d qdd / dv = -H^-1 d tau / dv,   d qdd / d tau = H^-1.
#pragma once

#include <vector>

#include "aba/aba.hpp"
#include "carpentier_inverse/carpentier_inverse.hpp"
#include "idsva/idsva.hpp"

namespace kintree {

template <class S>
class IdsvaInverse final : public Solves<S, problems::ForwardDynamicsDerivatives> {
  using Problem = problems::ForwardDynamicsDerivatives;

 public:
  explicit IdsvaInverse(const Model& model)
      : aba_(model),
        inverse_(model),
        idsva_(model),
        n_(Layout(model).n),
        qdd_(static_cast<std::size_t>(n_)),
        dtau_dq_(static_cast<std::size_t>(n_ * n_)),
        dtau_dv_(dtau_dq_.size()) {}

  Status forward_dynamics_derivatives(const Input<S, Problem>& in, Output<S, Problem> out) override {
    const VectorView<S> qdd{qdd_.data(), n_};
    const MatrixView<S> dtau_dq{dtau_dq_.data(), n_, n_}, dtau_dv{dtau_dv_.data(), n_, n_};
    const Status status = aba_.forward_dynamics({in.q, in.v, in.tau, in.f_ext}, qdd);
    const Status of_inverse = inverse_.mass_matrix_inverse(in.q, out.dqdd_dtau);  // H^-1
    idsva_.inverse_dynamics_derivatives({in.q, in.v, qdd, in.f_ext}, {dtau_dq, dtau_dv});
    const Phase<S> phase("products");
    minus_product(out.dqdd_dtau, dtau_dq, out.dqdd_dq);  // -H^-1 d tau / dq
    minus_product(out.dqdd_dtau, dtau_dv, out.dqdd_dv);  // -H^-1 d tau / dv
    return status.code != Status::ok ? status : of_inverse;
  }

 private:
  /// C = -A B, by rows of B, which are side by side in memory.
  void minus_product(MatrixView<const S> A, MatrixView<const S> B, MatrixView<S> C) const {
    clear(C);
    for (int i = 1; i <= n_; ++i)
      for (int k = 1; k <= n_; ++k) {
        const S a = A(i, k);
        for (int j = 1; j <= n_; ++j) C(i, j) = C(i, j) - a * B(k, j);
      }
  }

  Aba<S> aba_;
  CarpentierInverse<S> inverse_;
  Idsva<S> idsva_;
  int n_;
  std::vector<S> qdd_, dtau_dq_, dtau_dv_;
};

}  // namespace kintree
