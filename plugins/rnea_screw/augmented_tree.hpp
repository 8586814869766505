// A model in modified Denavit-Hartenberg frames whose links are augmented. The mass that a revolute joint
// carries is moved to the joint's origin. This is a point of the parent, so the mass counts as the parent's.
// The link itself keeps a first moment and second moments, but no mass.  Balafoutis, Patel & Misra 1988.
#pragma once

#include "kernels/carried_bodies.hpp"
#include "kernels/conversion.hpp"
#include "kernels/turn_blocks.hpp"
#include "rnea_screw/tensor.hpp"

namespace kintree {

template <class S>
struct AugmentedLink {
  Link link = Link::general;
  bool offset = false;
  int parent = 0, first = 0, first_position = 0;
  Turn<S> theta_0, alpha;
  Mat3<S> E_0;
  Vec3<S> r;              ///< origin in the parent's frame
  S M, I_zz;              ///< mass, zero of a link on a revolute joint; about the axis of a root
  Vec3<S> u;              ///< first moment
  Sym3<S> Pi;             ///< second moments
  Vec3<S> minus_gravity;  ///< of a root, before it turns
  JointGeometry<S> joint;
  Transform<S> to_frame;  ///< of a floating base: F_i in the caller's frame

  // In one state.
  Turn<S> theta;
  Mat3<S> E;  ///< of a non-DH node
  Transform<S> X;
  Subspace<S> subspace;
  Vec3<S> w, dw, a;  ///< angular velocity and acceleration; acceleration of the origin, less gravity's
  Mat3<S> Omega;
  Force<S> f;  ///< through the joint
};

template <class S>
class AugmentedTree {
 public:
  explicit AugmentedTree(const Model& model) : AugmentedTree(model, ScrewFrames<S>(model)) {}

  int N;
  ByBody<AugmentedLink<S>> link;
  std::vector<Carried<S>> carried;  ///< bodies of the model, on which external forces act
  Vec3<S> gravity;

  /// Sines, cosines and placements.
  void place(VectorView<const S> q) {
    const Phase<S> phase("set-up");
    for (int i = 1; i <= N; ++i) {
      AugmentedLink<S>& l = link[i];
      const S* q_i = q.from(l.first_position);
      if (l.link == Link::general || l.link == Link::floating) {
        l.joint.place(q_i, l.X, l.subspace);
        continue;
      }
      l.theta = turn_by(q_i[0]);
      if (l.offset) l.theta = sum(l.theta, l.theta_0);
      if (l.link == Link::non_dh) l.E = times_turn(l.E_0, l.theta);
    }
  }

 private:
  AugmentedTree(const Model& model, const ScrewFrames<S>& frames)
      : N(frames.N), link(N), carried(carried_bodies(model, frames)), gravity(widen<S>(model.gravity)) {
    link[0].a = -gravity;
    ByBody<RigidInertia<S>> I(N);
    for (int i = 1; i <= N; ++i) I[i] = frames.I[i];
    for (int i = N; i >= 1; --i) {
      const ScrewLink<S>& from = frames.link[i];
      AugmentedLink<S>& l = link[i];
      l.link = from.kind, l.offset = from.offset;
      l.parent = frames.parent[i], l.first = frames.first[i], l.first_position = frames.first_position[i];
      l.theta_0 = from.theta_0, l.alpha = {from.sin_alpha, from.cos_alpha};
      l.E_0 = from.E_0, l.r = from.r;
      if (from.kind == Link::dh || from.kind == Link::privileged || from.kind == Link::non_dh) {
        const Transform<S> at_origin{identity3<S>(), l.r};
        I[l.parent] += to_parent(at_origin, RigidInertia<S>{I[i].m, {}, {}});
        I[i].m = S{};
      }
      l.M = I[i].m, l.u = I[i].h, l.Pi = second_moments(I[i].I), l.I_zz = I[i].I.zz;
      l.joint = frames.joint[i];
      l.subspace = l.joint.subspace();
      l.to_frame = frames.pose[i];
      if (l.link == Link::root) l.minus_gravity = -transpose_times(l.E_0, gravity);
    }
  }
};

}  // namespace kintree
