#include "kintree/model/validate.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_set>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"

namespace kintree {
namespace {

using boost::multiprecision::cpp_int;

std::string at_line(std::size_t line) {
  return line == 0 ? std::string() : "line " + std::to_string(line) + ": ";
}
std::string link_label(const Body& body, const BodyLines& lines = {}) {
  return at_line(lines.link) + "link " + in_quotes(body.name);
}
std::string joint_label(const Body& body, const BodyLines& lines = {}) {
  return at_line(lines.joint) + "joint " + in_quotes(body.joint.name);
}

[[noreturn]] void fail(const std::string& element, const std::string& reason) {
  throw InputError(element + ": " + reason);
}

template <class Range>
bool finite(const Range& numbers) {
  return std::all_of(std::begin(numbers), std::end(numbers), [](double x) { return std::isfinite(x); });
}

template <class Range>
bool zero(const Range& numbers) {
  return std::all_of(std::begin(numbers), std::end(numbers), [](double x) { return x == 0; });
}

std::array<double, 6> tensor(const Inertial& inertial) {
  return {inertial.ixx, inertial.ixy, inertial.ixz, inertial.iyy, inertial.iyz, inertial.izz};
}

/// Finite numbers, multiplied by a common power of two that makes them integers. The signs of homogeneous
/// polynomials in them remain the same.
template <std::size_t N>
std::array<cpp_int, N> integers(const std::array<double, N>& numbers) {
  std::array<std::int64_t, N> mantissa{};
  std::array<int, N> exponent{};
  int lowest = 0;
  bool any = false;
  for (std::size_t i = 0; i < N; ++i) {
    if (numbers[i] == 0) continue;
    mantissa[i] = static_cast<std::int64_t>(std::ldexp(std::frexp(numbers[i], &exponent[i]), 53));
    lowest = any ? std::min(lowest, exponent[i]) : exponent[i];
    any = true;
  }
  std::array<cpp_int, N> result;
  for (std::size_t i = 0; i < N; ++i) {
    if (mantissa[i] == 0) continue;
    result[i] = mantissa[i];
    result[i] <<= static_cast<unsigned>(exponent[i] - lowest);
  }
  return result;
}

/// True if the symmetric matrix (xx, xy, xz, yy, yz, zz) is positive semidefinite. Then none of its principal
/// minors is negative.
bool semidefinite(const std::array<cpp_int, 6>& a) {
  const auto& [xx, xy, xz, yy, yz, zz] = a;
  if (xx < 0 || yy < 0 || zz < 0) return false;
  const cpp_int minor_x = yy * zz - yz * yz;
  if (minor_x < 0) return false;
  if (cpp_int(xx * zz - xz * xz) < 0 || cpp_int(xx * yy - xy * xy) < 0) return false;
  const cpp_int determinant = xx * minor_x - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  return determinant >= 0;
}

double largest_entry(const std::array<double, 6>& a) {
  double largest = 0;
  for (const double x : a) largest = std::max(largest, std::abs(x));
  return largest;
}

/// True if a + shift 1 is positive semidefinite.
bool semidefinite(const std::array<double, 6>& a, double shift) {
  std::array<cpp_int, 7> n = integers(std::array{a[0], a[1], a[2], a[3], a[4], a[5], shift});
  return semidefinite({n[0] + n[6], n[1], n[2], n[3] + n[6], n[4], n[5] + n[6]});
}

/// The lowest eigenvalue, with an error of 2^-100 max|a_ij|.
double lowest_eigenvalue(const std::array<double, 6>& a) {
  double low = -largest_entry(a), high = -low;  // a third of the bounds, so that nothing overflows
  for (int k = 0; k < 103; ++k) {
    const double middle = low + (high - low) / 2;
    (semidefinite({a[0] / 3, a[1] / 3, a[2] / 3, a[3] / 3, a[4] / 3, a[5] / 3}, -middle) ? low : high) =
        middle;
  }
  return 3 * low;
}

/// A number as std::to_chars writes it with these arguments.
template <class... Arguments>
std::string text(double x, Arguments... arguments) {
  std::array<char, 32> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, arguments...).ptr};
}

std::string rounded_text(double x) {
  return text(x, std::chars_format::general, 6);
}

std::string text(const Inertial& I) {
  return "ixx " + text(I.ixx) + ", ixy " + text(I.ixy) + ", ixz " + text(I.ixz) + ", iyy " + text(I.iyy) +
         ", iyz " + text(I.iyz) + ", izz " + text(I.izz);
}

/// The relative rounding of numbers that were written with as many digits as the longest of these.
double relative_rounding(const std::array<double, 6>& numbers) {
  std::ptrdiff_t digits = 0;
  for (const double x : numbers) {
    const std::string written = text(x, std::chars_format::scientific);
    digits = std::max(digits, std::count_if(written.begin(),
                                            written.begin() + static_cast<std::ptrdiff_t>(written.find('e')),
                                            [](char c) { return c >= '0' && c <= '9'; }));
  }
  constexpr double u = 0x1p-53;
  return digits >= 6 && digits <= 16 ? u + 0.5 * std::pow(10.0, 1 - static_cast<double>(digits)) : u;
}

void validate_inertia(const Inertial& inertial, const std::string& label,
                      std::vector<std::string>& warnings) {
  const std::array<double, 6> I = tensor(inertial);
  if (zero(I)) return;
  const double e = relative_rounding(I), largest = largest_entry(I);
  double squared_distance = 0;
  for (const double x : inertial.origin.xyz) squared_distance += x * x;
  constexpr double finite_bound = std::numeric_limits<double>::max();
  squared_distance = std::min(squared_distance, finite_bound);
  const double limit = std::min(e * 6 * largest + 7 * e * inertial.mass * squared_distance, finite_bound);
  if (!semidefinite(I, 3 * 0x1p-53 * largest)) {
    const std::string values = "the inertia (" + text(inertial) + ") has the lowest principal moment " +
                               rounded_text(lowest_eigenvalue(I));
    if (!semidefinite(I, limit))
      fail(label, values + ", so that it is not positive semidefinite; expected at least " +
                      rounded_text(-limit) +
                      ", the rounding of its numbers; correct the signs or digits of <inertia>");
    warnings.push_back(label + ": " + values + ", which is rounding (limit " + rounded_text(-limit) +
                       ") and is kept");
  }

  // With the principal moments a, b, c, tr(I) 1 - 2 I has the eigenvalues b + c - a, c + a - b, a + b - c.
  std::array<cpp_int, 7> n =
      integers(std::array{I[0], I[1], I[2], I[3], I[4], I[5], std::min(7 * (limit / 3), finite_bound)});
  const cpp_int trace = n[0] + n[3] + n[5] + n[6];
  if (!semidefinite(
          {trace - 2 * n[0], -2 * n[1], -2 * n[2], trace - 2 * n[3], -2 * n[4], trace - 2 * n[5]})) {
    const double low = lowest_eigenvalue(I);
    const double high = -lowest_eigenvalue({-I[0], -I[1], -I[2], -I[3], -I[4], -I[5]});
    const double middle = I[0] + I[3] + I[5] - low - high;
    warnings.push_back(label + ": the principal moments " + rounded_text(low) + ", " + rounded_text(middle) +
                       " and " + rounded_text(high) + " violate the triangle inequality " +
                       rounded_text(high) + " <= " + rounded_text(low + middle) +
                       "; no rigid body has such an inertia");
  }
  if (inertial.mass == 0) warnings.push_back(label + ": inertia without mass");
}

bool parallel(const Triple& first, const Triple& second) {
  const auto a = integers(first);
  const auto b = integers(second);
  return cpp_int(a[1] * b[2] - a[2] * b[1]) == 0 && cpp_int(a[2] * b[0] - a[0] * b[2]) == 0 &&
         cpp_int(a[0] * b[1] - a[1] * b[0]) == 0;
}

/// True if a direction can be divided by its length in double, whose square neither vanishes nor overflows.
template <class Numbers>
bool has_usable_length(const Numbers& numbers) {
  double largest = 0;
  for (const double x : numbers) largest = std::max(largest, std::abs(x));
  return largest >= 0x1p-500 && largest <= 0x1p500;
}

/// Throws for the pose of `what`, which belongs to `label`.
void validate_placement(const Placement& pose, const std::string& label, const std::string& what) {
  if (!finite(pose.xyz) || !finite(pose.rpy) || !finite(pose.quaternion))
    fail(label, what + " is not finite");
  if (!has_quaternion(pose)) return;
  if (!zero(pose.rpy)) fail(label, what + " has a quaternion and rpy; expected one of them");
  if (!has_usable_length(pose.quaternion))
    fail(label, what + " has a quaternion shorter than 2^-500 or longer than 2^500");
}

void validate_inertial(const Body& body, const BodyLines& lines, std::vector<std::string>& warnings) {
  const Inertial& inertial = body.inertial;
  const std::string label = link_label(body, lines);
  validate_placement(inertial.origin, label, "the pose of the centre of mass");
  if (!std::isfinite(inertial.mass)) fail(label, "the mass is not finite");
  if (inertial.mass < 0) fail(label, "negative mass " + text(inertial.mass));
  if (!finite(tensor(inertial))) fail(label, "the inertia is not finite");
  validate_inertia(inertial, label, warnings);
}

void validate_joint(const Body& body, const BodyLines& lines) {
  const Joint& joint = body.joint;
  const std::string label = joint_label(body, lines);
  if (joint.name.empty()) fail(at_line(lines.joint) + "joint of " + link_label(body), "the name is empty");
  if (static_cast<std::size_t>(joint.kind) >= joint_kinds.size()) fail(label, "unknown kind of joint");
  validate_placement(joint.placement, label, "the placement");
  if (!finite(joint.axis) || !finite(joint.second_axis)) fail(label, "the axis is not finite");
  if (!std::isfinite(joint.pitch)) fail(label, "the pitch is not finite");
  if (has_axis(joint.kind) && zero(joint.axis))
    fail(label, "the axis is zero (0 0 0); expected a direction, such as 0 0 1");
  if (has_axis(joint.kind) && !has_usable_length(joint.axis))
    fail(label, "the axis is shorter than 2^-500 or longer than 2^500");
  if (joint.kind == JointKind::universal) {
    if (zero(joint.second_axis))
      fail(label, "the second axis is zero (0 0 0); expected a direction, such as 0 0 1");
    if (!has_usable_length(joint.second_axis))
      fail(label, "the second axis is shorter than 2^-500 or longer than 2^500");
    if (parallel(joint.axis, joint.second_axis)) fail(label, "the two axes are parallel");
  }
  for (std::size_t k = 0; k < joint.armature.size(); ++k) {
    const double r = joint.armature[k];
    if (!std::isfinite(r) || r < 0) fail(label, "the armature is negative or not finite");
    if (r != 0 && k >= static_cast<std::size_t>(info(joint.kind).velocities))
      fail(label, "the armature has more than " + std::to_string(info(joint.kind).velocities) +
                      " numbers, one for each degree of freedom");
  }
}

void require_length(const char* what, std::size_t length, std::size_t expected) {
  if (length != expected)
    fail(what, std::to_string(length) + " entries where the model needs " + std::to_string(expected));
}

void validate_frame(const Model& model, const EndEffector& frame, const std::string& label) {
  if (frame.body < 0 || frame.body > model.body_count())
    fail(label, "there is no body " + std::to_string(frame.body));
  validate_placement(frame.pose, label, "the pose");
}

void validate_coupling(const Model& model, const Constraint& constraint, const std::string& label) {
  if (!std::isfinite(constraint.coupling->multiplier) || !std::isfinite(constraint.coupling->offset))
    fail(label, "the multiplier or the offset is not finite");
  if (constraint.frame.body == 0) fail(label, "the base has no joint that could follow another");
  if (constraint.frame.body == constraint.relative_to) fail(label, "the joint follows itself");
  for (const int body : {constraint.frame.body, constraint.relative_to}) {
    const Joint& joint = model.bodies[static_cast<std::size_t>(body)].joint;
    if (const int count = info(joint.kind).velocities; body != 0 && count != 1)
      fail(label, "joint " + in_quotes(joint.name) + " has " + std::to_string(count) +
                      " degrees of freedom; expected a joint with one");
  }
}

void validate_constraints(const Model& model) {
  std::unordered_set<std::string_view> names;
  for (const Constraint& constraint : model.constraints) {
    const std::string label = "constraint " + in_quotes(constraint.name);
    if (constraint.name.empty()) fail("constraint", "the name is empty");
    if (!names.insert(constraint.name).second) fail(label, "the name is used twice");
    if (constraint.row_count() == 0) fail(label, "no rows; expected at least one");
    validate_frame(model, constraint.frame, label);
    if (constraint.relative_to < 0 || constraint.relative_to > model.body_count())
      fail(label, "there is no body " + std::to_string(constraint.relative_to));
    if (constraint.coupling) {
      validate_coupling(model, constraint, label);
      continue;
    }
    if (constraint.relative_to == constraint.frame.body)
      fail(label, "the frame is on the body that it must not move relative to; expected another body");
  }
}

}  // namespace

std::vector<std::string> validate(const Model& model, const std::vector<BodyLines>& lines) {
  if (model.bodies.empty()) fail("model", "no base");
  if (!finite(model.gravity)) fail("gravity", "not finite");
  std::vector<std::string> warnings;
  std::unordered_set<std::string_view> links, joints;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const BodyLines at = i < lines.size() ? lines[i] : BodyLines{};
    if (body.name.empty()) fail(at_line(at.link) + "link of body " + std::to_string(i), "the name is empty");
    if (!links.insert(body.name).second) fail(link_label(body, at), "the name is used twice");
    validate_inertial(body, at, warnings);
    if (i == 0) continue;
    validate_joint(body, at);
    if (!joints.insert(body.joint.name).second) fail(joint_label(body, at), "the name is used twice");
    if (body.parent < 0 || static_cast<std::size_t>(body.parent) >= i)
      fail(link_label(body, at), "body " + std::to_string(i) + " has the parent " +
                                     std::to_string(body.parent) + ", which is not an earlier body");
  }
  validate_constraints(model);
  return warnings;
}

void validate(const Model& model, const State& state) {
  const Layout layout(model);
  const auto n = static_cast<std::size_t>(layout.n);
  require_length("q", state.q.size(), static_cast<std::size_t>(layout.nq));
  require_length("v", state.v.size(), n);
  require_length("qdd", state.qdd.size(), n);
  require_length("tau", state.tau.size(), n);
  require_length("f_ext", state.f_ext.size(), model.bodies.size());
  require_length("gamma", state.gamma.size(), static_cast<std::size_t>(layout.constraint_rows));
  if (!std::all_of(state.gamma.begin(), state.gamma.end(), [](double x) { return std::isfinite(x); }))
    fail("gamma", "not finite");
  if (!std::isfinite(state.restitution)) fail("restitution", "not finite");

  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const JointKindInfo& kind = info(body.joint.kind);
    const auto in = [&](const char* what, const std::vector<double>& numbers, int first, int count) {
      const double* const begin = numbers.data() + (first - 1);
      if (!std::all_of(begin, begin + count, [](double x) { return std::isfinite(x); }))
        fail(joint_label(body), std::string(what) + " is not finite");
    };
    in("q", state.q, layout.first_position[i], kind.positions);
    in("v", state.v, layout.first_velocity[i], kind.velocities);
    in("qdd", state.qdd, layout.first_velocity[i], kind.velocities);
    in("tau", state.tau, layout.first_velocity[i], kind.velocities);
    if (has_quaternion(kind.kind)) {
      const double* const end = state.q.data() + (layout.first_position[i] - 1) + kind.positions;
      if (std::all_of(end - 4, end, [](double x) { return x == 0; }))
        fail(joint_label(body), "the quaternion in q is zero");
      if (!has_usable_length(std::array<double, 4>{end[-4], end[-3], end[-2], end[-1]}))
        fail(joint_label(body), "the quaternion in q is shorter than 2^-500 or longer than 2^500");
    }
  }
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (!finite(state.f_ext[i])) fail(link_label(model.bodies[i]), "f_ext is not finite");
  for (std::size_t k = 0; k < state.end_effectors.size(); ++k) {
    validate_frame(model, state.end_effectors[k], "end-effector " + std::to_string(k + 1));
  }
}

std::string joint_without_inertia(const Model& model) {
  std::vector<bool> inertia_beyond(model.bodies.size(), false);  // by body: whether its subtree has any
  for (std::size_t i = model.bodies.size(); i-- > 1;) {
    const Body& body = model.bodies[i];
    if (body.inertial.mass != 0 || !zero(tensor(body.inertial))) inertia_beyond[i] = true;
    if (inertia_beyond[i]) inertia_beyond[static_cast<std::size_t>(body.parent)] = true;
  }
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Joint& joint = model.bodies[i].joint;
    const auto end = joint.armature.begin() + info(joint.kind).velocities;
    if (!inertia_beyond[i] && std::find(joint.armature.begin(), end, 0.0) != end) return joint.name;
  }
  return {};
}

}  // namespace kintree
