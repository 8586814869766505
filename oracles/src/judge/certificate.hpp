// A bound of the error that belongs to a residual. If the loads f_i on the bodies have the generalized forces
// r, then r^T H^-1 r is at most sum f_i . M_i^-1 f_i over the bodies' own inertias. It is the minimum of that
// sum over all such f [Gauss's principle; the complementary bound of Prager & Synge 1947]. Here f consists of
// a pair of loads at each joint: a load on its body, and the opposite one on its parent. The bound is
// computed in double, since it needs two digits.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

#include "mechanics/tree_mechanics.hpp"

namespace kintree::oracle {

class Certificate {
 public:
  explicit Certificate(const TreeMechanics<double>& tree) : tree_(tree) {
    for (const auto& body : tree.bodies) root_.push_back(root_of_mobility(body));
  }

  /// An upper bound of (r^T H^-1 r)^1/2; infinite where a body without inertia of its own would have to bear
  /// a load.
  double bound(const Eigen::VectorXd& r) const {
    std::vector<Vector6> load(tree_.bodies.size(), Vector6::Zero());
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const auto& body = tree_.bodies[i];
      const Vector6 through = at_joint(i, r.segment(body.first, body.dof));
      load[i] += through;
      load[static_cast<std::size_t>(body.parent)] -= at_parent(i, through);
    }
    double sum = 0;
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) sum += energy(i, load[i]);
    return std::sqrt(sum);
  }

  /// The same for a residual with known magnitudes and unknown signs.
  double bound_of_magnitudes(const Eigen::VectorXd& magnitudes) const {
    double sum = 0;
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const auto& body = tree_.bodies[i];
      for (int k = 0; k < body.dof; ++k) {
        const Vector6 through = at_joint(i, magnitudes(body.first + k) * Eigen::VectorXd::Unit(body.dof, k));
        const auto parent = static_cast<std::size_t>(body.parent);
        sum += std::sqrt(energy(i, through) + (parent == 0 ? 0 : energy(parent, at_parent(i, through))));
      }
    }
    return sum;
  }

 private:
  using Vector6 = Eigen::Matrix<double, 6, 1>;  // couple about the body's origin, then force
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  /// W with W^T W = M_i^-1, about the body's origin; not finite without inertia. The squares of W f do not cancel, as the
  /// terms of f . M_i^-1 f do where one moment is small.
  static Matrix6 root_of_mobility(const TreeMechanics<double>::Body& body) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(body.tensor);
    Matrix6 root = Matrix6::Zero();
    root.block<3, 3>(0, 0) =
        eigen.eigenvalues().cwiseSqrt().cwiseInverse().asDiagonal() * eigen.eigenvectors().transpose();
    root.block<3, 3>(3, 3) = Eigen::Matrix3d::Identity() / std::sqrt(body.mass);
    Matrix6 shift = Matrix6::Identity();  // of a load: its couple from the origin to the centre of mass
    shift.block<3, 3>(0, 3) = -cross_matrix(body.centre);
    return root * shift;
  }

  double energy(std::size_t i, const Vector6& load) const {
    if (load.isZero(0)) return 0;
    const double e = (root_[i] * load).squaredNorm();
    return std::isnan(e) ? std::numeric_limits<double>::infinity() : e;
  }

  /// The load M S (S^T M S)^-1 r, which alone would move the body along its joint; where the body has no
  /// inertia, with its like of unit mass and radius.
  Vector6 at_joint(std::size_t i, const Eigen::VectorXd& r) const {
    const auto& body = tree_.bodies[i];
    if (body.dof == 0) return Vector6::Zero();
    Eigen::Matrix<double, 6, Eigen::Dynamic> S(6, body.dof);
    for (int k = 0; k < body.dof; ++k) {
      const auto& line = tree_.lines[static_cast<std::size_t>(body.first + k)];
      S.col(k) << line.angular, line.linear;
    }
    Eigen::Matrix<double, 6, Eigen::Dynamic> MS = S;
    if (root_[i].allFinite()) MS = inertia(body) * S;
    return MS * (S.transpose() * MS).ldlt().solve(r);
  }

  static Matrix6 inertia(const TreeMechanics<double>::Body& body) {
    Matrix6 at_centre = Matrix6::Zero();
    at_centre.block<3, 3>(0, 0) = body.tensor;
    at_centre.block<3, 3>(3, 3) = body.mass * Eigen::Matrix3d::Identity();
    Matrix6 shift = Matrix6::Identity();  // of an acceleration: from the origin to the centre of mass
    shift.block<3, 3>(3, 0) = -cross_matrix(body.centre);
    return shift.transpose() * at_centre * shift;
  }

  Vector6 at_parent(std::size_t i, const Vector6& load) const {
    Vector6 moved = load;
    moved.head<3>() += tree_.bodies[i].arm.cross(load.tail<3>());
    return moved;
  }

  const TreeMechanics<double>& tree_;
  std::vector<Matrix6> root_;
};

}  // namespace kintree::oracle
