// A quantity along the motion: its value and first two derivatives by time.
#pragma once

#include <Eigen/Core>

namespace kintree::oracle {

template <class T>
struct Jet {
  T x, d, dd;

  Jet() = default;                                    // no value: as of the numbers themselves
  Jet(const T& constant) : x(constant), d{}, dd{} {}  // NOLINT: constants are jets
  Jet(int constant) : Jet(T(constant)) {}             // NOLINT
  Jet(const T& value, const T& first, const T& second) : x(value), d(first), dd(second) {}

  friend Jet operator+(const Jet& a, const Jet& b) { return {a.x + b.x, a.d + b.d, a.dd + b.dd}; }
  friend Jet operator-(const Jet& a, const Jet& b) { return {a.x - b.x, a.d - b.d, a.dd - b.dd}; }
  friend Jet operator-(const Jet& a) { return {-a.x, -a.d, -a.dd}; }
  friend Jet operator*(const Jet& a, const T& b) { return {a.x * b, a.d * b, a.dd * b}; }
  friend Jet operator*(const Jet& a, const Jet& b) {
    const T cross = a.d * b.d;
    Jet c = a * b.x;
    c.d += a.x * b.d;
    c.dd += a.x * b.dd;
    c.dd += cross;
    c.dd += cross;
    return c;
  }
  Jet& operator+=(const Jet& b) {
    x += b.x, d += b.d, dd += b.dd;
    return *this;
  }
  Jet& operator-=(const Jet& b) { return *this = *this - b; }
  Jet& operator*=(const Jet& b) { return *this = *this * b; }
};

}  // namespace kintree::oracle

namespace Eigen {
template <class T>
struct NumTraits<kintree::oracle::Jet<T>> : GenericNumTraits<T> {
  using Real = kintree::oracle::Jet<T>;
  using NonInteger = kintree::oracle::Jet<T>;
  using Nested = kintree::oracle::Jet<T>;
  using Literal = kintree::oracle::Jet<T>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 3,
    AddCost = 3,
    MulCost = 9
  };
};
}  // namespace Eigen
