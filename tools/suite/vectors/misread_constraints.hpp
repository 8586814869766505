// Right answers about constraints that are taken for others: terms of the constraints left out.
#pragma once

#include "kintree/oracle/dynamics.hpp"
#include "suite/vectors/links.hpp"
#include "suite/vectors/mistakes.hpp"

namespace kintree::suite::mistakes {

using oracle::Exact;
template <class T>
using Outputs = std::vector<oracle::Matrix<T>>;
template <class T>
using Matrix3x3 = Eigen::Matrix<T, 3, 3>;
template <class T>
using Vector3x1 = Eigen::Matrix<T, 3, 1>;

/// The axes of a frame on a body, in the base.
template <class T>
Matrix3x3<T> axes_in_base(const auto& transforms, const EndEffector& frame) {
  const PoseInBase<T> body(inverse_transform(transforms[static_cast<std::size_t>(frame.body)]));
  const Mat3<T> turned = rotation<T>(frame.pose);
  Matrix3x3<T> R;
  R << turned.x.x, turned.x.y, turned.x.z, turned.y.x, turned.y.y, turned.y.z, turned.z.x, turned.z.y,
      turned.z.z;
  return body.R * R;
}

/// The case with a multiple of the armature of its joints.
inline Case with_armature(const Case& c, double factor) {
  Case result = c;
  for (Body& body : result.model.bodies)
    for (double& r : body.joint.armature) r *= factor;
  return result;
}

/// The case with other multipliers of its couplings.
Case with_multipliers(const Case& c, const auto& change) {
  Case result = c;
  for (Constraint& constraint : result.model.constraints)
    if (constraint.coupling) constraint.coupling->multiplier = change(constraint.coupling->multiplier);
  return result;
}

inline Case without_couplings(const Case& c) {
  Case result = c;
  std::erase_if(result.model.constraints, [](const Constraint& each) { return each.coupling.has_value(); });
  return result;
}

/// The case where a joint that follows a follower follows the leader of that, with its own multiplier.
inline Case with_leaders_of_leaders(const Case& c) {
  Case result = c;
  std::vector<Constraint>& all = result.model.constraints;
  for (std::size_t pass = 0; pass < all.size(); ++pass)
    for (Constraint& each : all)
      for (const Constraint& leading : all)
        if (each.coupling && leading.coupling && each.relative_to != 0 &&
            each.relative_to == leading.frame.body && leading.relative_to != each.frame.body)
          each.relative_to = leading.relative_to;
  return result;
}

/// H and C of the tree without the rows and columns that are zero: those of joints that follow others.
template <class T>
void keep_leaders(const oracle::Dynamics<T>& d, Outputs<T>& X) {
  const auto follows = [H = X[0]](Eigen::Index k) {
    for (Eigen::Index j = 0; j < H.cols(); ++j)
      if (!(H(k, j) == T(0))) return false;
    return true;
  };
  for (Eigen::Index i = 0; i < X[0].rows(); ++i) {
    if (follows(i)) continue;
    X[1](i, 0) = d.C(i);
    for (Eigen::Index j = 0; j < X[0].cols(); ++j)
      if (!follows(j)) X[0](i, j) = d.H(i, j);
  }
}

/// By row of the constraints: the acceleration of gravity relative to the ground, in the axes of the frame.
template <class T>
oracle::Matrix<T> gravity_of_rows(const Case& c) {
  const auto transforms = transforms_from_base(links_of<T>(c, false));
  const Triple& g = c.model.gravity;
  oracle::Matrix<T> result = oracle::Matrix<T>::Zero(Layout(c.model).constraint_rows, 1);
  Eigen::Index row = 0;
  for (const Constraint& constraint : c.model.constraints) {
    if (constraint.coupling) {
      ++row;
      continue;
    }
    const Matrix3x3<T> R = axes_in_base<T>(transforms, constraint.frame);
    const Vector3x1<T> in_frame = R.transpose() * Vector3x1<T>(T(g[0]), T(g[1]), T(g[2]));
    for (Eigen::Index k = 0; k < 6; ++k)
      if (constraint.rows[static_cast<std::size_t>(k)]) {
        if (k >= 3 && constraint.relative_to == 0) result(row, 0) = in_frame(k - 3);
        ++row;
      }
  }
  return result;
}

/// Accelerations and forces of the constraints, or their derivatives, where this is missing on the right side of the rows of K.
template <class T>
void leave_out(const oracle::Matrix<T>& rate, const oracle::Dynamics<T>& d, oracle::Matrix<T>& motion,
               oracle::Matrix<T>& forces) {
  const oracle::Matrix<T> Y = d.H.inverse() * d.K.transpose(), more = (d.K * Y).inverse() * rate;
  forces += more;
  motion += Y * more;
}

/// The derivatives by q (0) or by v (1), where the rows of the constraints have no derivatives: K dqdd = 0.
template <class T>
void hold_rows_fixed(std::size_t by, const oracle::Dynamics<T>& d, Outputs<T>& X) {
  const oracle::Matrix<T> missing = -d.K * X[by];
  leave_out<T>(missing, d, X[by], X[3 + by]);
}

/// The derivatives where lambda has none: H dqdd = f instead of H dqdd - K^T dlambda = f.
template <class T>
void hold_forces_fixed(const oracle::Dynamics<T>& d, Outputs<T>& X) {
  const oracle::Matrix<T> Y = d.H.inverse() * d.K.transpose();
  for (std::size_t by = 0; by < 3; ++by) {
    X[by] -= Y * X[3 + by];
    X[3 + by].setConstant(T(0));
  }
}

}  // namespace kintree::suite::mistakes
