// The divide-and-conquer articulated-body algorithm, basic form, on trees. A part of the tree answers forces
// on its handles, the joints that are still open, each in the frame of the body that it belongs to:
//
//   a_h = sum_k P_hk f_k + b_h                                                                 (1)
//
// After Featherstone 1999, parts 1 and 2; numbering of the equations: README.md.
//
//   A, B  base-side and tip-side part; x, y: the joint that connects them, as a handle of A and of B
//   X     transform of that joint; its force space W, drive t, bias c, and Y, V: cut_joint.hpp
#pragma once

#include "divide_and_conquer/cut_joint.hpp"
#include "divide_and_conquer/cut_plan.hpp"
#include "kernels/bodies.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class DivideAndConquer final : public Solver<S> {
 public:
  explicit DivideAndConquer(const Model& model)
      : tree_(tree_with_shared_inertia<S>(model)),
        space_(tree_),
        plan_(tree_),
        P_(plan_.store),
        of_(tree_.N),
        joint_(tree_.N) {
    for (const CutPlan::Part& part : plan_.parts) {
      const auto h = part.handles.size();
      part_.push_back({std::vector<Block<S>>(h + 2), std::vector<Motion<S>>(h), std::vector<Force<S>>(h)});
    }
  }

  Status forward_dynamics(const DynamicsInput<S>& in, VectorView<S> qdd) override {
    Pivots<S> pivots;
    tree_.set_positions(in.q);
    space_.update(tree_);
    of_.update(tree_, in);
    for (int i = 1; i <= tree_.N; ++i) {
      joint_[i].t = space_[i].drive(in.given.from(tree_.first[i]));
      joint_[i].c = of_.c[i];
    }
    for (std::size_t k = 0; k < plan_.parts.size(); ++k) {
      const CutPlan::Part& part = plan_.parts[k];
      pivots.check(part.body != 0 ? body(part, part_[k]) : assemble(part, part_[k]),
                   coordinate_near(tree_, part.body != 0 ? part.body : part.joint));
    }
    for (const int k : plan_.complete)
      pivots.check(stand(k, qdd), coordinate_near(tree_, part_of(k).handles[0]));
    for (std::size_t k = plan_.parts.size(); k-- > 0;)
      if (plan_.parts[k].body == 0) divide(plan_.parts[k], part_[k], qdd);
    return pivots.status();
  }

 private:
  struct OfPart {
    std::vector<Block<S>> row;  ///< of an assembly: X P_xh for A's handles h, then P_yh for B's
    std::vector<Motion<S>> b;   ///< by handle
    std::vector<Force<S>> f;    ///< by handle
  };
  const CutPlan::Part& part_of(int k) const { return plan_.parts[static_cast<std::size_t>(k)]; }

  Truth<S> body(const CutPlan::Part& part, OfPart& B) {
    InverseInertia<S> inverse;
    const Truth<S> sound = inverse.factor(articulated(tree_.I[part.body]));
    const Block<S> P = matrix<Force, S>([&inverse](const Force<S>& f) { return inverse * f; });
    for (std::size_t hk = 0; hk < part.square(); ++hk) P_[part.place + hk] = P;  // P_hk = I^-1, (2)
    for (Motion<S>& b : B.b) b = -(inverse * of_.p[part.body]);                  // b_h = -I^-1 p, (2)
    return sound;
  }

  Truth<S> assemble(const CutPlan::Part& part, OfPart& C) {
    const CutPlan::Part &A = part_of(part.base_side), &B = part_of(part.tip_side);
    OfPart &a = part_[std::size_t(part.base_side)], &b = part_[std::size_t(part.tip_side)];
    const Block<S>* const P_A = &P_[A.place];
    const Block<S>* const P_B = &P_[B.place];
    Block<S>* const P_C = &P_[B.place + B.square()];
    CutJoint<S>& J = joint_[part.joint];
    const int h_A = A.size(), h_B = B.size(), h_C = part.size();
    const Block<S> X = matrix<Motion, S>([&](const Motion<S>& m) { return tree_.X[part.joint] * m; });

    for (int h = 0; h < h_A; ++h) C.row[std::size_t(h)] = X * P_A[part.x * h_A + h];
    for (int h = 0; h < h_B; ++h) C.row[std::size_t(h_A + h)] = P_B[part.y * h_B + h];
    J.Y = C.row[std::size_t(h_A + part.y)] + C.row[std::size_t(part.x)] * transpose(X);  // (3)
    const Truth<S> sound = J.open(space_[part.joint]);                                       // (4)
    const Force<S> g =
        J.through(tree_.X[part.joint] * a.b[std::size_t(part.x)] - b.b[std::size_t(part.y)]);  // (5)

    const auto old = [&](int h) { return h < h_A - 1 ? h + (h >= part.x) : h + 1 + (h - h_A + 1 >= part.y); };
    for (int h = 0; h < h_C; ++h) {
      const bool in_A = h < h_A - 1;
      const int h_old = old(h);
      const Block<S> to_h = transpose(C.row[std::size_t(h_old)]) * J.V;
      for (int k = 0; k < h_C; ++k) {
        const int k_old = old(k);
        Block<S> P = to_h * C.row[std::size_t(k_old)];
        if (in_A && k < h_A - 1) P = P_A[h_old * h_A + k_old] - P;                    // (6)
        if (!in_A && k >= h_A - 1) P = P_B[(h_old - h_A) * h_B + (k_old - h_A)] - P;  // (6)
        P_C[h * h_C + k] = P;                                                         // (6)
      }
      const Motion<S> effect = times<Motion>(transpose(C.row[std::size_t(h_old)]), g);
      C.b[std::size_t(h)] =
          in_A ? a.b[std::size_t(h_old)] - effect : b.b[std::size_t(h_old - h_A)] + effect;  // (7)
    }
    std::copy(P_C, P_C + part.square(), &P_[part.place]);
    return sound;
  }

  /// A complete part on the base, whose P is 0 and whose acceleration is -g.
  Truth<S> stand(int k, VectorView<S> qdd) {
    const int j = part_of(k).handles[0];
    OfPart& B = part_[std::size_t(k)];
    CutJoint<S>& J = joint_[j];
    J.Y = P_[part_of(k).place];
    const Truth<S> sound = J.open(space_[j]);                                                               // (4)
    B.f[0] = J.release(space_[j], tree_.X[j] * tree_.minus_gravity, B.b[0], qdd.from(tree_.first[j]));  // (8)
    return sound;
  }

  void divide(const CutPlan::Part& part, const OfPart& C, VectorView<S> qdd) {
    const int h_A = part_of(part.base_side).size(), h_B = part_of(part.tip_side).size();
    OfPart &a = part_[std::size_t(part.base_side)], &b = part_[std::size_t(part.tip_side)];
    Motion<S> Xe_x = tree_.X[part.joint] * a.b[std::size_t(part.x)], e_y = b.b[std::size_t(part.y)];
    std::size_t next = 0;
    for (int h = 0; h < h_A; ++h)
      if (h != part.x) Xe_x += times<Motion>(C.row[std::size_t(h)], a.f[std::size_t(h)] = C.f[next++]);
    for (int h = 0; h < h_B; ++h)
      if (h != part.y) e_y += times<Motion>(C.row[std::size_t(h_A + h)], b.f[std::size_t(h)] = C.f[next++]);
    const int j = part.joint;
    const Force<S> f = joint_[j].release(space_[j], Xe_x, e_y, qdd.from(tree_.first[j]));  // (8)
    a.f[std::size_t(part.x)] = transpose_times(tree_.X[part.joint], f) * S(-1);            // (9)
    b.f[std::size_t(part.y)] = f;                                                          // (9)
  }

  Tree<S> tree_;
  ConstraintSpaces<S> space_;
  CutPlan plan_;
  std::vector<Block<S>> P_;
  BodyMotions<S> of_;
  ByBody<CutJoint<S>> joint_;
  std::vector<OfPart> part_;
};

}  // namespace kintree
