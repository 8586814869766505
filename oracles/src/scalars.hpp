// The scalars of the mechanics, beside Real, and what unit roundoff each has.
#pragma once

#include <qd/dd_real.h>

#include "mechanics.hpp"

namespace kintree::oracle {

template <unsigned digits>
using Fixed = boost::multiprecision::number<
    boost::multiprecision::mpfr_float_backend<digits, boost::multiprecision::allocate_stack>,
    boost::multiprecision::et_off>;

/// Of the exact answers, and of the second run that certifies their digits: three words and two. (What fits
/// two words MPFR computes faster.)
using Exact = Fixed<50>;
using Check = Fixed<38>;

template <class T>
T epsilon() {
  return std::numeric_limits<T>::epsilon();
}
template <>
inline dd_real epsilon<dd_real>() {
  return dd_real(0x1p-104);
}
template <>
inline Real epsilon<Real>() {
  return pow(Real(10), -static_cast<int>(Real::default_precision()));
}

}  // namespace kintree::oracle
