// Omega_i, the motion of a body that a force on it causes: symmetric, and kept with its blocks exchanged, as
// the inertia A that takes (f, n) for a motion and gives (v, w) for a force. So it moves between frames as an
// inertia does.  Wensing, Featherstone & Orin 2012, Appendix, has congruences of Lambda^-1; the exchange of
// blocks is ours.
#pragma once

#include "kernels/blocks.hpp"

namespace kintree {

template <class S>
Motion<S> exchanged(const Force<S>& f) {
  return {f.f, f.n};
}
template <class S>
Force<S> exchanged(const Motion<S>& m) {
  return {m.v, m.w};
}

template <class S>
struct BodyMobility {
  ArticulatedInertia<S> A;

  friend Motion<S> operator*(const BodyMobility& Omega, const Force<S>& f) {
    return exchanged(Omega.A * exchanged(f));
  }
};

/// All 36 entries; no operation.
template <class S>
Mobility<S> full(const BodyMobility<S>& Omega) {
  const auto& [V, C, W] = Omega.A;  // rows and columns of v; rows of v, columns of w; rows and columns of w
  Mobility<S> M;
  M.column[0] = {{W.xx, W.xy, W.xz}, C.x}, M.column[3] = {{C.x.x, C.y.x, C.z.x}, {V.xx, V.xy, V.xz}};
  M.column[1] = {{W.xy, W.yy, W.yz}, C.y}, M.column[4] = {{C.x.y, C.y.y, C.z.y}, {V.xy, V.yy, V.yz}};
  M.column[2] = {{W.xz, W.yz, W.zz}, C.z}, M.column[5] = {{C.x.z, C.y.z, C.z.z}, {V.xz, V.yz, V.zz}};
  return M;
}

/// X Omega X^T, of the parent's frame in the child's; `back` is X's inverse.
template <class S>
BodyMobility<S> to_child(const Transform<S>& back, const BodyMobility<S>& Omega) {
  return {to_parent(back, Omega.A)};
}

/// L Omega L^T + K over joint i, with L = 1 - S G^T and K = S D^-1 S^T:
/// Omega - S y^T - (y - S (G^T y + D^-1)) S^T, y = Omega G.
template <class S>
void pass_joint(const ArticulatedBodies<S>& bodies, int i, BodyMobility<S>& Omega) {
  const Subspace<S>& S_i = bodies.tree.subspace[i];
  ByColumn<Motion<S>> y;
  for (int l = 0; l < S_i.count; ++l) y[l] = Omega * bodies.G[i][l];
  for (int l = 0; l < S_i.count; ++l) {
    ByColumn<S> N;  // column l of G^T y + D^-1
    for (int k = 0; k < S_i.count; ++k) N[k] = S(k == l ? 1 : 0);
    bodies.D[i].solve(N.data());
    for (int k = 0; k < S_i.count; ++k) N[k] = N[k] + dot(y[l], bodies.G[i][k]);
    const Motion<S> z = y[l] - S_i.times(N.data());
    subtract_outer(Omega.A, exchanged(S_i[l]), exchanged(y[l]));
    subtract_outer(Omega.A, exchanged(z), exchanged(S_i[l]));
  }
}

}  // namespace kintree
