// The scalars of the mechanics, beside Real, and what unit roundoff each has.
#pragma once

#include <qd/dd_real.h>

// Boost has no operations of its own on MPFR numbers of fixed size, and would copy an operand before each.
// Declared before any use of them.
#include <boost/multiprecision/mpfr.hpp>

namespace boost::multiprecision::backends {

template <unsigned digits>
using OnStack = mpfr_float_backend<digits, allocate_stack>;

template <unsigned digits>
void eval_add(OnStack<digits>& sum, const OnStack<digits>& a, const OnStack<digits>& b) {
  mpfr_add(sum.data(), a.data(), b.data(), MPFR_RNDN);
}
template <unsigned digits>
void eval_subtract(OnStack<digits>& difference, const OnStack<digits>& a, const OnStack<digits>& b) {
  mpfr_sub(difference.data(), a.data(), b.data(), MPFR_RNDN);
}
template <unsigned digits>
void eval_multiply(OnStack<digits>& product, const OnStack<digits>& a, const OnStack<digits>& b) {
  mpfr_mul(product.data(), a.data(), b.data(), MPFR_RNDN);
}
template <unsigned digits>
void eval_divide(OnStack<digits>& quotient, const OnStack<digits>& a, const OnStack<digits>& b) {
  mpfr_div(quotient.data(), a.data(), b.data(), MPFR_RNDN);
}

}  // namespace boost::multiprecision::backends

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
