// The Jacobian of the end-effectors: for each the columns of the joints on its path to the base, in the frame of the end-effector; and
// J_dot v, its acceleration where the joints have none. Featherstone, RBDA 2008, sec. 4.5 (the geometric Jacobian by paths).
#pragma once

#include <vector>

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

template <class S>
class PathJacobian final : public Solves<S, problems::Jacobian> {
 public:
  PathJacobian(const Model& model, const std::vector<EndEffector>& end_effectors)
      : tree_(model), v_(tree_.N), a_(tree_.N) {
    for (const EndEffector& end : end_effectors) {
      body_.push_back(end.body);
      pose_.push_back(transform<S>(end.pose));
    }
  }

  Status jacobian(const Input<S, problems::Jacobian>& in, Output<S, problems::Jacobian> out) override {
    tree_.set_positions(in.q);
    base_to_tips(in.v);
    const MatrixView<S>& J = out.J;
    clear(J);  // of joints that do not support the end-effector
    const Phase<S> phase("columns");
    for (std::size_t e = 0; e < body_.size(); ++e) {
      Transform<S> X = pose_[e];  // from body i to the end-effector
      set(out.J_dot_v, static_cast<int>(e), X * a_[body_[e]]);
      for (int i = body_[e]; i != 0; i = tree_.parent[i]) {
        for (int k = 0; k < tree_.dof[i]; ++k)
          set(J, static_cast<int>(e), tree_.first[i] + k,
              X * tree_.subspace[i][k]);  // J_i = X S_i, [RBDA sec. 4.5]
        X = compose(tree_.X[i], X);
      }
    }
    return {};
  }

 private:
  void base_to_tips(VectorView<const S> rate) {
    const Phase<S> phase("accelerations");
    for (int i = 1; i <= tree_.N; ++i) {
      const Motion<S> S_rate = tree_.subspace[i].times(rate.from(tree_.first[i]));
      const Motion<S> v_p = tree_.X[i] * v_[tree_.parent[i]];
      v_[i] = v_p + S_rate;
      a_[i] = tree_.X[i] * a_[tree_.parent[i]] + tree_.velocity_product(i, rate) + cross(v_p, S_rate);
    }
  }

  static void set(VectorView<S> x, int e, const Motion<S>& m) {
    const int first = 6 * e + 1;
    x(first) = m.w.x, x(first + 1) = m.w.y, x(first + 2) = m.w.z;
    x(first + 3) = m.v.x, x(first + 4) = m.v.y, x(first + 5) = m.v.z;
  }
  static void set(MatrixView<S> J, int e, int column, const Motion<S>& m) {
    const int first = 6 * e + 1;
    J(first, column) = m.w.x, J(first + 1, column) = m.w.y, J(first + 2, column) = m.w.z;
    J(first + 3, column) = m.v.x, J(first + 4, column) = m.v.y, J(first + 5, column) = m.v.z;
  }

  Tree<S> tree_;
  ByBody<Motion<S>> v_, a_;
  std::vector<int> body_;
  std::vector<Transform<S>> pose_;
};

}  // namespace kintree
