// Access by lane to packs that hold values of several bodies. The values consist of numbers alone (vectors,
// inertias, transforms).
#pragma once

#include <cstddef>
#include <utility>

#include "kintree/numbers/number_pack.hpp"
#include "kintree/numbers/pack_sincos.hpp"

namespace kintree {

/// The pack of number(0), number(1), ...
template <class P>
P by_lane(const auto& number) {
  return [&number]<std::size_t... lane>(std::index_sequence<lane...>) {
    return P(typename P::Vector{number(lane)...});
  }
  (std::make_index_sequence<P::lanes>());
}

/// The count of numbers S in a value, and number k of them.
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

/// Lane `lane`.
template <class T, class P, template <class> class Value>
Value<T> lane_of(const Value<P>& packs, std::size_t lane) {
  Value<T> one;
  for_each_number<T, P>(one, packs, [lane](T& to, const P& from) { to = from.vector[lane]; });
  return one;
}

/// Adds a lane of packs to a value.
template <class P, template <class> class Value, class T>
void add_lane(Value<T>& sum, const Value<P>& packs, std::size_t lane) {
  for_each_number<T, P>(sum, packs, [lane](T& to, const P& from) { to = to + from.vector[lane]; });
}

template <class T, int W>
Mask<T, W> only_lane(std::size_t lane) {
  Mask<T, W> mask(false);
  mask.bits[lane] = -1;
  return mask;
}

/// Lanes in the mask get change(their old value, a lane of others).
template <class T, int W, template <class> class Value>
void change_lanes(Mask<T, W> mask, Value<Pack<T, W>>& packs, const Value<Pack<T, W>>& others,
                  std::size_t lane, const auto& change) {
  using P = Pack<T, W>;
  for_each_number<P, P>(packs, others, [&](P& to, const P& from) {
    const T one = from.vector[lane];
    to = choose(mask, change(to, by_lane<P>([one](std::size_t /*all*/) { return one; })), to);
  });
}
template <class T, int W, class Packs>
void add_to_lanes(Mask<T, W> mask, Packs& packs, const Packs& others, std::size_t lane) {
  change_lanes(mask, packs, others, lane, [](const auto& x, const auto& y) { return x + y; });
}
template <class T, int W, class Packs>
void set_lanes(Mask<T, W> mask, Packs& packs, const Packs& others, std::size_t lane) {
  change_lanes(mask, packs, others, lane, [](const auto& /*before*/, const auto& y) { return y; });
}
/// The lanes in the mask become those of others.
template <class T, int W, template <class> class Value>
void set_lanes(Mask<T, W> mask, Value<Pack<T, W>>& packs, const Value<Pack<T, W>>& others) {
  using P = Pack<T, W>;
  for_each_number<P, P>(packs, others, [mask](P& to, const P& from) { to = choose(mask, from, to); });
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

}  // namespace kintree
