// The constraints of a model. The relative velocities K q-dot are zero, and K has one row for each. K-dot
// q-dot is the part of the accelerations K q-ddot + K-dot q-dot that the velocities cause. Featherstone, RBDA
// 2008, ch. 8.
//
//   f      a unit force of one row on the frame; its reaction -f is on the other body
//   X_f    from the coordinates of a body to those of the frame
//
// A coupling of two joints is a row 1, -multiplier in their columns, which does not change.
#pragma once

#include <vector>

#include "kernels/blocks.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

/// A frame on one body that some rows join to another.
template <class S>
struct ConstraintFrame {
  int body, other;
  Transform<S> pose;      ///< of the frame in the body: X_f
  std::vector<int> rows;  ///< of its relative twist: 0 to 5
  int first;              ///< of its rows in K
};

/// A row of two joints: the first follows the second, or stands still if that is 0.
template <class S>
struct CoupledJoints {
  int row, body, leader;
  S multiplier;
};

/// From the coordinates of the other body to those of the frame, by the joints between the bodies.
template <class S>
Transform<S> in_other(const Tree<S>& tree, const ConstraintFrame<S>& c) {
  Transform<S> frame = c.pose, other = transform<S>(Placement{});
  for (int i = c.body, j = c.other; i != j;) {
    Transform<S>& X = i > j ? frame : other;
    int& body = i > j ? i : j;
    X = compose(tree.X[body], X);
    body = tree.parent[body];
  }
  return compose(inverse(other), frame);
}

template <class S>
class Constraints {
 public:
  explicit Constraints(const Model& model)
      : pose_(model.body_count()), v_(model.body_count()), a_(model.body_count()) {
    for (const Constraint& given : model.constraints) {
      const int first = rows + 1;
      rows += given.row_count();
      if (given.coupling) {
        coupled.push_back({first, given.frame.body, given.relative_to, S(given.coupling->multiplier)});
        continue;
      }
      list.push_back({given.frame.body, given.relative_to, transform<S>(given.frame.pose), {}, first});
      for (int r = 0; r < 6; ++r)
        if (given.rows[static_cast<std::size_t>(r)]) list.back().rows.push_back(r);
    }
    pose_[0] = transform<S>(Placement{});
  }

  int rows = 0;  ///< of K
  std::vector<ConstraintFrame<S>> list;
  std::vector<CoupledJoints<S>> coupled;

  /// K and K-dot v at the positions of the tree.
  void compute(const Tree<S>& tree, VectorView<const S> v, MatrixView<S> K, VectorView<S> K_dot_v) {
    motions(tree, v);
    for (const CoupledJoints<S>& c : coupled) {
      for (int j = 1; j <= tree.n; ++j) K(c.row, j) = S{};
      K(c.row, tree.first[c.body]) = S(1);
      if (c.leader != 0) K(c.row, tree.first[c.leader]) = -c.multiplier;
      K_dot_v(c.row) = S{};
    }
    for (const ConstraintFrame<S>& c : list) {
      int row = c.first;
      const Transform<S> in_base = compose(pose_[c.body], c.pose);
      const Transform<S> X_other = compose(inverse(pose_[c.other]), in_base);
      const Motion<S> bias = c.pose * a_[c.body] - X_other * a_[c.other] +
                             cross(c.pose * v_[c.body], X_other * v_[c.other]);  // a_B - a_A + v_B x v_A
      for (const int r : c.rows) {
        K_dot_v(row) = dot(bias, unit_force<S>(r));
        put(tree, c, X_other, unit_force<S>(r), K, row++);
      }
    }
  }

 private:
  void motions(const Tree<S>& tree, VectorView<const S> v) {
    for (int i = 1; i <= tree.N; ++i) {
      const int p = tree.parent[i];
      const Motion<S> v_J = tree.subspace[i].times(v.from(tree.first[i]));
      pose_[i] = compose(pose_[p], tree.X[i]);
      v_[i] = tree.X[i] * v_[p] + v_J;
      a_[i] = tree.X[i] * a_[p] + tree.velocity_product(i, v) + cross(v_[i], v_J);
    }
  }

  /// The forces of the joints between the two bodies that balance f: a row of K.
  static void put(const Tree<S>& tree, const ConstraintFrame<S>& c, const Transform<S>& X_other,
                  const Force<S>& f, MatrixView<S> K, int row) {
    for (int j = 1; j <= tree.n; ++j) K(row, j) = S{};
    int i = c.body, k = c.other;
    Force<S> f_i = transpose_times(c.pose, f), f_k = transpose_times(X_other, f) * S(-1);
    while (i != k) {  // regular numbering: the larger cannot support the other
      int& body = i > k ? i : k;
      Force<S>& force = i > k ? f_i : f_k;
      const Subspace<S>& S_i = tree.subspace[body];
      for (int a = 0; a < S_i.count; ++a) K(row, tree.first[body] + a) = dot(S_i[a], force);
      force = transpose_times(tree.X[body], force);
      body = tree.parent[body];
    }
  }

  ByBody<Transform<S>> pose_;  ///< of the bodies in the base
  ByBody<Motion<S>> v_, a_;    ///< of the bodies, without accelerations of the joints and gravity
};

}  // namespace kintree
