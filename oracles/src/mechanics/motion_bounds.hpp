// Bounds of motions, in numbers that may carry derivatives.
#pragma once

#include <type_traits>

namespace kintree::oracle {

/// Bounds of the velocity and the acceleration of a point and of its body's rotation. They follow from the speeds v and w under unit
/// velocities. As a body turns with w, the directions of v and w change by w v and w w.
template <class S>
struct MotionBounds {
  S linear = S(0), angular = S(0), linear_acceleration = S(0), angular_acceleration = S(0);

  void add(const S& v, const S& w, const S& velocity, const S& acceleration) {
    linear += v * velocity;
    angular += w * velocity;
    linear_acceleration += v * acceleration;
    angular_acceleration += w * acceleration;
  }
  void add_velocity_terms() {
    linear_acceleration += S(2) * angular * linear;
    angular_acceleration += angular * angular;
  }
};

/// A number as one without derivatives.
template <class D>
D constant(double x) {
  if constexpr (std::is_same_v<D, double>)
    return x;
  else
    return D(constant<decltype(D::x)>(x));
}

}  // namespace kintree::oracle
