// What one revolute joint and its body do in each sweep of the articulated-body algorithm. Symbols:
// aba_minimal/aba_minimal.hpp; frames: aba_minimal/hinge.hpp.
#pragma once

#include "aba_minimal/hinge.hpp"
#include "aba_minimal/regrouped.hpp"
#include "kintree/algebra/pivots.hpp"

namespace kintree {

template <class S>
struct Revolute {
  Hinge<S> hinge;
  VariableTurn<S> theta = VariableTurn<S>({S{}, S(1)});  ///< theta
  Motion<S> eta;                                         ///< in F'; no eta.w.z
  Force<S> U, G;                                         ///< but for z of the couple, which is D, and 1
  S D, nu;
  Vec3<S> minus_gravity;  ///< of a root, in F'

  /// w in F_i, and eta = (w' x z q-dot, w' x (w' x r)).
  Vec3<S> velocity(Vec3<S> w, const S& rate) {
    theta = VariableTurn<S>({theta.s, theta.c});
    hinge.outward(w);
    eta = {{rate * w.y, -(rate * w.x), {}}, hinge.centripetal(w)};  // (14)
    turn_back(w.x, w.y, theta);
    w.z = w.z + rate;  // (13)
    return w;
  }

  /// U, D, G. Returns whether D is positive.
  Truth<S> articulate(const ArticulatedInertia<S>& A) {
    U = {{A.I.xz, A.I.yz, A.I.zz}, {A.H.x.z, A.H.y.z, A.H.z.z}};
    D = U.n.z;                                                              // (32)
    G = {{U.n.x / D, U.n.y / D, S(1)}, {U.f.x / D, U.f.y / D, U.f.z / D}};  // (33)
    return is_positive(D);
  }

  /// Of a root: no couple of its own bias force is about z, and nothing passes.
  Truth<S> pass_root(const ArticulatedInertia<S>& A, const Force<S>& p, const S& tau) {
    U = {{A.I.xz, A.I.yz, A.I.zz}, {A.H.x.z, A.H.y.z, A.H.z.z}};
    D = U.n.z;  // (32)
    nu = (tau - p.n.z) / D;
    return is_positive(D);
  }

  /// p becomes p + G u, the force that passes; about the axis it is the joint's own.
  void pass(Force<S>& p, const S& tau) {
    const S u = tau - p.n.z;
    nu = u / D;
    p = {{p.n.x + G.n.x * u, p.n.y + G.n.y * u, tau},
         {p.f.x + G.f.x * u, p.f.y + G.f.y * u, p.f.z + G.f.z * u}};  // (46)
  }

  /// P, turned by theta, and p, which comes in F_i, in F'; p with P eta.
  template <class Inertia>
  void to_turned(Inertia& P, Force<S>& p) const {
    turn(p.n.x, p.n.y, theta);
    turn(p.f.x, p.f.y, theta);
    add_turning(P, eta.w, p);                           // (60)
    if constexpr (requires { slide_z(P, hinge.d); }) {  // a leaf's frame has d = 0
      if (hinge.offset) slide_z(P, hinge.d), slide<Z>(p, hinge.d);
    }
    if (hinge.kind != Link::privileged) add_moving(P, eta.v, p);  // (60)
  }

  /// alpha, from the parent's; q-ddot.
  Motion<S> accelerate(Motion<S> alpha, S& qdd) const {
    hinge.outward(alpha);  // (35)
    if (hinge.kind != Link::privileged) alpha.v += eta.v;
    if (hinge.offset) slide<Z>(alpha, hinge.d);
    alpha.w.x = alpha.w.x + eta.w.x, alpha.w.y = alpha.w.y + eta.w.y;
    turn_back(alpha.w.x, alpha.w.y, theta);
    turn_back(alpha.v.x, alpha.v.y, theta);
    const S z = nu - (G.n.x * alpha.w.x + G.n.y * alpha.w.y + dot(G.f, alpha.v));
    qdd = z - alpha.w.z;  // nu - G* alpha, (46)
    alpha.w.z = z;
    return alpha;
  }
  /// On a base at rest, the axes of F' being turned to it once and for all.
  Motion<S> accelerate_root(S& qdd) const {
    const Phase<S> phase("gravity");
    Vec3<S> v = minus_gravity;
    turn_back(v.x, v.y, theta);
    qdd = nu - dot(U.f, v) / D;
    return {{{}, {}, qdd}, v};
  }
};

}  // namespace kintree
