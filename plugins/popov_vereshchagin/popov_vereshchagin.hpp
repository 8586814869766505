// Forward dynamics of a tree with constraints by the algorithm of Popov and Vereshchagin. The rows of the constraints pass through the joints
// with the articulated inertias, and one sweep gives Delassus' matrix. No H and no K is formed.  Vereshchagin 1974; Sathya & Carpentier
// 2024. The README derives the equations in square brackets; the others are in Jain 1991.
//
//   K^A        rows as forces, felt at the body that the sweep has reached
//   E          S^T K^A, what the rows do in joint i, and the rows of couplings there
//   L^A        E^T D^-1 E of the joints passed, which is K H^-1 K^T at the base
//   l^A        K^A a + E^T nu of the joints passed, which is the acceleration of the rows without their forces at the base
//   D, G, z    kernels/articulated.hpp
#pragma once

#include <vector>

#include "kernels/articulated.hpp"
#include "kernels/constraints.hpp"
#include "kernels/path_triangle.hpp"

namespace kintree {

template <class S>
class PopovVereshchagin final
    : public Solves<S, problems::ConstrainedForwardDynamics, problems::ContactImpulse> {
 public:
  explicit PopovVereshchagin(const Model& model)
      : bodies_(model),
        tree_(bodies_.tree),
        constraints_(model),
        layout_(full_triangle(constraints_.rows)),
        triangle_(constraints_.rows),
        L_A_(static_cast<std::size_t>(layout_.size())),
        passing_(tree_.N),
        V_(tree_.N),
        a_(tree_.N),
        alpha_(tree_.N),
        z_(tree_.N),
        nu_(tree_.N) {
    for (const ConstraintFrame<S>& c : constraints_.list)
      for (std::size_t k = 0; k < c.rows.size(); ++k)
        for (const int body : {c.body, c.other}) pass_from(body, c.first + static_cast<int>(k));
    for (const CoupledJoints<S>& c : constraints_.coupled)
      for (const int body : {c.body, c.leader}) pass_from(body, c.row);
    for (int i = 1; i <= tree_.N; ++i)
      for (Row& row : passing_[i]) row.above = place_of(row.number, tree_.parent[i]);
    for (const CoupledJoints<S>& c : constraints_.coupled) {
      at(c.body, c.row).coupling[0] = S(1);
      if (c.leader != 0) at(c.leader, c.row).coupling[0] = -c.multiplier;
    }
  }

  Status constrained_forward_dynamics(const Input<S, problems::ConstrainedForwardDynamics>& in,
                                      Output<S, problems::ConstrainedForwardDynamics> out) override {
    const Status status = bodies_.update(in.q);
    velocities(in.v);
    for (int i = 1; i <= tree_.N; ++i)
      z_[i] = bodies_.P[i] * a_[i] + gyroscopic_force(tree_.I[i], V_[i]) - in.f_ext[i];  // (16), (60)
    alpha_[0] = tree_.minus_gravity;
    for (int r = 1; r <= constraints_.rows; ++r) out.lambda(r) = S{};
    place_rows([&](const ConstraintFrame<S>& c, const Transform<S>& X_other) {
      const Motion<S> turned = cross(c.pose * V_[c.body], X_other * V_[c.other]);  // v_B x v_A
      for (std::size_t k = 0; k < c.rows.size(); ++k)
        out.lambda(c.first + static_cast<int>(k)) = dot(turned, unit_force<S>(c.rows[k]));
    });
    tips_to_base(in.tau, out.lambda);
    for (int r = 1; r <= constraints_.rows; ++r) out.lambda(r) = in.gamma(r) - out.lambda(r);  // [3]
    return solved(status, out.lambda, out.constrained_qdd);
  }

  /// The same at rest: impulses in the place of forces, and changes of velocities in that of accelerations.
  Status contact_impulse(const Input<S, problems::ContactImpulse>& in,
                         Output<S, problems::ContactImpulse> out) override {
    const Status status = bodies_.update(in.q);
    velocities(in.v);
    place_rows([&](const ConstraintFrame<S>& c, const Transform<S>& X_other) {
      const Motion<S> relative = c.pose * V_[c.body] - X_other * V_[c.other];
      for (std::size_t k = 0; k < c.rows.size(); ++k)
        out.impulse(c.first + static_cast<int>(k)) = dot(relative, unit_force<S>(c.rows[k]));
    });
    for (const CoupledJoints<S>& c : constraints_.coupled) {
      out.impulse(c.row) = in.v(tree_.first[c.body]);
      if (c.leader != 0) out.impulse(c.row) = out.impulse(c.row) - c.multiplier * in.v(tree_.first[c.leader]);
    }
    for (int r = 1; r <= constraints_.rows; ++r)
      out.impulse(r) = -out.impulse(r) - in.restitution(1) * out.impulse(r);  // -(1 + e) K v
    alpha_[0] = {};
    for (int i = 1; i <= tree_.N; ++i) a_[i] = {}, nu_[i] = {};
    for (int i = tree_.N; i >= 1; --i) pass_rows(i, {});
    const Status result = solved(status, out.impulse, out.v_after);
    for (int k = 1; k <= tree_.n; ++k) out.v_after(k) = in.v(k) + out.v_after(k);
    return result;
  }

 private:
  /// A row at a body that carries one of the two that it joins.
  struct Row {
    int number;
    std::size_t above = 0;  ///< its place among those of the parent
    Force<S> K_A = {};
    ByColumn<S> E = {}, coupling = {};  ///< coupling: of the joint itself
  };

  void pass_from(int body, int row) {
    for (;; body = tree_.parent[body]) {
      if (place_of(row, body) == passing_[body].size()) passing_[body].push_back({row});
      if (body == 0) return;
    }
  }
  std::size_t place_of(int row, int body) const {
    std::size_t k = 0;
    while (k < passing_[body].size() && passing_[body][k].number != row) ++k;
    return k;
  }
  Row& at(int body, int row) { return passing_[body][place_of(row, body)]; }

  void velocities(VectorView<const S> v) {
    const Phase<S> phase("velocities");
    for (int i = 1; i <= tree_.N; ++i) {
      const Motion<S> V_J = tree_.subspace[i].times(v.from(tree_.first[i]));
      V_[i] = tree_.X[i] * V_[tree_.parent[i]] + V_J;            // (13)
      a_[i] = tree_.velocity_product(i, v) + cross(V_[i], V_J);  // (14)
    }
  }

  /// The rows where they begin. Calls visit(c, from the other body to the frame).
  template <class Visit>
  void place_rows(const Visit& visit) {
    for (int i = 0; i <= tree_.N; ++i)
      for (Row& row : passing_[i]) row.K_A = {};
    for (std::size_t k = 0; k < static_cast<std::size_t>(layout_.size()); ++k) L_A_[k] = S{};
    for (const ConstraintFrame<S>& c : constraints_.list) {
      const Transform<S> X_other = in_other(tree_, c);
      for (std::size_t k = 0; k < c.rows.size(); ++k) {
        const int row = c.first + static_cast<int>(k);
        at(c.body, row).K_A += transpose_times(c.pose, unit_force<S>(c.rows[k]));
        at(c.other, row).K_A -= transpose_times(X_other, unit_force<S>(c.rows[k]));
      }
      visit(c, X_other);
    }
  }

  void tips_to_base(VectorView<const S> tau, VectorView<S> l_A) {
    const Phase<S> phase("tips to base");
    for (int i = tree_.N; i >= 1; --i) {
      const Force<S> z_plus = pass_force(tree_.subspace[i], z_[i], bodies_.D[i], bodies_.G[i],
                                         tau.from(tree_.first[i]), nu_[i]);                     // (46)
      if (const int p = tree_.parent[i]; p != 0) z_[p] += transpose_times(tree_.X[i], z_plus);  // (46)
      pass_rows(i, l_A);
    }
    for (const Row& row : passing_[0]) l_A(row.number) = l_A(row.number) + dot(alpha_[0], row.K_A);  // [2]
  }

  /// L^A and l^A, if there is one, of joint i; K^A to its parent, (K^A - G E) X_i.
  void pass_rows(int i, VectorView<S> l_A) {
    const Subspace<S>& S_i = tree_.subspace[i];
    for (Row& row : passing_[i]) {
      S_i.transpose_times(row.K_A, row.E.data());
      ByColumn<S> solved;
      for (int k = 0; k < S_i.count; ++k) solved[k] = row.E[k] = row.E[k] + row.coupling[k];
      bodies_.D[i].solve(solved.data());
      for (const Row& other : passing_[i]) {
        S& entry = L_A().row(std::max(row.number, other.number))[std::min(row.number, other.number) - 1];
        for (int k = 0; k < S_i.count; ++k) entry = entry + other.E[k] * solved[k];  // L^A
        if (&other == &row) break;
      }
      if (l_A.data != nullptr) {
        S& l = l_A(row.number);
        l = l + dot(a_[i], row.K_A);
        for (int k = 0; k < S_i.count; ++k) l = l + row.E[k] * nu_[i][k];  // [2]
      }
      Force<S> passed = row.K_A;
      for (int k = 0; k < S_i.count; ++k) passed -= bodies_.G[i][k] * row.E[k];
      passing_[tree_.parent[i]][row.above].K_A += transpose_times(tree_.X[i], passed);  // [1]
    }
  }

  /// L^A lambda = right side, and the motion with these forces.
  Status solved(const Status& status, VectorView<S> lambda, VectorView<S> motion) {
    const Phase<S> phase("base to tips");
    const Status rank = triangle_.factor(L_A());
    triangle_.solve(L_A(), lambda);  // [3]
    for (int i = 1; i <= tree_.N; ++i) {
      ByColumn<S> more = {};
      for (const Row& row : passing_[i])
        for (int k = 0; k < tree_.dof[i]; ++k) more[k] = more[k] + row.E[k] * lambda(row.number);
      bodies_.D[i].solve(more.data());
      for (int k = 0; k < tree_.dof[i]; ++k) nu_[i][k] = nu_[i][k] + more[k];  // [4]
      const Motion<S> alpha_plus = tree_.X[i] * alpha_[tree_.parent[i]];
      alpha_[i] = pass_acceleration(tree_.subspace[i], alpha_plus, a_[i], bodies_.G[i], nu_[i],
                                    motion.from(tree_.first[i]));  // (46), (60)
    }
    if (status.code != Status::ok || rank.code == Status::ok) return status;
    return Status::dependent_at(rank.coordinate);
  }

  PathRows<S> L_A() { return {L_A_.data(), &layout_}; }

  ArticulatedBodies<S> bodies_;
  const Tree<S>& tree_;
  Constraints<S> constraints_;
  PathRowLayout layout_;
  PathTriangle<S> triangle_;
  std::vector<S> L_A_;                ///< by path rows, a full triangle
  ByBody<std::vector<Row>> passing_;  ///< those that pass the body, the base included
  ByBody<Motion<S>> V_, a_, alpha_;
  ByBody<Force<S>> z_;
  ByBody<ByColumn<S>> nu_;
};

}  // namespace kintree
