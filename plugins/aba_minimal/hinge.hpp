// The transform over a revolute joint as a variable screw about the joint's axis z and a constant rest: from
// the frame F_i of the body to the frame F' before the joint turns, and from there to the parent's. The
// origin of F' is that of F_i moved by -d along z. There the articulated inertia still has its zeros, and
// there acts what velocities add: w' x z q-dot about the origin of F_i, w' x (w' x r) about that of F'; so
// both have the parent's angular velocity w' alone.  Derived here.
//
//   DH           F' -> parent: R_x(alpha) T_x(a)
//   non-DH       F' -> parent: T(t) R_z(gamma) R_x(alpha), t along two axes of the parent
//   privileged   F' is the parent's frame
//   r            F_i's origin from the parent's, in the axes of F'; (a, 0, d) of a DH node
#pragma once

#include "kernels/articulated_screw.hpp"
#include "kernels/screw_frames.hpp"

namespace kintree {

/// v' = v + d w x e_k: 2m + 2a.
template <Axis k, class S>
void slide(Motion<S>& m, const S& d) {
  constexpr Axis i = next(k), j = next(i);
  at<i>(m.v) = at<i>(m.v) + d * at<j>(m.w);
  at<j>(m.v) = at<j>(m.v) - d * at<i>(m.w);
}

template <class S>
struct Hinge {
  Link kind = Link::general;
  bool offset = false;  ///< whether d may differ from 0
  int k = 0;            ///< non-DH: t has no component along the parent's axis k
  Turn<S> theta_0{S{}, S(1)};
  S d, a;
  ConstantTurn<S> alpha, gamma;
  Vec3<S> t, r;

  Hinge() = default;
  explicit Hinge(const ScrewLink<S>& l)
      : kind(l.kind), offset(l.offset), k(l.k), theta_0(l.theta_0), d(l.d), a(l.a), t(l.t) {
    if (kind == Link::privileged || kind == Link::root) return;
    alpha = ConstantTurn<S>({l.sin_alpha, l.cos_alpha}, l.steep_alpha);
    if (kind != Link::dh) {
      gamma = ConstantTurn<S>({l.sin_gamma, l.cos_gamma}, l.steep_gamma);
      r = kintree::transpose_times(l.E_0, l.r);
    }
  }

  /// From the parent to F'.
  void outward(Vec3<S>& w) const {
    if (kind == Link::privileged) return;
    if (kind != Link::dh) turn_back(w.x, w.y, gamma);
    turn_back(w.y, w.z, alpha);
  }
  void outward(Motion<S>& m) const {
    if (kind == Link::dh) slide<X>(m, a);
    if (kind == Link::non_dh) along_two(m);
    outward(m.w);
    outward(m.v);
  }
  /// Without v.z.
  void outward_to_leaf(Motion<S> m, Vec3<S>& w, S& v_x, S& v_y) const {
    if (kind == Link::dh) slide<X>(m, a);
    if (kind == Link::non_dh) along_two(m);
    w = m.w;
    outward(w);
    if (kind == Link::non_dh) turn_back(m.v.x, m.v.y, gamma);
    v_x = m.v.x;
    v_y = kind == Link::privileged ? m.v.y : alpha.c * m.v.y + alpha.s * m.v.z;
  }
  /// w x (w x r), w in F'.
  Vec3<S> centripetal(const Vec3<S>& w) const {
    if (kind == Link::privileged) return {};
    if (kind == Link::non_dh) return cross(w, cross(w, r));
    const S ay = a * w.y, az = a * w.z;
    if (!offset) return {-(w.y * ay + w.z * az), w.x * ay, w.x * az};
    return cross(w, {d * w.y, az - d * w.x, -ay});
  }

  /// From F' to the parent.
  void inward(Force<S>& f) const {
    if (kind == Link::privileged) return;
    for (Vec3<S>* x : {&f.n, &f.f}) {
      turn(x->y, x->z, alpha);
      if (kind != Link::dh) turn(x->x, x->y, gamma);
    }
    if (kind == Link::dh)
      slide<X>(f, a);
    else
      along_two(f);
  }
  template <class Inertia>
  ArticulatedInertia<S> inward(const Inertia& P) const {
    ArticulatedInertia<S> A = turn_x(P, alpha);
    if (kind == Link::dh) {
      slide<X>(A, a);
    } else {
      turn<Z>(A, gamma);
      along_two(A);
    }
    return A;
  }

 private:
  template <class Quantity>
  void along_two(Quantity& x) const {
    if (k != 0) slide<X>(x, t.x);
    if (k != 1) slide<Y>(x, t.y);
    if (k != 2) slide<Z>(x, t.z);
  }
};

}  // namespace kintree
