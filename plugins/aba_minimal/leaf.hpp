// A revolute leaf. Its regrouped inertia has m = h_z = 0, so that U has no f_z; what passes the joint is
// constant, and of its M only x and y are not zero. Of the acceleration v_z is not asked for.  Derived here.
//
//                        projected        leaf
//   turn about z         20m+21a          16m+19a
//   P (0, v), added      15m+15a          10m+10a
//   then about x         20m+13a          17m+7a
#pragma once

#include "aba_minimal/revolute.hpp"

namespace kintree {

/// A projected inertia whose M has x and y alone.
template <class S>
struct LeafInertia {
  S xx{}, xy{}, yy{};
  Vec3<S> Hx, Hy;
  S M_xx{}, M_xy{}, M_yy{};
};

template <class Angle, class S>
void turn_z(const Angle& angle, LeafInertia<S>& A) {
  angle.symmetric(A.xx, A.xy, A.yy);
  angle.general(A.Hx.x, A.Hx.y, A.Hy.x, A.Hy.y);
  angle.vector(A.Hx.z, A.Hy.z);
  angle.symmetric(A.M_xx, A.M_xy, A.M_yy);
}

template <class S>
void add_moving(const LeafInertia<S>& P, const Vec3<S>& v, Force<S>& f) {
  f.n.x = f.n.x + dot(P.Hx, v);
  f.n.y = f.n.y + dot(P.Hy, v);
  f.f.x = f.f.x + (P.M_xx * v.x + P.M_xy * v.y);
  f.f.y = f.f.y + (P.M_xy * v.x + P.M_yy * v.y);
}

template <class S>
ArticulatedInertia<S> turn_x(const FixedTurn<S>& angle, const LeafInertia<S>& A) {
  ArticulatedInertia<S> B{{}, {}, {A.M_xx, A.M_xy, {}, A.M_yy, {}, {}}};
  turn_x(angle, A, B.I, B.H);
  angle.corner(B.M.yy, B.M.yz, B.M.zz);
  angle.arm(B.M.xy, B.M.xz);
  return B;
}

template <class S>
struct Leaf : Revolute<S> {
  LeafInertia<S> P;
  S reciprocal;  ///< 1 / D
  bool sound = false;

  /// All that is constant.
  void articulate(const RigidInertia<S>& I) {
    const ArticulatedInertia<S> A = articulated(I);
    sound = Revolute<S>::articulate(A);
    const ProjectedInertia<S> all = project(A, this->U, this->G);
    P = {all.xx, all.xy, all.yy, all.Hx, all.Hy, all.M.xx, all.M.xy, all.M.yy};
    reciprocal = S(1) / this->D;
  }
  void pass(Force<S>& p, const S& tau) {
    const Force<S>& G = this->G;
    const S u = tau - p.n.z;
    this->nu = u * reciprocal;
    p = {{p.n.x + G.n.x * u, p.n.y + G.n.y * u, tau}, {p.f.x + G.f.x * u, p.f.y + G.f.y * u, p.f.z}};  // (46)
  }
  void accelerate(const Motion<S>& parent, S& qdd) const {
    Vec3<S> w, v;
    this->hinge.outward_to_leaf(parent, w, v.x, v.y);  // (35)
    if (this->hinge.kind != Link::privileged) v.x = v.x + this->eta.v.x, v.y = v.y + this->eta.v.y;
    w.x = w.x + this->eta.w.x, w.y = w.y + this->eta.w.y;
    turn_back(this->turn, w.x, w.y);
    turn_back(this->turn, v.x, v.y);
    const Force<S>& G = this->G;
    qdd = this->nu - (G.n.x * w.x + G.n.y * w.y + G.f.x * v.x + G.f.y * v.y) - w.z;  // (46)
  }
};

/// As a projected inertia.
template <class S>
ProjectedInertia<S> projected(const LeafInertia<S>& P) {
  return {P.xx, P.xy, P.yy, P.Hx, P.Hy, {P.M_xx, P.M_xy, {}, P.M_yy, {}, {}}};
}
template <class S>
const ProjectedInertia<S>& projected(const ProjectedInertia<S>& P) {
  return P;
}

}  // namespace kintree
