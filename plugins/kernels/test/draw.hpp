// Random inertias, forces and screws.
#pragma once

#include <array>
#include <vector>

#include "kernels/screw.hpp"
#include "kintree/trees/random.hpp"
#include "solving.hpp"

namespace kintree::test {

template <class S>
struct Draw {
  explicit Draw(std::uint64_t seed) : generator(make_generator({word("screw"), seed})) {}
  S number() { return S(uniform(generator, -1, 1)); }
  Vec3<S> vector() { return {number(), number(), number()}; }
  Turn<S> turn() {
    Turn<S> t;
    sincos(number() * S(3), t.s, t.c);
    return t;
  }
  RigidInertia<S> inertia() {
    return {number(), vector(), {number(), number(), number(), number(), number(), number()}};
  }
  Force<S> force() { return {vector(), vector()}; }
  Generator generator;
};

template <class S>
std::vector<S> numbers(const RigidInertia<S>& A) {
  return {A.m, A.h.x, A.h.y, A.h.z, A.I.xx, A.I.xy, A.I.xz, A.I.yy, A.I.yz, A.I.zz};
}
template <class S>
std::vector<S> numbers(const Force<S>& f) {
  return {f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z};
}

/// The pose of a frame turned about an axis and moved along it.
template <Axis k, class S>
Transform<S> screw(const Turn<S>& t, const S& d) {
  constexpr Axis i = next(k), j = next(i);
  std::array<Vec3<S>, 3> R;
  Vec3<S> r;
  at<k>(r) = d;
  at<k>(R[k]) = S(1);
  at<i>(R[i]) = t.c, at<j>(R[i]) = t.s;
  at<i>(R[j]) = -t.s, at<j>(R[j]) = t.c;
  return {{R[0], R[1], R[2]}, r};
}

}  // namespace kintree::test
