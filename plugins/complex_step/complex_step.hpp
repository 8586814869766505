// The derivatives of inverse and forward dynamics by complex steps: rnea_points and aba at x + i h, whose imaginary parts are h times the derivative, to
// the order of h^2. Nothing is subtracted.  Martins, Sturdza & Alonso, The complex-step derivative approximation, ACM TOMS 29, 2003.
#pragma once

#include <cmath>
#include <concepts>

#include "forward_mode/forward_mode.hpp"

namespace kintree {

/// Complex numbers whose imaginary parts are so small that their squares vanish beside 1: sin(ih) = ih and cos(ih) = 1 to every digit.
template <class S>
struct Complex {
  S re{}, im{};

  Complex() = default;
  Complex(const S& real, const S& imaginary) : re(real), im(imaginary) {}
  /// A real number.
  template <class Real>
  requires std::constructible_from<S, const Real&>
  explicit Complex(const Real& real) : re(static_cast<S>(real)) {}

  friend Complex operator+(const Complex& a, const Complex& b) { return {a.re + b.re, a.im + b.im}; }
  friend Complex operator-(const Complex& a, const Complex& b) { return {a.re - b.re, a.im - b.im}; }
  friend Complex operator-(const Complex& a) { return {-a.re, -a.im}; }
  friend Complex operator*(const Complex& a, const Complex& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend Complex operator/(const Complex& a, const Complex& b) {
    const S square = b.re * b.re + b.im * b.im;
    return {(a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square};
  }
  friend Complex sqrt(const Complex& a) {
    using std::sqrt;
    const S root = sqrt(a.re);
    return {root, a.im / (root + root)};
  }
  friend void sincos(const Complex& angle, Complex& sine, Complex& cosine) {
    S s, c;
    sincos(angle.re, s, c);
    sine = {s, c * angle.im};
    cosine = {c, -(s * angle.im)};
  }
  friend bool is_positive(const Complex& a) { return is_positive(a.re); }
};

/// A step of i h. In float, too, h is a number and its square vanishes beside 1.
template <class S>
struct ImaginaryStep {
  using T = Complex<S>;

  static T step() { return {S{}, h()}; }
  static S derivative(const T& result) { return result.im / h(); }
  static S h() { return S(0x1p-60); }
};

template <class S>
using ComplexStep = DerivativesByColumns<S, ImaginaryStep<S>>;

}  // namespace kintree
