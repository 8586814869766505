// How large the degrees of a formula are: each number carries bounds of the degrees of the polynomials whose quotient it is,
// in all the parameters of a case together. Two formulas whose degrees add up to d, and which differ, agree at a random
// point with probability d / |S| at most, S being the set from which each parameter is drawn [Schwartz 1980; Zippel 1979].
#pragma once

#include <algorithm>
#include <cmath>

namespace kintree {

/// Trivially copyable, 16 bytes; the number zero is all zeros. Bounds are doubles, since nothing is cancelled between
/// numerator and denominator and they grow fast; beyond the range they are infinite.
class Degree {
 public:
  Degree() = default;
  /// A parameter, of degree 1; a small whole number or its reciprocal is a constant of the formula.
  explicit Degree(double x) : numerator_(x == 0 ? 0 : is_constant(x) ? 1 : 2) {}

  /// Of numerator and denominator together.
  double total() const { return numerator_ == 0 ? 0 : numerator_ - 1 + denominator_; }

  friend Degree operator+(const Degree& x, const Degree& y) {
    if (x.numerator_ == 0) return y;
    if (y.numerator_ == 0) return x;
    return {std::max(x.numerator_ + y.denominator_, y.numerator_ + x.denominator_),
            x.denominator_ + y.denominator_};
  }
  friend Degree operator-(const Degree& x, const Degree& y) { return x + y; }
  friend Degree operator-(const Degree& x) { return x; }
  friend Degree operator*(const Degree& x, const Degree& y) {
    if (x.numerator_ == 0 || y.numerator_ == 0) return {};
    return {x.numerator_ + y.numerator_ - 1, x.denominator_ + y.denominator_};
  }
  friend Degree operator/(const Degree& x, const Degree& y) {
    if (x.numerator_ == 0) return {};
    return {x.numerator_ + y.denominator_, x.denominator_ + std::max(y.numerator_ - 1, 0.0)};
  }
  Degree& operator+=(const Degree& x) { return *this = *this + x; }
  Degree& operator-=(const Degree& x) { return *this = *this - x; }
  Degree& operator*=(const Degree& x) { return *this = *this * x; }
  Degree& operator/=(const Degree& x) { return *this = *this / x; }

  /// Of a length, which is rational where axes are: no larger than its square's.
  friend Degree sqrt(const Degree& x) { return x; }
  /// 2t / (1 + t^2) and (1 - t^2) / (1 + t^2), the angle being t but for a factor.
  friend void sincos(const Degree& angle, Degree& sine, Degree& cosine) {
    if (angle.numerator_ == 0) {
      sine = {};
      cosine = Degree(1);
      return;
    }
    const double n = angle.numerator_ - 1, d = angle.denominator_, most = 2 * std::max(n, d);
    sine = {1 + n + d, most};
    cosine = {1 + most, most};
  }
  friend Degree sin(const Degree& angle) {
    Degree s, c;
    sincos(angle, s, c);
    return s;
  }
  friend Degree cos(const Degree& angle) {
    Degree s, c;
    sincos(angle, s, c);
    return c;
  }
  friend bool operator==(const Degree& x, const Degree& y) = default;
  friend bool is_positive(const Degree& x) { return x.numerator_ != 0; }

 private:
  Degree(double numerator, double denominator) : numerator_(numerator), denominator_(denominator) {}

  static bool is_constant(double x) {
    const double size = std::abs(x), whole = size < 1 ? 1 / size : size;
    return whole <= 8 && whole == std::floor(whole);
  }

  double numerator_ = 0;  ///< degree + 1; 0 of the number zero
  double denominator_ = 0;
};

}  // namespace kintree
