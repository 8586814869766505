// Terms of the equation of motion, and what is written of the answer.
#include <algorithm>

#include "../metamorphic/change.hpp"
#include "catalogue.hpp"
#include "kintree/trees/index_maps.hpp"
#include "reading.hpp"

namespace kintree::misreadings {
namespace {

using namespace metamorphic;

/// Other external forces, which a function makes of each body's part, whose forces are not all zero.
template <class Read>
std::optional<Misreading> external_forces(const Case& c, Read read) {
  Reading reading(c);
  bool any = false;
  for (int i = 1; i <= reading.parts.body_count(); ++i) {
    Part& part = reading.parts[i];
    const Wrench given = part.f_ext;
    read(part, i);
    any = any || part.f_ext != given;
  }
  if (!any) return {};
  return reading.finish();
}

/// The problems that velocities, gravity and external forces are part of.
Misreading of_motion(Misreading m) {
  m.problems = m.problems.that_read(quantity::v);
  return m;
}

std::optional<Misreading> one_triangle(const Case& c, Misreading::Part triangle) {
  Misreading m = Reading(c).finish();
  m.problems = m.problems.where([](const ProblemInfo& p) {
    return std::all_of(p.returns.begin(), p.returns.end(),
                       [](const Quantity& q) { return q.symmetry == Symmetry::symmetric; });
  });
  m.part = triangle;
  return m;
}

std::optional<Misreading> with_gravity(const Case& c, double factor) {
  if (c.model.gravity == Triple{}) return {};
  Reading reading(c);
  scale(reading.parts.gravity, factor);
  return of_motion(reading.finish());
}

}  // namespace

std::optional<Misreading> gravity_missing(const Case& c) {
  return with_gravity(c, 0);
}
std::optional<Misreading> gravity_reversed(const Case& c) {
  return with_gravity(c, -1);
}

std::optional<Misreading> velocity_terms_missing(const Case& c) {
  const std::vector<double>& v = c.state.v;
  if (std::all_of(v.begin(), v.end(), [](double x) { return x == 0; })) return {};
  Reading reading(c);
  for (Part& part : reading.parts.list) std::fill(part.v.begin(), part.v.end(), 0.0);
  return of_motion(reading.finish());
}

std::optional<Misreading> external_forces_missing(const Case& c) {
  return external_forces(c, [](Part& part, int) { part.f_ext = {}; });
}

std::optional<Misreading> external_forces_reversed(const Case& c) {
  return external_forces(c, [](Part& part, int) { scale(part.f_ext, -1); });
}

std::optional<Misreading> external_force_first(const Case& c) {
  return external_forces(
      c, [](Part& part, int) { std::rotate(part.f_ext.begin(), part.f_ext.begin() + 3, part.f_ext.end()); });
}

// The couple about the origin is that about the centre of mass and c x f.
std::optional<Misreading> external_forces_at_centre_of_mass(const Case& c) {
  return external_forces(c, [](Part& part, int) {
    const Vector couple = widened(part.f_ext.data()) + cross(widened(part.body.inertial.origin.xyz.data()),
                                                             widened(part.f_ext.data() + 3));
    const Triple taken = rounded(couple);
    std::copy(taken.begin(), taken.end(), part.f_ext.begin());
  });
}

std::optional<Misreading> external_forces_in_base_axes(const Case& c) {
  const std::vector<Matrix> to_base = rotations_to_base(Parts(c));
  return external_forces(c, [&](Part& part, int i) {
    const Matrix back = transposed(to_base[static_cast<std::size_t>(i)]);
    turn(back, part.f_ext.data());
    turn(back, part.f_ext.data() + 3);
  });
}

std::optional<Misreading> lower_triangle_only(const Case& c) {
  return one_triangle(c, Misreading::lower);
}
std::optional<Misreading> upper_triangle_only(const Case& c) {
  return one_triangle(c, Misreading::upper);
}

}  // namespace kintree::misreadings
