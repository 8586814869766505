// Angular motion as a Cartesian tensor, Omega = w-dot~ + w~ w~: Omega r is the acceleration of r about the origin.
// Balafoutis, Patel & Misra 1988.
#pragma once

#include "kintree/spatial/linear3.hpp"

namespace kintree {

/// 6m + 9a.
template <class S>
Mat3<S> angular_tensor(const Vec3<S>& w, const Vec3<S>& dw) {
  const S xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const S xy = w.x * w.y, yz = w.y * w.z, zx = w.z * w.x;
  return {{-(yy + zz), xy + dw.z, zx - dw.y},
          {xy - dw.z, -(zz + xx), yz + dw.x},
          {zx + dw.y, yz - dw.x, -(xx + yy)}};
}

}  // namespace kintree
