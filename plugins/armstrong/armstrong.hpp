// Armstrong's algorithm for the forward dynamics of trees of spherical joints: all vectors in world axes,
// accelerations of points and bodies in the ordinary sense, and both the angular acceleration of a body and
// the force through its joint as linear functions of the acceleration of its joint point O_k.
// Armstrong 1979; Jain 1991, eqs. (47) to (49), here with velocities, gravity and external forces, on trees.
//
//   l_j       from O_k to O_j of a child j of body k         l(k, k-1)
//   mp, J     mass times p, from O_k to the centre of mass; moment of inertia about O_k
//   Gamma, L  (48); P = [Gamma^-1, -L; -L^T, M] is the articulated-body inertia, M = sum Omega_F + m 1
//   Omega, Y  omega_dot = Omega_w v_dot + Y_w and F = Omega_F v_dot + Y_F     Upsilon in the paper
//   N         moment through the joint
#pragma once

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/small_spd.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

template <class S>
class Armstrong final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit Armstrong(const Model& model) : tree_(model), body_(tree_.N), g_(widen<S>(model.gravity)) {
    body_[0].R = identity3<S>();
  }

  struct Body {
    Mat3<S> R;                           ///< body axes in world axes
    Vec3<S> l, w, centripetal;           ///< l_j; angular velocity; w_k x (w_k x l_j), k the parent
    Sym3<S> Gamma_inverse, M, Omega_F;   ///< P_11, P_22, (47)
    Mat3<S> L, Omega_w;                  ///< -P_12, (47)
    SmallSpd<S> factored;                ///< Gamma^-1
    Vec3<S> N, moment, force, Y_w, Y_F;  ///< moment, force: sums of a body, Y_w and Y_F before Gamma
    Vec3<S> w_dot, v_dot;
  };
  const Body& body(int i) const { return body_[i]; }

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> beta_dot) override {
    Pivots<S> pivots;
    place(in);
    for (int k = tree_.N; k >= 1; --k) {
      pivots.check(eliminate(body_[k]), tree_.first[k]);
      if (tree_.parent[k] != 0) add_to(body_[tree_.parent[k]], body_[k]);
    }
    base_to_tips(beta_dot);
    return pivots.status();
  }

 private:
  /// Base to tips: axes, velocities, and what each body itself contributes to the sums.
  void place(const Input<S, problems::ForwardDynamics>& in) {
    tree_.set_positions(in.q);
    for (int j = 1; j <= tree_.N; ++j) {
      Body& b = body_[j];
      const Body& k = body_[tree_.parent[j]];
      const S *const rate = in.v.from(tree_.first[j]), *const T = in.tau.from(tree_.first[j]);
      b.R = k.R * tree_.X[j].R;
      b.l = k.R * tree_.X[j].r;
      b.w = k.w + b.R * Vec3<S>{rate[0], rate[1], rate[2]};
      b.centripetal = cross(k.w, cross(k.w, b.l));  // a, (4)
      b.N = b.R * Vec3<S>{T[0], T[1], T[2]};

      const S& m = tree_.I[j].m;
      const Vec3<S> mp = b.R * tree_.I[j].h;
      const Sym3<S> J = rotate(b.R, tree_.I[j].I);
      b.Gamma_inverse = J;
      b.M = {m, S{}, S{}, m, S{}, m};
      b.L = cross_matrix(-mp);
      const Force<S>& f = in.f_ext[j];
      b.moment = b.N + b.R * f.n + cross(mp, g_) - cross(b.w, J * b.w);  // N(k) - b, (11)
      b.force = cross(b.w, cross(b.w, mp)) - b.R * f.f - g_ * m;         // b, (11)
    }
  }

  /// Passes the joint of a body whose sums are complete. Returns whether its pivots are positive.  (48)
  static Truth<S> eliminate(Body& b) {
    SmallSpd<S>& A = b.factored;
    const Sym3<S>& P_11 = b.Gamma_inverse;
    A(0, 0) = P_11.xx, A(1, 0) = P_11.xy, A(2, 0) = P_11.xz;
    A(1, 1) = P_11.yy, A(2, 1) = P_11.yz, A(2, 2) = P_11.zz;
    const Truth<S> sound = A.factor(3);
    const Mat3<S> L_T = transpose(b.L);
    b.Omega_w = {solved(A, b.L.x), solved(A, b.L.y), solved(A, b.L.z)};  // Omega_w = Gamma L
    b.Y_w = solved(A, b.moment);                                         // Y_w = Gamma [N(k) - ...]
    b.Omega_F = b.M - as_symmetric(L_T * b.Omega_w);                     // sum + m 1 - L* Gamma L
    b.Y_F = b.force - L_T * b.Y_w;  // sum Y_F(k-1) - L* Y_w: the paper's second line
    return sound;
  }
  static Vec3<S> solved(const SmallSpd<S>& A, const Vec3<S>& b) {
    std::array<S, 3> x{b.x, b.y, b.z};
    A.solve(x.data());
    return {x[0], x[1], x[2]};
  }

  /// Adds child j to the sums of its parent k.  (48)
  static void add_to(Body& k, const Body& j) {
    const Sym3<S>& O = j.Omega_F;
    const Mat3<S> lO{cross(j.l, Vec3<S>{O.xx, O.xy, O.xz}), cross(j.l, Vec3<S>{O.xy, O.yy, O.yz}),
                     cross(j.l, Vec3<S>{O.xz, O.yz, O.zz})};
    const Vec3<S> Y_j = j.Y_F + O * j.centripetal;    // F at v_dot_k + w_dot_k x l: with a of (4)
    k.Gamma_inverse += rotate(cross_matrix(j.l), O);  // J - sum l~ Omega_F l~
    k.L = k.L - lO;                                   // -(sum l~ Omega_F + m p~)
    k.M += O;                                         // sum Omega_F + m 1
    k.moment -= j.N + cross(j.l, Y_j);                // - l~ Y_F(k-1) - N(k-1)
    k.force += Y_j;                                   // Y_F(k-1)
  }

  void base_to_tips(VectorView<S> beta_dot) {
    for (int j = 1; j <= tree_.N; ++j) {
      Body& b = body_[j];
      const Body& k = body_[tree_.parent[j]];
      b.v_dot = k.v_dot + cross(k.w_dot, b.l) + b.centripetal;  // (4)
      b.w_dot = b.Omega_w * b.v_dot + b.Y_w;                    // (47)
      const Vec3<S> relative = transpose_times(b.R, b.w_dot - k.w_dot + cross(b.w, k.w));
      S* const rate = beta_dot.from(tree_.first[j]);
      rate[0] = relative.x, rate[1] = relative.y, rate[2] = relative.z;  // (13) solved for beta_dot
    }
  }

  Tree<S> tree_;
  ByBody<Body> body_;
  Vec3<S> g_;
};

}  // namespace kintree
