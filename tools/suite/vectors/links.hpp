// The bodies of a case as 6 x 6 matrices, for recursions and sweeps with mistakes.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/real.hpp"
#include "kintree/spatial/joint.hpp"
#include "kintree/trees/case.hpp"

// Where argument-dependent lookup finds it.
namespace boost::multiprecision {
inline void sincos(const kintree::oracle::Exact& x, kintree::oracle::Exact& sine,
                   kintree::oracle::Exact& cosine) {
  sine = sin(x);
  cosine = cos(x);
}
}  // namespace boost::multiprecision

namespace kintree::suite::mistakes {

template <class T>
using Vector6 = Eigen::Matrix<T, 6, 1>;
template <class T>
using Matrix6 = Eigen::Matrix<T, 6, 6>;
template <class T>
using Columns = Eigen::Matrix<T, 6, Eigen::Dynamic>;
template <class T>
using Coordinates = oracle::Vector<T>;

template <class T>
Vector6<T> column(const Motion<T>& m) {
  Vector6<T> result;
  result << m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z;
  return result;
}
template <class T>
Vector6<T> column(const Force<T>& f) {
  Vector6<T> result;
  result << f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z;
  return result;
}
template <class T>
Motion<T> unit_motion(int k) {
  std::array<T, 6> x{};
  x[static_cast<std::size_t>(k)] = 1;
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}
template <class T>
Matrix6<T> matrix(const Transform<T>& X) {
  Matrix6<T> result;
  for (int k = 0; k < 6; ++k) result.col(k) = column(X * unit_motion<T>(k));
  return result;
}
template <class T>
Matrix6<T> matrix(const RigidInertia<T>& I) {
  Matrix6<T> result;
  for (int k = 0; k < 6; ++k) result.col(k) = column(I * unit_motion<T>(k));
  return result;
}
/// v x, on motions; -(v x)^T acts on forces.
template <class T>
Matrix6<T> cross_matrix(const Vector6<T>& v) {
  const Motion<T> m{{v(0), v(1), v(2)}, {v(3), v(4), v(5)}};
  Matrix6<T> result;
  for (int k = 0; k < 6; ++k) result.col(k) = column(cross(m, unit_motion<T>(k)));
  return result;
}

template <class T>
struct Link {
  int parent = 0;
  Matrix6<T> X = Matrix6<T>::Identity();  ///< X_i_parent
  Columns<T> S{6, 0};
  Vector6<T> c_J = Vector6<T>::Zero();  ///< at the given rates
  Matrix6<T> I = Matrix6<T>::Zero();
  Vector6<T> f_ext = Vector6<T>::Zero();
  Eigen::Index first = 0;  ///< coordinate, from 0

  template <class V>
  Coordinates<T> part(const V& x) const {
    return x.segment(first, S.cols());
  }
};

/// The base and the bodies, all or the moving ones.
template <class T>
std::vector<Link<T>> links_of(const Case& c, bool is_fused) {
  const Layout layout(c.model);
  const std::size_t count = c.model.bodies.size();
  std::vector<Link<T>> links(1);
  std::vector<int> carrier(count, 0);
  std::vector<Transform<T>> pose(count);  // in the carrier
  const Transform<T> none{identity3<T>(), {}};
  pose[0] = none;
  for (std::size_t i = 1; i < count; ++i) {
    const Body& body = c.model.bodies[i];
    const auto above = static_cast<std::size_t>(body.parent);
    const Transform<T> placement = compose(pose[above], transform<T>(body.joint.placement));
    const RigidInertia<T> inertia = rigid_inertia<T>(body.inertial);
    const Wrench& f = c.state.f_ext[i];
    const Force<T> force{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}};
    if (is_fused && body.joint.kind == JointKind::fixed) {
      carrier[i] = carrier[above];
      pose[i] = placement;
      Link<T>& link = links[static_cast<std::size_t>(carrier[i])];
      link.I += matrix(to_parent(placement, inertia));
      link.f_ext += column(transpose_times(placement, force));
      continue;
    }
    carrier[i] = static_cast<int>(links.size());
    pose[i] = none;
    Link<T>& link = links.emplace_back();
    link.parent = carrier[above];
    const JointGeometry<T> joint(body.joint, placement);
    Subspace<T> S = joint.subspace();
    std::array<T, 7> q{};
    std::array<T, 6> v{};
    for (int k = 0; k < info(body.joint.kind).positions; ++k)
      q[static_cast<std::size_t>(k)] = c.state.q[static_cast<std::size_t>(layout.first_position[i] - 1 + k)];
    for (int k = 0; k < S.count; ++k)
      v[static_cast<std::size_t>(k)] = c.state.v[static_cast<std::size_t>(layout.first_velocity[i] - 1 + k)];
    Transform<T> X;
    joint.place(q.data(), X, S);
    link.X = matrix(X);
    link.S.resize(6, S.count);
    for (int k = 0; k < S.count; ++k) link.S.col(k) = column(S[k]);
    link.c_J = column(joint.velocity_product(S, v.data()));
    link.I = matrix(inertia);
    link.f_ext = column(force);
    link.first = layout.first_velocity[i] - 1;
  }
  return links;
}

/// By body: X_i_base.
template <class T>
std::vector<Matrix6<T>> transforms_from_base(const std::vector<Link<T>>& links) {
  std::vector<Matrix6<T>> X(links.size(), Matrix6<T>::Identity());
  for (std::size_t i = 1; i < links.size(); ++i)
    X[i] = links[i].X * X[static_cast<std::size_t>(links[i].parent)];
  return X;
}

template <class T>
Matrix6<T> inverse_transform(const Matrix6<T>& X) {
  Matrix6<T> result;
  for (const int row : {0, 3})
    for (const int column : {0, 3})
      result.template block<3, 3>(row, column) = X.template block<3, 3>(row, column).transpose();
  return result;
}

/// Axes and origin of a body in the base, of X_base_i = [R 0; p x R, R].
template <class T>
struct PoseInBase {
  Eigen::Matrix<T, 3, 3> R;
  Eigen::Matrix<T, 3, 1> p;

  explicit PoseInBase(const Matrix6<T>& to_base) : R(to_base.template block<3, 3>(0, 0)) {
    const Eigen::Matrix<T, 3, 3> crossed = to_base.template block<3, 3>(3, 0) * R.transpose();
    p << crossed(2, 1), crossed(0, 2), crossed(1, 0);
  }
};

}  // namespace kintree::suite::mistakes
