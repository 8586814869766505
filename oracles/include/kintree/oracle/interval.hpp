// Intervals of MPFR numbers (MPFI): the result of every operation encloses that of any numbers in its
// operands, so that the bounds of a result are a proof. Also the decimals that an interval proves.
#pragma once

#include <boost/multiprecision/mpfi.hpp>
#include <concepts>
#include <string>

#include "kintree/oracle/real.hpp"

// Boost's comparisons throw if intervals overlap, out of functions that must not throw. The following
// functions replace them, and must be declared before the first comparison.
namespace boost::multiprecision::backends {

/// True if it is certain that every number of a exceeds every number of b.
inline bool eval_gt(const mpfi_float_backend<0>& a, const mpfi_float_backend<0>& b) {
  return mpfr_greater_p(a.left_data(), b.right_data()) != 0;
}

/// Throws interval_error where the intervals overlap, unless both are the same single number.
inline bool eval_eq(const mpfi_float_backend<0>& a, const mpfi_float_backend<0>& b) {
  if (eval_gt(a, b) || eval_gt(b, a)) return false;
  if (mpfr_equal_p(a.left_data(), b.right_data()) && mpfr_equal_p(b.left_data(), a.right_data())) return true;
  throw interval_error("intervals overlap: whether their numbers are equal is not decided");
}

/// As eval_eq.
inline bool eval_lt(const mpfi_float_backend<0>& a, const mpfi_float_backend<0>& b) {
  return !eval_eq(a, b) && eval_gt(b, a);
}

}  // namespace boost::multiprecision::backends

namespace kintree::oracle {

/// An interval whose precision is chosen at run time, one for the whole process (Precision<Interval>). One
/// thread at a time may use it.
using Interval = boost::multiprecision::number<boost::multiprecision::mpfi_float_backend<0>,
                                               boost::multiprecision::et_off>;

/// The middle, rounded to the interval's precision.
Real midpoint(const Interval& x);

/// True if a decimal number is within one unit of its last digit of every number in x. The last digit of
/// "0e-7" is that of 1e-7.
bool proves(const Interval& x, const std::string& decimal);

/// The middle as a decimal with `digits` significant digits (at least 1), or with as many of them as x
/// proves. It is "0" if x is the number 0. It is "0e-7" if 0 is in x and the numbers of x are of magnitude
/// 1e-7 at most. Throws std::domain_error if a bound is not finite.
std::string decimal(const Interval& x, int digits);

}  // namespace kintree::oracle

namespace Eigen::internal {

/// Products of matrices of intervals are formed entry by entry. Eigen's product of larger matrices assigns numbers to
/// themselves, which Boost's intervals do not survive.
template <class A, class B>
requires std::same_as<typename A::Scalar, kintree::oracle::Interval>
struct generic_product_impl<A, B, DenseShape, DenseShape, GemmProduct>
    : generic_product_impl<A, B, DenseShape, DenseShape, CoeffBasedProductMode> {
};

}  // namespace Eigen::internal
