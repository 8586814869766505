// The one multiprecision type of the suite: MPFR with a precision chosen at run time, so that one
// instantiation of a template serves every number of digits.
#pragma once

#include <boost/multiprecision/mpfr.hpp>

namespace kintree {

using Multiprecision = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<0>,
                                                     boost::multiprecision::et_off>;

/// Sets the decimal digits of every Multiprecision made while it lives. The setting is one for the whole
/// process: threads that run at the same time must use the same.
class PrecisionScope {
 public:
  explicit PrecisionScope(unsigned digits) : before_(Multiprecision::default_precision()) {
    if (digits != before_) Multiprecision::default_precision(digits);
  }
  ~PrecisionScope() {
    if (before_ != Multiprecision::default_precision()) Multiprecision::default_precision(before_);
  }
  PrecisionScope(const PrecisionScope&) = delete;
  PrecisionScope& operator=(const PrecisionScope&) = delete;

 private:
  unsigned before_;
};

}  // namespace kintree

// Where argument-dependent lookup finds them.
namespace boost::multiprecision {

inline void sincos(const kintree::Multiprecision& x, kintree::Multiprecision& sine,
                   kintree::Multiprecision& cosine) {
  sine = sin(x);
  cosine = cos(x);
}

inline bool is_positive(const kintree::Multiprecision& x) {
  return x > 0;
}

}  // namespace boost::multiprecision
