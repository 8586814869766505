// The inverse of the operational-space inertia matrix as it is defined, Lambda^-1 = J H^-1 J^T, with no use
// of the tree's sparsity: the yardstick.  Wensing, Featherstone & Orin 2012, sec. III, below eq. (5).  H by
// the composite-rigid-body algorithm; H = L^T D L as of a full matrix, by lambda(i) = i - 1 (Featherstone 2005).
//
//   J          6m x n, the end-effectors' Jacobians              eq. (4)
//   H_inv_Jt   H^-1 J^T, kept by columns
#pragma once

#include "crba_columns/crba_columns.hpp"
#include "kernels/end_effectors.hpp"
#include "kernels/path_triangle.hpp"

namespace kintree {

template <class S>
class DenseOsim final : public Solves<S, problems::InverseOsim> {
 public:
  DenseOsim(const Model& model, const std::vector<EndEffector>& end_effectors)
      : crba_(model),
        tree_(model),
        ends_(model, end_effectors),
        rows_(6 * ends_.m),
        layout_(full_triangle(tree_.n)),
        triangle_(tree_.n),
        H_(static_cast<std::size_t>(tree_.n * tree_.n)),
        LD_(static_cast<std::size_t>(layout_.size())),
        J_(static_cast<std::size_t>(rows_ * tree_.n)),
        column_(static_cast<std::size_t>(tree_.n)) {}

  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    const int n = tree_.n;
    const MatrixView<S> H{H_.data(), n, n}, J{J_.data(), rows_, n};
    const PathRows<S> LD{LD_.data(), &layout_};
    const VectorView<S> H_inv_Jt{column_.data(), n};
    tree_.set_positions(q);
    jacobian(tree_, ends_, J);  // (4)
    crba_.mass_matrix(q, H);
    gather_lower<S>(H, LD);
    const Status status = triangle_.factor(LD);
    for (int b = 1; b <= rows_; ++b) {
      for (int i = 1; i <= n; ++i) H_inv_Jt(i) = J(b, i);
      triangle_.solve(LD, H_inv_Jt);
      for (int a = 1; a <= b; ++a) {
        S sum{};
        for (int i = 1; i <= n; ++i) sum = sum + J(a, i) * H_inv_Jt(i);
        Lambda_inverse(a, b) = Lambda_inverse(b, a) = sum;  // Lambda^-1 = J H^-1 J^T
      }
    }
    return status;
  }

 private:
  CrbaColumns<S> crba_;
  Tree<S> tree_;
  EndEffectors<S> ends_;
  int rows_;
  PathRowLayout layout_;
  PathTriangle<S> triangle_;
  std::vector<S> H_, LD_, J_, column_;
};

}  // namespace kintree
