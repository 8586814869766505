// Forward dynamics, M^-1 and Lambda^-1 by the forces between the bodies: first the constraint forces, from
// a block-tridiagonal system on a main chain, then the accelerations. Each tree on the base has a main chain,
// a longest path from its root; the side branches are folded into it by their articulated inertias.
//
//   M^-1      = Wa^T [Z - Z W (W^T Z W)^-1 W^T Z] Wa  with  Z = P^T I^-1 P                            [13]
//   Lambda^-1 = J M^-1 J^T  with  J = beta^T P^-T S                                                   [14]
//
// Both are solved for column by column, with the same factors of a system for the forces (`Forces`). A column of M^-1 is the answer to
// a unit drive. One of Lambda^-1 is the answer to the drives that act like a unit force at an end-effector. In exact arithmetic [14] is
// beta^T [I^-1 - I^-1 P W (W^T Z W)^-1 W^T P^T I^-1] beta,
// but that difference leaves rounding errors where the joints allow no motion.
// Fijany & Featherstone 2013; Fijany, Sharf & D'Eleuterio 1995; Featherstone & Fijany 1999. Equations in
// square brackets are ours, derived in README.md.
//
//   W, Wa    constraint-force space of a joint, and its drive's, with S^T W = 0 and S^T Wa = 1.
//   P        from the forces F through the joints to those on the bodies: ones on the diagonal, -X_i^T in row p(i), column i.
//            P^T a are the accelerations across the joints.
//   F        force through a joint, t + W lambda with t = Wa tau.
//   I, z     inertia and bias force of a body, with the side branches that it carries.
//   c, p     velocity-product acceleration, bias force of a single body.
//   beta     X_k^T in the rows of the body that carries end-effector k.
#pragma once

#include "fijany_featherstone/interbody_forces.hpp"
#include "kernels/end_effectors.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

/// `Forces` finds the forces between the bodies: InterbodyForces, or the same by another elimination.
template <class S, class Forces>
class ConstraintForce
    : public Solves<S, problems::MassMatrixInverse, problems::ForwardDynamics, problems::InverseOsim> {
 public:
  explicit ConstraintForce(const Model& model, const std::vector<EndEffector>& end_effectors = {})
      : tree_(tree_with_shared_inertia<S>(model)),
        space_(tree_),
        ends_(model, end_effectors),
        forces_(model),
        of_(tree_.N),
        at_rest_(tree_.N),
        a_(tree_.N),
        tau_(static_cast<std::size_t>(tree_.n)),
        qdd_(static_cast<std::size_t>(tree_.n)) {}

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    const Status status = factor(in.q);
    of_.update(tree_, in);
    a_[0] = tree_.minus_gravity;
    forces_.solve(tree_, space_, of_, in.tau, a_, qdd);
    return status;
  }

  Status mass_matrix_inverse(VectorView<const S> q, MatrixView<S> M_inverse) override {
    const Status status = factor(q);
    for (int j = 1; j <= tree_.n; ++j) {
      clear_tau();
      tau()(j) = S(1);
      respond();
      for (int i = 1; i <= j; ++i) M_inverse(i, j) = M_inverse(j, i) = qdd()(i);  // [13]
    }
    return status;
  }

  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    const Status status = factor(q);
    for (int k = 1; k <= ends_.m; ++k)
      for (int c = 0; c < 6; ++c) {
        drive_as(ends_.p[k], transpose_times(ends_.X[k], unit_force<S>(c)));
        respond();
        move();
        for (int l = 1; l <= k; ++l) {
          const Motion<S> a = ends_.X[l] * a_[ends_.p[l]];  // beta^T a
          for (int r = 0; r < (l < k ? 6 : c + 1); ++r)
            Lambda_inverse(ends_.row(l, r), ends_.row(k, c)) =
                Lambda_inverse(ends_.row(k, c), ends_.row(l, r)) = dot(a, unit_force<S>(r));  // [14]
        }
      }
    return status;
  }

 private:
  Status factor(VectorView<const S> q) {
    tree_.set_positions(q);
    space_.update(tree_);
    return forces_.factor(tree_, space_);
  }

  /// a and q-ddot at rest, without gravity.
  void respond() {
    a_[0] = {};
    forces_.solve(tree_, space_, at_rest_, tau(), a_, qdd());
  }

  /// The drives that do what a force on body i does: S^T P^-1 f, [14].
  void drive_as(int i, Force<S> f) {
    clear_tau();
    for (; i != 0; i = tree_.parent[i]) {
      tree_.subspace[i].transpose_times(f, tau().from(tree_.first[i]));
      f = transpose_times(tree_.X[i], f);
    }
  }

  /// The bodies' accelerations from the joints': P^-T S q-ddot, [14].
  void move() {
    for (int i = 1; i <= tree_.N; ++i)
      a_[i] = tree_.X[i] * a_[tree_.parent[i]] + tree_.subspace[i].times(qdd().from(tree_.first[i]));
  }

  void clear_tau() {
    for (S& component : tau_) component = S{};
  }
  VectorView<S> tau() { return {tau_.data(), tree_.n}; }
  VectorView<S> qdd() { return {qdd_.data(), tree_.n}; }

  Tree<S> tree_;
  ConstraintSpaces<S> space_;
  EndEffectors<S> ends_;
  Forces forces_;
  BodyMotions<S> of_, at_rest_;
  ByBody<Motion<S>> a_;
  std::vector<S> tau_, qdd_;
};

}  // namespace kintree
