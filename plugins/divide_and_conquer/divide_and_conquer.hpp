// The divide-and-conquer articulated-body algorithm, basic form, on trees. The handles of a part of the tree
// are its joints that are still open. Forces on them cause accelerations, each in the frame of the handle's
// body,
//
//   a_h = sum_k P_hk f_k + b_h                                                                 [1]
//
// Parts A and B become C when the joint between them is closed. It is handle x of A and handle y of B, and B
// is beyond it. Its transform X, t, c, Y, V: cut_joint.hpp.  After Featherstone 1999, parts 1 and 2; numbers
// of equations are ours: README.md.
//
//   P, b     inverse inertias and bias accelerations of a part, by handle     Phi, b in part 1
//   f        forces on the handles of a part
//   P_j      acceleration of the part's side of the closing joint by a force on a handle: X P_xh, or P_yh
#pragma once

#include "divide_and_conquer/cut_joint.hpp"
#include "divide_and_conquer/cut_plan.hpp"
#include "kernels/bodies.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class DivideAndConquer final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit DivideAndConquer(const Model& model)
      : tree_(tree_with_shared_inertia<S>(model)),
        space_(tree_),
        plan_(tree_),
        store_(plan_.store),
        of_(tree_.N),
        joint_(tree_.N) {
    for (const CutPlan::Part& part : plan_.parts) part_.emplace_back(part);
  }

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    Pivots<S> pivots;
    tree_.set_positions(in.q);
    space_.update(tree_);
    of_.update(tree_, in);
    for (int i = 1; i <= tree_.N; ++i) {
      joint_[i].t = space_[i].drive(in.tau.from(tree_.first[i]));
      joint_[i].c = of_.c[i];
    }
    for (Part& C : part_)
      pivots.check(C.plan.body != 0 ? body(C) : assemble(C),
                   coordinate_near(tree_, C.plan.body + C.plan.joint));
    for (const int k : plan_.complete)
      pivots.check(stand(part(k), qdd), coordinate_near(tree_, part(k).plan.handles[0].joint));
    for (auto C = part_.rbegin(); C != part_.rend(); ++C)
      if (C->plan.body == 0) divide(*C, qdd);
    return pivots.status();
  }

 private:
  struct Part {
    explicit Part(const CutPlan::Part& of) : plan(of), P_j(of.handles.size()), b(P_j.size()), f(P_j.size()) {}
    const CutPlan::Part& plan;
    std::vector<Block<S>> P_j;  ///< by handle, as the next two
    std::vector<Motion<S>> b;
    std::vector<Force<S>> f;
  };

  Part& part(int k) { return part_[std::size_t(k)]; }
  /// The side of the assembly C that a handle belongs to.
  Part& side(const Part& C, const CutPlan::Handle& h) {
    return part(h.beyond ? C.plan.tip_side : C.plan.base_side);
  }

  /// P of a part, handle by handle, at a place of the store.
  struct Responses {
    Block<S>* first;
    std::size_t handles;
    Block<S>& operator()(std::size_t h, std::size_t k) const { return first[h * handles + k]; }
  };
  Responses P(const Part& of) { return {&store_[of.plan.place], of.b.size()}; }

  Truth<S> body(Part& B) {
    InverseInertia<S> inverse;
    const Truth<S> sound = inverse.factor(articulated(tree_.I[B.plan.body]));
    const Responses P_B = P(B);
    std::fill_n(P_B.first, B.plan.square(),
                matrix<Force, S>([&inverse](const Force<S>& f) { return inverse * f; }));  // P_hk = I^-1, [2]
    for (Motion<S>& b : B.b) b = -(inverse * of_.p[B.plan.body]);  // b_h = -I^-1 p, [2]
    return sound;
  }

  Truth<S> assemble(Part& C) {
    Part &A = part(C.plan.base_side), &B = part(C.plan.tip_side);
    const std::size_t x = C.plan.x, y = C.plan.y;
    const Responses P_A = P(A), P_B = P(B), P_C{&store_[C.plan.made], C.b.size()};
    const Transform<S>& X_j = tree_.X[C.plan.joint];
    const Block<S> X = matrix<Motion, S>([&](const Motion<S>& m) { return X_j * m; });
    for (std::size_t h = 0; h < A.b.size(); ++h) A.P_j[h] = X * P_A(x, h);
    for (std::size_t h = 0; h < B.b.size(); ++h) B.P_j[h] = P_B(y, h);

    CutJoint<S>& J = joint_[C.plan.joint];
    J.Y = B.P_j[y] + A.P_j[x] * transpose(X);             // [3]
    const Truth<S> sound = J.open(space_[C.plan.joint]);  // [4]
    const Force<S> g = J.through(X_j * A.b[x] - B.b[y]);  // [5]
    for (std::size_t h = 0; h < C.b.size(); ++h) {
      const CutPlan::Handle& of_h = C.plan.handles[h];
      const Part& H = side(C, of_h);
      const Block<S> to_joint = transpose(H.P_j[of_h.number]), through_joint = to_joint * J.V;
      for (std::size_t k = 0; k < C.b.size(); ++k) {
        const CutPlan::Handle& of_k = C.plan.handles[k];
        const Block<S> by_joint = through_joint * side(C, of_k).P_j[of_k.number];
        P_C(h, k) = of_h.beyond == of_k.beyond ? P(H)(of_h.number, of_k.number) - by_joint : by_joint;  // [6]
      }
      const Motion<S> by_joint = times<Motion>(to_joint, g);
      C.b[h] = of_h.beyond ? H.b[of_h.number] + by_joint : H.b[of_h.number] - by_joint;  // [7]
    }
    std::copy_n(P_C.first, C.plan.square(), P(C).first);  // where A's was
    return sound;
  }

  /// A complete part on the base, whose P is 0 and whose acceleration is -g.
  Truth<S> stand(Part& B, VectorView<S> qdd) {
    const int j = B.plan.handles[0].joint;
    CutJoint<S>& J = joint_[j];
    J.Y = P(B)(0, 0);                                                                                   // [3]
    const Truth<S> sound = J.open(space_[j]);                                                           // [4]
    B.f[0] = J.release(space_[j], tree_.X[j] * tree_.minus_gravity, B.b[0], qdd.from(tree_.first[j]));  // [8]
    return sound;
  }

  void divide(const Part& C, VectorView<S> qdd) {
    Part &A = part(C.plan.base_side), &B = part(C.plan.tip_side);
    const std::size_t x = C.plan.x, y = C.plan.y;
    const int j = C.plan.joint;
    Motion<S> Xe_x = tree_.X[j] * A.b[x], e_y = B.b[y];
    for (std::size_t h = 0; h < C.f.size(); ++h) {
      const CutPlan::Handle& of_h = C.plan.handles[h];
      Part& H = side(C, of_h);
      (of_h.beyond ? e_y : Xe_x) += times<Motion>(H.P_j[of_h.number], C.f[h]);  // [8]
      H.f[of_h.number] = C.f[h];
    }
    const Force<S> f = joint_[j].release(space_[j], Xe_x, e_y, qdd.from(tree_.first[j]));  // [8]
    A.f[x] = transpose_times(tree_.X[j], f) * S(-1);                                       // [9]
    B.f[y] = f;                                                                            // [9]
  }

  Tree<S> tree_;
  ConstraintSpaces<S> space_;
  CutPlan plan_;
  std::vector<Block<S>> store_;
  BodyMotions<S> of_;
  ByBody<CutJoint<S>> joint_;
  std::vector<Part> part_;  ///< by the plan: every part after those it is made of
};

}  // namespace kintree
