// Placements, axes and inertias.
#include <boost/math/constants/constants.hpp>
#include <functional>

#include "../metamorphic/change.hpp"
#include "catalogue.hpp"
#include "reading.hpp"

namespace kintree::misreadings {
namespace {

using namespace metamorphic;

bool operator!=(const Placement& a, const Placement& b) {
  return a.xyz != b.xyz || a.rpy != b.rpy || a.quaternion != b.quaternion;
}

Placement turned_back(const Placement& p) {
  Placement result = placement(Frame{transposed(frame(p).R), {}});
  result.xyz = p.xyz;
  return result;
}

/// Other placements of all joints, or of all frames at centres of mass, which a function makes of them.
std::optional<Misreading> placed(const Case& c, Placement& (*of)(Part&),
                                 const std::function<Placement(const Placement&)>& read) {
  Reading reading(c);
  bool any = false;
  for (int i = 1; i <= reading.parts.body_count(); ++i) {
    Placement& given = of(reading.parts[i]);
    const Placement taken = is_turned(given) ? read(given) : given;
    any = any || taken != given;
    given = taken;
  }
  if (!any) return {};
  return reading.finish();
}

Placement& joint_placement(Part& part) {
  return part.body.joint.placement;
}
Placement& inertial_placement(Part& part) {
  return part.body.inertial.origin;
}
Placement unturned(const Placement& p) {
  return {p.xyz, {}};
}

/// The origin as if it were given in the axes of the placed frame.
Placement offset_turned(const Placement& p) {
  return {rounded(frame(p).R * widened(p.xyz.data())), p.rpy, p.quaternion};
}

/// Changes the inertias of all bodies by `read`, which returns true if it changed one.
std::optional<Misreading> inertias(const Case& c, const std::function<bool(Inertial&)>& read) {
  Reading reading(c);
  bool any = false;
  for (int i = 1; i <= reading.parts.body_count(); ++i) any |= read(reading.parts[i].body.inertial);
  if (!any) return {};
  return reading.finish();
}

}  // namespace

// R = Rx(roll) Ry(pitch) Rz(yaw).
std::optional<Misreading> rpy_in_other_order(const Case& c) {
  Reading reading(c);
  bool any = false;
  const auto read = [&](Placement& p) {
    if ((p.rpy[0] != 0) + (p.rpy[1] != 0) + (p.rpy[2] != 0) < 2) return;  // the order is all the same
    const auto turn = [&](std::size_t k) {
      Placement one;
      one.rpy[k] = p.rpy[k];
      return frame(one);
    };
    const Placement taken = placement(turn(0) * turn(1) * turn(2));
    any = true;
    p.rpy = taken.rpy;
  };
  for (int i = 1; i <= reading.parts.body_count(); ++i) {
    read(reading.parts[i].body.joint.placement);
    read(reading.parts[i].body.inertial.origin);
  }
  for (EndEffector& end : reading.parts.end_effectors) read(end.pose);
  if (!any) return {};
  return reading.finish();
}

std::optional<Misreading> joint_rotation_ignored(const Case& c) {
  return placed(c, joint_placement, unturned);
}

std::optional<Misreading> joint_rotation_transposed(const Case& c) {
  return placed(c, joint_placement, [](const Placement& p) { return turned_back(p); });
}

std::optional<Misreading> axis_in_parent_axes(const Case& c) {
  Reading reading(c);
  bool any = false;
  for (int i = 1; i <= reading.parts.body_count(); ++i) {
    Joint& joint = reading.parts[i].body.joint;
    if (!has_axis(joint.kind) || !is_turned(joint.placement)) continue;
    const Matrix back = transposed(frame(joint.placement).R);
    turn(back, joint.axis.data());
    turn(back, joint.second_axis.data());
    any = true;
  }
  if (!any) return {};
  return reading.finish();
}

std::optional<Misreading> inertial_rotation_ignored(const Case& c) {
  return placed(c, inertial_placement, unturned);
}

std::optional<Misreading> inertial_rotation_transposed(const Case& c) {
  return placed(c, inertial_placement, [](const Placement& p) { return turned_back(p); });
}

// The tensor about the link's origin is larger than that about the centre of mass by m (|c|^2 1 - c c^T) [the
// parallel axis theorem].
std::optional<Misreading> inertia_about_link_origin(const Case& c) {
  return inertias(c, [](Inertial& I) {
    if (I.origin.xyz == Triple{} || I.mass == 0) return false;
    const Vector at = transposed(frame(I.origin).R) * widened(I.origin.xyz.data());
    const Real m = I.mass, square = dot(at, at);
    const auto less = [&](double& entry, std::size_t i, std::size_t k) {
      entry = rounded(Real(Real(entry) - m * ((i == k ? square : Real(0)) - at[i] * at[k])));
    };
    less(I.ixx, 0, 0);
    less(I.ixy, 0, 1);
    less(I.ixz, 0, 2);
    less(I.iyy, 1, 1);
    less(I.iyz, 1, 2);
    less(I.izz, 2, 2);
    return true;
  });
}

std::optional<Misreading> centre_of_mass_ignored(const Case& c) {
  return inertias(c, [](Inertial& I) {
    if (I.origin.xyz == Triple{}) return false;
    I.origin.xyz = {};
    return true;
  });
}

std::optional<Misreading> products_of_inertia_negated(const Case& c) {
  return inertias(c, [](Inertial& I) {
    if (I.ixy == 0 && I.ixz == 0 && I.iyz == 0) return false;
    for (double* product : {&I.ixy, &I.ixz, &I.iyz}) *product = -*product;
    return true;
  });
}

std::optional<Misreading> mass_of_fixed_lost(const Case& c) {
  Reading reading(c);
  const std::vector<int> fixed = bodies_where(reading.parts, [](const Part& part) {
    return part.body.joint.kind == JointKind::fixed && part.body.inertial.mass != 0;
  });
  if (fixed.empty()) return {};
  for (const int i : fixed) reading.parts[i].body.inertial = {};
  return reading.finish();
}

// (R I + (R I)^T) / 2, in the link's axes.
std::optional<Misreading> inertia_turned_once(const Case& c) {
  return inertias(c, [](Inertial& I) {
    if (!is_turned(I.origin)) return false;
    const Matrix given{{{I.ixx, I.ixy, I.ixz}, {I.ixy, I.iyy, I.iyz}, {I.ixz, I.iyz, I.izz}}};
    const Matrix turned = frame(I.origin).R * given;
    const auto mean = [&](std::size_t i, std::size_t k) {
      return rounded(Real((turned[i][k] + turned[k][i]) / 2));
    };
    I.ixx = mean(0, 0);
    I.ixy = mean(0, 1);
    I.ixz = mean(0, 2);
    I.iyy = mean(1, 1);
    I.iyz = mean(1, 2);
    I.izz = mean(2, 2);
    I.origin = {I.origin.xyz, {}};
    return true;
  });
}

std::optional<Misreading> centre_of_mass_turned(const Case& c) {
  return placed(c, inertial_placement, offset_turned);
}

std::optional<Misreading> joint_offset_turned(const Case& c) {
  return placed(c, joint_placement, offset_turned);
}

std::optional<Misreading> rpy_in_degrees(const Case& c) {
  Reading reading(c);
  const Real degree = boost::math::constants::pi<Real>() / 180;
  bool any = false;
  const auto read = [&](Placement& p) {
    any = any || p.rpy != Triple{};
    for (double& angle : p.rpy) angle = rounded(Real(Real(angle) * degree));
  };
  for (int i = 1; i <= reading.parts.body_count(); ++i) {
    read(reading.parts[i].body.joint.placement);
    read(reading.parts[i].body.inertial.origin);
  }
  for (EndEffector& end : reading.parts.end_effectors) read(end.pose);
  if (!any) return {};
  return reading.finish();
}

}  // namespace kintree::misreadings
