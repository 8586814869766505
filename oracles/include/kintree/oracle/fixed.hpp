// MPFR numbers whose precision is part of their type: threads that compute with them share no setting.
#pragma once

#include "kintree/oracle/real.hpp"

// Boost has no operations of its own on MPFR numbers of fixed size, and would copy an operand before each.
// These must be declared before any of them is used.
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

namespace kintree::oracle {

template <unsigned digits>
using Fixed = boost::multiprecision::number<
    boost::multiprecision::mpfr_float_backend<digits, boost::multiprecision::allocate_stack>,
    boost::multiprecision::et_off>;

/// The type of the exact answers, by which answers in double are judged (three words).
using Exact = Fixed<50>;
/// The type of the second computation, which certifies their digits if double-double certifies too few. (MPFR
/// is faster with numbers of two words.)
using Check = Fixed<38>;

}  // namespace kintree::oracle
