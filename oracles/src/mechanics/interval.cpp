#include "kintree/oracle/interval.hpp"

#include <algorithm>
#include <stdexcept>

#include "kintree/oracle/precision.hpp"

namespace kintree::oracle {
namespace {

/// A decimal number, enclosed.
Interval enclosed(const std::string& decimal) {
  Interval x;
  auto& bounds = x.backend().data()[0];
  if (mpfr_set_str(&bounds.left, decimal.c_str(), 10, MPFR_RNDD) != 0 ||
      mpfr_set_str(&bounds.right, decimal.c_str(), 10, MPFR_RNDU) != 0)
    throw std::domain_error("not a decimal number: " + decimal);
  return x;
}

/// The exponent of ten of one unit of the last digit.
long last_place(const std::string& decimal) {
  const std::size_t e = decimal.find('e'), end = std::min(e, decimal.size());
  const std::size_t point = std::min(decimal.find('.'), end);
  const long exponent = e == std::string::npos ? 0 : std::stol(decimal.substr(e + 1));
  return exponent - (point == end ? 0 : static_cast<long>(end - point - 1));
}

}  // namespace

Real midpoint(const Interval& x) {
  Real middle;
  middle.precision(x.precision());
  mpfi_mid(middle.backend().data(), x.backend().data());
  return middle;
}

bool proves(const Interval& x, const std::string& decimal) {
  const Precision<Interval> scope(std::max(x.precision(), static_cast<unsigned>(decimal.size())) + 20);
  const Interval difference = enclosed(decimal) - x,
                 unit = enclosed("1e" + std::to_string(last_place(decimal)));
  Interval distance;
  mpfi_abs(distance.backend().data(), difference.backend().data());
  return mpfr_lessequal_p(distance.backend().right_data(), unit.backend().left_data()) != 0;
}

std::string decimal(const Interval& x, int digits) {
  if (mpfi_bounded_p(x.backend().data()) == 0) throw std::domain_error("an enclosure is not bounded");
  if (mpfi_is_zero(x.backend().data()) != 0) return "0";
  if (mpfi_has_zero(x.backend().data()) == 0) {
    const Real middle = midpoint(x);
    for (int d = digits; d > 0; --d)
      if (std::string text = middle.str(d, std::ios_base::showpoint); proves(x, text)) return text;
  }
  mpfr_srcptr left = x.backend().left_data(), right = x.backend().right_data();
  // 2^e bounds both; 10^k with k = floor(0.301 e) - 1 may be too small, and is raised until it is not.
  const long e = std::max(mpfr_zero_p(left) ? mpfr_get_exp(right) : mpfr_get_exp(left),
                          mpfr_zero_p(right) ? mpfr_get_exp(left) : mpfr_get_exp(right));
  long k = static_cast<long>(static_cast<double>(e) * 0.30103) - 2;
  const auto zero = [&k] { return "0e" + std::to_string(k); };
  while (!proves(x, zero())) ++k;
  return zero();
}

}  // namespace kintree::oracle
