// The motions of a free joint, whose S_i is the identity: nothing is multiplied by it, entries are picked.
#pragma once

#include "kintree/spatial/spatial.hpp"

namespace kintree {

/// Column k of the identity: the turn about x, y or z, then the slide along x, y or z.
struct UnitMotion {
  int k;
};

template <class S>
S dot(UnitMotion e, const Force<S>& f) {
  switch (e.k) {
    case 0:
      return f.n.x;
    case 1:
      return f.n.y;
    case 2:
      return f.n.z;
    case 3:
      return f.f.x;
    case 4:
      return f.f.y;
    default:
      return f.f.z;
  }
}

/// Column k of the inertia.
template <class S>
Force<S> operator*(const RigidInertia<S>& A, UnitMotion e) {
  const Vec3<S>& h = A.h;
  switch (e.k) {
    case 0:
      return {{A.I.xx, A.I.xy, A.I.xz}, {S{}, -h.z, h.y}};
    case 1:
      return {{A.I.xy, A.I.yy, A.I.yz}, {h.z, S{}, -h.x}};
    case 2:
      return {{A.I.xz, A.I.yz, A.I.zz}, {-h.y, h.x, S{}}};
    case 3:
      return {{S{}, h.z, -h.y}, {A.m, S{}, S{}}};
    case 4:
      return {{-h.z, S{}, h.x}, {S{}, A.m, S{}}};
    default:
      return {{h.y, -h.x, S{}}, {S{}, S{}, A.m}};
  }
}

/// The subspace of a free joint, to be used as a Subspace.
template <class S>
struct AllMotions {
  static constexpr int count = 6;
  UnitMotion operator[](int k) const { return {k}; }
  Motion<S> times(const S* rate) const { return {{rate[0], rate[1], rate[2]}, {rate[3], rate[4], rate[5]}}; }
  void transpose_times(const Force<S>& f, S* result) const {
    for (int k = 0; k < count; ++k) result[k] = dot(UnitMotion{k}, f);
  }
};

}  // namespace kintree
