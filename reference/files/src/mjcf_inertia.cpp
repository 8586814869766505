#include "mjcf_inertia.hpp"

#include <boost/math/constants/constants.hpp>

#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"

namespace kintree::mjcf {
namespace {

/// A solid of density 1, centred at its origin. Its axes are principal.
struct Solid {
  Digits volume = 0;
  DigitVector moments{};  ///< per mass
};

struct Part {
  Digits mass;
  DigitVector moments;  ///< principal
  Pose pose;
};

double square(double x) = delete;
Digits square(const Digits& x) {
  return x * x;
}

Solid ellipsoid(const DigitVector& r) {
  const Digits xx = square(r[0]), yy = square(r[1]), zz = square(r[2]);
  return {boost::math::constants::pi<Digits>() * 4 * r[0] * r[1] * r[2] / 3,
          {(yy + zz) / 5, (xx + zz) / 5, (xx + yy) / 5}};
}

Solid box(const DigitVector& half) {
  const Digits xx = square(half[0]), yy = square(half[1]), zz = square(half[2]);
  return {8 * half[0] * half[1] * half[2], {(yy + zz) / 3, (xx + zz) / 3, (xx + yy) / 3}};
}

Solid cylinder(const Digits& r, const Digits& half) {
  const Digits across = square(r) / 4 + square(half) / 3;
  return {boost::math::constants::pi<Digits>() * 2 * square(r) * half, {across, across, square(r) / 2}};
}

/// A cylinder and two half balls, whose centres of mass are 3 r / 8 beyond its ends.
Solid capsule(const Digits& r, const Digits& half) {
  const Solid middle = cylinder(r, half), ends = ellipsoid({r, r, r});
  const Digits volume = middle.volume + ends.volume, share = middle.volume / volume;
  const Digits across =
      share * middle.moments[0] + (1 - share) * (ends.moments[0] + square(half) + 3 * half * r / 4);
  return {volume, {across, across, share * middle.moments[2] + (1 - share) * ends.moments[2]}};
}

/// The solid of a geom, which is put at the middle of `fromto` if there is one. No volume: a surface.
Solid solid_of(const Attributes& geom, Pose& pose) {
  const std::string_view type = geom.text("type").value_or("sphere");
  if (type == "plane" || type == "hfield") return {};
  if (type == "mesh" || type == "sdf")
    geom.fail("<geom type=\"" + std::string(type) +
              "\">: a mesh has no computed inertia; write <inertial>, or mass=\"0\" here");
  if (geom.text("mesh")) geom.fail("<geom> mesh: not read, so write the size");
  if (geom.text("shellinertia").value_or("false") != "false")
    geom.fail("<geom> shellinertia: not computed, so write <inertial> in the body");
  const bool is_round = type == "capsule" || type == "cylinder", is_sphere = type == "sphere";
  if (!is_sphere && !is_round && type != "box" && type != "ellipsoid") {
    const std::vector<std::string_view> types{"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                              "cylinder", "box",    "mesh",   "sdf"};
    geom.fail("<geom> type: unknown type " + in_quotes(type) + known_names_hint(type, types));
  }
  const auto ends = is_sphere ? std::nullopt : geom.numbers<6>("fromto");
  const std::vector<double> size = geom.numbers("size");
  const std::size_t needed = is_sphere || ends ? 1 : is_round ? 2 : 3;
  if (size.size() < needed || size.size() > 3)
    geom.fail("<geom> size: " + std::to_string(size.size()) + " numbers; expected " + std::to_string(needed) +
              " for a " + std::string(type) + (ends ? " with fromto" : ""));
  for (std::size_t k = 0; k < needed; ++k)
    if (size[k] <= 0)
      geom.fail("<geom> size: expected positive numbers, found " + in_quotes(*geom.text("size")));
  if (is_sphere) return ellipsoid({size[0], size[0], size[0]});
  DigitVector half{size[0], needed > 1 ? size[1] : size[0], needed > 2 ? size[2] : 0.0};
  if (ends) {
    const auto& [x1, y1, z1, x2, y2, z2] = *ends;
    const DigitVector from{x1, y1, z1}, to{x2, y2, z2}, along = from - to;
    if (along == DigitVector{}) geom.fail("<geom> fromto: both ends are the same point");
    pose = Pose(Digits(0.5) * (from + to), rotation_of_z(along));
    const Digits half_length = sqrt(dot(along, along)) / 2;
    half = {size[0], is_round ? half_length : Digits(size[0]), half_length};
  }
  if (type == "capsule") return capsule(half[0], half[1]);
  if (type == "cylinder") return cylinder(half[0], half[1]);
  return type == "box" ? box(half) : ellipsoid(half);
}

std::optional<Part> part_of(const Attributes& geom, const Settings& settings) {
  const auto mass = geom.number("mass");
  const double density = geom.number("density").value_or(1000);
  if (mass.value_or(density) == 0) return std::nullopt;
  if (mass.value_or(density) < 0)
    geom.fail(std::string(mass ? "<geom> mass" : "<geom> density") + ": it is negative");
  // fromto gives the pose, too, and takes the place of an orientation.
  const bool has_ends = geom.text("fromto") && geom.text("type").value_or("sphere") != "sphere";
  Pose pose = has_ends ? Pose() : geom.pose(settings);
  const Solid solid = solid_of(geom, pose);
  if (solid.volume == 0) return std::nullopt;
  const Digits of_geom = mass ? Digits(*mass) : density * solid.volume;
  return Part{of_geom, of_geom * solid.moments, pose};
}

Inertial inertial_of(const Placement& origin, const Digits& mass, const DigitVector& moments) {
  const Triple diagonal = rounded(moments);
  return {.origin = origin,
          .mass = static_cast<double>(mass),
          .ixx = diagonal[0],
          .iyy = diagonal[1],
          .izz = diagonal[2]};
}

}  // namespace

bool is_in_inertia_groups(const Attributes& geom, const Settings& settings) {
  const double group = geom.number("group").value_or(0);
  return group >= settings.geom_groups[0] && group <= settings.geom_groups[1];
}

Inertial stated_inertial(const Attributes& inertial, const Settings& settings) {
  const auto mass = inertial.number("mass");
  if (!mass) inertial.fail("<inertial> has no 'mass'");
  Inertial result{.origin = inertial.pose(settings).placement(), .mass = *mass};
  if (const auto full = inertial.numbers<6>("fullinertia")) {
    if (inertial.text("diaginertia"))
      inertial.fail("<inertial> fullinertia: not beside diaginertia, so remove one of them");
    if (is_turned(result.origin))
      inertial.fail("<inertial> fullinertia: its axes are those of the body, so remove the orientation");
    const auto& [ixx, iyy, izz, ixy, ixz, iyz] = *full;
    result.ixx = ixx, result.iyy = iyy, result.izz = izz;
    result.ixy = ixy, result.ixz = ixz, result.iyz = iyz;
  } else if (const auto diagonal = inertial.numbers<3>("diaginertia")) {
    result.ixx = (*diagonal)[0], result.iyy = (*diagonal)[1], result.izz = (*diagonal)[2];
  }
  return result;
}

Inertial geoms_inertial(const std::vector<Attributes>& geoms, const Settings& settings) {
  std::vector<Part> parts;
  Digits mass = 0;
  DigitVector first_moment{};
  for (const Attributes& geom : geoms)
    if (const auto part = part_of(geom, settings)) {
      parts.push_back(*part);
      mass += part->mass;
      first_moment = first_moment + part->mass * part->pose.xyz();
    }
  if (parts.empty()) return {};
  if (parts.size() == 1) return inertial_of(parts[0].pose.placement(), parts[0].mass, parts[0].moments);
  const DigitVector centre = (1 / mass) * first_moment;
  // The sums of the rows of I: the parts' principal moments, turned, and their masses at a distance.
  std::array<DigitVector, 3> tensor{};
  for (const Part& part : parts) {
    const DigitVector distance = part.pose.xyz() - centre;
    for (std::size_t k = 0; k < 3; ++k) {
      DigitVector axis{};
      axis[k] = 1;
      const DigitVector principal = part.pose.direction(axis);
      for (std::size_t row = 0; row < 3; ++row) {
        tensor[row] = tensor[row] + part.moments[k] * principal[row] * principal;
        tensor[row] = tensor[row] - part.mass * distance[row] * distance[k] * axis;
      }
      tensor[k] = tensor[k] + part.mass * dot(distance, distance) * axis;
    }
  }
  Inertial result = inertial_of({.xyz = rounded(centre)}, mass, {tensor[0][0], tensor[1][1], tensor[2][2]});
  result.ixy = static_cast<double>(tensor[0][1]);
  result.ixz = static_cast<double>(tensor[0][2]);
  result.iyz = static_cast<double>(tensor[1][2]);
  return result;
}

}  // namespace kintree::mjcf
