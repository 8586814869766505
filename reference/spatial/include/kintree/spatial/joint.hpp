// The one file that knows the joint kinds. Algorithms see X_child_parent, the motion subspace S (6 x n_i, in
// child coordinates) and the velocity product c_J = S-ring q-dot. Definitions: reference/notation.md.
#pragma once

#include <algorithm>

#include "kintree/spatial/spatial.hpp"
#include "kintree/spatial/views.hpp"

namespace kintree {

/// The unit vector along a joint's axis, in the joint frame.
template <class S>
Vec3<S> unit_axis(const Joint& joint) {
  return normalized(widen<S>(joint.axis));
}

/// dq/dt = N(q) v of a joint, from its positions q and its velocities v: reference/notation.md.
template <class S>
void position_rates(JointKind kind, const S* q, const S* v, S* rates) {
  const auto turn = [v](const S* q, S* rates) {  // q (0, omega) / 2
    const S half(0.5);
    rates[0] = -(q[1] * v[0] + q[2] * v[1] + q[3] * v[2]) * half;
    rates[1] = (q[0] * v[0] + q[2] * v[2] - q[3] * v[1]) * half;
    rates[2] = (q[0] * v[1] + q[3] * v[0] - q[1] * v[2]) * half;
    rates[3] = (q[0] * v[2] + q[1] * v[1] - q[2] * v[0]) * half;
  };
  switch (kind) {
    case JointKind::planar: {
      S s, c;
      sincos(q[2], s, c);
      rates[0] = c * v[0] - s * v[1];
      rates[1] = s * v[0] + c * v[1];
      rates[2] = v[2];
      break;
    }
    case JointKind::spherical:
      turn(q, rates);
      break;
    case JointKind::free: {
      const Vec3<S> p_rate = rotation_of_quaternion(q + 3) * Vec3<S>{v[3], v[4], v[5]};
      rates[0] = p_rate.x, rates[1] = p_rate.y, rates[2] = p_rate.z;
      turn(q + 3, rates + 3);
      break;
    }
    default:
      std::copy_n(v, info(kind).velocities, rates);
  }
}

/// S_i: n_i motion vectors in the child's coordinates.
template <class S>
class Subspace {
 public:
  Subspace() = default;
  explicit Subspace(int count) : count(count) {}

  int count = 0;  ///< n_i
  Motion<S>& operator[](int k) { return column_[k]; }
  const Motion<S>& operator[](int k) const { return column_[k]; }

  /// S q-dot, for the n_i coordinates at `rate`.
  Motion<S> times(const S* rate) const {
    Motion<S> sum;
    if (count > 0) sum = column_[0] * rate[0];
    for (int k = 1; k < count; ++k) sum += column_[k] * rate[k];
    return sum;
  }
  /// S^T f, into the n_i coordinates at `result`.
  void transpose_times(const Force<S>& f, S* result) const {
    for (int k = 0; k < count; ++k) result[k] = dot(column_[k], f);
  }

 private:
  ByColumn<Motion<S>> column_;
};

/// A joint prepared in the scalar S: the parts that do not depend on the state.
template <class S>
class JointGeometry {
 public:
  JointGeometry() = default;

  explicit JointGeometry(const Joint& joint) : JointGeometry(joint, transform<S>(joint.placement)) {}

  /// The joint with its frame at `placement`, in another frame of the parent: R takes its axes to the
  /// parent's.
  JointGeometry(const Joint& joint, const Transform<S>& placement)
      : kind_(joint.kind), axis_down_(points_down(joint.axis)), subspace_(info(joint.kind).velocities) {
    R_T_ = placement.R;
    p_ = placement.r;
    const Vec3<S> zero;
    switch (kind_) {
      case JointKind::fixed:
        break;
      case JointKind::revolute:
        turn_about(axis(joint));
        subspace_[0] = {n_, zero};
        break;
      case JointKind::prismatic:
        slide_[0] = R_T_ * axis(joint);
        subspace_[0] = {zero, axis(joint)};
        break;
      case JointKind::helical:
        turn_about(axis(joint));
        slide_[0] = R_T_ * n_ * S(joint.pitch);
        subspace_[0] = {n_, n_ * S(joint.pitch)};
        break;
      case JointKind::cylindrical:
        turn_about(axis(joint));
        slide_[0] = R_T_ * n_;
        subspace_[0] = {n_, zero};
        subspace_[1] = {zero, n_};
        break;
      case JointKind::universal:
        turn_about(axis(joint));
        n2_ = normalized(widen<S>(joint.second_axis));
        subspace_[1] = {n2_, zero};
        break;
      case JointKind::planar: {
        turn_about(axis(joint));
        const auto [e_x, e_y] = plane_axes(joint.axis, n_);
        slide_ = {R_T_ * e_x, R_T_ * e_y};
        subspace_[0] = {zero, e_x};
        subspace_[1] = {zero, e_y};
        subspace_[2] = {n_, zero};
        break;
      }
      case JointKind::spherical:
      case JointKind::free: {
        const Mat3<S> one = identity3<S>();
        subspace_[0] = {one.x, zero};
        subspace_[1] = {one.y, zero};
        subspace_[2] = {one.z, zero};
        subspace_[3] = {zero, one.x};
        subspace_[4] = {zero, one.y};
        subspace_[5] = {zero, one.z};
        break;
      }
    }
  }

  /// S_i where it is constant; the columns that depend on q are filled in by `place`.
  const Subspace<S>& subspace() const { return subspace_; }

  /// X_child_parent at the joint's positions q, and the columns of S that depend on q.
  void place(const S* q, Transform<S>& X, Subspace<S>& subspace) const {
    switch (kind_) {
      case JointKind::fixed:
        X = {R_T_, p_};
        break;
      case JointKind::revolute:
        X = {turned(q[0]), p_};
        break;
      case JointKind::prismatic:
        X = {R_T_, p_ + slide_[0] * q[0]};
        break;
      case JointKind::helical:
        X = {turned(q[0]), p_ + slide_[0] * q[0]};
        break;
      case JointKind::cylindrical:
        X = {turned(q[0]), p_ + slide_[0] * q[1]};
        break;
      case JointKind::universal: {
        const Mat3<S> R_2 = about(n2_, q[1]);
        X = {turned(q[0]) * R_2, p_};
        subspace[0].w = kintree::transpose_times(R_2, n_);
        break;
      }
      case JointKind::planar:
        X = {turned(q[2]), p_ + slide_[0] * q[0] + slide_[1] * q[1]};
        break;
      case JointKind::spherical:
        X = {R_T_ * rotation_of_quaternion(q), p_};
        break;
      case JointKind::free:
        X = {R_T_ * rotation_of_quaternion(q + 3), p_ + R_T_ * Vec3<S>{q[0], q[1], q[2]}};
        break;
    }
  }

  /// True if columns of S depend on q.
  bool subspace_moves() const { return kind_ == JointKind::universal; }

  /// 6 - n_i orthonormal forces W with S^T W = 0, of S = `subspace`.
  void constraint(const Subspace<S>& subspace, ByColumn<Force<S>>& W) const {
    using std::sqrt;
    int count = 0;
    const auto couples = [&](auto... n) { ((W[count++] = {n, {}}), ...); };
    const auto forces = [&](auto... f) { ((W[count++] = {{}, f}), ...); };
    const Mat3<S> one = identity3<S>();
    const auto across = [&](const Vec3<S>& n) { return axes_along(n, axis_down_); };  // x, y; z = n
    switch (kind_) {
      case JointKind::fixed:
        couples(one.x, one.y, one.z);
        forces(one.x, one.y, one.z);
        break;
      case JointKind::revolute:
        forces(one.x, one.y, one.z);
        couples(across(n_).x, across(n_).y);
        break;
      case JointKind::prismatic:
        couples(one.x, one.y, one.z);
        forces(across(subspace[0].v).x, across(subspace[0].v).y);
        break;
      case JointKind::helical: {  // S = (n, h n): (-h n, n) / sqrt(1 + h^2) too
        couples(across(n_).x, across(n_).y);
        forces(across(n_).x, across(n_).y);
        const Motion<S>& s = subspace[0];
        W[count] = Force<S>{-s.v, s.w} * (S(1) / sqrt(dot(s.w, s.w) + dot(s.v, s.v)));
        break;
      }
      case JointKind::cylindrical:
        couples(across(n_).x, across(n_).y);
        forces(across(n_).x, across(n_).y);
        break;
      case JointKind::universal:
        forces(one.x, one.y, one.z);
        couples(normalized(cross(subspace[0].w, subspace[1].w)));
        break;
      case JointKind::planar:
        couples(across(n_).x, across(n_).y);
        forces(n_);
        break;
      case JointKind::spherical:
        forces(one.x, one.y, one.z);
        break;
      case JointKind::free:
        break;
    }
  }

  /// c_J = (dS/dt) q-dot in child coordinates: sum over j < l of (S_j qd_j) x (S_l qd_l) for a product of
  /// screws.
  Motion<S> velocity_product(const Subspace<S>& subspace, const S* rate) const {
    if (kind_ != JointKind::universal) return {};
    return cross(subspace[0] * rate[0], subspace[1] * rate[1]);
  }

 private:
  static Vec3<S> axis(const Joint& joint) { return unit_axis<S>(joint); }

  /// Rodrigues: R(n, q) = n n^T + cos q (1 - n n^T) + sin q [n]x, here with the placement's rotation
  /// multiplied in.
  void turn_about(const Vec3<S>& n) {
    n_ = n;
    along_ = R_T_ * outer(n, n);
    across_ = R_T_ - along_;
    turning_ = R_T_ * cross_matrix(n);
  }
  Mat3<S> turned(const S& angle) const {
    S s, c;
    sincos(angle, s, c);
    return along_ + across_ * c + turning_ * s;
  }
  static Mat3<S> about(const Vec3<S>& n, const S& angle) {
    S s, c;
    sincos(angle, s, c);
    const Mat3<S> nn = outer(n, n);
    return nn + (identity3<S>() - nn) * c + cross_matrix(n) * s;
  }

  /// x and y turned by the shortest rotation that takes z to n: column j of 1 + [k]x + [k]x^2/(1 + n_z), k =
  /// z x n. For n_z < 0 the divisor is written (n_x^2 + n_y^2)/(1 - n_z), which does not cancel; n = -z is
  /// half a turn about x by definition.
  static std::array<Vec3<S>, 2> plane_axes(const Triple& given, const Vec3<S>& n) {
    const S one(1);
    if (given[0] == 0 && given[1] == 0) {
      const S sign(given[2] > 0 ? 1 : -1);
      return {Vec3<S>{one, S{}, S{}}, Vec3<S>{S{}, sign, S{}}};
    }
    const S reciprocal = given[2] >= 0 ? one / (one + n.z) : (one - n.z) / (n.x * n.x + n.y * n.y);
    const S xy = -(n.x * n.y) * reciprocal;
    return {Vec3<S>{one - n.x * n.x * reciprocal, xy, -n.x}, Vec3<S>{xy, one - n.y * n.y * reciprocal, -n.y}};
  }

  JointKind kind_ = JointKind::fixed;
  bool axis_down_ = false;
  Mat3<S> R_T_;  // placement: joint frame in the parent
  Vec3<S> p_;
  Vec3<S> n_, n2_;                    // unit axes
  Mat3<S> along_, across_, turning_;  // Rodrigues' three terms, from the left times R_T
  std::array<Vec3<S>, 2> slide_;      // directions of translation, in the parent
  Subspace<S> subspace_;
};

}  // namespace kintree
