// The second derivatives of inverse dynamics, of trees and forests with all joints, by the rules of Singh, Russell & Wensing 2022 applied
// twice; their algorithm of 2023 is IDSVA-SO. The README derives it; kernels/subtree_rates.hpp has the sweeps and the symbols.
//
//   c, d     coordinates j and k on the path of body i, in the frame of i; k is above j, or of its joint
//   U        Psi_dot + S_dot
//   sum      R m + 2 B n of the subtree of i
//   areas    2 sum of mass p_c x p_a over the particles of the subtree of i. A particle has the velocity p_c in the motion c.
#pragma once

#include "kernels/subtree_rates.hpp"

namespace kintree {

template <class S>
class IdsvaSo final : public Solves<S, problems::InverseDynamicsSecondDerivatives> {
  using Problem = problems::InverseDynamicsSecondDerivatives;

 public:
  explicit IdsvaSo(const Model& model) : rates_(model), tree_(rates_.tree), path_(tree_.N) {
    for (int i = 1; i <= tree_.N; ++i) {
      path_[i] = path_[tree_.parent[i]];
      for (int k = 0; k < tree_.dof[i]; ++k)
        path_[i].push_back({i, tree_.first[i] + k, {}, {}, {}, {}, {}, {}});
    }
  }

  Status inverse_dynamics_second_derivatives(const Input<S, Problem>& in, Output<S, Problem> out) override {
    rates_.update(in.q, in.v, in.qdd, in.f_ext);
    for (const MatrixView<S>& second : {out.d2tau_dqdq, out.d2tau_dvdv, out.d2tau_dqdv, out.dH_dq})
      clear(second);
    const Phase<S> phase("pairs");
    for (int i = 1; i <= tree_.N; ++i) {
      carry(i);
      for (const Column& c : path_[i]) {
        rows_of(i, c);
        for (const Column& d : path_[i]) {
          if (is_above(c, d)) continue;
          by_q_and_q(i, c, d, out.d2tau_dqdq);
          by_v_and_v(i, c, d, out.d2tau_dvdv);
          by_q_and_v(i, c, d, out.d2tau_dqdv);
          if (is_above(d, c)) by_lower_q(i, c, d, out);
        }
      }
    }
    return {};
  }

 private:
  struct Column {
    int joint, coordinate;
    Motion<S> s, Psi_dot, Psi_ddot, U;
    Vec3<S> areas, areas_dot;  ///< as a row of c: of c and of its Psi_dot with s
  };
  /// True if coordinate a is above b on one path. The two coordinates of a universal joint count as two
  /// joints.
  bool is_above(const Column& a, const Column& b) const {
    return a.coordinate < b.coordinate && (a.joint != b.joint || tree_.subspace_moves(a.joint));
  }

  /// The columns of the path and the second moments of the subtree, in the frame of i.
  void carry(int i) {
    twice_second_moments_ = twice_second_moments(rates_.R[i]);
    const std::vector<Column>& from = path_[tree_.parent[i]];
    const Transform<S>& X = tree_.X[i];
    const Vec3<S> minus_u = -rates_.u[i], minus_two_u = minus_u * S(2);
    for (std::size_t k = 0; k < from.size(); ++k) {
      Column& to = path_[i][k];
      const Motion<S> Psi_dot = X * from[k].Psi_dot;
      to.s = X * from[k].s;  // and to the frame that moves with i
      to.Psi_ddot = plus_cross(X * from[k].Psi_ddot, minus_two_u, Psi_dot);
      to.Psi_dot = plus_cross(Psi_dot, minus_u, to.s);
      to.U = plus_cross(X * from[k].U, minus_two_u, to.s);
    }
    for (int k = 0; k < tree_.dof[i]; ++k) {
      Column& own = path_[i][from.size() + static_cast<std::size_t>(k)];
      own.s = tree_.subspace[i][k];
      own.Psi_dot = rates_.Psi_dot[i][k], own.Psi_ddot = rates_.Psi_ddot[i][k];
      own.U = own.Psi_dot + rates_.S_dot[i][k];
    }
  }

  Force<S> sum(int i, const Motion<S>& m, const Motion<S>& n) const {
    return rates_.R[i] * m + rates_.B[i] * n * S(2);
  }
  /// Antisymmetric in m and n; exactly zero where they are one motion. With d.w it is n^T (R (d x m) + d x* R m + m x* R d).
  Vec3<S> areas(int i, const Motion<S>& m, const Motion<S>& n) const {
    const RigidInertia<S>& A = rates_.R[i];
    const Vec3<S> arms = cross(m.v, cross(n.w, A.h)) - cross(n.v, cross(m.w, A.h));
    return twice_second_moments_ * cross(m.w, n.w) + (cross(m.v, n.v) * A.m + arms) * S(2);
  }
  /// True if the pairs of c at body i have the row a.
  static bool is_row(int i, const Column& c, const Column& a) { return a.joint == i || c.joint == i; }
  void rows_of(int i, const Column& c) {
    for (Column& a : path_[i])
      if (is_row(i, c, a)) a.areas = areas(i, c.s, a.s), a.areas_dot = areas(i, c.Psi_dot, a.s);
  }

  /// Calls put(row number, value). Rows of joint i at or below c have the value `row`(a). If c is a
  /// coordinate of joint i too, rows a above c have the value `row`(a) + s^T `above`(a).
  void project(int i, const Column& c, auto&& row, auto&& above, auto&& put) const {
    for (const Column& a : path_[i])
      if (is_row(i, c, a)) put(a.coordinate, is_above(a, c) ? row(a) + dot(a.s, above(a)) : row(a));
  }
  /// Columns (k, j), and (j, k) if they are of different joints.
  auto pair_of(const Column& c, const Column& d, MatrixView<S> out) const {
    const int j = c.coordinate, k = d.coordinate, n = tree_.n;
    return [=, both = is_above(d, c)](int row, const S& x) {
      out(row, (k - 1) * n + j) = x;
      if (both) out(row, (j - 1) * n + k) = x;
    };
  }

  void by_q_and_q(int i, const Column& c, const Column& d, MatrixView<S> out) const {
    const Force<S> f = sum(i, cross(d.Psi_ddot, c.s), cross(d.Psi_dot, c.s));
    const auto row = [&](const Column& a) { return dot(a.s, f) + dot(d.Psi_dot.w, a.areas_dot); };
    const auto above = [&](const Column& a) {
      const Force<S> moved = cross(c.s, sum(i, d.Psi_ddot, d.Psi_dot));
      if (!is_above(a, d)) return moved;
      return moved + cross(d.s, sum(i, c.Psi_ddot, c.Psi_dot) + cross(c.s, rates_.f[i]));
    };
    project(i, c, row, above, pair_of(c, d, out));
  }

  void by_v_and_v(int i, const Column& c, const Column& d, MatrixView<S> out) const {
    // The mean of both orders for coordinates of one joint: R (d x c) cancels.
    const auto row = [&](const Column& a) {
      const S first = dot(d.s.w, a.areas);
      return is_above(d, c) ? first : (first + dot(c.s.w, areas(i, d.s, a.s))) * S(0.5);
    };
    project(
        i, c, row, [](const Column&) { return Force<S>{}; }, pair_of(c, d, out));
  }

  /// By q of k and v of j.
  void by_q_and_v(int i, const Column& c, const Column& d, MatrixView<S> out) const {
    const auto row = [&](const Column& a) { return dot(d.Psi_dot.w, a.areas); };
    const auto above = [&](const Column& a) {
      return is_above(a, d) ? cross(d.s, sum(i, c.U, c.s)) : Force<S>{};
    };
    const int block = (d.coordinate - 1) * tree_.n + c.coordinate;
    project(i, c, row, above, [&](int at, const S& x) { out(at, block) = x; });
  }

  /// The derivative by q of j, where k is above j. It moves a part of the bodies over which the derivative by
  /// v of k and column k of H are sums.
  void by_lower_q(int i, const Column& c, const Column& d, const Output<S, Problem>& out) const {
    const int block = (c.coordinate - 1) * tree_.n, k = d.coordinate;
    const Motion<S> s_s = cross(c.s, d.s);
    const Force<S> f = sum(i, cross(c.s, d.U), s_s), h = rates_.R[i] * s_s;
    project(
        i, c, [&](const Column& a) { return dot(d.s.w, a.areas_dot) - dot(a.s, f); },
        [&](const Column&) { return cross(c.s, sum(i, d.U, d.s)); },
        [&](int row, const S& x) { out.d2tau_dqdv(row, block + k) = x; });
    project(
        i, c, [&](const Column& a) { return -dot(a.s, h); },
        [&](const Column&) { return cross(c.s, rates_.R[i] * d.s); },
        [&](int row, const S& x) { out.dH_dq(row, block + k) = out.dH_dq(k, block + row) = x; });
  }

  SubtreeRates<S> rates_;
  const Tree<S>& tree_;
  ByBody<std::vector<Column>> path_;
  Sym3<S> twice_second_moments_;
};

}  // namespace kintree
