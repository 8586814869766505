// The geometry of joint axes that modified Denavit-Hartenberg frames need, in the scalar S. No decision here
// depends on values of S. Choices that depend on sizes are made in screw_plan.hpp, from doubles.
#pragma once

#include <cmath>
#include <limits>

#include "kintree/spatial/joint.hpp"

namespace kintree {

/// The pose {1, (0, 0, s)} R_z(c, s').
template <class S>
Transform<S> along_z(const S& cosine, const S& sine, const S& height) {
  const S zero{};
  return {{{cosine, sine, zero}, {-sine, cosine, zero}, {zero, zero, S(1)}}, {zero, zero, height}};
}

template <class T, int W>
struct Pack;

/// The size up to which a difference counts as a rounding, for numbers of size one. It is that of float if S
/// is float or a pack of floats. For any other scalar it is that of double, in which the choices are made.
template <class S>
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
template <>
inline constexpr double rounding<float> = 4 * static_cast<double>(std::numeric_limits<float>::epsilon());
template <class T, int W>
constexpr double rounding<Pack<T, W>> = rounding<T>;

/// The position of a joint axis relative to the axis of its parent. A tilt or an offset of a rounding counts
/// as zero.
enum class Neighbours {
  skew,           ///< their common normal is well defined
  near_parallel,  ///< their common normal is too far away
  parallel,
  coincident,  ///< one line
};

inline bool are_parallel(Neighbours how) {
  return how == Neighbours::parallel || how == Neighbours::coincident;
}

/// The position of the axis along X.R.z through X.r relative to the axis along z.
inline Neighbours neighbours(const Transform<double>& X, double rounding) {
  const Vec3<double>&w = X.R.z, &r = X.r;
  const double sine = std::sqrt(w.x * w.x + w.y * w.y);
  if (sine > 0.05) return Neighbours::skew;
  if (sine > rounding) return Neighbours::near_parallel;
  const double apart = std::sqrt(r.x * r.x + r.y * r.y);
  return apart > rounding * std::abs(r.z) ? Neighbours::parallel : Neighbours::coincident;
}

/// The common normal of the axis z with the one along w through r, as a frame on z: x along it, the origin at
/// its foot. If the axes are parallel, it is the normal through the given origin. If they coincide, it is x.
template <class S>
Transform<S> common_normal(const Vec3<S>& w, const Vec3<S>& r, Neighbours how) {
  using std::sqrt;
  if (how == Neighbours::coincident) return along_z(S(1), S{}, S{});
  if (how == Neighbours::parallel) {
    const S a = sqrt(r.x * r.x + r.y * r.y);
    return along_z(r.x / a, r.y / a, S{});
  }
  const S sine = sqrt(w.x * w.x + w.y * w.y);
  const S x = -w.y / sine, y = w.x / sine;  // z x w / |z x w|
  const S t = (x * r.y - y * r.x) / sine;   // r + t w is the other foot
  return along_z(x, y, r.z + t * w.z);
}

}  // namespace kintree
