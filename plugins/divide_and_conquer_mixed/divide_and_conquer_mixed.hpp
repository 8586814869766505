// The divide-and-conquer articulated-body algorithm in a mixed form, which inverts no inertia. An element is
// a body with its joint, or an assembly of consecutive ones. a_1 and f_1 are at its base side (f_1 through
// its joint, in the parent's frame), and a_2 and f_2 at its last body:
//
//   f_1 = M a_1 - E^T f_2 + z,    a_2 = E a_1 + G f_2 + b                                      [1]
//
// After Featherstone 1999, parts 1 and 2; the mixed form and its numbering are derived in README.md.
//
//   M     inertia seen from the base side (X^T I^a X of a body)        E    acceleration propagator
//   G     inverse inertia that the joints leave to the last body       z,b  bias force and acceleration
//   R     (1 + G_A M_B)^-1, between the parts A (base side) and B
#pragma once

#include "divide_and_conquer_mixed/assembly_plan.hpp"
#include "divide_and_conquer_mixed/leaf.hpp"

namespace kintree {

template <class S>
class DivideAndConquerMixed final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit DivideAndConquerMixed(const Model& model)
      : tree_(tree_with_shared_inertia<S>(model)),
        plan_(tree_),
        of_(tree_.N),
        body_(tree_.N),
        element_(plan_.elements.size()) {}

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    tree_.set_positions(in.q);
    of_.update(tree_, in);
    body_[0].a = tree_.minus_gravity;
    Pivots<S> pivots;
    assemble(pivots);
    solve(in.tau, qdd);
    // After an overflow x - x is NaN, not zero.
    for (int k = 1; k <= qdd.size; ++k) pivots.check(is_positive(S(1) + (qdd(k) - qdd(k))), 0);
    return pivots.status();
  }

  /// H q-ddot = tau at the positions of the last call: no velocities, gravity or external forces.
  void solve_at_rest(VectorView<const S> tau, VectorView<S> qdd) {
    for (int i = 1; i <= tree_.N; ++i) of_.c[i] = {}, of_.p[i] = {};
    body_[0].a = {};
    solve(tau, qdd);
  }

 private:
  using Element = MixedElement<S>;
  struct OfBody {
    ArticulatedInertia<S> I;  ///< inertia, with that of the paths that the body carries
    Force<S> p;               ///< bias force, also with that of the paths
    Motion<S> a;
    MixedLeaf<S> leaf;
  };

  /// M, E and G of every element. A whole path adds its inertia to the body that carries it.
  void assemble(Pivots<S>& pivots) {
    for (int i = 0; i <= tree_.N; ++i) body_[i].I = articulated(tree_.I[i]);
    for (std::size_t k = 0; k < element_.size(); ++k) {
      const AssemblyPlan::Element& plan = plan_.elements[k];
      if (plan.body == 0)
        pivots.check(join(base_side(plan), tip_side(plan), element_[k]), 0);  // of no joint alone
      else
        pivots.check(leaf(plan, element_[k]), tree_.first[plan.body]);
      if (plan.whole_path) body_[tree_.parent[plan.first_body]].I += articulated(element_[k].M);
    }
  }

  Truth<S> leaf(const AssemblyPlan::Element& plan, Element& e) {
    const int i = plan.body;
    const Element* const beyond = carried(plan);
    if (beyond != nullptr) body_[i].I += articulated(beyond->M);
    const Truth<S> sound = body_[i].leaf.factor(tree_.X[i], tree_.subspace[i], body_[i].I, e);
    if (beyond != nullptr) {
      e.G = beyond->G + symmetric(beyond->E * (e.G * transpose(beyond->E)));  // [10]
      e.E = beyond->E * e.E;                                                  // [9]
    }
    return sound;
  }

  /// Tips to base z and b of every element, then base to tips the accelerations.
  void solve(VectorView<const S> tau, VectorView<S> qdd) {
    for (int i = 0; i <= tree_.N; ++i) body_[i].p = of_.p[i];
    for (std::size_t k = 0; k < element_.size(); ++k) {
      const AssemblyPlan::Element& plan = plan_.elements[k];
      if (plan.body == 0)
        join_bias(base_side(plan), tip_side(plan), element_[k]);
      else
        bias(plan, tau, element_[k]);
      if (plan.whole_path) body_[tree_.parent[plan.first_body]].p += element_[k].z;
    }
    for (std::size_t k = element_.size(); k-- > 0;) {
      const AssemblyPlan::Element& plan = plan_.elements[k];
      if (plan.whole_path) element_[k].a_1 = body_[tree_.parent[plan.first_body]].a, element_[k].f_2 = {};
      if (plan.body == 0)
        part(element_[k], base_side(plan), tip_side(plan));
      else
        accelerate(plan, element_[k], qdd);
    }
  }

  void bias(const AssemblyPlan::Element& plan, VectorView<const S> tau, Element& e) {
    const int i = plan.body;
    const Element* const beyond = carried(plan);
    if (beyond != nullptr) body_[i].p += beyond->z;
    body_[i].leaf.bias(tree_.X[i], tree_.subspace[i], body_[i].p, of_.c[i], tau.from(tree_.first[i]), e);
    if (beyond != nullptr) e.b = beyond->b + times<Motion>(beyond->E, e.b);  // [13]
  }

  void accelerate(const AssemblyPlan::Element& plan, const Element& e, VectorView<S> qdd) {
    const int i = plan.body;
    Element* const beyond = carried(plan);
    const Force<S> f = beyond == nullptr ? e.f_2 : times<Force>(transpose(beyond->E), e.f_2);
    const Motion<S> a = tree_.X[i] * e.a_1 + of_.c[i];
    body_[i].a = body_[i].leaf.accelerate(tree_.subspace[i], a, f, qdd.from(tree_.first[i]));  // [16]
    if (beyond != nullptr) beyond->a_1 = body_[i].a, beyond->f_2 = e.f_2;
  }

  Element& base_side(const AssemblyPlan::Element& plan) {
    return element_[static_cast<std::size_t>(plan.base_side)];
  }
  Element& tip_side(const AssemblyPlan::Element& plan) {
    return element_[static_cast<std::size_t>(plan.tip_side)];
  }
  /// The element that a body without an inertia of its own carries.
  Element* carried(const AssemblyPlan::Element& plan) {
    return plan.tip_side < 0 ? nullptr : &tip_side(plan);
  }

  Tree<S> tree_;
  AssemblyPlan plan_;
  BodyMotions<S> of_;
  ByBody<OfBody> body_;
  std::vector<Element> element_;
};

}  // namespace kintree
