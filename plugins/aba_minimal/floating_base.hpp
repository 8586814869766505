// A body on a free joint of the base: nothing passes the joint, A alpha = f - p. Inputs and results,
// which are in the caller's frame of the body, are converted to F_i and back.
#pragma once

#include "aba_minimal/regrouped.hpp"
#include "kernels/ldlt6.hpp"
#include "kintree/algebra/joint.hpp"

namespace kintree {

template <class S>
struct FloatingBase {
  JointGeometry<S> joint;
  Transform<S> to_frame, to_caller;  ///< of F_i in the caller's frame, and back
  Transform<S> X;                    ///< of the caller's frame, in the base
  Subspace<S> subspace;
  Motion<S> V;  ///< in F_i

  Vec3<S> velocity(const S* rate) {
    const Phase<S> phase("conversion");
    V = to_frame * Motion<S>{{rate[0], rate[1], rate[2]}, {rate[3], rate[4], rate[5]}};
    return V.w;
  }

  /// alpha. Returns whether A is positive definite.
  Truth<S> solve(const ArticulatedInertia<S>& A, const Force<S>& p, const S* tau, Motion<S>& alpha) const {
    Force<S> f;
    {
      const Phase<S> phase("conversion");
      f = transpose_times(to_caller, Force<S>{{tau[0], tau[1], tau[2]}, {tau[3], tau[4], tau[5]}});
    }
    Ldlt6<S> L;
    const Truth<S> sound = L.factor(A);
    alpha = L.solve({f.n - p.n, f.f - p.f});  // (45), (46)
    return sound;
  }

  /// q-ddot = (w-dot, p-ddot - w x v), and gravity's share of p-ddot.
  void accelerate(const Motion<S>& alpha, const Vec3<S>& gravity, S* qdd) const {
    Motion<S> a{alpha.w, alpha.v - cross(V.w, V.v)};
    {
      const Phase<S> phase("conversion");
      a = to_caller * a;
    }
    {
      const Phase<S> phase("gravity");
      a.v += transpose_times(X.R, gravity);
    }
    qdd[0] = a.w.x, qdd[1] = a.w.y, qdd[2] = a.w.z;
    qdd[3] = a.v.x, qdd[4] = a.v.y, qdd[5] = a.v.z;
  }
};

}  // namespace kintree
