#include "suite/verification/generic_point.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

#include "kintree/trees/random.hpp"

namespace kintree::suite {
namespace {

class Draw {
 public:
  Draw(GenericPoint& point, std::uint64_t seed)
      : point_(point), generator_(make_generator({word("generic point"), seed})) {}

  /// 1..p - 1.
  Field number() {
    std::uint64_t x = 0;
    while (x == 0 || x == Field::p) x = generator_() >> 3;
    return Field::of(x);
  }

  void free(double name) { is(name, number(), {}); }
  template <class Numbers>
  void all_free(const Numbers& names) {
    for (const double name : names) free(name);
  }
  void free(const Placement& placement) {
    all_free(placement.xyz);
    all_free(placement.rpy);
    if (has_quaternion(placement)) all_free(placement.quaternion);
  }

  void axis(const Triple& names) {
    const Field m = number(), n = number(), p = number(), q = number();
    const Field length = m * m + n * n + p * p + q * q, two = Field(2);
    Field factor = number();
    if (const Field scaled = factor * length; !(sqrt(scaled * scaled) == scaled)) factor = -factor;
    constexpr DegreeScope::Quotient degrees{3, 0};
    is(names[0], factor * (m * m + n * n - p * p - q * q), degrees);
    is(names[1], factor * two * (m * q + n * p), degrees);
    is(names[2], factor * two * (n * q - m * p), degrees);
  }

  void pitch(double name) {
    const Field t = number();
    is(name, Field(2) * t / (Field(1) - t * t), {1, 2});
  }

 private:
  void is(double name, const Field& value, DegreeScope::Quotient degrees) {
    const double size = std::abs(name);
    const auto bits = std::bit_cast<std::uint64_t>(size);
    if (size == 0 || size == 0.5 || size == 1 || size == 2 || !point_.values.emplace(bits, value).second)
      throw std::logic_error("a parameter of a generic case is no name: " + std::to_string(name));
    point_.degrees.emplace(bits, degrees);
  }

  GenericPoint& point_;
  Generator generator_;
};

}  // namespace

GenericPoint generic_point(const Case& c, std::uint64_t seed) {
  GenericPoint point;
  Draw draw(point, seed);
  draw.all_free(c.model.gravity);
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
    const Joint& joint = c.model.bodies[i].joint;
    const Inertial& I = c.model.bodies[i].inertial;
    draw.free(joint.placement);
    if (has_axis(joint.kind)) draw.axis(joint.axis);
    if (joint.kind == JointKind::universal) draw.axis(joint.second_axis);
    if (joint.kind == JointKind::helical) draw.pitch(joint.pitch);
    draw.free(I.origin);
    draw.all_free(std::array{I.mass, I.ixx, I.ixy, I.ixz, I.iyy, I.iyz, I.izz});
  }
  draw.all_free(c.state.q);
  draw.all_free(c.state.v);
  draw.all_free(c.state.qdd);
  draw.all_free(c.state.tau);
  for (std::size_t i = 1; i < c.state.f_ext.size(); ++i) draw.all_free(c.state.f_ext[i]);
  for (const EndEffector& end : c.state.end_effectors) draw.free(end.pose);
  for (const Constraint& constraint : c.model.constraints)
    if (constraint.coupling)
      draw.all_free(std::array{constraint.coupling->multiplier});
    else
      draw.free(constraint.frame.pose);
  draw.all_free(c.state.gamma);
  if (c.state.restitution != 0) draw.all_free(std::array{c.state.restitution});
  return point;
}

}  // namespace kintree::suite
