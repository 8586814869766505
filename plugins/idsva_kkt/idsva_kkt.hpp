// The derivatives of forward dynamics with constraints, from those of inverse dynamics and of the constraints' accelerations. Carpentier,
// Budhiraja & Mansard 2021; Singh, Russell & Wensing 2022. The README derives the terms in square brackets.
//
//   [ H  K^T ] [  d q-ddot ]     [ d (ID(q, q-dot, q-ddot) - K^T lambda) - d tau ]
//   [ K   0  ] [ -d lambda ] = - [ d (K q-ddot + K-dot q-dot)                    ]   where q-ddot and lambda stay on the right
//
//   A, B       the bodies that a constraint joins; its frame is on B, and all motions are in its axes
//   o          velocity of the origin of a body
//   f          the forces lambda on the frame; -f on A
//   xi_k       twist of the frame relative to A under unit velocity k: S_k if its joint carries B alone, -S_k if A alone
#pragma once

#include <vector>

#include "idsva/idsva.hpp"
#include "kernels/constraints.hpp"
#include "kkt/kkt.hpp"

namespace kintree {

template <class S>
class IdsvaKkt final : public Solves<S, problems::ConstrainedForwardDynamicsDerivatives> {
  using Problem = problems::ConstrainedForwardDynamicsDerivatives;

 public:
  explicit IdsvaKkt(const Model& model)
      : kkt_(model),
        idsva_(model),
        tree_(model),
        constraints_(model),
        o_(tree_.N),
        in_other_(constraints_.list.size()),
        f_(constraints_.list.size()),
        f_ext_(model.bodies.size()),
        qdd_(static_cast<std::size_t>(tree_.n)),
        lambda_(static_cast<std::size_t>(constraints_.rows)) {}

  Status constrained_forward_dynamics_derivatives(const Input<S, Problem>& in,
                                                  Output<S, Problem> out) override {
    const Status status =
        kkt_.constrained_forward_dynamics({in.q, in.v, in.tau, in.f_ext, in.gamma}, {qdd(), lambda()});
    tree_.set_positions(in.q);
    add_forces(in.f_ext);
    idsva_.inverse_dynamics_derivatives({in.q, in.v, qdd(), f_ext_.data()},
                                        {out.constrained_dqdd_dq, out.constrained_dqdd_dv});
    differentiate_constraints(out);
    const Phase<S> phase("solutions");
    for (int k = 1; k <= tree_.n; ++k) {
      solve(k, out.constrained_dqdd_dq, out.dlambda_dq);
      solve(k, out.constrained_dqdd_dv, out.dlambda_dv);
      for (int i = 1; i <= tree_.n; ++i) out.constrained_dqdd_dtau(i, k) = i == k ? S(-1) : S{};
      for (int r = 1; r <= constraints_.rows; ++r) out.dlambda_dtau(r, k) = S{};
      solve(k, out.constrained_dqdd_dtau, out.dlambda_dtau);
    }
    return status;
  }

 private:
  /// External forces, with f on B and -f on A.
  void add_forces(const Force<S>* f_ext) {
    for (std::size_t i = 0; i < f_ext_.size(); ++i) f_ext_[i] = f_ext[i];
    for (std::size_t c = 0; c < f_.size(); ++c) {
      const ConstraintFrame<S>& frame = constraints_.list[c];
      in_other_[c] = in_other(tree_, frame);
      f_[c] = {};
      int row = frame.first;
      for (const int r : frame.rows) f_[c] += unit_force<S>(r) * lambda()(row++);
      f_ext_[static_cast<std::size_t>(frame.body)] += transpose_times(frame.pose, f_[c]);
      f_ext_[static_cast<std::size_t>(frame.other)] -= transpose_times(in_other_[c], f_[c]);
    }
  }

  /// The rows of d (K q-ddot + K-dot q-dot), in the places of d lambda, and what is missing of d (ID - K^T lambda).
  void differentiate_constraints(const Output<S, Problem>& out) {
    const Phase<S> phase("constraints");
    clear(out.dlambda_dq);
    clear(out.dlambda_dv);
    for (int i = 1; i <= tree_.N; ++i)
      o_[i] = transpose_times(tree_.X[i].R, o_[tree_.parent[i]]) + idsva_.rates().u[i];
    for (std::size_t c = 0; c < f_.size(); ++c) {
      const ConstraintFrame<S>& frame = constraints_.list[c];
      Transform<S> to_frame = frame.pose, from_other = in_other_[c];
      // In a regular numbering, the body with the larger number does not carry the other.
      for (int i = frame.body, j = frame.other; i != j;) {
        const bool carries_B = i > j;
        Transform<S>& X = carries_B ? to_frame : from_other;
        int& body = carries_B ? i : j;
        for (int k = 0; k < tree_.dof[body]; ++k) column(c, body, k, X, S(carries_B ? 1 : -1), out);
        X = compose(tree_.X[body], X);
        body = tree_.parent[body];
      }
    }
  }

  Motion<S> velocity(int i) const { return {idsva_.rates().w[i], o_[i]}; }
  /// m + o x n: from the frame that moves with body i to the one at rest.
  Motion<S> at_rest(const Motion<S>& m, int i, const Motion<S>& n) const { return plus_cross(m, o_[i], n); }

  /// Column k of a joint between A and B. `X`: from its body to the frame.
  void column(std::size_t c, int joint, int k, const Transform<S>& X, const S& sign,
              const Output<S, Problem>& out) {
    const ConstraintFrame<S>& frame = constraints_.list[c];
    const SubtreeRates<S>& rates = idsva_.rates();
    const Motion<S> v_B = frame.pose * velocity(frame.body), v_A = in_other_[c] * velocity(frame.other),
                    a_A =
                        in_other_[c] * at_rest(rates.a[frame.other], frame.other, {rates.w[frame.other], {}});
    const Motion<S>&s = rates.tree.subspace[joint][k], &Psi_dot_of_o = rates.Psi_dot[joint][k];
    const Motion<S> S_k = X * s, Psi_dot = X * at_rest(Psi_dot_of_o, joint, s),
                    Psi_ddot = X * at_rest(rates.Psi_ddot[joint][k], joint, Psi_dot_of_o * S(2)),
                    S_dot = X * at_rest(rates.S_dot[joint][k], joint, s);
    const int jk = tree_.first[joint] + k;
    const Motion<S> by_q =
        Psi_ddot + cross(S_k, a_A) - cross(v_A + v_B, Psi_dot) - cross(v_B, cross(S_k, v_A));  // [2]
    const Motion<S> by_v = Psi_dot + S_dot - cross(v_A + v_B, S_k);                            // [3]
    int row = frame.first;
    for (const int r : frame.rows) {
      out.dlambda_dq(row, jk) = dot(by_q, unit_force<S>(r)) * sign;
      out.dlambda_dv(row++, jk) = dot(by_v, unit_force<S>(r)) * sign;
    }
    // The frame moves relative to A: xi x* f is a force on A.  [1]
    Force<S> f = transpose_times(in_other_[c], cross(S_k * sign, f_[c]));
    for (int i = frame.other; i != 0; i = tree_.parent[i]) {
      for (int a = 0; a < tree_.dof[i]; ++a) {
        S& entry = out.constrained_dqdd_dq(tree_.first[i] + a, jk);
        entry = entry + dot(rates.tree.subspace[i][a], f);
      }
      f = transpose_times(tree_.X[i], f);
    }
  }

  /// Column k of the right sides, with the opposite sign, becomes that of the derivatives.
  void solve(int k, MatrixView<S> motion, MatrixView<S> forces) {
    const VectorView<S> x = kkt_.right_side();
    for (int i = 1; i <= tree_.n; ++i) x(i) = -motion(i, k);
    for (int r = 1; r <= constraints_.rows; ++r) x(tree_.n + r) = -forces(r, k);
    kkt_.solve(qdd(), lambda());
    for (int i = 1; i <= tree_.n; ++i) motion(i, k) = qdd()(i);
    for (int r = 1; r <= constraints_.rows; ++r) forces(r, k) = lambda()(r);
  }

  VectorView<S> qdd() { return {qdd_.data(), tree_.n}; }
  VectorView<S> lambda() { return {lambda_.data(), constraints_.rows}; }

  Kkt<S> kkt_;
  Idsva<S> idsva_;
  Tree<S> tree_;
  Constraints<S> constraints_;
  ByBody<Vec3<S>> o_;
  std::vector<Transform<S>> in_other_;  ///< by constraint
  std::vector<Force<S>> f_, f_ext_;     ///< by constraint, by body
  std::vector<S> qdd_, lambda_;
};

}  // namespace kintree
