// Constants of a model in a batch of states: they are the same in every lane of a pack. Kept as one number each, and spread over the
// lanes where they are used, they leave the caches to the states. Any other scalar is its own Shared number, and `as` changes nothing.
#pragma once

#include <concepts>
#include <tuple>

#include "kernels/zero.hpp"
#include "kintree/numbers/number_pack.hpp"

namespace kintree {

template <class S>
struct SharedNumber {
  using Type = S;
};
template <class T, int W>
struct SharedNumber<Pack<T, W>> {
  using Type = T;
};
/// The type of a number that is the same in all lanes of S.
template <class S>
using Shared = typename SharedNumber<S>::Type;

/// A number, or a value made of numbers, in numbers of type T: one for all lanes becomes a pack, and a pack whose lanes are the same becomes
/// one number.
template <class T>
const T& as(const T& same) {
  return same;
}
template <class T, template <class> class Value>
const Value<T>& as(const Value<T>& same) {
  return same;
}
template <class T, class S>
concept OtherNumber = !std::same_as<T, S>;
template <class T, OtherNumber<T> S>
requires std::same_as<S, Shared<T>> T as(const S& of_all_lanes) {
  return T::filled(of_all_lanes);
}
template <class T, OtherNumber<T> S>
requires std::same_as<T, Shared<S>> T as(const S& pack) {
  return pack[0];
}
template <class T>
Zero as(Zero zero) {
  return zero;
}

template <class T, OtherNumber<T> S>
Vec3<T> as(const Vec3<S>& a) {
  return {as<T>(a.x), as<T>(a.y), as<T>(a.z)};
}
template <class T, OtherNumber<T> S>
Mat3<T> as(const Mat3<S>& A) {
  return {as<T>(A.x), as<T>(A.y), as<T>(A.z)};
}
template <class T, OtherNumber<T> S>
Sym3<T> as(const Sym3<S>& A) {
  return {as<T>(A.xx), as<T>(A.xy), as<T>(A.xz), as<T>(A.yy), as<T>(A.yz), as<T>(A.zz)};
}
template <class T, OtherNumber<T> S>
Motion<T> as(const Motion<S>& m) {
  return {as<T>(m.w), as<T>(m.v)};
}
template <class T, OtherNumber<T> S>
Transform<T> as(const Transform<S>& X) {
  return {as<T>(X.R), as<T>(X.r)};
}
template <class T, OtherNumber<T> S>
RigidInertia<T> as(const RigidInertia<S>& A) {
  return {as<T>(A.m), as<T>(A.h), as<T>(A.I)};
}
template <class T, class A, class B, class C>
auto as(const Sparse3<A, B, C>& a) {
  return Sparse3{as<T>(a.x), as<T>(a.y), as<T>(a.z)};
}
template <class T, class A, class B, class C, class D, class E, class F>
auto as(const SparseSym3<A, B, C, D, E, F>& a) {
  return SparseSym3{as<T>(a.xx), as<T>(a.xy), as<T>(a.xz), as<T>(a.yy), as<T>(a.yz), as<T>(a.zz)};
}
template <class T, class A, class B, class C>
auto as(const SparseInertia<A, B, C>& a) {
  return SparseInertia{as<T>(a.I), as<T>(a.H), as<T>(a.M)};
}
template <class T, class... Parts>
auto as(const std::tuple<Parts...>& parts) {
  return std::apply([](const auto&... part) { return std::tuple{as<T>(part)...}; }, parts);
}

}  // namespace kintree
