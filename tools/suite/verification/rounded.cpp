#include "suite/verification/rounded.hpp"

#include <algorithm>
#include <cmath>

namespace kintree::suite {
namespace {

class Rounding {
 public:
  explicit Rounding(Format format) : format_(format) {}

  void number(double& x) const { x = rounded_to(format_, x); }
  template <class Range>
  void range(Range& numbers) const {
    for (double& x : numbers) number(x);
  }
  void placement(Placement& p) const {
    range(p.xyz);
    range(p.rpy);
    range(p.quaternion);
  }
  void inertial(Inertial& I) const {
    double largest = 0;
    for (const double x : {I.ixx, I.ixy, I.ixz, I.iyy, I.iyz, I.izz})
      largest = std::max(largest, std::abs(x));
    for (double* moment : {&I.ixx, &I.iyy, &I.izz}) *moment += 8 * unit_roundoff(format_) * largest;
    for (double* x : {&I.mass, &I.ixx, &I.ixy, &I.ixz, &I.iyy, &I.iyz, &I.izz}) number(*x);
    placement(I.origin);
  }
  void joint(Joint& joint) const {
    placement(joint.placement);
    range(joint.axis);
    range(joint.second_axis);
    number(joint.pitch);
  }

 private:
  Format format_;
};

}  // namespace

Case rounded(const Case& c, Format format) {
  if (format == Format::binary64) return c;
  Case result = c;
  result.id.format = format;
  const Rounding round(format);
  round.range(result.model.gravity);
  for (Body& body : result.model.bodies) {
    round.joint(body.joint);
    round.inertial(body.inertial);
  }
  State& state = result.state;
  for (Constraint& constraint : result.model.constraints) round.placement(constraint.frame.pose);
  for (std::vector<double>* numbers : {&state.q, &state.v, &state.qdd, &state.tau, &state.gamma})
    round.range(*numbers);
  round.number(state.restitution);
  for (Wrench& wrench : state.f_ext) round.range(wrench);
  for (EndEffector& end : state.end_effectors) round.placement(end.pose);
  return result;
}

}  // namespace kintree::suite
