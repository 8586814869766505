// The finite field as a number that any C++ template takes, for projects that have their own test suite. An
// algorithm that uses + - * / sqrt sin cos is checked with the cases of `kintree golden --field`: its answers
// are equal to those of the file in every entry, or it is wrong. Only the standard library (C++20) is needed.
// Include this file after Eigen, if there is any.
//
//   kintree::FieldTest test(golden["scale"]);
//   using S = kintree::FieldScalar;
//   Vector<S> tau = inverse_dynamics<S>(...);
//   assert(tau == expected && test.doubt().empty());
//
// Angles are points of the circle, and the scale chooses them. Doubles become numbers of the field exactly,
// as in S(0.5). S("12+34i") reads a number of the file. doubt() tells why the comparison may be inconclusive.
#pragma once

#include <charconv>
#include <limits>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "kintree/model/field.hpp"

namespace kintree {

/// A number of the field as text: "a" or "a+bi".
inline std::string as_text(const Field& x) {
  std::string text = std::to_string(x.real());
  if (x.imaginary() != 0) text += "+" + std::to_string(x.imaginary()) + "i";
  return text;
}

/// Empty if the text is no such number.
inline std::optional<Field> field_element(std::string_view text) {
  const char* const end = text.data() + text.size();
  std::uint64_t a = 0, b = 0;
  auto at = std::from_chars(text.data(), end, a);
  if (at.ec != std::errc{} || a >= Field::p) return {};
  if (at.ptr == end) return Field::of(a);
  if (*at.ptr != '+') return {};
  at = std::from_chars(at.ptr + 1, end, b);
  if (at.ec != std::errc{} || b >= Field::p || at.ptr + 1 != end || *at.ptr != 'i') return {};
  return Field::of(a, b);
}

/// While it exists, sets the point of the field for this thread, and records whether the answer can be
/// compared.
class FieldTest {
 public:
  /// `scale`: that of the file. Throws std::invalid_argument if it is not in 1..p - 1.
  explicit FieldTest(std::string_view scale) : point_(read(scale)), before_(current_) { current_ = this; }
  ~FieldTest() { current_ = before_; }
  FieldTest(const FieldTest&) = delete;
  FieldTest& operator=(const FieldTest&) = delete;

  /// The reason why the comparison may be inconclusive: an answer that is not equal may be right, or an equal
  /// one may be equal by chance. Empty if neither is possible.
  std::string doubt() const {
    if (point_.divided_by_zero()) return "a number was divided by zero";
    if (point_.without_root()) return "a root was taken that the field does not have";
    if (comparisons_ > 0) return std::to_string(comparisons_) + " comparisons of numbers by their size";
    return {};
  }

  /// Numbers other than zero were compared by size.
  static void note_comparison() {
    if (current_ != nullptr) ++current_->comparisons_;
  }

 private:
  static FieldPoint::Scale read(std::string_view text) {
    const std::optional<Field> scale = field_element(text);
    if (!scale || scale->imaginary() != 0 || scale->real() == 0)
      throw std::invalid_argument("no scale of angles: " + std::string(text));
    return {scale->real()};
  }

  static inline thread_local constinit FieldTest* current_ = nullptr;

  FieldPoint point_;
  FieldTest* before_;
  int comparisons_ = 0;
};

/// A Field with the operations that templates written for double need: implicit conversion from numbers, an
/// order, streams and limits. The order is that of the pairs (a, b). Zero is the least, so that a pivot is
/// greater than zero if one can divide by it. A choice by size is always the same one. Results that depend on
/// the order in other ways are counted.
class FieldScalar {
 public:
  FieldScalar() = default;
  template <class T>
  requires std::is_arithmetic_v<T> FieldScalar(T x) : x_(exact(x)) {}  // NOLINT: 2 * x must be possible
  FieldScalar(const Field& x) : x_(x) {}                               // NOLINT
  /// Reads "a" or "a+bi". Throws std::invalid_argument for other texts.
  explicit FieldScalar(std::string_view text) {
    const std::optional<Field> element = field_element(text);
    if (!element) throw std::invalid_argument("no number of the field: " + std::string(text));
    x_ = *element;
  }

  const Field& value() const { return x_; }

  friend FieldScalar operator+(const FieldScalar& x, const FieldScalar& y) { return x.x_ + y.x_; }
  friend FieldScalar operator-(const FieldScalar& x, const FieldScalar& y) { return x.x_ - y.x_; }
  friend FieldScalar operator*(const FieldScalar& x, const FieldScalar& y) { return x.x_ * y.x_; }
  friend FieldScalar operator/(const FieldScalar& x, const FieldScalar& y) { return x.x_ / y.x_; }
  friend FieldScalar operator-(const FieldScalar& x) { return -x.x_; }
  friend FieldScalar operator+(const FieldScalar& x) { return x; }
  FieldScalar& operator+=(const FieldScalar& y) { return *this = *this + y; }
  FieldScalar& operator-=(const FieldScalar& y) { return *this = *this - y; }
  FieldScalar& operator*=(const FieldScalar& y) { return *this = *this * y; }
  FieldScalar& operator/=(const FieldScalar& y) { return *this = *this / y; }

  friend bool operator==(const FieldScalar& x, const FieldScalar& y) { return x.x_ == y.x_; }
  friend bool operator<(const FieldScalar& x, const FieldScalar& y) {
    const bool with_zero = x.x_ == Field() || y.x_ == Field();
    if (!with_zero) FieldTest::note_comparison();
    return x.x_.real() != y.x_.real() ? x.x_.real() < y.x_.real() : x.x_.imaginary() < y.x_.imaginary();
  }
  friend bool operator>(const FieldScalar& x, const FieldScalar& y) { return y < x; }
  friend bool operator<=(const FieldScalar& x, const FieldScalar& y) { return !(y < x); }
  friend bool operator>=(const FieldScalar& x, const FieldScalar& y) { return !(x < y); }

  friend FieldScalar sqrt(const FieldScalar& x) { return sqrt(x.x_); }
  friend FieldScalar sin(const FieldScalar& x) { return sin(x.x_); }
  friend FieldScalar cos(const FieldScalar& x) { return cos(x.x_); }
  friend FieldScalar tan(const FieldScalar& x) { return sin(x.x_) / cos(x.x_); }
  friend void sincos(const FieldScalar& angle, FieldScalar* sine, FieldScalar* cosine) {
    sincos(angle.x_, sine->x_, cosine->x_);
  }
  /// One of x and -x, the same for both.
  friend FieldScalar abs(const FieldScalar& x) {
    const Field minus = -x.x_;
    const std::uint64_t part = x.x_.real() != 0 ? x.x_.real() : x.x_.imaginary();
    return part > (Field::p - 1) / 2 ? minus : x.x_;
  }
  friend FieldScalar fabs(const FieldScalar& x) { return abs(x); }
  friend FieldScalar pow(const FieldScalar& x, int exponent) {
    FieldScalar result = 1;
    for (int k = 0; k < (exponent < 0 ? -exponent : exponent); ++k) result *= x;
    return exponent < 0 ? 1 / result : result;
  }
  friend bool isfinite(const FieldScalar&) { return true; }
  friend bool isnan(const FieldScalar&) { return false; }
  friend bool isinf(const FieldScalar&) { return false; }
  /// True if one can divide by this pivot.
  friend bool is_positive(const FieldScalar& x) { return is_positive(x.x_); }

  friend std::ostream& operator<<(std::ostream& out, const FieldScalar& x) { return out << as_text(x.x_); }

 private:
  template <class T>
  static Field exact(T x) {
    if constexpr (std::is_integral_v<T>) {
      const std::uint64_t size = x < T() ? ~static_cast<std::uint64_t>(x) + 1 : static_cast<std::uint64_t>(x);
      const Field of_size = Field::of(size % Field::p);
      return x < T() ? -of_size : of_size;
    } else {
      return Field(static_cast<double>(x));
    }
  }

  Field x_;
};

}  // namespace kintree

/// No number rounds, so epsilon is zero.
template <>
class std::numeric_limits<kintree::FieldScalar> {
 public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = true,
                        is_bounded = true, is_modulo = true, has_infinity = false, has_quiet_NaN = false,
                        has_signaling_NaN = false, has_denorm_loss = false, is_iec559 = false, traps = false,
                        tinyness_before = false;
  static constexpr std::float_denorm_style has_denorm = std::denorm_absent;
  static constexpr std::float_round_style round_style = std::round_toward_zero;
  static constexpr int digits = 61, digits10 = 18, max_digits10 = 19, radix = 2, min_exponent = 0,
                       min_exponent10 = 0, max_exponent = 0, max_exponent10 = 0;
  static kintree::FieldScalar epsilon() { return 0; }
  static kintree::FieldScalar round_error() { return 0; }
  static kintree::FieldScalar lowest() { return 0; }
  static kintree::FieldScalar min() { return 0; }
  static kintree::FieldScalar max() {
    return kintree::Field::of(kintree::Field::p - 1, kintree::Field::p - 1);
  }
  static kintree::FieldScalar infinity() { return max(); }
  static kintree::FieldScalar quiet_NaN() { return kintree::Field(std::numeric_limits<double>::quiet_NaN()); }
};

#ifdef EIGEN_WORLD_VERSION
namespace Eigen {

template <>
struct NumTraits<kintree::FieldScalar> : GenericNumTraits<kintree::FieldScalar> {
  using Real = kintree::FieldScalar;
  using NonInteger = kintree::FieldScalar;
  using Nested = kintree::FieldScalar;
  using Literal = kintree::FieldScalar;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 2,
    AddCost = 2,
    MulCost = 6
  };
  static Real dummy_precision() { return 0; }
};

}  // namespace Eigen
#endif
