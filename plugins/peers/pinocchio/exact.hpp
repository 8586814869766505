// Kintree's Number as Eigen and Pinocchio want a scalar: made of any arithmetic type, with comparisons. In a finite field, which has no
// order, of two different numbers neither is less.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <ostream>
#include <type_traits>

#include "kintree/numbers/number.hpp"

namespace kintree::peers {

struct Exact {
  Number number;

  Exact() = default;
  Exact(Number x) : number(x) {}
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  Exact(T x)
      : number(Number::arithmetic == nullptr ? Number() : Number(static_cast<double>(x))) {
  }  // there are static ones

  friend Exact operator+(const Exact& a, const Exact& b) { return a.number + b.number; }
  friend Exact operator-(const Exact& a, const Exact& b) { return a.number - b.number; }
  friend Exact operator*(const Exact& a, const Exact& b) { return a.number * b.number; }
  friend Exact operator/(const Exact& a, const Exact& b) { return a.number / b.number; }
  friend Exact operator-(const Exact& a) { return -a.number; }
  Exact& operator+=(const Exact& b) { return *this = *this + b; }
  Exact& operator-=(const Exact& b) { return *this = *this - b; }
  Exact& operator*=(const Exact& b) { return *this = *this * b; }
  Exact& operator/=(const Exact& b) { return *this = *this / b; }

  friend bool operator<(const Exact& a, const Exact& b) {
    return is_positive(b.number - a.number) && !is_positive(a.number - b.number);
  }
  friend bool operator>(const Exact& a, const Exact& b) { return b < a; }
  friend bool operator==(const Exact& a, const Exact& b) {
    return !is_positive(a.number - b.number) && !is_positive(b.number - a.number);
  }
  friend bool operator!=(const Exact& a, const Exact& b) { return !(a == b); }
  friend bool operator<=(const Exact& a, const Exact& b) { return a < b || a == b; }
  friend bool operator>=(const Exact& a, const Exact& b) { return b <= a; }
  /// The number that Pinocchio divides by: the mass, or a least mass if there is none. Pinocchio's own least
  /// mass is a static number, which may be from another arithmetic, so it is not read.
  friend Exact max(const Exact& mass, const Exact& /*least*/) {
    return is_positive(mass.number) ? mass : Exact(std::numeric_limits<double>::epsilon());
  }

  friend Exact sqrt(const Exact& a) { return sqrt(a.number); }
  friend Exact abs(const Exact& a) { return a; }
  friend Exact fabs(const Exact& a) { return a; }
  friend std::ostream& operator<<(std::ostream& out, const Exact&) { return out << "a number"; }
};

}  // namespace kintree::peers

namespace std {
template <>
class numeric_limits<kintree::peers::Exact> : public numeric_limits<double> {
  using Exact = kintree::peers::Exact;

 public:
  static Exact min() { return numeric_limits<double>::min(); }
  static Exact max() { return numeric_limits<double>::max(); }
  static Exact lowest() { return numeric_limits<double>::lowest(); }
  static Exact epsilon() { return numeric_limits<double>::epsilon(); }
  static Exact infinity() { return max(); }
  static Exact quiet_NaN() { return Exact(); }
};
}  // namespace std

namespace Eigen {
template <>
struct NumTraits<kintree::peers::Exact> : GenericNumTraits<kintree::peers::Exact> {
  using Exact = kintree::peers::Exact;
  enum {
    IsInteger = 0,
    IsSigned = 1,
    IsComplex = 0,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 16,
    MulCost = 16
  };
  static Exact epsilon() { return std::numeric_limits<Exact>::epsilon(); }
  static Exact dummy_precision() { return epsilon(); }
  static Exact highest() { return std::numeric_limits<Exact>::max(); }
  static Exact lowest() { return std::numeric_limits<Exact>::lowest(); }
  static int digits10() { return 15; }
};
}  // namespace Eigen

namespace pinocchio {
template <typename S1, typename S2, typename S3>
struct SINCOSAlgo;
template <>
struct SINCOSAlgo<kintree::peers::Exact, kintree::peers::Exact, kintree::peers::Exact> {
  using Exact = kintree::peers::Exact;
  static void run(const Exact& angle, Exact* sine, Exact* cosine) {
    sincos(angle.number, sine->number, cosine->number);
  }
};
}  // namespace pinocchio
