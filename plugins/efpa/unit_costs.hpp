// The operations that the appendix of the paper gives a cost for, each as a function of its own, for any
// scalar. Divisions count as multiplications.
// Wensing, Featherstone & Orin 2012, Appendix (its table of costs, the list and the text after it).
//
//   published     here                 what
//   22m+25a       22m+25a, 20m+22a     privileged child: X^T I^A L X, a projected inertia turned about z
//   15a           15a                  I^A_p + (...), of a rigid body's inertia and any articulated one
//   48m+24a       48m+24a              privileged child: X Lambda_pk, six motions turned about z
//   63m+54a       58m+50a              privileged child: X Lambda_pp X^T; here its joint is passed as well: Lambda_ii
//   231 flops     141m+90a, 126m+90a   (I^A_1)^-1 of the floating base: base_inverse.hpp
//   137m+137a     114m+117a            X Lambda_kk X^T with a general constant X
//   288m+216a     288m+216a            X Lambda_k1k2 X'^T
//   216m+180a     216m+180a            dense product; less 36m+36a with a zero row
//
// Lambda takes a force to a motion. With its blocks exchanged it is transformed like an inertia, by the same
// screws: I is its block of v and v, H that of v and w, M that of w and w. From a parent to a child the screw
// is run backwards.
#pragma once

#include "efpa/base_inverse.hpp"
#include "efpa/printed_turn.hpp"
#include "kernels/articulated_screw.hpp"
#include "kernels/blocks.hpp"

namespace kintree {

/// P in the parent's frame, which is the child's at theta = 0: 22m+25a.
template <class S>
void privileged_inertia(const S& sine, const S& cosine, ProjectedInertia<S>& P) {
  P = turned<Z>(P, DoubleTurn<S>({sine, cosine}));
}
/// The same: 20m+22a.
template <class S>
void privileged_inertia_less(const S& sine, const S& cosine, ProjectedInertia<S>& P) {
  P = turned<Z>(P, VariableTurn<S>({sine, cosine}));
}

/// A + I: 15a.
template <class S>
void add_inertia(const RigidInertia<S>& I, ArticulatedInertia<S>& A) {
  A = A + articulated_sparse(I);
}

/// X Lambda_pk, X the turn of a privileged child: 48m+24a.
template <class S>
void privileged_motions(const S& sine, const S& cosine, Mobility<S>& Lambda) {
  const Turn<S> t{sine, cosine};
  for (int k = 0; k < 6; ++k) {
    Motion<S>& m = Lambda.column[k];
    turn_back(m.w.x, m.w.y, t);
    turn_back(m.v.x, m.v.y, t);
  }
}

/// L X Lambda_pp X^T L^T + K of a privileged child, K = e_z e_z^T / D, L = 1 - e_z G^T with G_z = 1: 28m+25a
/// of the turn, 30m+25a of L and K. G, 1/D and the 2 s of `back` are counted with the articulated inertias.
/// Blocks exchanged.
template <class S>
void privileged_mobility(const VariableTurn<S>& back, const Force<S>& G, const S& reciprocal,
                         ArticulatedInertia<S>& A) {
  turn<Z>(A, back);
  auto& [V, C, W] = A;  // C: rows of v, columns of w
  const auto along = [&](const Vec3<S>& v, const S& x, const S& y) {
    return -(G.n.x * x + G.n.y * y + dot(G.f, v));
  };
  const S x = along({C.x.x, C.x.y, C.x.z}, W.xx, W.xy), y = along({C.y.x, C.y.y, C.y.z}, W.xy, W.yy);
  const Vec3<S> v{along({V.xx, V.xy, V.xz}, C.x.x, C.y.x), along({V.xy, V.yy, V.yz}, C.x.y, C.y.y),
                  along({V.xz, V.yz, V.zz}, C.x.z, C.y.z)};
  W.xz = x, W.yz = y, C.z = v;
  W.zz = reciprocal + along(v, x, y);
}

/// X Lambda_kk X^T over three screws, z, x, z, with the angles and lengths of the way back: 114m+117a with
/// `VariableTurn`, 105m+117a with `ConstantTurn`. Blocks exchanged.
template <class Angle, class S>
void end_effector_mobility(const std::array<Angle, 3>& angle, const std::array<S, 3>& length,
                           ArticulatedInertia<S>& A) {
  screw<Z>(A, angle[0], length[0]);
  screw<X>(A, angle[1], length[1]);
  screw<Z>(A, angle[2], length[2]);
}
/// Over two, the end-effector being the Denavit-Hartenberg child of its body: 76m+78a, 70m+78a.
template <class Angle, class S>
void end_effector_mobility(const std::array<Angle, 2>& angle, const std::array<S, 2>& length,
                           ArticulatedInertia<S>& A) {
  screw<X>(A, angle[0], length[0]);
  screw<Z>(A, angle[1], length[1]);
}

/// X Lambda_k1k2 X'^T by twelve transforms of a motion, 24m+18a each: 288m+216a.
template <class S>
Mobility<S> between_end_effectors(const Transform<S>& X, Mobility<S> Lambda, const Transform<S>& other) {
  for (int k = 0; k < 6; ++k) Lambda.column[k] = X * Lambda.column[k];
  Mobility<S> rows = transpose(Lambda);
  for (int k = 0; k < 6; ++k) rows.column[k] = other * rows.column[k];
  return transpose(rows);
}

/// K_1 chi^T: 216m+180a.
template <class S>
Mobility<S> base_mobility(const Mobility<S>& K, const Propagator<S>& chi) {
  return times_transpose(K, chi);
}
/// The same beyond the privileged child, whose axis passes no couple: 180m+144a.
template <class S>
Mobility<S> base_mobility_beyond_privileged(const Mobility<S>& K, const Propagator<S>& chi) {
  Mobility<S> result;
  for (int c = 0; c < 6; ++c) {
    const auto& [n, f] = chi.row[c];
    result.column[c] =
        K.column[0] * n.x + K.column[1] * n.y + K.column[3] * f.x + K.column[4] * f.y + K.column[5] * f.z;
  }
  return result;
}

}  // namespace kintree
