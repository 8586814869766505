// The sparse factorization algorithm for the inverse of the operational-space inertia matrix: H = L^T L,
// Y = J L^-1, Lambda^-1 = Y Y^T. It also computes the dynamically consistent inverse of the Jacobian,
// J-bar = H^-1 J^T Lambda = L^-1 Y^T Lambda.  Featherstone 2010; Wensing, Featherstone & Orin 2012, sec. V-B
// and VI. Domain: any tree or forest, all joints.
//
//   lambda   expanded parent array: the coordinate before i on the path to the base
//   last     by body: the last coordinate of the path from the base to it. The rows of J and Y that belong to
//            end-effector k are zero off the path from last(p(k)) to the base.
//   L        the factor of H, in its place, in path rows (kernels/path_triangle.hpp)
//   Y        J L^-1, in the place of J
//   Lambda   operational-space inertia matrix, in the place of its inverse
#pragma once

#include "crba_columns/crba_columns.hpp"
#include "kernels/end_effectors.hpp"
#include "kernels/inverse.hpp"
#include "kernels/path_triangle.hpp"

namespace kintree {

template <class S>
class Sfa final : public Solves<S, problems::InverseOsim, problems::DynamicallyConsistentInverse> {
 public:
  Sfa(const Model& model, const std::vector<EndEffector>& end_effectors)
      : crba_(model),
        tree_(crba_.tree()),
        ends_(model, end_effectors),
        layout_(Layout(model).expanded_parent),
        triangle_(tree_.n),
        last_(tree_.N),
        reached_(tree_.N),
        H_(static_cast<std::size_t>(layout_.size())),
        Y_(static_cast<std::size_t>(6 * ends_.m * tree_.n)),
        Lambda_(static_cast<std::size_t>(36 * ends_.m * ends_.m)) {
    for (int i = 1; i <= tree_.N; ++i) {
      last_[i] = tree_.dof[i] > 0 ? tree_.first[i] + tree_.dof[i] - 1 : last_[tree_.parent[i]];
      reached_[i] = !ends_.ES[i].empty() || reached_[tree_.parent[i]] != 0 ? 1 : 0;
    }
  }

  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    const PathRows<S> H{H_.data(), &layout_};
    const MatrixView<S> Y{Y_.data(), 6 * ends_.m, tree_.n};
    crba_.mass_matrix_in_path_rows(q, H);
    const Status status = triangle_.factor(H);  // H = L^T L, sec. V-B
    jacobian(tree_, ends_, Y);
    {
      const Phase<S> phase("Y");
      for (int k = 1; k <= ends_.m; ++k)
        for (int r = 0; r < 6; ++r) solve_row(Y, ends_.row(k, r), last_[ends_.p[k]]);
    }
    multiply(Y, Lambda_inverse);
    return status;
  }

  /// Row by row, all columns at once. The rows of a body are zero if neither it nor an ancestor of it
  /// supports an end-effector.
  Status dynamically_consistent_inverse(VectorView<const S> q, MatrixView<S> J_bar) override {
    const MatrixView<S> Lambda{Lambda_.data(), 6 * ends_.m, 6 * ends_.m};
    const Status status = inverse_osim(q, Lambda);
    const Status rank = invert(Lambda);
    for (int b = 1; b <= tree_.N; ++b)
      for (int i = tree_.first[b]; i < tree_.first[b] + tree_.dof[b]; ++i) {
        times_Lambda(ends_.ES[b], i, Lambda, J_bar);
        if (reached_[b] != 0) substitute(i, J_bar);
      }
    return status.code != Status::ok ? status : rank;
  }

  /// L, in path rows, and Y, 6m x n, of the last call.
  PathRows<const S> L() const { return {H_.data(), &layout_}; }
  MatrixView<const S> Y() const { return {Y_.data(), 6 * ends_.m, tree_.n}; }

 private:
  int lambda(int i) const { return layout_.lambda(i); }
  /// L_ij, where j is i or one of its ancestors.
  const S& L(int i, int j) const { return L().row(i)[layout_.depth(j) - 1]; }

  /// y <- y L^-1 along one path.
  void solve_row(MatrixView<S> Y, int y, int last) const {
    for (int i = last; i != 0; i = lambda(i)) {  // Y = J L^-1, sec. V-B
      Y(y, i) = Y(y, i) / L(i, i);
      for (int j = lambda(i); j != 0; j = lambda(j)) Y(y, j) = Y(y, j) - L(i, j) * Y(y, i);
    }
  }

  /// Lambda^-1 = Y Y^T (sec. V-B), each block over the coordinates that support both of its end-effectors.
  void multiply(MatrixView<const S> Y, MatrixView<S> Lambda_inverse) const {
    const Phase<S> phase("Y Y^T");
    ends_.clear(Lambda_inverse);
    for (int g = 1; g <= tree_.N; ++g)
      for (const auto& [a, b] : ends_.GCA[g]) block(a, b, last_[g], Y, Lambda_inverse);
    for (int k = 1; k <= ends_.m; ++k) block(k, k, last_[ends_.p[k]], Y, Lambda_inverse);
  }

  void block(int a, int b, int last, MatrixView<const S> Y, MatrixView<S> Lambda_inverse) const {
    if (last == 0) return;
    for (int r = EndEffectors<S>::row(a, 0); r <= EndEffectors<S>::row(a, 5); ++r)
      for (int c = a == b ? r : EndEffectors<S>::row(b, 0); c <= EndEffectors<S>::row(b, 5); ++c) {
        S sum = Y(r, last) * Y(c, last);
        for (int i = lambda(last); i != 0; i = lambda(i)) sum = sum + Y(r, i) * Y(c, i);
        Lambda_inverse(r, c) = Lambda_inverse(c, r) = sum;
      }
  }

  static Status invert(MatrixView<S> Lambda) {
    const Phase<S> phase("Lambda");
    const Status status = kintree::invert(Lambda);
    return status.code == Status::ok ? status : Status::dependent_at(status.coordinate);
  }

  /// Row i of Y^T Lambda, over the end-effectors that coordinate i supports.
  void times_Lambda(const std::vector<int>& ES, int i, MatrixView<const S> Lambda,
                    MatrixView<S> J_bar) const {
    const Phase<S> phase("Y^T Lambda");
    const MatrixView<const S> Y = this->Y();
    for (int c = 1; c <= J_bar.columns; ++c) {
      J_bar(i, c) = S{};
      for (std::size_t e = 0; e < ES.size(); ++e)
        for (int r = 0; r < 6; ++r) {
          const int row = EndEffectors<S>::row(ES[e], r);
          const S product = Y(row, i) * Lambda(row, c);
          J_bar(i, c) = e == 0 && r == 0 ? product : J_bar(i, c) + product;
        }
    }
  }

  /// Row i of L^-1 (Y^T Lambda), from those of its ancestors.
  void substitute(int i, MatrixView<S> J_bar) const {
    const Phase<S> phase("J-bar");
    for (int j = lambda(i); j != 0; j = lambda(j))
      for (int c = 1; c <= J_bar.columns; ++c) J_bar(i, c) = J_bar(i, c) - L(i, j) * J_bar(j, c);
    const S reciprocal = S(1) / L(i, i);
    for (int c = 1; c <= J_bar.columns; ++c) J_bar(i, c) = J_bar(i, c) * reciprocal;
  }

  CrbaColumnsIn<S, Tree<S>> crba_;
  const Tree<S>& tree_;
  EndEffectors<S> ends_;
  PathRowLayout layout_;
  PathTriangle<S, Diagonal::stored> triangle_;
  ByBody<int> last_;     // the last coordinate of the path from the base to the body, 0 if there is none
  ByBody<int> reached_;  // whether the body, or one before it, supports an end-effector
  std::vector<S> H_, Y_, Lambda_;
};

}  // namespace kintree
