// The articulated-body algorithm at the lowest count known: modified Denavit-Hartenberg frames, in which an
// articulated inertia moves by axial screws and the axis of a revolute joint is z; regrouped inertias;
// classical accelerations, so that velocity terms need angular velocities alone.  Featherstone 1983 and RBDA
// 2008, sec. 7.3; Jain 1991, eqs. (40), (41), (46), (60); McMillan & Orin 1995; for the rest, derived here.
//
//   A, P         articulated-body inertia, and what passes a revolute joint          P, P+ in Jain
//   U, D, G      column z of A, its entry A_zz, U / D; u, nu: tau - p_z, u / D       U, D, G, eps, nu
//   p            bias force                                                          not z: before P eta
//   w, eta       angular velocity; velocity-product acceleration, in F' (revolute.hpp)   a
//   alpha        (w-dot, p-ddot - g): classical acceleration of the origin of F_i, less gravity's
#pragma once

#include <memory>

#include "aba_minimal/other_joints.hpp"
#include "aba_minimal/revolute.hpp"
#include "kernels/carried_bodies.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class AbaMinimal final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit AbaMinimal(const Model& model)
      : frames_(minimal_frames<S>(model)), N_(frames_.N), A_(frames_), body_(N_), joint_(N_) {
    body_[0].alpha.v = -widen<S>(model.gravity);
    for (int i = 1; i <= N_; ++i) {
      body_[i] = MinimalBody<S>(frames_, i, A_);
      joint_[i] = joint(i, frames_.children[i] == 0);
    }
    carried_ = carried_bodies(model, frames_);
  }

  StatusOf<S> forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    const Phase<S> phase("dynamics");
    Pivots<S> pivots;
    place(in.q);
    for (int i = 1; i <= N_; ++i) joint_[i]->velocity(parent(i).w, in.v.from(first(i)), body_[i]);
    subtract_external_forces(carried_, in.f_ext, [this](int i) -> Force<S>& { return body_[i].p; });
    for (int i = N_; i >= 1; --i)
      pivots.check(joint_[i]->inward(in.tau.from(first(i)), body_[i], parent(i)), first(i));
    for (int i = 1; i <= N_; ++i) joint_[i]->outward(parent(i).alpha, body_[i], qdd.from(first(i)));
    return pivots.status();
  }

 private:
  std::unique_ptr<MinimalJoint<S>> joint(int i, bool leaf) const {
    const ScrewLink<S>& link = frames_.link[i];
    const JointGeometry<S>& geometry = frames_.joint[i];
    switch (link.kind) {
      case Link::floating:
        return std::make_unique<FloatingBase<S>>(geometry, frames_.pose[i]);
      case Link::general:
        return std::make_unique<GeneralJoint<S>>(geometry, frames_.parent[i] == 0);
      case Link::root:
        return std::make_unique<Root<S>>(link, body_[0].alpha.v);
      default:
        if (leaf) return std::make_unique<Revolute<S, true>>(as<Shared<S>>(link), body_[i]);
        return std::make_unique<Revolute<S, false>>(as<Shared<S>>(link), body_[i]);
    }
  }

  void place(VectorView<const S> q) {
    const Phase<S> phase("set-up");
    for (int i = 1; i <= N_; ++i) joint_[i]->place(q.from(frames_.first_position[i]));
  }

  MinimalBody<S>& parent(int i) { return body_[frames_.parent[i]]; }
  int first(int i) const { return frames_.first[i]; }

  ScrewFrames<S> frames_;
  int N_;
  OpenInertias<S> A_;  ///< which body_ points to
  ByBody<MinimalBody<S>> body_;
  ByBody<std::unique_ptr<MinimalJoint<S>>> joint_;
  std::vector<Carried<S>> carried_;
};

}  // namespace kintree
