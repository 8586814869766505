// The articulated-body algorithm at the lowest count known: modified Denavit-Hartenberg frames, in which an
// articulated inertia moves by axial screws and the axis of a revolute joint is z; regrouped inertias;
// classical accelerations, so that velocity terms need angular velocities alone.  Featherstone 1983 and RBDA
// 2008, sec. 7.3; Jain 1991, eqs. (40), (41), (46), (60); McMillan & Orin 1995; for the rest, derived here.
//
//   A, P         articulated-body inertia, and what passes a revolute joint          P, P+ in Jain
//   U, D, G      column z of A, its entry A_zz, U / D; u, nu: tau - p_z, u / D       U, D, G, eps, nu
//   p            bias force                                                          not z: before P eta
//   w, eta       angular velocity; velocity-product acceleration, in F' (hinge.hpp)  a
//   alpha        (w-dot, p-ddot - g): classical acceleration of the origin of F_i, less gravity's
#pragma once

#include "aba_minimal/minimal_tree.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class AbaMinimal final : public Solver<S> {
 public:
  explicit AbaMinimal(const Model& model) : tree_(model) {}

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> qdd) override {
    const Phase<S> phase("dynamics");
    Pivots<S> pivots;
    tree_.place(in.q);
    for (int i = 1; i <= tree_.N; ++i) velocity(i, in.v.from(tree_.body[i].first));
    external_forces(in.f_ext);
    for (int i = tree_.N; i >= 1; --i) {
      const int first = tree_.body[i].first;
      pivots.check(inward(i, in.given.from(first)), first);
    }
    for (int i = 1; i <= tree_.N; ++i) outward(i, qdd.from(tree_.body[i].first));
    return pivots.status();
  }

 private:
  /// w, eta, and the bias force of the body itself.
  void velocity(int i, const S* rate) {
    MinimalBody<S>& b = tree_.body[i];
    const MinimalBody<S>& parent = tree_.body[b.parent];
    if (b.link == Link::root) {
      b.w = {{}, {}, rate[0]};
      b.p = {};
      return;
    }
    b.w = b.revolute()               ? tree_.revolute[i].velocity(parent.w, rate[0])
          : b.link == Link::floating ? tree_.floating[i].velocity(rate)
                                     : tree_.other[i].velocity(parent.w, rate);
    b.p = !b.revolute() ? bias(b.I, b.w) : b.leaf ? leaf_bias(b.I, b.w) : regrouped_bias(b.I, b.w);
  }

  void external_forces(const Force<S>* f_ext) {
    const Phase<S> phase("external forces");
    for (const Carried<S>& c : tree_.carried)
      tree_.body[c.carrier].p -= transpose_times(c.pose, f_ext[c.body]);
  }

  /// A, and with it the joint's constants; what passes the joint, to the parent.
  Truth<S> inward(int i, const S* tau) {
    MinimalBody<S>& b = tree_.body[i];
    if (b.link == Link::floating) return tree_.floating[i].solve(b.A, b.p, tau, b.alpha);
    if (b.link == Link::general) {
      OtherJoint<S>& joint = tree_.other[i];
      const Truth<S> sound = joint.articulate(b.A);
      const Force<S> p = joint.pass(b.A, b.p, tau);
      if (b.parent != 0) give(b, joint.pass(b.A), p);
      return sound;
    }
    Leaf<S>& leaf = tree_.revolute[i];
    Revolute<S>& joint = leaf;
    if (b.link == Link::root) return joint.pass_root(b.A, b.p, tau[0]);
    if (b.leaf) {
      leaf.pass(b.p, tau[0]);
      give(b, joint, leaf.turned());
      return leaf.sound;
    }
    const Truth<S> sound = joint.articulate(b.A);
    joint.pass(b.p, tau[0]);
    ProjectedInertia<S> P = project(b.A, joint.U, joint.G);  // (41)
    turn_z(P, joint.theta);
    give(b, joint, P);
    return sound;
  }

  template <class Inertia>
  void give(MinimalBody<S>& b, const Revolute<S>& joint, Inertia P) {
    joint.to_turned(P, b.p);
    joint.hinge.inward(b.p);
    if (b.link == Link::privileged)
      give(b, projected(P), b.p);
    else
      give(b, joint.hinge.inward(P), b.p);
  }
  /// (40), (46)
  void give(const MinimalBody<S>& b, const ArticulatedInertia<S>& A, const Force<S>& p) {
    MinimalBody<S>& parent = tree_.body[b.parent];
    parent.p += p;
    if (!b.opens) {
      parent.A += A;
      return;
    }
    parent.A = A;
    if (parent.revolute())
      add_regrouped(parent.I, parent.A);
    else
      add(parent.I, parent.A);
  }
  void give(const MinimalBody<S>& b, const ProjectedInertia<S>& P, const Force<S>& p) {
    MinimalBody<S>& parent = tree_.body[b.parent];
    parent.p += p;
    if (b.opens)
      parent.A = sum(parent.I, P);
    else
      add(P, parent.A);
  }

  /// alpha and q-ddot.
  void outward(int i, S* qdd) {
    MinimalBody<S>& b = tree_.body[i];
    const Motion<S>& parent = tree_.body[b.parent].alpha;
    if (b.link == Link::floating)
      tree_.floating[i].accelerate(b.alpha, tree_.gravity, qdd);
    else if (b.link == Link::general)
      b.alpha = tree_.other[i].accelerate(parent, qdd);
    else if (b.link == Link::root)
      b.alpha = tree_.revolute[i].accelerate_root(qdd[0]);
    else if (b.leaf)
      tree_.revolute[i].accelerate(parent, qdd[0]);
    else
      b.alpha = tree_.revolute[i].Revolute<S>::accelerate(parent, qdd[0]);
  }

  MinimalTree<S> tree_;
};

}  // namespace kintree
