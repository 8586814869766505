// Brackets of velocities: where those of a joint do not commute, mixed derivatives along them differ by a derivative along the bracket.
#pragma once

#include "kintree/model/model.hpp"
#include "kintree/oracle/real.hpp"

namespace kintree::test {

/// [v, x] of velocities of the same joints: the product of twists in the child's axes.
template <class T>
oracle::Vector<T> bracket(const Model& model, const oracle::Vector<T>& v, const oracle::Vector<T>& x) {
  oracle::Vector<T> result = oracle::Vector<T>::Constant(v.size(), T(0));
  const Layout layout(model);
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Eigen::Index first = layout.first_velocity[i] - 1;
    /// Adds the cross product of three entries of v and three of x.
    const auto add_cross = [&](Eigen::Index to, Eigen::Index of_v, Eigen::Index of_x) {
      const auto a = v.segment(first + of_v, 3), b = x.segment(first + of_x, 3);
      for (Eigen::Index k = 0; k < 3; ++k)
        result(first + to + k) += a((k + 1) % 3) * b((k + 2) % 3) - a((k + 2) % 3) * b((k + 1) % 3);
    };
    const JointKind kind = model.bodies[i].joint.kind;
    if (kind == JointKind::spherical || kind == JointKind::free) add_cross(0, 0, 0);
    if (kind == JointKind::free) add_cross(3, 0, 3), add_cross(3, 3, 0);
    if (kind == JointKind::planar) {
      result(first) = x(first + 2) * v(first + 1) - v(first + 2) * x(first + 1);
      result(first + 1) = v(first + 2) * x(first) - x(first + 2) * v(first);
    }
  }
  return result;
}

/// n x n: [v, .].
template <class T>
oracle::Matrix<T> bracket_with(const Model& model, const oracle::Vector<T>& v) {
  oracle::Matrix<T> ad(v.size(), v.size());
  for (Eigen::Index k = 0; k < v.size(); ++k) {
    oracle::Vector<T> unit = oracle::Vector<T>::Constant(v.size(), T(0));
    unit(k) = T(1);
    ad.col(k) = bracket(model, v, unit);
  }
  return ad;
}

}  // namespace kintree::test
