#include "kintree/data/validate.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"

namespace kintree {
namespace {

using boost::multiprecision::cpp_int;

std::string link_label(const Body& body) {
  return "link " + in_quotes(body.name);
}
std::string joint_label(const Body& body) {
  return "joint " + in_quotes(body.joint.name);
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

/// Whether the symmetric matrix (xx, xy, xz, yy, yz, zz) is positive semidefinite: none of its principal
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

struct InertiaVerdict {
  bool semidefinite = true;
  bool triangle = true;  ///< no principal moment exceeds the sum of the other two
};

InertiaVerdict judge(const Inertial& inertial) {
  std::array<cpp_int, 6> a = integers(tensor(inertial));
  cpp_int largest = 0;
  for (const cpp_int& entry : a) largest = std::max(largest, cpp_int(abs(entry)));
  for (cpp_int& entry : a) entry <<= 53;  // the unit is u from here on
  const cpp_int trace = a[0] + a[3] + a[5];

  // With the principal moments a, b, c, tr(I) 1 - 2 I has the eigenvalues b + c - a, c + a - b, a + b - c.
  // Rounding the entries of I changes the sum of absolute values of a row by at most (3 + 2 + 2) u max|I_ij|.
  std::array<cpp_int, 6> b;
  for (std::size_t i = 0; i < 6; ++i) b[i] = -2 * a[i];
  for (const std::size_t i : {0U, 3U, 5U}) {
    a[i] += 3 * largest;
    b[i] += trace + 7 * largest;
  }
  return {semidefinite(a), semidefinite(b)};
}

bool parallel(const Triple& first, const Triple& second) {
  const auto a = integers(first);
  const auto b = integers(second);
  return cpp_int(a[1] * b[2] - a[2] * b[1]) == 0 && cpp_int(a[2] * b[0] - a[0] * b[2]) == 0 &&
         cpp_int(a[0] * b[1] - a[1] * b[0]) == 0;
}

/// Whether a direction can be divided by its length in double: the square of the length neither vanishes nor
/// overflows.
template <class Numbers>
bool has_usable_length(const Numbers& numbers) {
  double largest = 0;
  for (const double x : numbers) largest = std::max(largest, std::abs(x));
  return largest >= 0x1p-500 && largest <= 0x1p500;
}

void validate_inertial(const Body& body, std::vector<std::string>& warnings) {
  const Inertial& inertial = body.inertial;
  if (!finite(inertial.origin.xyz) || !finite(inertial.origin.rpy))
    fail(link_label(body), "the pose of the centre of mass is not finite");
  if (!std::isfinite(inertial.mass)) fail(link_label(body), "the mass is not finite");
  if (inertial.mass < 0) {
    std::array<char, 32> text{};
    char* const end = std::to_chars(text.data(), text.data() + text.size(), inertial.mass).ptr;
    fail(link_label(body), "negative mass " + std::string(text.data(), end));
  }
  if (!finite(tensor(inertial))) fail(link_label(body), "the inertia is not finite");
  if (zero(tensor(inertial))) return;
  const InertiaVerdict verdict = judge(inertial);
  if (!verdict.semidefinite) fail(link_label(body), "the inertia is not positive semidefinite");
  if (!verdict.triangle)
    warnings.push_back(
        link_label(body) +
        ": the principal moments violate the triangle inequality; no rigid body has such an inertia");
  if (inertial.mass == 0) warnings.push_back(link_label(body) + ": inertia without mass");
}

void validate_joint(const Body& body) {
  const Joint& joint = body.joint;
  if (joint.name.empty()) fail("joint of " + link_label(body), "the name is empty");
  if (static_cast<std::size_t>(joint.kind) >= joint_kinds.size())
    fail(joint_label(body), "unknown kind of joint");
  if (!finite(joint.placement.xyz) || !finite(joint.placement.rpy))
    fail(joint_label(body), "the placement is not finite");
  if (!finite(joint.axis) || !finite(joint.second_axis)) fail(joint_label(body), "the axis is not finite");
  if (!std::isfinite(joint.pitch)) fail(joint_label(body), "the pitch is not finite");
  if (has_axis(joint.kind) && zero(joint.axis)) fail(joint_label(body), "the axis is zero");
  if (has_axis(joint.kind) && !has_usable_length(joint.axis))
    fail(joint_label(body), "the axis is shorter than 2^-500 or longer than 2^500");
  if (joint.kind == JointKind::universal) {
    if (zero(joint.second_axis)) fail(joint_label(body), "the second axis is zero");
    if (!has_usable_length(joint.second_axis))
      fail(joint_label(body), "the second axis is shorter than 2^-500 or longer than 2^500");
    if (parallel(joint.axis, joint.second_axis)) fail(joint_label(body), "the two axes are parallel");
  }
}

void require_length(const char* what, std::size_t length, std::size_t expected) {
  if (length != expected)
    fail(what, std::to_string(length) + " entries where the model needs " + std::to_string(expected));
}

}  // namespace

std::vector<std::string> validate(const Model& model) {
  if (model.bodies.empty()) fail("model", "no base");
  if (!finite(model.gravity)) fail("gravity", "not finite");
  std::vector<std::string> warnings;
  std::unordered_set<std::string_view> links, joints;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.name.empty()) fail("link of body " + std::to_string(i), "the name is empty");
    if (!links.insert(body.name).second) fail(link_label(body), "the name is used twice");
    validate_inertial(body, warnings);
    if (i == 0) continue;
    validate_joint(body);
    if (!joints.insert(body.joint.name).second) fail(joint_label(body), "the name is used twice");
    if (body.parent < 0 || static_cast<std::size_t>(body.parent) >= i)
      fail(link_label(body), "body " + std::to_string(i) + " has the parent " + std::to_string(body.parent) +
                                 ", which is not an earlier body");
  }
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
    const EndEffector& end_effector = state.end_effectors[k];
    const std::string label = "end-effector " + std::to_string(k + 1);
    if (end_effector.body < 0 || end_effector.body > model.body_count())
      fail(label, "there is no body " + std::to_string(end_effector.body));
    if (!finite(end_effector.pose.xyz) || !finite(end_effector.pose.rpy))
      fail(label, "the pose is not finite");
  }
}

std::string joint_without_inertia(const Model& model) {
  std::vector<bool> inertia_beyond(model.bodies.size(), false);  // by body: whether its subtree has any
  for (std::size_t i = model.bodies.size(); i-- > 1;) {
    const Body& body = model.bodies[i];
    if (body.inertial.mass != 0 || !zero(tensor(body.inertial))) inertia_beyond[i] = true;
    if (inertia_beyond[i]) inertia_beyond[static_cast<std::size_t>(body.parent)] = true;
  }
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    if (!inertia_beyond[i] && info(model.bodies[i].joint.kind).velocities > 0)
      return model.bodies[i].joint.name;
  return {};
}

}  // namespace kintree
