// A scalar that bounds the degrees of a formula. Two formulas that differ agree at a random point with
// probability d / |S| at most, d being the degree of the numerator of their difference and S the set from
// which each parameter is drawn [Schwartz 1980; Zippel 1979]. Each number carries a bound of its degree. It
// also carries the factors that it was divided by, so that they cancel: P a_1^e_1 a_2^e_2 ... Only the degree
// of the polynomial P is known.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kintree {

/// The factors that the numbers of this thread have in common, while the scope exists. It also lists the
/// doubles that are parameters; all others are constants. Without a scope every double is a constant, and
/// nothing is divided.
class DegreeScope {
 public:
  /// A parameter is a quotient of two polynomials of these degrees in the drawn numbers.
  struct Quotient {
    double numerator = 1, denominator = 0;
  };
  /// By the bits of the double's absolute value.
  using Parameters = std::unordered_map<std::uint64_t, Quotient>;

  explicit DegreeScope(Parameters parameters);
  ~DegreeScope();
  DegreeScope(const DegreeScope&) = delete;
  DegreeScope& operator=(const DegreeScope&) = delete;

  /// Roots taken so far.
  int roots() const { return roots_; }
  /// True if the factors take too much memory: every degree from here on is infinite.
  bool is_full() const { return is_full_; }

  // The members that Degree needs.

  static DegreeScope* current() { return current_; }
  /// Exponents other than zero, by factor, in rising order.
  using Product = std::vector<std::pair<std::uint32_t, std::int32_t>>;

  /// The use of a number as a factor.
  enum class Use : std::uint32_t { divisor, angle, denominator };

  const Parameters& parameters() const { return parameters_; }
  const Product& product(std::uint32_t name) const { return *products_[name]; }
  std::uint32_t name_of(Product product);
  /// The factor of the number with this serial; the same one at each call.
  std::uint32_t factor_of(std::uint32_t serial, Use use, double degree);
  double degree_of(std::uint32_t factor) const { return factors_[factor]; }
  double degree_of(const Product& product) const;
  /// The serial of a parameter; the same one at each call.
  std::uint32_t& serial_of(double x);
  std::uint32_t next_serial() { return ++serial_; }
  void count_root() { ++roots_; }

 private:
  static inline thread_local constinit DegreeScope* current_ = nullptr;

  DegreeScope* before_;
  Parameters parameters_;
  std::unordered_map<std::uint64_t, std::uint32_t> serial_of_parameter_;
  std::vector<double> factors_;  // their degrees
  std::map<std::pair<std::uint32_t, Use>, std::uint32_t> factor_of_;
  std::map<Product, std::uint32_t> names_;
  std::vector<const Product*> products_;
  std::uint32_t serial_ = 0;
  std::size_t stored_ = 0;
  int roots_ = 0;
  bool is_full_ = false;
};

/// Trivially copyable, 16 bytes; the number zero is all zeros. All but constants need a DegreeScope.
class Degree {
 public:
  Degree() = default;
  explicit Degree(double x);

  /// The degree of P: that of the numerator, without factors that were divided by and so are not zero. 0 for
  /// the number zero.
  double numerator() const { return size_ == 0 ? 0 : size_ - 1; }

  friend Degree operator+(const Degree& x, const Degree& y);
  friend Degree operator-(const Degree& x, const Degree& y) {
    return x.serial_ != 0 && x.serial_ == y.serial_ ? Degree() : x + y;
  }
  friend Degree operator-(const Degree& x);
  friend Degree operator*(const Degree& x, const Degree& y);
  friend Degree operator/(const Degree& x, const Degree& y);
  Degree& operator+=(const Degree& x) { return *this = *this + x; }
  Degree& operator-=(const Degree& x) { return *this = *this - x; }
  Degree& operator*=(const Degree& x) { return *this = *this * x; }
  Degree& operator/=(const Degree& x) { return *this = *this / x; }

  /// Half the degree. If x is a square, that is the degree of the root. Otherwise the root is no polynomial.
  /// For a formula with k such roots, the product of its 2^k conjugates is a polynomial with 2^k times its
  /// degree.
  friend Degree sqrt(const Degree& x);
  /// 2t / (1 + t^2) and (1 - t^2) / (1 + t^2), the angle being t but for a constant.
  friend void sincos(const Degree& angle, Degree& sine, Degree& cosine);
  friend Degree sin(const Degree& angle) {
    Degree s, c;
    sincos(angle, s, c);
    return s;
  }
  friend Degree cos(const Degree& angle) {
    Degree s, c;
    sincos(angle, s, c);
    return c;
  }
  friend bool operator==(const Degree& x, const Degree& y) = default;
  friend bool is_positive(const Degree& x) { return x.size_ != 0; }

 private:
  Degree(double degree, std::uint32_t product);

  double size_ = 0;  ///< degree of P + 1; 0 of the number zero
  std::uint32_t product_ = 0;
  std::uint32_t serial_ = 0;  ///< equal numbers have equal ones, if they are copies
};

}  // namespace kintree
