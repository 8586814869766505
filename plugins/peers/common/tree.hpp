// A model of kintree_plugin.h with its rotations, unit axes and inertias computed, in long double: what an adapter rounds to the
// doubles of its library is then as good as a double can be. Symbols and conventions: reference/notation.md.
#pragma once

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <vector>

#include "kintree_plugin.h"

namespace kintree::peers {

using Real = long double;
using Vector3 = Eigen::Matrix<Real, 3, 1>;
using Matrix3 = Eigen::Matrix<Real, 3, 3>;
using Quaternion = Eigen::Quaternion<Real>;

/// The pose of a frame in another: x = R x' + p.
struct Pose {
  Matrix3 R = Matrix3::Identity();
  Vector3 p = Vector3::Zero();

  Pose operator*(const Pose& o) const { return {R * o.R, R * o.p + p}; }
  Pose inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

inline Vector3 vector(const double* x) {
  return {x[0], x[1], x[2]};
}

/// About an axis of unit length.
inline Matrix3 rotation(const Vector3& n, Real angle) {
  return Eigen::AngleAxis<Real>(angle, n).toRotationMatrix();
}

inline Pose pose(const kintree_placement& placement) {
  const double* rpy = placement.rpy;
  return {rotation(Vector3::UnitZ(), rpy[2]) * rotation(Vector3::UnitY(), rpy[1]) *
              rotation(Vector3::UnitX(), rpy[0]),
          vector(placement.xyz)};
}

/// Axes with z along n: the x and y of a planar joint, turned by the shortest rotation that takes z to n (reference/notation.md).
inline Matrix3 axes_along(const Vector3& n) {
  const Real radius = n.x() * n.x() + n.y() * n.y();
  if (radius == 0 && n.z() < 0) return Vector3(1, -1, -1).asDiagonal();
  const Real k = n.z() > 0 ? 1 / (1 + n.z()) : (1 - n.z()) / radius;
  Matrix3 R;
  R << 1 - n.x() * n.x() * k, -n.x() * n.y() * k, n.x(),  //
      -n.x() * n.y() * k, 1 - n.y() * n.y() * k, n.y(),   //
      -n.x(), -n.y(), n.z();
  return R;
}

/// A body and the joint before it. Indices count from 0; the parent of a body on the base is -1.
struct Link {
  int parent = -1, joint = KINTREE_FIXED;
  int q = 0, v = 0;                                     ///< where its coordinates begin
  int nq = 0, nv = 0;                                   ///< and how many they are
  Pose placement;                                       ///< of the joint frame in the parent's frame
  Vector3 n = Vector3::UnitX(), n2 = Vector3::UnitY();  ///< unit axes
  Real pitch = 0;                                       ///< [m/rad]
  Real mass = 0;
  Vector3 com = Vector3::Zero();       ///< in the body's frame
  Matrix3 I = Matrix3::Zero();         ///< about the centre of mass, in the body's axes
  Matrix3 axes = Matrix3::Identity();  ///< a rotation: the principal axes of I, in the body's
  Vector3 moments = Vector3::Zero();   ///< about these

  bool has_inertia() const { return mass != 0 || !moments.isZero(0); }
};

/// A frame that is fixed in a link (-1: in the base).
struct End {
  int link = -1;
  Pose pose;
};

struct Tree {
  std::vector<Link> links;
  std::vector<End> ends;
  int nq = 0, n = 0;
  Vector3 gravity;

  explicit Tree(const kintree_model& model) : nq(model.nq), n(model.n), gravity(vector(model.gravity)) {
    static constexpr int positions[] = {0, 1, 1, 1, 2, 2, 3, 4, 7},
                         velocities[] = {0, 1, 1, 1, 2, 2, 3, 3, 6};
    for (int i = 1; i <= model.body_count; ++i) {
      const kintree_body& body = model.bodies[i];
      Link link;
      link.parent = body.parent - 1;
      link.joint = body.joint;
      link.q = body.first_position - 1;
      link.v = body.first_velocity - 1;
      link.nq = positions[body.joint];
      link.nv = velocities[body.joint];
      link.placement = pose(body.placement);
      link.n = unit(body.axis);
      link.n2 = unit(body.second_axis);
      link.pitch = body.pitch;
      set_inertia(link, body);
      links.push_back(link);
    }
    for (int e = 0; e < model.end_effector_count; ++e)
      ends.push_back({model.end_effectors[e].body - 1, pose(model.end_effectors[e].pose)});
  }

  bool is_chain() const {
    for (int i = 0; i < static_cast<int>(links.size()); ++i)
      if (links[static_cast<std::size_t>(i)].parent != i - 1) return false;
    return true;
  }

 private:
  static Vector3 unit(const double* axis) { return vector(axis).stableNormalized(); }

  static void set_inertia(Link& link, const kintree_body& body) {
    const Pose frame = pose(body.inertia_frame);
    const double* I = body.inertia;
    Matrix3 given;
    given << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
    link.mass = body.mass;
    link.com = frame.p;
    link.I = frame.R * given * frame.R.transpose();
    if (I[1] == 0 && I[2] == 0 && I[4] == 0) {
      link.axes = frame.R;
      link.moments = given.diagonal();
      return;
    }
    const Eigen::SelfAdjointEigenSolver<Matrix3> principal(given);
    Matrix3 V = principal.eigenvectors();
    if (V.determinant() < 0) V.col(0) *= -1;
    link.axes = frame.R * V;
    link.moments = principal.eigenvalues();
  }
};

inline Quaternion unit_quaternion(const double* wxyz) {
  Eigen::Matrix<Real, 4, 1> x(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  x.stableNormalize();
  return {x[0], x[1], x[2], x[3]};
}

/// The rotation of a spherical or free joint: from the child's axes to the joint frame's.
inline Quaternion turn(const Link& link, const double* q) {
  return unit_quaternion(q + link.q + (link.joint == KINTREE_FREE ? 3 : 0));
}

/// The pose of the child in the joint frame.
inline Pose joint_pose(const Link& link, const double* all) {
  const double* q = all + link.q;
  switch (link.joint) {
    case KINTREE_REVOLUTE:
      return {rotation(link.n, q[0]), Vector3::Zero()};
    case KINTREE_PRISMATIC:
      return {Matrix3::Identity(), q[0] * link.n};
    case KINTREE_HELICAL:
      return {rotation(link.n, q[0]), link.pitch * q[0] * link.n};
    case KINTREE_CYLINDRICAL:
      return {rotation(link.n, q[0]), q[1] * link.n};
    case KINTREE_UNIVERSAL:
      return {rotation(link.n, q[0]) * rotation(link.n2, q[1]), Vector3::Zero()};
    case KINTREE_PLANAR:
      return {rotation(link.n, q[2]), axes_along(link.n) * Vector3(q[0], q[1], 0)};
    case KINTREE_SPHERICAL:
      return {turn(link, all).toRotationMatrix(), Vector3::Zero()};
    case KINTREE_FREE:
      return {turn(link, all).toRotationMatrix(), vector(q)};
    default:
      return {};
  }
}

/// The poses of the bodies in the base, where an adapter must hand over forces in its axes.
inline std::vector<Pose> poses(const Tree& tree, const double* q) {
  std::vector<Pose> result;
  for (const Link& link : tree.links) {
    const Pose of_parent = link.parent < 0 ? Pose{} : result[static_cast<std::size_t>(link.parent)];
    result.push_back(of_parent * (link.placement * joint_pose(link, q)));
  }
  return result;
}

/// Lambda^-1 of the end-effectors in their own axes, from J H^-1 J^T with angular and linear velocities in the base's.
template <class Entry>
void inverse_osim_back(const Tree& tree, const double* q, const Entry& product, double* Lambda_inverse) {
  const std::vector<Pose> placed = poses(tree, q);
  const auto rotation_of = [&](const End& end) {
    return Matrix3(end.link < 0 ? end.pose.R : placed[static_cast<std::size_t>(end.link)].R * end.pose.R);
  };
  const int m = static_cast<int>(tree.ends.size());
  for (int a = 0; a < 2 * m; ++a)
    for (int b = 0; b < 2 * m; ++b) {
      Matrix3 block;
      for (int r = 0; r < 3; ++r)
        for (int s = 0; s < 3; ++s) block(r, s) = product(3 * a + r, 3 * b + s);
      const Matrix3 own = rotation_of(tree.ends[static_cast<std::size_t>(a / 2)]).transpose() * block *
                          rotation_of(tree.ends[static_cast<std::size_t>(b / 2)]);
      for (int r = 0; r < 3; ++r)
        for (int s = 0; s < 3; ++s)
          Lambda_inverse[(3 * a + r) * 6 * m + 3 * b + s] = static_cast<double>(own(r, s));
    }
}

}  // namespace kintree::peers
