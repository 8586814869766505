// Spatial (6-D) vectors, transforms and inertias in their structured form: a transform is a rotation and a
// translation, a rigid inertia ten numbers, an articulated inertia three 3x3 blocks. Angular part first.
// Section numbers are those of Featherstone, Rigid Body Dynamics Algorithms (RBDA), 2008.
#pragma once

#include "kintree/spatial/linear3.hpp"

namespace kintree {

/// Velocity, acceleration, joint axis: (omega, v), v of the body-fixed point at the origin.
template <class S>
struct Motion {
  Vec3<S> w, v;

  friend Motion operator+(const Motion& a, const Motion& b) { return {a.w + b.w, a.v + b.v}; }
  friend Motion operator-(const Motion& a, const Motion& b) { return {a.w - b.w, a.v - b.v}; }
  friend Motion operator-(const Motion& a) { return {-a.w, -a.v}; }
  friend Motion operator*(const Motion& a, const S& s) { return {a.w * s, a.v * s}; }
  Motion& operator+=(const Motion& b) { return *this = *this + b; }
};

/// Force, momentum: (n, f), couple n about the origin and force f.
template <class S>
struct Force {
  Vec3<S> n, f;

  friend Force operator+(const Force& a, const Force& b) { return {a.n + b.n, a.f + b.f}; }
  friend Force operator-(const Force& a, const Force& b) { return {a.n - b.n, a.f - b.f}; }
  friend Force operator*(const Force& a, const S& s) { return {a.n * s, a.f * s}; }
  Force& operator+=(const Force& b) { return *this = *this + b; }
  Force& operator-=(const Force& b) { return *this = *this - b; }
};

template <class S>
S dot(const Motion<S>& m, const Force<S>& f) {
  return dot(m.w, f.n) + dot(m.v, f.f);
}

/// v x m, motion on motion.  [RBDA sec. 2.9]
template <class S>
Motion<S> cross(const Motion<S>& v, const Motion<S>& m) {
  return {cross(v.w, m.w), cross(v.w, m.v) + cross(v.v, m.w)};
}

/// v x* f, motion on force.  [RBDA sec. 2.9]
template <class S>
Force<S> cross(const Motion<S>& v, const Force<S>& f) {
  return {cross(v.w, f.n) + cross(v.v, f.f), cross(v.w, f.f)};
}

/// X_child_parent: R takes child to parent axes, r is the child's origin in the parent's frame.
template <class S>
struct Transform {
  Mat3<S> R;
  Vec3<S> r;

  /// X m: a motion of the parent's frame in the child's.  [RBDA sec. 2.8]
  friend Motion<S> operator*(const Transform& X, const Motion<S>& m) {
    return {transpose_times(X.R, m.w), transpose_times(X.R, m.v - cross(X.r, m.w))};
  }
};

/// X^T f: a force of the child's frame in the parent's.  [RBDA sec. 2.8]
template <class S>
Force<S> transpose_times(const Transform<S>& X, const Force<S>& f) {
  const Vec3<S> force = X.R * f.f;
  return {X.R * f.n + cross(X.r, force), force};
}

/// Pose of a frame as a transform from the frame it is posed in.
template <class S>
Transform<S> transform(const Placement& pose) {
  return {rotation<S>(pose), widen<S>(pose.xyz)};
}

/// The product of two poses: frame b in a, then a in the frame in which `outer` is given.
template <class S>
Transform<S> compose(const Transform<S>& outer, const Transform<S>& inner) {
  return {outer.R * inner.R, outer.r + outer.R * inner.r};
}

/// The pose of the outer frame in the inner one.
template <class S>
Transform<S> inverse(const Transform<S>& pose) {
  return {transpose(pose.R), -transpose_times(pose.R, pose.r)};
}

/// Rigid-body inertia about the origin: mass, first moment h = m c, and rotational inertia.  [RBDA sec. 2.13]
template <class S>
struct RigidInertia {
  S m{};
  Vec3<S> h;
  Sym3<S> I;

  friend Force<S> operator*(const RigidInertia& A, const Motion<S>& a) {
    return {A.I * a.w + cross(A.h, a.v), a.v * A.m - cross(A.h, a.w)};
  }
  RigidInertia& operator+=(const RigidInertia& B) {
    m = m + B.m;
    h += B.h;
    I += B.I;
    return *this;
  }
};

/// V x* I V, the rate of a body's momentum in its own frame at constant V.  [RBDA sec. 2.14] Its moment
/// contains v x m v. This is zero, but in a fast translation its roundings leave u m |v|^2. It is left out
/// here, and the other terms in v are h x (w x v), by Jacobi's identity.
template <class S>
Force<S> gyroscopic_force(const RigidInertia<S>& A, const Motion<S>& V) {
  const Vec3<S> w_v = cross(V.w, V.v);
  return {cross(V.w, A.I * V.w) + cross(A.h, w_v), w_v * A.m - cross(V.w, cross(A.h, V.w))};
}

/// About the origin of the body frame, from mass, centre of mass and the tensor about it.  [RBDA sec. 2.13]
template <class S>
RigidInertia<S> rigid_inertia(const Inertial& inertial) {
  const Vec3<S> c = widen<S>(inertial.origin.xyz);
  const Sym3<S> about_centre{S(inertial.ixx), S(inertial.ixy), S(inertial.ixz),
                             S(inertial.iyy), S(inertial.iyz), S(inertial.izz)};
  const S m = S(inertial.mass);
  const Vec3<S> h = c * m;
  const Vec3<S> d{c.x * h.x, c.y * h.y, c.z * h.z};
  const Sym3<S> shift{d.y + d.z, -c.x * h.y, -c.x * h.z, d.z + d.x, -c.y * h.z, d.x + d.y};
  return {m, h, rotate(rotation<S>(inertial.origin), about_centre) + shift};
}

/// X^T I X: a rigid inertia of the child's frame in the parent's.  [RBDA sec. 2.13]
template <class S>
RigidInertia<S> to_parent(const Transform<S>& X, const RigidInertia<S>& A) {
  const Vec3<S> h = X.R * A.h;
  const Vec3<S> h_parent = h + X.r * A.m;
  // I_parent = R I R^T - [r][h] - [h_parent][r], with -[a][b] = (a.b) 1 - b a^T. The matrix D = h r^T + r
  // h_parent^T is symmetric. tr D - D_xx is summed as D_yy + D_zz, so that the part along x is not added and
  // subtracted again.
  const Vec3<S>& r = X.r;
  const Vec3<S> d{h.x * r.x + r.x * h_parent.x, h.y * r.y + r.y * h_parent.y, h.z * r.z + r.z * h_parent.z};
  const Sym3<S> I = rotate(X.R, A.I);
  return {A.m,
          h_parent,
          {I.xx + (d.y + d.z), I.xy - (h.x * r.y + r.x * h_parent.y), I.xz - (h.x * r.z + r.x * h_parent.z),
           I.yy + (d.z + d.x), I.yz - (h.y * r.z + r.y * h_parent.z), I.zz + (d.x + d.y)}};
}

/// Articulated-body inertia [I H; H^T M], f = M v + H^T w.  [RBDA sec. 7.1]
template <class S>
struct ArticulatedInertia {
  Sym3<S> I;
  Mat3<S> H;
  Sym3<S> M;

  friend Force<S> operator*(const ArticulatedInertia& A, const Motion<S>& a) {
    return {A.I * a.w + A.H * a.v, transpose_times(A.H, a.w) + A.M * a.v};
  }
  ArticulatedInertia& operator+=(const ArticulatedInertia& B) {
    I += B.I;
    H = H + B.H;
    M += B.M;
    return *this;
  }
};

template <class S>
ArticulatedInertia<S> articulated(const RigidInertia<S>& A) {
  return {A.I, cross_matrix(A.h), {A.m, S{}, S{}, A.m, S{}, A.m}};
}

/// A - a b^T for forces a, b whose product is symmetric together with the other terms of the same sum (U D^-1
/// U^T): of the symmetric blocks only the upper triangles are formed.
template <class S>
void subtract_outer(ArticulatedInertia<S>& A, const Force<S>& a, const Force<S>& b) {
  A.I =
      A.I - Sym3<S>{a.n.x * b.n.x, a.n.x * b.n.y, a.n.x * b.n.z, a.n.y * b.n.y, a.n.y * b.n.z, a.n.z * b.n.z};
  A.H = A.H - outer(a.n, b.f);
  A.M =
      A.M - Sym3<S>{a.f.x * b.f.x, a.f.x * b.f.y, a.f.x * b.f.z, a.f.y * b.f.y, a.f.y * b.f.z, a.f.z * b.f.z};
}

/// X^T A X: an articulated inertia of the child's frame in the parent's. With the blocks in parent axes and
/// [r] the matrix of r x:
///   M' = M,  H' = H + [r] M,  I' = I + ([r] H^T) + ([r] H^T)^T + ([r] M) [r]^T.
template <class S>
ArticulatedInertia<S> to_parent(const Transform<S>& X, const ArticulatedInertia<S>& A) {
  const Vec3<S>& r = X.r;
  const Sym3<S> M = rotate(X.R, A.M);
  const Mat3<S> Ht = X.R * transpose(X.R * A.H);  // R H^T R^T
  const Mat3<S> rM{cross(r, Vec3<S>{M.xx, M.xy, M.xz}), cross(r, Vec3<S>{M.xy, M.yy, M.yz}),
                   cross(r, Vec3<S>{M.xz, M.yz, M.zz})};
  const Mat3<S> rHt{cross(r, Ht.x), cross(r, Ht.y), cross(r, Ht.z)};
  // ([r] M) [r]^T = the rows of [r] M crossed from the left by r, transposed; symmetric, so the columns serve
  // as well.
  const Mat3<S> rM_t = transpose(rM);
  const Mat3<S> rMr{cross(r, rM_t.x), cross(r, rM_t.y), cross(r, rM_t.z)};
  const Sym3<S> I = rotate(X.R, A.I);
  return {{I.xx + (rHt.x.x + rHt.x.x) + rMr.x.x, I.xy + (rHt.x.y + rHt.y.x) + rMr.y.x,
           I.xz + (rHt.x.z + rHt.z.x) + rMr.z.x, I.yy + (rHt.y.y + rHt.y.y) + rMr.y.y,
           I.yz + (rHt.y.z + rHt.z.y) + rMr.z.y, I.zz + (rHt.z.z + rHt.z.z) + rMr.z.z},
          transpose(Ht) + rM,
          M};
}

}  // namespace kintree
