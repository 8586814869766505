// Dual numbers x + e epsilon with epsilon^2 = 0, as the scalar of an algorithm. Each computed number carries
// its derivative in e. Dual numbers of dual numbers carry second derivatives.
#pragma once

#include <cmath>
#include <concepts>

#include "kintree/numbers/scalar.hpp"

namespace kintree {

template <class S>
struct Dual {
  S x{}, e{};  ///< value and derivative

  Dual() = default;
  Dual(const S& value, const S& derivative) : x(value), e(derivative) {}
  /// A constant.
  template <class Constant>
  requires std::constructible_from<S, const Constant&>
  explicit Dual(const Constant& constant) : x(static_cast<S>(constant)) {}

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.x + b.x, a.e + b.e}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.x - b.x, a.e - b.e}; }
  friend Dual operator-(const Dual& a) { return {-a.x, -a.e}; }
  friend Dual operator*(const Dual& a, const Dual& b) { return {a.x * b.x, a.x * b.e + a.e * b.x}; }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const S quotient = a.x / b.x;
    return {quotient, (a.e - quotient * b.e) / b.x};
  }
  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const S root = sqrt(a.x);
    return {root, a.e / (root + root)};
  }
  friend void sincos(const Dual& angle, Dual& sine, Dual& cosine) {
    sincos(angle.x, sine.x, cosine.x);
    sine.e = cosine.x * angle.e;
    cosine.e = -(sine.x * angle.e);
  }
  friend bool is_positive(const Dual& a) { return is_positive(a.x); }
};

template <class S>
class Phase<Dual<S>> : public Phase<S> {
  using Phase<S>::Phase;
};

}  // namespace kintree
