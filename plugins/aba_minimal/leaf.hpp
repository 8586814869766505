// A revolute leaf. Its axes are turned about z until h_y = 0; its inertia being regrouped, m = h_z = 0. So of
// U's force only f_y is not zero, and what passes the joint is constant and has seven entries. The components
// v_x and v_z of the acceleration are not needed. Derived here.
//
//                        projected        leaf
//   turn about z         20m+21a          13m+9a
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

template <class S>
void add_moving(const LeafInertia<S>& P, const Vec3<S>& v, Force<S>& f) {
  f.n.x = f.n.x + dot(P.Hx, v);
  f.n.y = f.n.y + dot(P.Hy, v);
  f.f.x = f.f.x + (P.M_xx * v.x + P.M_xy * v.y);
  f.f.y = f.f.y + (P.M_xy * v.x + P.M_yy * v.y);
}

template <class S>
ArticulatedInertia<S> turn_x(const LeafInertia<S>& A, const ConstantTurn<S>& t) {
  ArticulatedInertia<S> B{{}, {}, {A.M_xx, A.M_xy, {}, A.M_yy, {}, {}}};
  turn_x(A, t, B.I, B.H);
  turn_corner(B.M.yy, B.M.yz, B.M.zz, t);
  turn_arm(B.M.xy, B.M.xz, t);
  return B;
}

/// As a projected inertia.
template <class S>
ProjectedInertia<S> projected(const LeafInertia<S>& P) {
  return {P.xx, P.xy, P.yy, P.Hx, P.Hy, {P.M_xx, P.M_xy, {}, P.M_yy, {}, {}}};
}
template <class S>
const ProjectedInertia<S>& projected(const ProjectedInertia<S>& P) {
  return P;
}

template <class S>
struct Leaf : Revolute<S> {
  S xx, xy, yy, H_xy, H_yy, H_yz, M_yy;  ///< P
  S reciprocal;                          ///< 1 / D
  Truth<S> sound = Truth<S>(false);      ///< whether D is positive

  /// All that is constant.
  void articulate(const RigidInertia<S>& I) {
    const ArticulatedInertia<S> A = articulated(I);
    sound = Revolute<S>::articulate(A);
    const ProjectedInertia<S> P = project(A, this->U, this->G);
    xx = P.xx, xy = P.xy, yy = P.yy, H_xy = P.Hx.y, H_yy = P.Hy.y, H_yz = P.Hy.z, M_yy = P.M.yy;
    reciprocal = S(1) / this->D;
  }

  void pass(Force<S>& p, const S& tau) {
    const Force<S>& G = this->G;
    const S u = tau - p.n.z;
    this->nu = u * reciprocal;
    p = {{p.n.x + G.n.x * u, p.n.y + G.n.y * u, tau}, {p.f.x, p.f.y + G.f.y * u, p.f.z}};  // (46)
  }

  /// P turned by theta.
  LeafInertia<S> turned() const {
    const S &s = this->theta.s, &c = this->theta.c;
    LeafInertia<S> P{xx, xy, yy, {}, {}};
    turn_block(P.xx, P.xy, P.yy, this->theta);
    const S b = c * H_yy + s * H_xy, sb = s * b, cb = c * b, x = s * M_yy;
    P.Hx = {H_yy - cb, H_xy - sb, -(s * H_yz)};
    P.Hy = {-sb, cb, c * H_yz};
    P.M_xx = s * x, P.M_xy = -(c * x), P.M_yy = M_yy - P.M_xx;
    return P;
  }

  void accelerate(const Motion<S>& parent, S& qdd) const {
    const S &s = this->theta.s, &c = this->theta.c;
    const Force<S>& G = this->G;
    Vec3<S> w, v;
    this->hinge.outward_to_leaf(parent, w, v.x, v.y);  // (35)
    if (this->hinge.kind != Link::privileged) v.x = v.x + this->eta.v.x, v.y = v.y + this->eta.v.y;
    w.x = w.x + this->eta.w.x, w.y = w.y + this->eta.w.y;
    turn_back(w.x, w.y, this->theta);
    const S v_y = c * v.y - s * v.x;
    qdd = this->nu - (G.n.x * w.x + G.n.y * w.y + G.f.y * v_y) - w.z;  // (46)
  }
};

/// Turns the axes of the leaves about z until h_y = 0.
template <class S>
void align_leaves(ScrewFrames<S>& frames) {
  using std::sqrt;
  for (int i = 1; i <= frames.N; ++i) {
    if (frames.children[i] != 0 || frames.kind[i] != JointKind::revolute) continue;
    Vec3<S>& h = frames.I[i].h;
    const S length = sqrt(h.x * h.x + h.y * h.y);
    // Zero in this arithmetic: there is nothing to turn. A distance of a rounding counts: of a thin body the
    // inertia about the axis may be no more than that.
    if (!is_positive(length)) continue;
    const Turn<S> by{h.y / length, h.x / length};
    const Transform<S> turned = along_z(by.c, by.s, S{});
    frames.pose[i] = compose(frames.pose[i], turned);
    frames.I[i] = to_parent(inverse(turned), frames.I[i]);
    h.y = S{};
    frames.link[i].theta_0 = sum(frames.link[i].theta_0, by);
  }
}

}  // namespace kintree
