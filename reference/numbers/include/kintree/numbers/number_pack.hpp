// Packs of Numbers: several states or bodies at once in any arithmetic. They use no registers and save no
// time. They serve the check in the finite field, which runs the code of packs and lanes with them. So it
// checks which lane holds a number, and where the number is used.
#pragma once

#include <algorithm>
#include <array>

#include "kintree/numbers/number.hpp"
#include "kintree/numbers/pack.hpp"
#include "kintree/numbers/pivots.hpp"

namespace kintree {

template <int W>
struct Mask<Number, W> {
  using Bits = std::array<int, W>;

  Bits bits;  ///< -1 or 0

  explicit Mask(bool all) { bits.fill(all ? -1 : 0); }
  explicit Mask(Bits given) : bits(given) {}
  bool operator[](std::size_t lane) const { return bits[lane] != 0; }
  friend Mask operator&(Mask a, const Mask& b) {
    for (std::size_t lane = 0; lane < W; ++lane) a.bits[lane] &= b.bits[lane];
    return a;
  }
  friend Mask operator|(Mask a, const Mask& b) {
    for (std::size_t lane = 0; lane < W; ++lane) a.bits[lane] |= b.bits[lane];
    return a;
  }
  friend bool in_all_lanes(const Mask& mask) { return (mask & Mask(true)).bits == Mask(true).bits; }
};

template <int W>
struct Pack<Number, W> {
  static constexpr std::size_t lanes = W;
  using Vector = std::array<Number, W>;

  Vector vector{};

  Pack() = default;
  explicit Pack(double x) : Pack(filled(Number(x))) {}
  explicit Pack(const Vector& given) : vector(given) {}
  static Pack filled(Number x) {
    Pack all;
    all.vector.fill(x);
    return all;
  }
  static Pack load(const Number* from) {
    return each([&](std::size_t lane) { return from[lane]; });
  }
  void store(Number* to) const { std::copy(vector.begin(), vector.end(), to); }
  Number operator[](std::size_t lane) const { return vector[lane]; }

  // None is compiled into its callers: a sweep has thousands of them.
  [[gnu::noinline]] friend Pack operator+(const Pack& a, const Pack& b) {
    return each([&](std::size_t lane) { return a[lane] + b[lane]; });
  }
  [[gnu::noinline]] friend Pack operator-(const Pack& a, const Pack& b) {
    return each([&](std::size_t lane) { return a[lane] - b[lane]; });
  }
  [[gnu::noinline]] friend Pack operator*(const Pack& a, const Pack& b) {
    return each([&](std::size_t lane) { return a[lane] * b[lane]; });
  }
  [[gnu::noinline]] friend Pack operator/(const Pack& a, const Pack& b) {
    return each([&](std::size_t lane) { return a[lane] / b[lane]; });
  }
  [[gnu::noinline]] friend Pack operator-(const Pack& a) {
    return each([&](std::size_t lane) { return -a[lane]; });
  }
  [[gnu::noinline]] friend Pack sqrt(const Pack& a) {
    return each([&](std::size_t lane) { return sqrt(a[lane]); });
  }
  friend void sincos(const Pack& angle, Pack& sine, Pack& cosine) {
    for (std::size_t lane = 0; lane < W; ++lane) sincos(angle[lane], sine.vector[lane], cosine.vector[lane]);
  }
  friend Mask<Number, W> is_positive(const Pack& a) {
    Mask<Number, W> mask(false);
    for (std::size_t lane = 0; lane < W; ++lane) mask.bits[lane] = is_positive(a[lane]) ? -1 : 0;
    return mask;
  }
  friend Pack choose(const Mask<Number, W>& mask, const Pack& a, const Pack& b) {
    return each([&](std::size_t lane) { return mask[lane] ? a[lane] : b[lane]; });
  }

 private:
  static Pack each(const auto& number) {
    Pack all;
    for (std::size_t lane = 0; lane < W; ++lane) all.vector[lane] = number(lane);
    return all;
  }
};

/// The number of doubles in the widest register.
template <>
inline constexpr int native_lanes<Number> = 8;

/// A Number cannot be read as a coordinate: the lanes' statuses are kept themselves.
template <int W>
class Pivots<Pack<Number, W>, true> {
 public:
  void check(const Mask<Number, W>& positive, int coordinate) {
    for (std::size_t lane = 0; lane < W; ++lane)
      if (!positive[lane] && status_[lane].code == Status::ok)
        status_[lane] = Status::breakdown_at(coordinate);
  }
  const std::array<Status, W>& status() const { return status_; }

 private:
  std::array<Status, W> status_;
};

}  // namespace kintree
