// A model prepared for the articulated-body algorithm of least count: bodies in screw frames, with regrouped
// inertias and the constants of leaves. The order of children is that of the inward sweep.
#pragma once

#include "aba_minimal/floating_base.hpp"
#include "aba_minimal/leaf.hpp"
#include "aba_minimal/other_joint.hpp"
#include "kernels/carried_bodies.hpp"

namespace kintree {

template <class S>
struct MinimalBody {
  Link link = Link::general;
  int parent = 0, first = 0, first_position = 0;
  bool leaf = false;
  bool opens = false;  ///< the first of its parent's children in the inward sweep
  RigidInertia<S> I;   ///< regrouped, if the joint is revolute
  Vec3<S> w;
  ArticulatedInertia<S> A;
  Force<S> p;
  Motion<S> alpha;

  bool revolute() const { return link != Link::floating && link != Link::general; }
};

template <class S>
class MinimalTree {
 public:
  explicit MinimalTree(const Model& model) : MinimalTree(model, frames_of(model)) {}

  int N = 0;
  ByBody<MinimalBody<S>> body;
  ByBody<Leaf<S>> revolute;  ///< as a Revolute, if not a leaf
  ByBody<OtherJoint<S>> other;
  ByBody<FloatingBase<S>> floating;
  std::vector<Carried<S>> carried;
  Vec3<S> gravity;

  /// Sines, cosines and placements.
  void place(VectorView<const S> q) {
    const Phase<S> phase("set-up");
    for (int i = 1; i <= N; ++i) {
      const S* q_i = q.from(body[i].first_position);
      if (body[i].revolute()) {
        Turn<S> by;
        sincos(q_i[0], by.s, by.c);
        static_cast<Turn<S>&>(revolute[i].theta) = sum(by, revolute[i].hinge.theta_0);
      } else if (body[i].link == Link::floating) {
        floating[i].joint.place(q_i, floating[i].X, floating[i].subspace);
      } else {
        other[i].joint.place(q_i, other[i].X, other[i].subspace);
      }
    }
  }

 private:
  static ScrewFrames<S> frames_of(const Model& model) {
    ScrewFrames<S> frames(model);
    align_leaves(frames);
    return frames;
  }

  MinimalTree(const Model& model, const ScrewFrames<S>& frames)
      : N(frames.N), body(N), revolute(N), other(N), floating(N), carried(carried_bodies(model, frames)) {
    gravity = widen<S>(model.gravity);
    body[0].alpha.v = -gravity;
    ByBody<RigidInertia<S>> I(N);
    for (int i = 1; i <= N; ++i) I[i] = frames.I[i];
    for (int i = N; i >= 1; --i) {
      const ScrewLink<S>& link = frames.link[i];
      MinimalBody<S>& b = body[i];
      b.link = link.kind;
      b.parent = frames.parent[i], b.first = frames.first[i], b.first_position = frames.first_position[i];
      b.leaf = frames.children[i] == 0;
      b.opens = frames.last_child[b.parent] == i;
      if (b.revolute()) {  // of a root J is lost: the base's
        const RigidInertia<S> J = regroup(I[i]);
        if (b.parent != 0)
          I[b.parent] += b.link == Link::privileged ? J : to_parent(Transform<S>{link.E_0, link.r}, J);
      }
      b.I = I[i];
      if (b.leaf) b.A = articulated(I[i]);
      if (b.revolute()) {
        revolute[i].hinge = Hinge<S>(link);
        if (b.leaf && b.parent != 0) revolute[i].articulate(I[i]);
        if (b.link == Link::root) revolute[i].minus_gravity = -transpose_times(link.E_0, gravity);
      } else if (b.link == Link::floating) {
        floating[i].joint = frames.joint[i];
        floating[i].to_frame = frames.pose[i];
        floating[i].to_caller = inverse(frames.pose[i]);
      } else {
        other[i] = OtherJoint<S>(frames.joint[i]);
      }
    }
  }
};

}  // namespace kintree
