// Forward dynamics of a tree with constraints, by proximal iterations on the matrix of the optimality conditions. Carpentier, Budhiraja &
// Mansard 2021. Step k + 1 computes q-ddot and lambda_{k+1} from lambda_k:
//
//   [ H  K^T ] [ q-ddot        ]   [ tau - C                          ]
//   [ K  -mu ] [ -lambda_{k+1} ] = [ gamma - K-dot q-dot + mu lambda_k ]
//
// mu is a positive diagonal, so that the matrix has factors L D L^T also where rows of K depend on others.
#pragma once

#include <vector>

#include "kkt/kkt.hpp"

namespace kintree {

template <class S>
class Proximal final : public Solves<S, problems::ConstrainedForwardDynamics, problems::ContactImpulse> {
 public:
  explicit Proximal(const Model& model)
      : kkt_(model),
        rows_(Layout(model).constraint_rows),
        n_(kkt_.A().rows - rows_),
        mu_(static_cast<std::size_t>(rows_)),
        given_(static_cast<std::size_t>(n_ + rows_)) {}

  Status constrained_forward_dynamics(const Input<S, problems::ConstrainedForwardDynamics>& in,
                                      Output<S, problems::ConstrainedForwardDynamics> out) override {
    kkt_.form(in);
    return iterate(out.constrained_qdd, out.lambda);
  }

  Status contact_impulse(const Input<S, problems::ContactImpulse>& in,
                         Output<S, problems::ContactImpulse> out) override {
    kkt_.form(in);
    const Status status = iterate(out.v_after, out.impulse);
    for (int i = 1; i <= n_; ++i) out.v_after(i) = in.v(i) + out.v_after(i);
    return status;
  }

 private:
  static constexpr int steps = 8;
  static constexpr double relative_mu = 0x1p-20;

  Status iterate(VectorView<S> motion, VectorView<S> lambda) {
    regularize();
    const VectorView<S> x = kkt_.right_side();
    for (int i = 1; i <= n_ + rows_; ++i) given()(i) = x(i);
    const Status status = kkt_.factor();
    for (int r = 1; r <= rows_; ++r) lambda(r) = S{};
    for (int k = 0; k < steps; ++k) {
      for (int i = 1; i <= n_; ++i) x(i) = given()(i);
      for (int r = 1; r <= rows_; ++r) x(n_ + r) = given()(n_ + r) + mu()(r) * lambda(r);
      kkt_.solve(motion, lambda);
    }
    return status;
  }

  /// -mu in the place of the zeros. mu_r is a small part of sum_j K_rj^2 / H_jj, so that answers do not depend on units.
  void regularize() {
    const MatrixView<S> A = kkt_.A();
    for (int r = 1; r <= rows_; ++r) {
      S mobility{};
      for (int j = 1; j <= n_; ++j) mobility = mobility + A(n_ + r, j) * A(n_ + r, j) / A(j, j);
      mu()(r) = mobility * S(relative_mu);
      A(n_ + r, n_ + r) = -mu()(r);
    }
  }

  VectorView<S> mu() { return {mu_.data(), rows_}; }
  VectorView<S> given() { return {given_.data(), n_ + rows_}; }

  Kkt<S> kkt_;
  int rows_, n_;
  std::vector<S> mu_, given_;
};

}  // namespace kintree
