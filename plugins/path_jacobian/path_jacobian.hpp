// The Jacobian of the end-effectors: for each the columns of the joints on its path to the base, in the frame of the end-effector.
// Featherstone, RBDA 2008, sec. 4.5 (the geometric Jacobian by paths).
#pragma once

#include <vector>

#include "kintree/algebra/tree.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class S>
class PathJacobian final : public Solves<S, problems::Jacobian> {
 public:
  PathJacobian(const Model& model, const std::vector<EndEffector>& end_effectors) : tree_(model) {
    for (const EndEffector& end : end_effectors) {
      body_.push_back(end.body);
      pose_.push_back(transform<S>(end.pose));
    }
  }

  Status jacobian(VectorView<const S> q, MatrixView<S> J) override {
    tree_.set_positions(q);
    clear(J);  // of joints that do not support the end-effector
    const Phase<S> phase("columns");
    for (std::size_t e = 0; e < body_.size(); ++e) {
      Transform<S> X = pose_[e];  // from body i to the end-effector
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
  static void set(MatrixView<S> J, int e, int column, const Motion<S>& m) {
    const int first = 6 * e + 1;
    J(first, column) = m.w.x, J(first + 1, column) = m.w.y, J(first + 2, column) = m.w.z;
    J(first + 3, column) = m.v.x, J(first + 4, column) = m.v.y, J(first + 5, column) = m.v.z;
  }

  Tree<S> tree_;
  std::vector<int> body_;
  std::vector<Transform<S>> pose_;
};

}  // namespace kintree
