// The scalars in which the mechanics are evaluated, and the unit roundoff of each.
#pragma once

#include <qd/dd_real.h>

#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/interval.hpp"
#include "words.hpp"

namespace kintree::oracle {

/// Boost's numeric_limits of MPFR numbers computes it at its first call, without a lock, and marks it as
/// computed too early.
template <class T>
T epsilon() {
  static const T once = std::numeric_limits<T>::epsilon();
  return once;
}
template <>
inline dd_real epsilon<dd_real>() {
  return dd_real(0x1p-104);
}
template <>
inline Real epsilon<Real>() {
  return pow(Real(10), -static_cast<int>(Real::default_precision()));
}
/// Their bounds hold the rounding errors.
template <>
inline Interval epsilon<Interval>() {
  return Interval(0);
}

}  // namespace kintree::oracle
