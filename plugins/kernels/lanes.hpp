// What packs hold of several bodies: values that are made of numbers alone (vectors, inertias, transforms), by lanes.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "kintree/algebra/pack_sincos.hpp"

namespace kintree {

/// The pack of number(0), number(1), ...
template <class P>
P by_lane(const auto& number) {
  return [&number]<std::size_t... lane>(std::index_sequence<lane...>) {
    return P(typename P::Vector{number(lane)...});
  }
  (std::make_index_sequence<P::lanes>());
}

/// How many numbers S a value has, and number k of them.
template <class S, class Value>
inline constexpr std::size_t size_in = sizeof(Value) / sizeof(S);
template <class S, class Value>
auto& number_of(Value& value, std::size_t k) {
  using Number = std::conditional_t<std::is_const_v<Value>, const S, S>;
  static_assert(sizeof(Value) % sizeof(S) == 0);
  return reinterpret_cast<Number*>(&value)[k];
}

/// Calls visit(number of a, number of b) for all numbers, of type S and R.
template <class S, class R>
void for_each_number(auto& a, auto& b, const auto& visit) {
  static_assert(size_in<S, std::remove_cvref_t<decltype(a)>> == size_in<R, std::remove_cvref_t<decltype(b)>>);
  for (std::size_t k = 0; k < size_in<S, std::remove_cvref_t<decltype(a)>>; ++k)
    visit(number_of<S>(a, k), number_of<R>(b, k));
}

/// Lane `lane` becomes the value.
template <class P, template <class> class Value, class T>
void set_lane(Value<P>& packs, std::size_t lane, const Value<T>& value) {
  for_each_number<P, T>(packs, value, [lane](P& to, const T& from) { to.vector[lane] = from; });
}

/// Adds a lane of packs to a value, or to a lane of others.
template <class P, template <class> class Value, class T>
void add_lane(Value<T>& sum, const Value<P>& packs, std::size_t lane) {
  for_each_number<T, P>(sum, packs, [lane](T& to, const P& from) { to += from.vector[lane]; });
}
template <class T, int W, template <class> class Value>
void add_lane(Value<Pack<T, W>>& sum, std::size_t to_lane, const Value<Pack<T, W>>& packs, std::size_t lane) {
  using P = Pack<T, W>;
  for_each_number<P, P>(sum, packs, [=](P& to, const P& from) { to.vector[to_lane] += from.vector[lane]; });
}

/// Zero in the lanes that are not in the mask.
template <class T, int W, template <class> class Value>
void keep_lanes(Mask<T, W> mask, Value<Pack<T, W>>& packs) {
  using P = Pack<T, W>;
  for (std::size_t k = 0; k < size_in<P, Value<P>>; ++k) {
    P& number = number_of<P>(packs, k);
    number = choose(mask, number, P{});
  }
}

/// In each lane the value that begins at from[lane], in a lane of other packs.
template <class Value, class P, class T>
Value gathered(const std::array<const T*, P::lanes>& from) {
  Value result;
  for (std::size_t k = 0; k < size_in<P, Value>; ++k)
    number_of<P>(result, k) = by_lane<P>([&](std::size_t lane) { return from[lane][k * P::lanes]; });
  return result;
}

}  // namespace kintree
