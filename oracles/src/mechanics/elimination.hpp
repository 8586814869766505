// H x = r, nearly: the equations of motion of all bodies and joints, eliminated from the tips to the base in
// double, or in more digits. The result is not trusted: the residual in more digits corrects and bounds it.
#pragma once

#include <Eigen/Cholesky>

#include "kintree/oracle/interval.hpp"
#include "kintree/oracle/limits.hpp"
#include "mechanics/tree_mechanics.hpp"

namespace kintree::oracle {

template <class X>
class EliminationIn {
 public:
  template <class T>
  explicit EliminationIn(const TreeMechanics<T>& tree) : diagonal(tree.n()), joints_(tree.bodies.size()) {
    std::vector<Matrix6> articulated, composite;
    for (const auto& body : tree.bodies) {
      const Vector3<X> c = rounded(body.centre);
      Matrix3<X> tensor;
      for (int k = 0; k < 3; ++k) tensor.col(k) = rounded(body.tensor.col(k));
      articulated.push_back(inertia(in_scalar(body.mass), c, tensor));
    }
    composite = articulated;
    Vector<X> armature = Vector<X>::Zero(tree.n());
    for (const auto& [k, r] : tree.armature) armature(k) = in_scalar(r);
    const X rounding(static_cast<double>(tree.n()) * limits::u_double);
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
      const auto own = armature.segment(body.first, body.dof);
      diagonal.segment(body.first, body.dof) =
          (joint.S.transpose() * composite[i] * joint.S).diagonal() + own;
      const Columns AS = articulated[i] * joint.S;
      Pivot pivot = joint.S.transpose() * AS;
      pivot.diagonal() += own;
      joint.pivot.compute(pivot);
      const Columns sizes = joint.S.cwiseAbs();
      const X least =
          rounding * X((sizes.transpose() * articulated[i].cwiseAbs() * sizes).trace() + own.sum());
      const X smallest = body.dof > 0 ? X(joint.pivot.vectorD().minCoeff()) : X(1);
      if (!(smallest > 0) && broken == 0) broken = body.first + 1;
      if (body.dof > 0 && !(smallest > least)) has_lost_a_pivot = true;
      joint.G = body.dof > 0 ? Columns(joint.pivot.solve(AS.transpose()).transpose()) : AS;
      const Matrix6 left = articulated[i] - joint.G * AS.transpose();
      articulated[joint.parent] += joint.shift.transpose() * left * joint.shift;
      composite[joint.parent] += joint.shift.transpose() * composite[i] * joint.shift;
    }
  }

  int broken = 0;  ///< the first coordinate of a joint whose pivot was not positive, or 0.
  /// True if a pivot is no larger than the rounding errors of its terms. These are n u times the magnitudes
  /// of the terms, to first order [as Cholesky's pivots: Higham, ASNA, thm. 10.3]. Then no norm with H^-1 can
  /// be computed from here.
  bool has_lost_a_pivot = false;
  Vector<X> diagonal;  ///< of H

  Vector<X> solve(const Vector<X>& r) const {
    std::vector<Vector6> z(joints_.size(), Vector6::Zero()), a = z;
    Vector<X> u = r, x(r.size());
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
  using Matrix6 = Eigen::Matrix<X, 6, 6>;
  using Vector6 = Eigen::Matrix<X, 6, 1>;
  using Columns = Eigen::Matrix<X, 6, Eigen::Dynamic, 0, 6, 6>;
  using Pivot = Eigen::Matrix<X, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

  /// Angular before linear, about the body's origin, in world axes.
  struct Joint {
    std::size_t parent = 0;
    int first = 0;
    Matrix6 shift;  ///< accelerations of the parent's origin to those of the body's
    Columns S, G;   ///< G = A S (S^T A S)^-1
    Eigen::LDLT<Pivot> pivot;
  };

  template <class T>
  static X in_scalar(const T& x) {
    if constexpr (std::is_same_v<X, double>)
      return to_double(x);
    else
      return midpoint(x);
  }
  static Vector3<X> rounded(const auto& v) { return {in_scalar(v(0)), in_scalar(v(1)), in_scalar(v(2))}; }

  static Matrix6 shift(const Vector3<X>& arm) {
    Matrix6 shift = Matrix6::Identity();
    shift.template block<3, 3>(3, 0) = -cross_matrix(arm);
    return shift;
  }

  static Matrix6 inertia(const X& mass, const Vector3<X>& c, const Matrix3<X>& tensor) {
    const Matrix3<X> cx = cross_matrix(c);
    Matrix6 A;
    A << tensor - mass * cx * cx, mass * cx, -mass * cx, mass * Matrix3<X>::Identity();
    return A;
  }

  std::vector<Joint> joints_;
};

using Elimination = EliminationIn<double>;

}  // namespace kintree::oracle
