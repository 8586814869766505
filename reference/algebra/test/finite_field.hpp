// GF(p^2), p = 2^61 - 1: numbers a + b i with i^2 = -1, a and b modulo p. They have no order and no rounding,
// so two algorithms for the same numbers have equal answers there, entry by entry, or one of them is wrong:
// two rational functions that differ agree at a random point with probability degree / p [Schwartz 1980;
// Zippel 1979]. A double is m 2^e, and is mapped exactly; an angle is a point of the circle s^2 + c^2 = 1.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "kintree/algebra/scalar.hpp"

namespace kintree::test {

class Field {
 public:
  static constexpr std::uint64_t p =
      (std::uint64_t{1} << 61) - 1;  ///< prime, 3 mod 4: -1 has no root in GF(p)

  Field() = default;
  explicit Field(double x) {
    int exponent = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
    const int turn = ((exponent - 53) % 61 + 61) % 61;  // 2^61 = 1
    std::uint64_t m = static_cast<std::uint64_t>(mantissa < 0 ? -mantissa : mantissa);
    m = reduced((static_cast<Wide>(m) << turn));
    a_ = mantissa < 0 ? minus(0, m) : m;
    if (!std::isfinite(x)) a_ = 1234567890123456789, b_ = 987654321987654321;  // poison: like nothing else
  }

  friend bool operator==(const Field& x, const Field& y) { return x.a_ == y.a_ && x.b_ == y.b_; }
  friend Field operator+(const Field& x, const Field& y) { return {plus(x.a_, y.a_), plus(x.b_, y.b_)}; }
  friend Field operator-(const Field& x, const Field& y) { return {minus(x.a_, y.a_), minus(x.b_, y.b_)}; }
  friend Field operator-(const Field& x) { return Field() - x; }
  friend Field operator*(const Field& x, const Field& y) {
    return {minus(times(x.a_, y.a_), times(x.b_, y.b_)), plus(times(x.a_, y.b_), times(x.b_, y.a_))};
  }
  friend Field operator/(const Field& x, const Field& y) {
    const std::uint64_t squared = plus(times(y.a_, y.a_), times(y.b_, y.b_));
    if (squared == 0) throw std::domain_error("a division by zero");
    const std::uint64_t reciprocal = power(squared, p - 2);
    return x * Field(times(y.a_, reciprocal), times(minus(0, y.b_), reciprocal));
  }

  /// A root of every element of GF(p): the one in 1..(p-1)/2, or i times that.
  friend Field sqrt(const Field& x) {
    if (x.b_ != 0) throw std::domain_error("a root of a number that is not in GF(p)");
    const std::uint64_t root = power(x.a_, (p + 1) / 4);
    if (times(root, root) == x.a_) return {lesser(root), 0};
    return {0, lesser(power(minus(0, x.a_), (p + 1) / 4))};
  }

  /// s = 2t / (1 + t^2), c = (1 - t^2) / (1 + t^2) with t = k angle: odd and even, 0 and 1 at 0.
  friend void sincos(const Field& angle, Field& sine, Field& cosine) {
    const Field t = Field(1122334455667788991, 0) * angle, one(1), d = one + t * t;
    sine = (t + t) / d;
    cosine = (one - t * t) / d;
  }

  /// Of a pivot: whether one can divide by it. Of anything else it says nothing.
  friend bool is_positive(const Field& x) { return !(x == Field()); }

 private:
  __extension__ using Wide = unsigned __int128;

  Field(std::uint64_t a, std::uint64_t b) : a_(a), b_(b) {}

  static std::uint64_t reduced(Wide x) {
    const auto sum = static_cast<std::uint64_t>(x & p) + static_cast<std::uint64_t>(x >> 61);
    return sum >= p ? sum - p : sum;
  }
  static std::uint64_t plus(std::uint64_t x, std::uint64_t y) { return x + y >= p ? x + y - p : x + y; }
  static std::uint64_t minus(std::uint64_t x, std::uint64_t y) { return x >= y ? x - y : x + p - y; }
  static std::uint64_t times(std::uint64_t x, std::uint64_t y) { return reduced(static_cast<Wide>(x) * y); }
  static std::uint64_t power(std::uint64_t x, std::uint64_t n) {
    std::uint64_t result = 1;
    for (; n != 0; n >>= 1, x = times(x, x))
      if ((n & 1) != 0) result = times(result, x);
    return result;
  }
  static std::uint64_t lesser(std::uint64_t root) { return root > (p - 1) / 2 ? p - root : root; }

  std::uint64_t a_ = 0, b_ = 0;
};

}  // namespace kintree::test
