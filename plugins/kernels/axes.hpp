// The geometry of joint axes that modified Denavit-Hartenberg frames stand on, in the scalar S. The only
// question asked about values is a sign; it is asked of the model alone.
#pragma once

#include "kintree/algebra/joint.hpp"

namespace kintree {

/// The pose {1, (0, 0, s)} R_z(c, s').
template <class S>
Transform<S> along_z(const S& cosine, const S& sine, const S& height) {
  const S zero{};
  return {{{cosine, sine, zero}, {-sine, cosine, zero}, {zero, zero, S(1)}}, {zero, zero, height}};
}

/// Axes with z along the unit vector n: turned by the shortest rotation, for n_z < 0 after half a turn about
/// x.
template <class S>
Mat3<S> axes_along(const Vec3<S>& n) {
  const bool down = is_positive(-n.z);
  const Vec3<S> u = down ? Vec3<S>{n.x, -n.y, -n.z} : n;
  const S one(1), k = one / (one + u.z), xy = -(u.x * u.y) * k;
  const Vec3<S> x{one - u.x * u.x * k, xy, -u.x}, y{xy, one - u.y * u.y * k, -u.y};
  if (!down) return {x, y, n};
  return {{x.x, -x.y, -x.z}, {y.x, -y.y, -y.z}, n};
}

/// The spacing of the numbers of S above one.
template <class S>
S spacing() {
  S e(1);
  while (is_positive((S(1) + e / S(2)) - S(1))) e = e / S(2);
  return e;
}

/// The angle with this sine and cosine, by t += sin(angle - t), which converges with order three.
template <class S>
S angle(const S& sine, const S& cosine) {
  S t(is_positive(cosine) ? 0.785 : 2.356);
  if (!is_positive(sine)) t = -t;
  for (int step = 0; step < 9; ++step) {
    S s, c;
    sincos(t, s, c);
    t = t + (sine * c - cosine * s);
  }
  return t;
}

/// How two neighbouring axes lie: near-parallel ones have their common normal too far away.
enum class Neighbours { skew, parallel, near_parallel };

template <class S>
Neighbours neighbours(const Vec3<S>& w) {  // the other axis, where this one is z
  using std::sqrt;
  const S sine = sqrt(w.x * w.x + w.y * w.y);
  if (is_positive(sine - S(0.05))) return Neighbours::skew;
  return is_positive(sine - S(4) * spacing<S>()) ? Neighbours::near_parallel : Neighbours::parallel;
}

/// The common normal of the axis z with the one along w through r, as a frame on z: x along it, the origin at
/// its foot. Of parallel axes the normal through the given origin.
template <class S>
Transform<S> common_normal(const Vec3<S>& w, const Vec3<S>& r, bool parallel) {
  using std::sqrt;
  if (parallel) {
    const S a = sqrt(r.x * r.x + r.y * r.y);
    return is_positive(a) ? along_z(r.x / a, r.y / a, S{}) : along_z(S(1), S{}, S{});
  }
  const S sine = sqrt(w.x * w.x + w.y * w.y);
  const S x = -w.y / sine, y = w.x / sine;  // z x w / |z x w|
  const S t = (x * r.y - y * r.x) / sine;   // r + t w stands at the other foot
  return along_z(x, y, r.z + t * w.z);
}

}  // namespace kintree
