// Forward dynamics in maximal coordinates: the accelerations of all bodies and the constraint forces of all joints
// from one sparse system, factored without fill-in.  Baraff 1996. Numbers in square brackets are ours: README.md.
//
//   H         [M, -J^T; -J, 0], a block for each body and for each joint; sec. 6
//   W         constraint forces of joint i: its rows of J take a to W^T (a_i - X a_p)
//   H_i       diagonal block of body i, after the elimination of its children; sec. 7.3
//   K         W^T H_i^-1 W: the diagonal block of joint i is -K
//   L, L_p    blocks of the factor L: row of joint i and column of body i; row of its parent p and column of joint i
//   of_.c     velocity-product acceleration of a joint, c
//   of_.p     bias force of a body, less the external force
//   f, r      right sides of bodies and joints, solved with L
//   a         acceleration of a body, less gravity's
#pragma once

#include "kernels/bodies.hpp"
#include "kernels/constraint_space.hpp"
#include "kernels/ldlt6.hpp"

namespace kintree {

template <class S>
class Baraff final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit Baraff(const Model& model)
      : tree_(tree_with_shared_inertia<S>(model)), space_(tree_), of_(tree_.N), node_(tree_.N) {
    node_[0].a = tree_.minus_gravity;
  }

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    tree_.set_positions(in.q);
    space_.update(tree_);
    of_.update(tree_, in);
    const Status status = sparse_factor();
    right_sides(in.tau);
    sparse_solve(qdd);
    return status;
  }

 private:
  struct Node {
    ArticulatedInertia<S> H;
    Ldlt6<S> H_factors;
    SmallSpd<S> K;
    ByColumn<Motion<S>> L;   ///< its transpose with the opposite sign: H_i^-1 W
    ByColumn<Force<S>> L_p;  ///< in the frame of body i: -W K^-1
    Force<S> f;
    ByColumn<S> lambda;  ///< r before
    Motion<S> a;
  };

  /// H = L D L^T, every node before its parent: body i, then its joint, then body p.  Sec. 7.3
  Status sparse_factor() {
    const Phase<S> phase("factorization");
    Pivots<S> pivots;
    for (int i = 1; i <= tree_.N; ++i) node_[i].H = articulated(tree_.I[i]);
    for (int i = tree_.N; i >= 1; --i) {
      Node& at = node_[i];
      const ConstraintSpace<S>& J = space_[i];
      Truth<S> sound = at.H_factors.factor(at.H);
      for (int k = 0; k < J.count; ++k) {
        at.L[k] = at.H_factors.solve(J.W[k]);  // L = -W^T H_i^-1, [2]
        at.L_p[k] = J.W[k] * S(-1);
        for (int l = 0; l <= k; ++l) at.K(k, l) = dot(at.L[k], J.W[l]);  // 0 - W^T H_i^-1 W = -K, [3]
      }
      sound = sound & at.K.factor(J.count);
      at.K.solve(at.L_p.data());  // L_p = -X^T W K^-1, [4]
      pivots.check(sound, coordinate_near(tree_, i));
      if (const int p = tree_.parent[i]; p != 0) {
        ArticulatedInertia<S> WKW;
        for (int k = 0; k < J.count; ++k) subtract_outer(WKW, at.L_p[k], J.W[k]);
        node_[p].H += to_parent(tree_.X[i], WKW);  // H_p + X^T W K^-1 W^T X, [5]
      }
    }
    return pivots.status();
  }

  /// f: what acts on the bodies besides the constraint forces.  [1]
  void right_sides(VectorView<const S> tau) {
    const Phase<S> phase("solution");
    for (int i = tree_.N; i >= 1; --i) node_[i].f = of_.p[i] * S(-1);
    for (int i = tree_.N; i >= 1; --i) {
      const Force<S> t = space_[i].drive(tau.from(tree_.first[i]));
      node_[i].f += t;
      if (const int p = tree_.parent[i]; p != 0) node_[p].f -= transpose_times(tree_.X[i], t);
    }
  }

  /// H x = (f, -W^T c): L from the tips, then D and L^T from the base.  Sec. 7.3
  void sparse_solve(VectorView<S> qdd) {
    const Phase<S> phase("solution");
    for (int i = tree_.N; i >= 1; --i) {
      Node& at = node_[i];
      at.a = at.H_factors.solve(at.f);  // H_i^-1 f
      Force<S> passed;
      for (int k = 0; k < space_[i].count; ++k) {
        at.lambda[k] = dot(at.a - of_.c[i], space_[i].W[k]);  // r = -W^T c - L f, [6]
        passed += at.L_p[k] * at.lambda[k];
      }
      if (const int p = tree_.parent[i]; p != 0)
        node_[p].f -= transpose_times(tree_.X[i], passed);  // f_p - L_p r, [7]
    }
    for (int i = 1; i <= tree_.N; ++i) {
      Node& at = node_[i];
      const ConstraintSpace<S>& J = space_[i];
      const Motion<S> a_p = tree_.X[i] * node_[tree_.parent[i]].a;
      for (int k = 0; k < J.count; ++k) at.lambda[k] = dot(a_p, J.W[k]) - at.lambda[k];
      at.K.solve(at.lambda.data());                                      // -K^-1 r - L_p^T a_p, [8]
      for (int k = 0; k < J.count; ++k) at.a += at.L[k] * at.lambda[k];  // H_i^-1 f - L^T lambda, [9]
      J.rates(at.a - a_p - of_.c[i], qdd.from(tree_.first[i]));          // [10]
    }
  }

  Tree<S> tree_;
  ConstraintSpaces<S> space_;
  BodyMotions<S> of_;
  ByBody<Node> node_;
};

}  // namespace kintree
