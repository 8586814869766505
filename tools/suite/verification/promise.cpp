#include "suite/verification/promise.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "kintree/oracle/limits.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree::suite {
namespace {

double length(const Triple& x) {
  return std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/// Ascending.
Eigen::Vector3d principal_moments(const Inertial& I) {
  Eigen::Matrix3d tensor;
  tensor << I.ixx, I.ixy, I.ixz, I.ixy, I.iyy, I.iyz, I.ixz, I.iyz, I.izz;
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(tensor, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .cwiseMax(0);
}

/// Bodies that are fixed to each other.
struct Group {
  double mass = 0, reach = 0;
  double least = 0, largest = 0;  ///< moments: the most that any of its bodies has. All together have no less
};

}  // namespace

double light_body_ratio(const Model& model) {
  std::vector<Group> groups(model.bodies.size());  // by their first body
  std::vector<std::size_t> first(model.bodies.size());
  std::vector<double> path(model.bodies.size());  // from the first body's origin
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const auto parent = static_cast<std::size_t>(body.parent);
    const double offset = length(body.joint.placement.xyz);
    const bool fixed = body.joint.kind == JointKind::fixed;
    first[i] = fixed ? first[parent] : i;
    path[i] = fixed ? path[parent] + offset : 0;
    groups[first[parent]].reach = std::max(groups[first[parent]].reach, path[parent] + offset);
    Group& group = groups[first[i]];
    if (body.inertial.mass == 0) continue;
    group.mass += body.inertial.mass;
    const Eigen::Vector3d moments = principal_moments(body.inertial);
    group.least = std::max(group.least, moments(0));
    group.largest = std::max(group.largest, moments(2));
    group.reach = std::max(group.reach, path[i] + length(body.inertial.origin.xyz));
  }
  double heaviest = 0, worst = 0;
  for (std::size_t i = 1; i < groups.size(); ++i) heaviest = std::max(heaviest, groups[i].mass);
  for (std::size_t i = 1; i < groups.size(); ++i) {  // those fixed to the base move nothing
    const Group& group = groups[i];
    if (group.mass == 0 || group.reach == 0) continue;
    const double square = group.reach * group.reach;
    worst =
        std::max({worst, heaviest * square / group.least, std::pow(group.mass * square / group.largest, 2)});
  }
  return worst;
}

Verdict promise(const Claim& claim, const Case& c) {
  Verdict in_double = claim.promise_on(c.id.family);
  const Verdict on_tiny = claim.promise_on(info(Family::tiny_bodies).name);
  const std::vector<int> depth = Layout(c.model).depth;
  const double u = unit_roundoff(Format::binary64);
  const double allowed = oracle::limits::alpha_A(*std::max_element(depth.begin(), depth.end())) * u;
  if (!family(c.id.family) && on_tiny > in_double &&
      !(allowed * light_body_ratio(c.model) < oracle::limits::half_of_the_digits(u)))
    in_double = on_tiny;
  return c.id.format == Format::binary32 && in_double == Verdict::C ? Verdict::D : in_double;
}

}  // namespace kintree::suite
