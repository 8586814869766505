// Axes and columns of H in the frame of the root: H_ij = z_j . n_i + (u_j x z_j) . F_i, 6m + 5a a pair, where
// carrying the column over a link costs 20m + 12a.  Derived here.
//
//   x, y, z, p   axes and origin of F_i in the frame of the root
//   x'', y'      x and y before the angles gamma and alpha are taken off: x'' = R_z(gamma) e_x, and in DH
//                x_parent
//   u            p - d z
//   n, F         f_i = I^c_i s_i about the root's origin
#pragma once

#include "crba_minimal/regrouped.hpp"

namespace kintree {

template <class S>
struct RootAxes {
  Vec3<S> x, y, z, p, moment;  ///< moment: u x z
  Force<S> f;
};

/// Child of a root. f: the column there. E: of a non-DH node.
template <class S>
RootAxes<S> child_of_root(const ScrewLink<S>& l, const Turn<S>& theta, const Mat3<S>& E, bool inner,
                          const Vec3<S>& moment, const Force<S>& f) {
  const S &s = theta.s, &c = theta.c, zero{}, one(1);
  if (l.kind == Link::privileged) return {{c, s, zero}, {-s, c, zero}, {zero, zero, one}, {}, {}, f};
  RootAxes<S> A{E.x, E.y, l.E_0.z, l.r, moment, f};
  if (l.kind == Link::dh && inner) {  // 4m
    A.x = {c, s * l.cos_alpha, s * l.sin_alpha};
    A.y = {-s, c * l.cos_alpha, c * l.sin_alpha};
  }
  return A;
}

/// DH child of a privileged one, whose x_z = y_z = p = 0: 34m + 14a, a leaf 20m + 8a. f: after the z-screw.
template <class S>
RootAxes<S> child_of_privileged(const ScrewLink<S>& l, const Turn<S>& theta, bool inner, const S& a_cos,
                                const S& a_sin, const S& d_cos, const RootAxes<S>& P, const Force<S>& f) {
  const S &c = P.x.x, &s = P.x.y;
  const Vec3<S> z{l.sin_alpha * s, -(l.sin_alpha * c), l.cos_alpha};
  const Vec3<S> y{-(l.cos_alpha * s), l.cos_alpha * c, l.sin_alpha};
  RootAxes<S> A;
  A.z = z;
  A.moment = {a_cos * s, -(a_cos * c), -a_sin};  // a x'' x z = -a y'
  const S n_z = f.n.z + l.a * f.f.y;             // slid along x'' first
  A.f.f = {c * f.f.x + y.x * f.f.y, s * f.f.x + y.y * f.f.y, y.z * f.f.y};
  A.f.n = {c * f.n.x + y.x * f.n.y + z.x * n_z, s * f.n.x + y.y * f.n.y + z.y * n_z, y.z * f.n.y + z.z * n_z};
  if (inner) {
    A.x = {theta.c * c + theta.s * y.x, theta.c * s + theta.s * y.y, theta.s * y.z};
    A.y = {theta.c * y.x - theta.s * c, theta.c * y.y - theta.s * s, theta.c * y.z};
    A.p = {l.a * c + l.d * z.x, l.a * s + l.d * z.y, d_cos};
  }
  return A;
}

/// Any other node: DH 57m + 36a, a leaf 42m + 27a; non-DH 15m + 9a more. f: after the z-screw.
template <class S>
RootAxes<S> child(const ScrewLink<S>& l, const Turn<S>& theta, bool inner, const RootAxes<S>& P,
                  const Force<S>& f) {
  RootAxes<S> A;
  Vec3<S> x = P.x, y = P.y, u = P.p;
  if (l.kind == Link::dh) {
    u += P.x * l.a;
  } else {
    x = P.x * l.cos_gamma + P.y * l.sin_gamma;
    y = P.y * l.cos_gamma - P.x * l.sin_gamma;
    if (l.k != X) u += P.x * l.t.x;
    if (l.k != Y) u += P.y * l.t.y;
    if (l.k != Z) u += P.z * l.t.z;
  }
  A.z = P.z * l.cos_alpha - y * l.sin_alpha;
  y = y * l.cos_alpha + P.z * l.sin_alpha;
  A.moment = cross(u, A.z);
  A.f.f = x * f.f.x + y * f.f.y;  // F_z = 0
  A.f.n = x * f.n.x + y * f.n.y + A.z * f.n.z + cross(u, A.f.f);
  if (inner) {
    A.x = x * theta.c + y * theta.s;
    A.y = y * theta.c - x * theta.s;
    A.p = u + A.z * l.d;
  }
  return A;
}

}  // namespace kintree
