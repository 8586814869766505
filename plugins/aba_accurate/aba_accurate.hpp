// The articulated-body algorithm with its inertias as sums of weighted squares, so that nothing is subtracted from an
// inertia.  Jain 1991, eqs. (45), (46), (60); Bierman 1977, ch. VI. [1]-[10] are ours: README.md.
//
//   P, z      never formed: sums over the rows of a subtree              [1]
//   D, G      Jain's, column by column of the joint                      [2]
//   eta       S^T z / D, of the rows
//   zeta      bias force of the joint forces T and the external forces, which have no rows
//   nu        what the forces alone would make of the joint's acceleration
//   alpha     acceleration less gravity's              a    velocity-product acceleration, Jain (14)
#pragma once

#include "aba_accurate/row_plan.hpp"
#include "kernels/bodies.hpp"

namespace kintree {

template <class S>
class AbaAccurate final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit AbaAccurate(const Model& model)
      : tree_(model),
        plan_(model),
        direction_(general_directions<S>(plan_.length)),
        body_(tree_.N),
        row_(static_cast<std::size_t>(plan_.total)),
        pivot_(tree_.N),
        V_(tree_.N),
        a_(tree_.N),
        alpha_(tree_.N),
        zeta_(tree_.N),
        nu_(tree_.N) {
    for (int i = 1; i <= tree_.N; ++i)
      body_[i] = BodyRows<S>(model.bodies[static_cast<std::size_t>(i)].inertial);
  }

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> beta_dot) override {
    tree_.set_positions(in.q);
    velocities(in);
    const Status status = tips_to_base(in.tau);
    base_to_tips(beta_dot);
    return status;
  }

 private:
  void velocities(const Input<S, problems::ForwardDynamics>& in) {
    const Phase<S> phase("velocities");
    for (int i = 1; i <= tree_.N; ++i) {
      const Motion<S> V_J = tree_.subspace[i].times(in.v.from(tree_.first[i]));
      V_[i] = tree_.X[i] * V_[tree_.parent[i]] + V_J;               // Jain (13)
      a_[i] = tree_.velocity_product(i, in.v) + cross(V_[i], V_J);  // Jain (14)
      body_[i].write(V_[i], rows(i));                               // [6], [7]
      zeta_[i] = Force<S>{} - in.f_ext[i];
    }
  }

  Status tips_to_base(VectorView<const S> T) {
    const Phase<S> phase("tips to base");
    Pivots<S> pivots;
    for (int i = tree_.N; i >= 1; --i) {
      for (int k = 0; k < tree_.dof[i]; ++k) {
        const Motion<S>& H = tree_.subspace[i][k];
        const RowPivot<S> pivot = pivot_[i][k] = pivot_along(H, rows(i));  // [2]
        pivots.check(is_positive(pivot.D), tree_.first[i] + k);
        take_out(pivot, rows(i));                                // [3]
        const S eps = T(tree_.first[i] + k) - dot(H, zeta_[i]);  // [8]
        nu_[i][k] = eps / pivot.D - pivot.eta;                   // [8]
        zeta_[i] += pivot.G * eps;                               // [8]
      }
      if (tree_.parent[i] != 0) pivots.check(pass(i), coordinate_near(tree_, i));
    }
    return pivots.status();
  }

  /// Adds the rows that pass joint i to those of the parent. Returns true if the rows could be gathered.
  Truth<S> pass(int i) {
    const RowPlan::OfBody& plan = plan_.of[i];
    const int p = tree_.parent[i];
    Truth<S> sound(true);
    if (plan.gathers) sound = gather(plan.passed, direction_, rows(i));  // [4]
    auto place = rows(p).subspan(static_cast<std::size_t>(plan.place)).begin();
    for (const WeightedRow<S>& row : rows(i).first(static_cast<std::size_t>(plan.passed)))
      *place++ = {.w = row.w,
                  .g = transpose_times(tree_.X[i], row.g),  // [9]
                  .y = row.y + row.w * dot(a_[i], row.g)};  // [9]
    zeta_[p] += transpose_times(tree_.X[i], zeta_[i]);
    return sound;
  }

  void base_to_tips(VectorView<S> beta_dot) {
    const Phase<S> phase("base to tips");
    alpha_[0] = tree_.minus_gravity;
    for (int i = 1; i <= tree_.N; ++i) {
      alpha_[i] = tree_.X[i] * alpha_[tree_.parent[i]] + a_[i];
      for (int k = tree_.dof[i] - 1; k >= 0; --k) {
        S& rate = beta_dot(tree_.first[i] + k);
        rate = nu_[i][k] - dot(alpha_[i], pivot_[i][k].G);  // [10]
        alpha_[i] += tree_.subspace[i][k] * rate;           // [10]
      }
    }
  }

  std::span<WeightedRow<S>> rows(int i) {
    const RowPlan::OfBody& plan = plan_.of[i];
    return {&row_[static_cast<std::size_t>(plan.first)], static_cast<std::size_t>(plan.count)};
  }

  Tree<S> tree_;
  RowPlan plan_;
  std::array<Motion<S>, 6> direction_;
  ByBody<BodyRows<S>> body_;
  std::vector<WeightedRow<S>> row_;
  ByBody<ByColumn<RowPivot<S>>> pivot_;
  ByBody<Motion<S>> V_, a_, alpha_;
  ByBody<Force<S>> zeta_;
  ByBody<ByColumn<S>> nu_;
};

}  // namespace kintree
