// The direct method for the mass matrix: column k is the joint force of inverse dynamics for a unit
// acceleration at coordinate k.  Walker & Orin 1982, method 1; Jain 1991, sec. 3, eq. (23).
//
//   M            the mass matrix                                    H in the interface
//   beta_dot     unit vector of joint accelerations
//   T_bar        joint force free of velocity terms, M beta_dot     (22)
#pragma once

#include "kernels/mass_operator.hpp"
#include "rnea/rnea.hpp"

namespace kintree {

template <class S>
class UnitVector final : public Solver<S> {
 public:
  explicit UnitVector(const Model& model)
      : M_(model),
        n_(Layout(model).n),
        beta_dot_(static_cast<std::size_t>(n_)),
        T_bar_(static_cast<std::size_t>(n_)) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> M) override {
    const VectorView<S> beta_dot{beta_dot_.data(), n_}, T_bar{T_bar_.data(), n_};
    for (int k = 1; k <= n_; ++k) {
      for (int i = 1; i <= n_; ++i) beta_dot(i) = S{};
      beta_dot(k) = S(1);  // (23)
      M_.times(q, beta_dot, T_bar);
      for (int i = 1; i <= n_; ++i) M(i, k) = T_bar(i);  // column k of M, (22) with (23)
    }
    return {};
  }

 private:
  MassOperator<S, Rnea> M_;
  int n_;
  std::vector<S> beta_dot_, T_bar_;
};

}  // namespace kintree
