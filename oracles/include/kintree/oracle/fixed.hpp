// MPFR numbers whose precision is part of their type: threads that compute with them share no setting.
#pragma once

#include <cstring>

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

namespace detail {

// A new number is zero, and a copy has the same words: Boost calls MPFR for both, which took a quarter of an oracle's time.
#define KINTREE_FIXED_DIGITS(digits)                                                                \
  template <>                                                                                       \
  inline mpfr_float_imp<digits, allocate_stack>::mpfr_float_imp() {                                 \
    std::memset(m_buffer, 0, sizeof(m_buffer));                                                     \
    mpfr_custom_init_set(m_data, MPFR_ZERO_KIND, 0, digits2, m_buffer);                             \
  }                                                                                                 \
  template <>                                                                                       \
  inline mpfr_float_imp<digits, allocate_stack>& mpfr_float_imp<digits, allocate_stack>::operator=( \
      const mpfr_float_imp& o) {                                                                    \
    m_data[0] = o.m_data[0];                                                                        \
    mpfr_custom_move(m_data, m_buffer);                                                             \
    std::memmove(m_buffer, o.m_buffer, sizeof(m_buffer));                                           \
    return *this;                                                                                   \
  }                                                                                                 \
  template <>                                                                                       \
  inline mpfr_float_imp<digits, allocate_stack>::mpfr_float_imp(const mpfr_float_imp& o) {          \
    *this = o;                                                                                      \
  }
KINTREE_FIXED_DIGITS(38)
KINTREE_FIXED_DIGITS(50)
#undef KINTREE_FIXED_DIGITS

}  // namespace detail

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
