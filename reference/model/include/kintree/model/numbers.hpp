// Every number of a model and of a state, for code that treats them all alike. A new quantity is added here.
#pragma once

#include <array>
#include <concepts>
#include <type_traits>
#include <vector>

#include "kintree/model/model.hpp"

namespace kintree {

template <class T, class Given>
concept Is = std::same_as<std::remove_const_t<T>, Given>;

/// The mass and the six entries of the inertia matrix.
template <Is<Inertial> I>
auto masses(I& inertial) {
  return std::array{&inertial.mass, &inertial.ixx, &inertial.ixy, &inertial.ixz,
                    &inertial.iyy,  &inertial.iyz, &inertial.izz};
}

// Each calls visit(number) for every number, in a fixed order.

template <Is<Placement> P, class Visit>
void for_each_number(P& placement, const Visit& visit) {
  for (auto& x : placement.xyz) visit(x);
  for (auto& x : placement.rpy) visit(x);
  for (auto& x : placement.quaternion) visit(x);
}

template <Is<Body> B, class Visit>
void for_each_number(B& body, const Visit& visit) {
  for_each_number(body.joint.placement, visit);
  for (auto& x : body.joint.axis) visit(x);
  for (auto& x : body.joint.second_axis) visit(x);
  visit(body.joint.pitch);
  for (auto& x : body.joint.armature) visit(x);
  for_each_number(body.inertial.origin, visit);
  for (auto* x : masses(body.inertial)) visit(*x);
}

template <Is<Model> M, class Visit>
void for_each_number(M& model, const Visit& visit) {
  for (auto& x : model.gravity) visit(x);
  for (auto& body : model.bodies) for_each_number(body, visit);
  for (auto& constraint : model.constraints) {
    if (!constraint.coupling) {
      for_each_number(constraint.frame.pose, visit);
      continue;
    }
    visit(constraint.coupling->multiplier);
    visit(constraint.coupling->offset);
  }
}

template <Is<State> S, class Visit>
void for_each_number(S& state, const Visit& visit) {
  for (auto* numbers : {&state.q, &state.v, &state.qdd, &state.tau, &state.gamma})
    for (auto& x : *numbers) visit(x);
  for (auto& wrench : state.f_ext)
    for (auto& x : wrench) visit(x);
  for (auto& end : state.end_effectors) for_each_number(end.pose, visit);
  visit(state.restitution);
}

}  // namespace kintree
