// Generalized velocities of a library beside those of reference/notation.md, joint by joint: u = T v, so that u' = T v' + c, and
// the forces that are dual to them are tau = T^T f. For joints of one degree of freedom all three are the same.
#pragma once

#include <algorithm>
#include <vector>

#include "common/tree.hpp"

namespace kintree::peers {

using Matrix6 = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
using Vector6 = Eigen::Matrix<Real, Eigen::Dynamic, 1, 0, 6, 1>;

struct Chart {
  Matrix6 T, inverse;
  Vector6 c;

  /// The library has the same velocities.
  static Chart same(int n) { return {Matrix6::Identity(n, n), Matrix6::Identity(n, n), Vector6::Zero(n)}; }
  static Chart rotated(const Matrix3& A) { return {A, A.transpose(), Vector6::Zero(3)}; }
};

/// The chart of a planar joint whose library uses the rates of x, y and the angle as velocities.
inline Chart planar_rates(const Link& link, const double* q, const double* v) {
  const Matrix3 R = rotation(Vector3::UnitZ(), q[link.q + 2]);
  const Vector3 turned(-v[link.v + 1], v[link.v], 0);
  return {R, R.transpose(), v[link.v + 2] * (R * turned)};
}

/// The form in which a library has the velocity of a free joint. The angular part is A omega, where A is the
/// identity or the body's rotation. The linear part is B (v + omega x r), that of the point r of the body. B
/// is the body's rotation if `rotating`, and else the identity.
struct FreeForm {
  Matrix3 A = Matrix3::Identity(), B = Matrix3::Identity();
  bool rotating = false, linear_first = false;
  Vector3 r = Vector3::Zero();
};

inline Matrix3 skew(const Vector3& x) {
  Matrix3 X;
  X << 0, -x.z(), x.y(), x.z(), 0, -x.x(), -x.y(), x.x(), 0;
  return X;
}

inline Chart free_chart(const FreeForm& form, const Link& link, const double* v) {
  const Vector3 omega = vector(v + link.v), linear = vector(v + link.v + 3);
  const int a = form.linear_first ? 3 : 0, l = 3 - a;
  Chart chart = Chart::same(6);
  chart.T.setZero();
  chart.T.block(a, 0, 3, 3) = form.A;
  chart.T.block(l, 3, 3, 3) = form.B;
  chart.T.block(l, 0, 3, 3) = -form.B * skew(form.r);
  chart.inverse.setZero();
  chart.inverse.block(0, a, 3, 3) = form.A.transpose();
  chart.inverse.block(3, l, 3, 3) = form.B.transpose();
  chart.inverse.block(3, a, 3, 3) = skew(form.r) * form.A.transpose();
  if (form.rotating) chart.c.segment(l, 3) = form.B * omega.cross(linear + omega.cross(form.r));
  return chart;
}

/// The charts of all joints, and where the library keeps the velocities of each.
struct Charts {
  std::vector<Chart> of;  ///< by link
  std::vector<std::vector<int>>
      index;     ///< by link: of each velocity of its joint, in the vectors of the library
  int size = 0;  ///< of these vectors, where it is not n

  using Vector = Eigen::VectorXd;
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  Vector velocity(const Tree& tree, const double* v) const {
    return to_library(tree, v, [](const Chart& chart, const Vector6& x) { return Vector6(chart.T * x); });
  }
  Vector acceleration(const Tree& tree, const double* qdd) const {
    return to_library(tree, qdd,
                      [](const Chart& chart, const Vector6& x) { return Vector6(chart.T * x + chart.c); });
  }
  /// The accelerations of the library where qdd is zero.
  Vector without_acceleration(const Tree& tree) const {
    return acceleration(tree, std::vector<double>(static_cast<std::size_t>(tree.n)).data());
  }
  Vector force(const Tree& tree, const double* tau) const {
    return to_library(tree, tau, [](const Chart& chart, const Vector6& x) {
      return Vector6(chart.inverse.transpose() * x);
    });
  }

  /// `x`: of the library.
  void acceleration_back(const Tree& tree, const double* x, double* qdd) const {
    back(tree, x, qdd,
         [](const Chart& chart, const Vector6& u) { return Vector6(chart.inverse * (u - chart.c)); });
  }
  void force_back(const Tree& tree, const double* x, double* tau) const {
    back(tree, x, tau, [](const Chart& chart, const Vector6& f) { return Vector6(chart.T.transpose() * f); });
  }

  /// H = T^T M T; M(row, column) is that of the library.
  template <class Entry>
  void mass_matrix_back(const Tree& tree, const Entry& M, double* H) const {
    blocks(tree, M, H, [](const Chart& a, const Matrix6& block, const Chart& b) {
      return Matrix6(a.T.transpose() * block * b.T);
    });
  }
  /// H^-1 = T^-1 M^-1 T^-T.
  template <class Entry>
  void inverse_back(const Tree& tree, const Entry& M_inverse, double* H_inverse) const {
    blocks(tree, M_inverse, H_inverse, [](const Chart& a, const Matrix6& block, const Chart& b) {
      return Matrix6(a.inverse * block * b.inverse.transpose());
    });
  }

 private:
  template <class Map>
  Vector to_library(const Tree& tree, const double* x, const Map& map) const {
    Vector result = Vector::Zero(std::max(size, tree.n));
    for (std::size_t i = 0; i < tree.links.size(); ++i) {
      const Link& link = tree.links[i];
      const Vector6 u = map(of[i], Eigen::Map<const Vector>(x + link.v, link.nv).cast<Real>());
      for (int k = 0; k < link.nv; ++k)
        result[index[i][static_cast<std::size_t>(k)]] = static_cast<double>(u[k]);
    }
    return result;
  }

  template <class Map>
  void back(const Tree& tree, const double* x, double* result, const Map& map) const {
    for (std::size_t i = 0; i < tree.links.size(); ++i) {
      const Link& link = tree.links[i];
      Vector6 u(link.nv);
      for (int k = 0; k < link.nv; ++k) u[k] = x[index[i][static_cast<std::size_t>(k)]];
      const Vector6 y = map(of[i], u);
      for (int k = 0; k < link.nv; ++k) result[link.v + k] = static_cast<double>(y[k]);
    }
  }

  template <class Entry, class Map>
  void blocks(const Tree& tree, const Entry& M, double* result, const Map& map) const {
    for (std::size_t i = 0; i < tree.links.size(); ++i)
      for (std::size_t j = 0; j < tree.links.size(); ++j) {
        const Link &a = tree.links[i], &b = tree.links[j];
        Matrix6 block(a.nv, b.nv);
        for (int r = 0; r < a.nv; ++r)
          for (int s = 0; s < b.nv; ++s)
            block(r, s) = M(index[i][static_cast<std::size_t>(r)], index[j][static_cast<std::size_t>(s)]);
        const Matrix6 y = map(of[i], block, of[j]);
        for (int r = 0; r < a.nv; ++r)
          for (int s = 0; s < b.nv; ++s) result[(a.v + r) * tree.n + b.v + s] = static_cast<double>(y(r, s));
      }
  }
};

/// The Jacobian of the end-effectors in their own axes, and the rates of their twists at qdd = 0. `of_library`: the Jacobian for its velocities,
/// and `rates`: the derivatives of the twists, both of the frames' origins, angular first, in the base's axes.
inline void jacobian_back(const Tree& tree, const Charts& charts, const double* q, const double* v,
                          const Charts::RowMajor& of_library, const Charts::Vector& rates, double* J,
                          double* J_dot_v) {
  const std::vector<Pose> placed = poses(tree, q);
  const auto rows = static_cast<Eigen::Index>(6 * tree.ends.size());
  Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> own(rows, tree.n);
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> columns(rows, link.nv);
    for (int k = 0; k < link.nv; ++k)
      columns.col(k) = of_library.col(charts.index[i][static_cast<std::size_t>(k)]).cast<Real>();
    own.middleCols(link.v, link.nv) = columns * charts.of[i].T;
  }
  const auto velocity = Eigen::Map<const Charts::Vector>(v, tree.n).cast<Real>();
  for (std::size_t e = 0; e < tree.ends.size(); ++e) {
    const End& end = tree.ends[e];
    const Matrix3 to_own =
        (end.link < 0 ? end.pose.R : placed[static_cast<std::size_t>(end.link)].R * end.pose.R).transpose();
    const auto first = static_cast<Eigen::Index>(6 * e);
    const Vector3 omega = own.middleRows(first, 3) * velocity;
    for (const Eigen::Index row : {first, first + 3}) {
      const Vector3 twist = own.middleRows(row, 3) * velocity, rate = rates.segment(row, 3).cast<Real>();
      Eigen::Map<Eigen::Vector3d>(J_dot_v + row) = (to_own * (rate - omega.cross(twist))).cast<double>();
      Eigen::Map<Charts::RowMajor>(J + row * tree.n, 3, tree.n) =
          (to_own * own.middleRows(row, 3)).cast<double>();
    }
  }
}

/// The entries of an n x n matrix.
inline auto row_major(const std::vector<double>& M, int n) {
  return [&M, n](int i, int j) { return M[static_cast<std::size_t>(i * n + j)]; };
}

}  // namespace kintree::peers
