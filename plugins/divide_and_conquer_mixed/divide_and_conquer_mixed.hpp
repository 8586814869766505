// The divide-and-conquer articulated-body algorithm in a mixed form, which inverts no inertia. An element is
// a body with its joint, or an assembly of consecutive ones; a_1 and f_1 are at its base side (f_1 through
// its joint, in the parent's frame), a_2 and f_2 at its last body:
//
//   f_1 = M a_1 - E^T f_2 + z,    a_2 = E a_1 + G f_2 + b                                      (1)
//
// After Featherstone 1999, parts 1 and 2; the mixed form and its numbering are derived in README.md.
//
//   M     inertia seen from the base side (X^T I^a X of a body)        E    acceleration propagator
//   G     inverse inertia that the joints leave to the last body       z,b  bias force and acceleration
//   R     (1 + G_A M_B)^-1, between the parts A (base side) and B
#pragma once

#include "divide_and_conquer_mixed/assembly_plan.hpp"
#include "divide_and_conquer_mixed/element.hpp"

namespace kintree {

template <class S>
class DivideAndConquerMixed final : public Solver<S> {
 public:
  explicit DivideAndConquerMixed(const Model& model)
      : tree_(tree_with_shared_inertia<S>(model)),
        plan_(tree_),
        of_(tree_.N),
        body_(tree_.N),
        element_(plan_.elements.size()) {
    body_[0].a = tree_.minus_gravity;
  }

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> qdd) override {
    Status status;
    tree_.set_positions(in.q);
    of_.update(tree_, in);
    for (int i = 1; i <= tree_.N; ++i) body_[i].I = articulated(tree_.I[i]), body_[i].p = of_.p[i];
    for (std::size_t e = 0; e < element_.size(); ++e) {
      const AssemblyPlan::Element& plan = plan_.elements[e];
      if (plan.body == 0)
        join(base_side(plan), tip_side(plan), element_[e]);
      else if (!leaf(plan, in.given, element_[e]) && status.code == Status::ok)
        status = Status::breakdown_at(tree_.first[plan.body]);
      if (plan.whole_path) hang(element_[e], tree_.parent[plan.first_body]);
    }
    for (std::size_t e = element_.size(); e-- > 0;) {
      const AssemblyPlan::Element& plan = plan_.elements[e];
      if (plan.whole_path) element_[e].a_1 = body_[tree_.parent[plan.first_body]].a, element_[e].f_2 = {};
      if (plan.body == 0)
        part(element_[e], base_side(plan), tip_side(plan));
      else
        accelerate(plan, element_[e], qdd);
    }
    return status;
  }

 private:
  struct OfBody {
    Motion<S> a;
    Force<S> p;               ///< bias force, with that of the paths that hang from the body
    ArticulatedInertia<S> I;  ///< inertia, likewise
    ByColumn<Force<S>> U, G;  ///< I S and I S D^-1
    SmallSpd<S> D;            ///< S^T I S
    ByColumn<S> u;            ///< tau - S^T p
  };
  using Element = MixedElement<S>;

  /// A body with its joint.
  bool leaf(const AssemblyPlan::Element& plan, VectorView<const S> tau, Element& e) {
    const int i = plan.body;
    OfBody& B = body_[i];
    const Element* const beyond = plan.tip_side < 0 ? nullptr : &tip_side(plan);
    if (beyond != nullptr) hang(*beyond, i);
    const Subspace<S>& S_i = tree_.subspace[i];
    const int n_i = S_i.count;
    for (int k = 0; k < n_i; ++k) {
      B.G[k] = B.U[k] = B.I * S_i[k];
      for (int l = 0; l <= k; ++l) B.D(k, l) = dot(S_i[l], B.U[k]);
      B.u[k] = tau(tree_.first[i] + k) - dot(S_i[k], B.p);
    }
    const bool sound = B.D.factor(n_i);
    B.D.solve(B.G.data());
    ByColumn<S> nu = B.u;
    B.D.solve(nu.data());
    ArticulatedInertia<S> I_a = B.I;
    Force<S> p_a = B.p;
    for (int k = 0; k < n_i; ++k) {
      subtract_outer(I_a, B.G[k], B.U[k]);
      p_a += B.G[k] * B.u[k];
    }
    const auto through = [&](Motion<S> a) {  // (1 - S D^-1 U^T) a
      const Motion<S> a_plus = a;
      for (int k = 0; k < n_i; ++k) a = a - S_i[k] * dot(a_plus, B.G[k]);
      return a;
    };
    const auto yield = [&](const Force<S>& f) {  // S D^-1 S^T f
      ByColumn<S> rate;
      S_i.transpose_times(f, rate.data());
      B.D.solve(rate.data());
      return S_i.times(rate.data());
    };
    e.M = matrix<Motion, S>([A = to_parent(tree_.X[i], I_a)](const Motion<S>& a) { return A * a; });  // (2)
    e.E = matrix<Motion, S>([&](const Motion<S>& a) { return through(tree_.X[i] * a); });             // (3)
    e.G = matrix<Force, S>(yield);                                                                    // (4)
    e.z = transpose_times(tree_.X[i], p_a + I_a * of_.c[i]);                                          // (5)
    e.b = through(of_.c[i]) + S_i.times(nu.data());                                                   // (6)
    if (beyond != nullptr) {
      e.b = beyond->b + times<Motion>(beyond->E, e.b);
      e.G = beyond->G + symmetric(beyond->E * (e.G * transpose(beyond->E)));  // (10)
      e.E = beyond->E * e.E;                                                  // (9)
    }
    return sound;
  }

  /// A whole path adds its inertia and bias to the body it hangs from.
  void hang(const Element& e, int p) {
    body_[p].I += articulated(e.M);
    body_[p].p += e.z;
  }

  Element& base_side(const AssemblyPlan::Element& plan) {
    return element_[static_cast<std::size_t>(plan.base_side)];
  }
  Element& tip_side(const AssemblyPlan::Element& plan) {
    return element_[static_cast<std::size_t>(plan.tip_side)];
  }

  void accelerate(const AssemblyPlan::Element& plan, const Element& e, VectorView<S> qdd) {
    const int i = plan.body;
    OfBody& B = body_[i];
    const Subspace<S>& S_i = tree_.subspace[i];
    Element* const beyond = plan.tip_side < 0 ? nullptr : &tip_side(plan);
    const Force<S> f = beyond == nullptr ? e.f_2 : times<Force>(transpose(beyond->E), e.f_2);
    const Motion<S> a = tree_.X[i] * e.a_1 + of_.c[i];
    S* const rate = qdd.from(tree_.first[i]);
    for (int k = 0; k < S_i.count; ++k) rate[k] = B.u[k] + dot(S_i[k], f) - dot(a, B.U[k]);
    B.D.solve(rate);  // (16)
    B.a = a + S_i.times(rate);
    if (beyond != nullptr) beyond->a_1 = B.a, beyond->f_2 = e.f_2;
  }

  Tree<S> tree_;
  AssemblyPlan plan_;
  BodyMotions<S> of_;
  ByBody<OfBody> body_;
  std::vector<Element> element_;
};

}  // namespace kintree
