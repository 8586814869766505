// Coordinates of rates, quaternions and angles, and the order of joints.
#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <functional>
#include <numeric>

#include "../metamorphic/change.hpp"
#include "catalogue.hpp"
#include "reading.hpp"

namespace kintree::misreadings {
namespace {

using namespace metamorphic;

/// The free joints' rates in other coordinates, which a function computes from the joint's given part.
std::optional<Misreading> free_rates(const Case& c,
                                     const std::function<Coordinates(const Part&)>& coordinates) {
  Reading reading(c);
  const std::vector<int> joints = bodies_with(reading.parts, JointKind::free);
  if (joints.empty()) return {};
  for (const int i : joints) reading.takes_rates(i, coordinates(reading.parts[i]));
  return reading.finish();
}

Vector angular(const Part& part) {
  return widened(part.v.data());
}
Vector linear(const Part& part) {
  return widened(part.v.data() + 3);
}

/// The rotation of a joint's quaternion, from coordinates in the child's axes to the joint frame's.
Matrix turned(const Part& part) {
  return rotation(part.q.data() + 3);
}

/// A, orthogonal, with this shift of the linear part.
Coordinates orthogonal(const RealRows& A, const Vector& linear_shift) {
  Coordinates result{A, A, {0, 0, 0, linear_shift[0], linear_shift[1], linear_shift[2]}};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t k = 0; k < 6; ++k) result.A_inverse[i][k] = A[k][i];
  return result;
}

/// The joints in another order, in which `before` holds of bodies that follow each other.
std::optional<Misreading> in_order(const Case& c, const std::function<bool(int, int)>& before) {
  std::vector<int> order(c.model.bodies.size() - 1);
  std::iota(order.begin(), order.end(), 1);
  const auto moves = [&](int i) {
    return info(c.model.bodies[static_cast<std::size_t>(i)].joint.kind).velocities > 0;
  };
  std::stable_sort(order.begin(), order.end(), before);
  std::vector<int> moving;
  std::copy_if(order.begin(), order.end(), std::back_inserter(moving), moves);
  if (std::is_sorted(moving.begin(), moving.end())) return {};
  return misread_in_order(c, order);
}

/// The places of the bodies in an order in which each body is followed by its subtree, children in the order of their numbers.
std::vector<int> places_depth_first(const Model& model) {
  std::vector<int> place(model.bodies.size(), 0);
  int next = 0;
  const std::function<void(int)> visit = [&](int i) {
    place[static_cast<std::size_t>(i)] = next++;
    for (int k = i + 1; k <= model.body_count(); ++k)
      if (model.bodies[static_cast<std::size_t>(k)].parent == i) visit(k);
  };
  visit(0);
  return place;
}

}  // namespace

std::optional<Misreading> linear_first(const Case& c) {
  RealRows swap(6, std::vector<Real>(6, 0));
  for (std::size_t k = 0; k < 6; ++k) swap[k][(k + 3) % 6] = 1;
  return free_rates(c, [&](const Part&) { return Coordinates{swap, swap}; });
}

// With v_seen = R v and R' = R omega x: (R v)' = R (v' + omega x v).
std::optional<Misreading> linear_in_parent_axes(const Case& c) {
  return free_rates(c, [](const Part& part) {
    const Matrix R = turned(part);
    RealRows A = identity_rows(6);
    set_block(A, 3, 3, R);
    return orthogonal(A, R * cross(angular(part), transposed(R) * linear(part)));
  });
}

std::optional<Misreading> rates_in_parent_axes(const Case& c) {
  return free_rates(c, [](const Part& part) {
    const Matrix R = turned(part), back = transposed(R);
    RealRows A = identity_rows(6);
    set_block(A, 0, 0, R);
    set_block(A, 3, 3, R);
    return orthogonal(A, R * cross(back * angular(part), back * linear(part)));
  });
}

// v_seen = v + omega x c.
std::optional<Misreading> rates_at_centre_of_mass(const Case& c) {
  return free_rates(c, [](const Part& part) {
    const Vector centre = widened(part.body.inertial.origin.xyz.data());
    Coordinates coordinates{identity_rows(6), identity_rows(6)};
    set_block(coordinates.A, 3, 0, cross_matrix(times(-1, centre)));
    set_block(coordinates.A_inverse, 3, 0, cross_matrix(centre));
    return coordinates;
  });
}

std::optional<Misreading> classical_acceleration(const Case& c) {
  return free_rates(
      c, [](const Part& part) { return orthogonal(identity_rows(6), cross(angular(part), linear(part))); });
}

std::optional<Misreading> quaternion_xyzw(const Case& c) {
  Reading reading(c);
  const std::vector<int> joints =
      bodies_where(reading.parts, [](const Part& part) { return has_quaternion(part.body.joint.kind); });
  if (joints.empty()) return {};
  for (const int i : joints) {
    std::vector<double>& q = reading.parts[i].q;
    std::rotate(q.end() - 4, q.end() - 1, q.end());
  }
  return reading.finish();
}

std::optional<Misreading> degrees(const Case& c) {
  Reading reading(c);
  const Real degree = boost::math::constants::pi<Real>() / 180;
  bool any = false;
  const auto turn = [&](double& angle) {
    any = any || angle != 0;
    angle = rounded(Real(Real(angle) * degree));
  };
  for (Part& part : reading.parts.list) switch (part.body.joint.kind) {
      case JointKind::revolute:
      case JointKind::helical:
      case JointKind::cylindrical:
        turn(part.q[0]);
        break;
      case JointKind::universal:
        turn(part.q[0]);
        turn(part.q[1]);
        break;
      case JointKind::planar:
        turn(part.q[2]);
        break;
      case JointKind::fixed:
      case JointKind::prismatic:
      case JointKind::spherical:
      case JointKind::free:
        break;
    }
  if (!any) return {};
  return reading.finish();
}

// A coordinate along an axis of length a is taken for a coordinate along the unit vector that is a times as long.
std::optional<Misreading> axis_not_normalized(const Case& c) {
  Reading reading(c);
  bool any = false;
  for (int i = 1; i <= reading.parts.body_count(); ++i) {
    Part& part = reading.parts[i];
    const Joint& joint = part.body.joint;
    if (!has_axis(joint.kind) || joint.kind == JointKind::planar) continue;
    const auto length = [](const Triple& axis) {
      const Vector a = widened(axis.data());
      return Real(sqrt(dot(a, a)));
    };
    std::vector<Real> lengths(part.v.size(), length(joint.axis));
    if (joint.kind == JointKind::universal) lengths[1] = length(joint.second_axis);
    Coordinates coordinates{identity_rows(static_cast<int>(lengths.size())),
                            identity_rows(static_cast<int>(lengths.size()))};
    for (std::size_t k = 0; k < lengths.size(); ++k) {
      any = any || lengths[k] != 1;
      coordinates.A[k][k] = 1 / lengths[k];
      coordinates.A_inverse[k][k] = lengths[k];
      part.q[k] = rounded(Real(Real(part.q[k]) * lengths[k]));
    }
    reading.takes_rates(i, coordinates);
  }
  if (!any) return {};
  return reading.finish();
}

std::optional<Misreading> breadth_first(const Case& c) {
  const Layout layout(c.model);
  return in_order(c, [&](int i, int k) {
    return layout.depth[static_cast<std::size_t>(i)] < layout.depth[static_cast<std::size_t>(k)];
  });
}

std::optional<Misreading> depth_first(const Case& c) {
  const std::vector<int> place = places_depth_first(c.model);
  return in_order(c, [&](int i, int k) {
    return place[static_cast<std::size_t>(i)] < place[static_cast<std::size_t>(k)];
  });
}

std::optional<Misreading> alphabetical(const Case& c) {
  const std::vector<Body>& bodies = c.model.bodies;
  return in_order(c, [&](int i, int k) {
    return bodies[static_cast<std::size_t>(i)].joint.name < bodies[static_cast<std::size_t>(k)].joint.name;
  });
}

std::optional<Misreading> last_joint_first(const Case& c) {
  return in_order(c, [](int i, int k) { return i > k; });
}

}  // namespace kintree::misreadings
