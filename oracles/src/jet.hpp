// A quantity along the motion: its value and first two derivatives by time.
#pragma once

#include <Eigen/Core>

namespace kintree::oracle {

template <class T>
struct Jet {
  T x{0}, d{0}, dd{0};

  Jet() = default;
  Jet(const T& constant) : x(constant) {}  // NOLINT: constants are jets
  Jet(int constant) : x(constant) {}       // NOLINT
  Jet(const T& value, const T& first, const T& second) : x(value), d(first), dd(second) {}

  friend Jet operator+(const Jet& a, const Jet& b) { return {a.x + b.x, a.d + b.d, a.dd + b.dd}; }
  friend Jet operator-(const Jet& a, const Jet& b) { return {a.x - b.x, a.d - b.d, a.dd - b.dd}; }
  friend Jet operator-(const Jet& a) { return {-a.x, -a.d, -a.dd}; }
  friend Jet operator*(const Jet& a, const Jet& b) {
    const T cross = a.d * b.d;
    return {a.x * b.x, a.d * b.x + a.x * b.d, a.dd * b.x + a.x * b.dd + (cross + cross)};
  }
  Jet& operator+=(const Jet& b) { return *this = *this + b; }
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
