// H x = r, nearly: the equations of motion of all bodies and joints, eliminated from the tips to the base in
// double. Of what it returns nothing is trusted: the residual in more digits corrects and bounds it.
#pragma once

#include <Eigen/Cholesky>

#include "tree_mechanics.hpp"

namespace kintree::oracle {

class Elimination {
 public:
  template <class T>
  explicit Elimination(const TreeMechanics<T>& tree) : diagonal(tree.n()), joints_(tree.bodies.size()) {
    std::vector<Matrix6> articulated, composite;
    for (const auto& body : tree.bodies) {
      const Eigen::Vector3d c = rounded(body.centre);
      articulated.push_back(inertia(to_double(body.mass), c, rounded3(body.tensor)));
    }
    composite = articulated;
    for (std::size_t i = tree.bodies.size(); i-- > 1;) {
      const auto& body = tree.bodies[i];
      Joint& joint = joints_[i];
      joint.parent = static_cast<std::size_t>(body.parent), joint.first = body.first;
      joint.shift = shift(rounded(body.arm));
      joint.S.resize(6, body.dof);
      for (int k = 0; k < body.dof; ++k) {
        const auto& line = tree.lines[static_cast<std::size_t>(body.first + k)];
        joint.S.col(k) << rounded(line.angular), rounded(line.linear);
      }
      diagonal.segment(body.first, body.dof) = (joint.S.transpose() * composite[i] * joint.S).diagonal();
      const Columns AS = articulated[i] * joint.S;
      joint.pivot.compute(joint.S.transpose() * AS);
      if (body.dof > 0 && !(joint.pivot.vectorD().minCoeff() > 0) && broken == 0) broken = body.first + 1;
      joint.G = body.dof > 0 ? Columns(joint.pivot.solve(AS.transpose()).transpose()) : AS;
      const Matrix6 left = articulated[i] - joint.G * AS.transpose();
      articulated[joint.parent] += joint.shift.transpose() * left * joint.shift;
      composite[joint.parent] += joint.shift.transpose() * composite[i] * joint.shift;
    }
  }

  int broken = 0;            ///< the first coordinate of a joint whose pivot was not positive, or 0
  Eigen::VectorXd diagonal;  ///< of H

  Eigen::VectorXd solve(const Eigen::VectorXd& r) const {
    std::vector<Vector6> z(joints_.size(), Vector6::Zero()), a = z;
    Eigen::VectorXd u = r, x(r.size());
    for (std::size_t i = joints_.size(); i-- > 1;) {
      const Joint& joint = joints_[i];
      auto mine = u.segment(joint.first, joint.S.cols());
      mine -= joint.S.transpose() * z[i];
      z[joint.parent] += joint.shift.transpose() * (z[i] + joint.G * mine);
    }
    for (std::size_t i = 1; i < joints_.size(); ++i) {
      const Joint& joint = joints_[i];
      const Vector6 of_parent = joint.shift * a[joint.parent];
      auto mine = x.segment(joint.first, joint.S.cols());
      if (joint.S.cols() > 0)
        mine = joint.pivot.solve(u.segment(joint.first, joint.S.cols())) - joint.G.transpose() * of_parent;
      a[i] = of_parent + joint.S * mine;
    }
    return x;
  }

 private:
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
  using Pivot = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

  /// Angular before linear, about the body's origin, in world axes.
  struct Joint {
    std::size_t parent = 0;
    int first = 0;
    Matrix6 shift;  ///< accelerations of the parent's origin to those of the body's
    Columns S, G;   ///< G = A S (S^T A S)^-1
    Eigen::LDLT<Pivot> pivot;
  };

  static Eigen::Vector3d rounded(const auto& v) {
    return {to_double(v(0)), to_double(v(1)), to_double(v(2))};
  }

  static Matrix6 shift(const Eigen::Vector3d& arm) {
    Matrix6 X = Matrix6::Identity();
    X.block<3, 3>(3, 0) = -cross_matrix(arm);
    return X;
  }

  static Matrix6 inertia(double mass, const Eigen::Vector3d& c, const Eigen::Matrix3d& tensor) {
    const Eigen::Matrix3d cx = cross_matrix(c);
    Matrix6 A;
    A << tensor - mass * cx * cx, mass * cx, -mass * cx, mass * Eigen::Matrix3d::Identity();
    return A;
  }

  std::vector<Joint> joints_;
};

}  // namespace kintree::oracle
