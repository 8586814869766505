// The matrices of the constraint-force formulation of a tree, dense: bodies in blocks of six rows, joints in
// blocks of their own. The sparse algorithms must agree with them.  Fijany & Featherstone 2013.
#pragma once

#include <Eigen/Dense>
#include <boost/multiprecision/eigen.hpp>
#include <boost/test/unit_test.hpp>

#include "kernels/bodies.hpp"
#include "kernels/constraint_space.hpp"
#include "multiprecision.hpp"
#include "kintree/trees/random.hpp"

namespace kintree::test {

using Dense = Eigen::Matrix<Multiprecision, Eigen::Dynamic, Eigen::Dynamic>;

inline Dense dense(const Block<Multiprecision>& A) {
  Dense D(A.rows, A.columns);
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.columns; ++j) D(i, j) = A(i, j);
  return D;
}
template <template <class> class Vector>
Dense dense(const Vector<Multiprecision>& x) {
  Dense D(6, 1);
  for (int i = 0; i < 6; ++i) D(i, 0) = numbers(x)[static_cast<std::size_t>(i)];
  return D;
}

/// The largest |a_ij - b_ij| over the largest |b_ij|.
inline Multiprecision error_of(const Dense& a, const Dense& b) {
  BOOST_TEST_REQUIRE((a.rows() == b.rows() && a.cols() == b.cols()));
  Multiprecision error = 0, scale = 0;
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      const Multiprecision d = abs(a(i, j) - b(i, j));
      if (!(d <= error)) error = d;
      scale = std::max<Multiprecision>(scale, abs(b(i, j)));
    }
  return scale > 0 ? Multiprecision(error / scale) : error;
}

/// The matrices of the tree at its positions, for some of its bodies in ascending order. The parent of each
/// of them is the base or another of them. Inertias by body.
struct DenseConstraintForce {
  using S = Multiprecision;

  template <class Inertias>
  DenseConstraintForce(const Tree<S>& tree, const ConstraintSpaces<S>& space, const std::vector<int>& bodies,
                       const Inertias& inertia)
      : row(tree.N), at(tree.N) {
    int rows = 0, columns = 0;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const int i = bodies[k];
      at[i] = 6 * static_cast<int>(k);
      row[i] = rows;
      rows += space[i].count;
      columns += space[i].freedom;
    }
    const int size = 6 * static_cast<int>(bodies.size());
    P = Dense::Identity(size, size);
    I_inverse = Dense::Zero(size, size);
    W = Dense::Zero(size, rows);
    Wa = Dense::Zero(size, columns);
    int column = 0;
    for (const int i : bodies) {
      const Dense I = dense(matrix<Motion, S>([&](const Motion<S>& a) { return inertia(i) * a; }));
      I_inverse.block(at[i], at[i], 6, 6) = I.inverse();
      if (const int p = tree.parent[i]; p != 0)
        P.block(at[p], at[i], 6, 6) =
            -dense(matrix<Force, S>([&](const Force<S>& f) { return transpose_times(tree.X[i], f); }));
      for (int j = 0; j < space[i].count; ++j) W.block(at[i], row[i] + j, 6, 1) = dense(space[i].W[j]);
      for (int j = 0; j < space[i].freedom; ++j) Wa.block(at[i], column++, 6, 1) = dense(space[i].Wa[j]);
    }
    Z = P.transpose() * I_inverse * P;
    A = W.transpose() * Z * W;
  }

  /// The matrices of the whole tree.
  DenseConstraintForce(const Tree<S>& tree, const ConstraintSpaces<S>& space)
      : DenseConstraintForce(tree, space, all(tree.N), [&tree](int i) { return tree.I[i]; }) {}

  /// Between joints i and j.
  Dense block(const ConstraintSpaces<S>& space, int i, int j) const {
    return A.block(row[i], row[j], space[i].count, space[j].count);
  }

  /// (W^T Z W)^-1 R.
  Dense solve(const Dense& R) const { return A.rows() > 0 ? Dense(A.llt().solve(R)) : R; }

  Dense P, I_inverse, W, Wa, Z, A;
  ByBody<int> row, at;  ///< by body: the first row of its joint in W^T, and its own in P

 private:
  static std::vector<int> all(int N) {
    std::vector<int> bodies;
    for (int i = 1; i <= N; ++i) bodies.push_back(i);
    return bodies;
  }
};

/// Other drives: Wa + W R, for any R.
inline void turn_drives(ConstraintSpaces<Multiprecision>& space, int N, Generator& generator) {
  for (int i = 1; i <= N; ++i)
    for (int k = 0; k < space[i].freedom; ++k)
      for (int j = 0; j < space[i].count; ++j)
        space[i].Wa[k] += space[i].W[j] * Multiprecision(uniform(generator, -1, 1));
}

}  // namespace kintree::test
