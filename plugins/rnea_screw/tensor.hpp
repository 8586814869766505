// The moment of a body from its angular motion as a tensor (kernels/angular_tensor.hpp).  Balafoutis, Patel &
// Misra 1988.
//
//   Pi       the body's second moments about the origin: Pi_jk, the sum of m r_j r_k
#pragma once

#include "kernels/angular_tensor.hpp"

namespace kintree {

/// The tensor of a turn about z alone: 1m.
template <class S>
Mat3<S> angular_tensor_about_z(const S& w, const S& dw) {
  const S centripetal = -(w * w), zero{};
  return {{centripetal, dw, zero}, {-dw, centripetal, zero}, {zero, zero, zero}};
}

/// The vector of Omega Pi - (Omega Pi)^T, the sum of m r x Omega r: 15m + 15a. Omega by columns.
template <class S>
Vec3<S> moment(const Mat3<S>& Omega, const Sym3<S>& Pi) {
  const auto& [x, y, z] = Omega;
  return {(x.z * Pi.xy - x.y * Pi.xz) + (y.z * Pi.yy - z.y * Pi.zz) + (z.z - y.y) * Pi.yz,
          (y.x * Pi.yz - y.z * Pi.xy) + (z.x * Pi.zz - x.z * Pi.xx) + (x.x - z.z) * Pi.xz,
          (z.y * Pi.xz - z.x * Pi.yz) + (x.y * Pi.xx - y.x * Pi.yy) + (y.y - x.x) * Pi.xy};
}

/// Pi of a rotational inertia I = tr(Pi) 1 - Pi.
template <class S>
Sym3<S> second_moments(const Sym3<S>& I) {
  const S half_trace = (I.xx + I.yy + I.zz) / S(2);
  return {half_trace - I.xx, -I.xy, -I.xz, half_trace - I.yy, -I.yz, half_trace - I.zz};
}

}  // namespace kintree
