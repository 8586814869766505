// GF(p^2), p = 2^61 - 1: numbers a + b i with i^2 = -1, a and b modulo p. They have no order and no rounding.
// So two algorithms for the same numbers have equal answers there, entry by entry, or one of them is wrong.
// Two rational functions that differ agree at a random point with probability degree / p at most [Schwartz
// 1980; Zippel 1979]. A double is m 2^e, and is mapped exactly; an angle is a point of the circle s^2 + c^2 =
// 1. At a generic point some doubles are names of parameters instead, and represent numbers drawn from the
// whole field.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace kintree {

class Field;

/// The number that replaces a double, by the bits of the double's absolute value.
using FieldParameters = std::unordered_map<std::uint64_t, Field>;

/// Maps each angle to a point of the circle, chosen by a seed, on this thread while it exists. It also
/// records the operations that have no result. Without a FieldPoint, an angle is always mapped to the same
/// point.
class FieldPoint {
 public:
  /// `parameters`, if given, must outlive it. They replace these doubles, and their negatives, by other
  /// numbers.
  explicit FieldPoint(std::uint64_t seed, const FieldParameters* parameters = nullptr)
      : FieldPoint(Scale{scattered(seed)}, parameters) {}
  /// The factor of angles, 1..p - 1.
  struct Scale {
    std::uint64_t value;
  };
  explicit FieldPoint(Scale scale, const FieldParameters* parameters = nullptr)
      : before_(current_), scale_(scale.value), parameters_(parameters) {
    current_ = this;
  }
  ~FieldPoint() { current_ = before_; }
  FieldPoint(const FieldPoint&) = delete;
  FieldPoint& operator=(const FieldPoint&) = delete;

  /// True if the root of a number of GF(p^2) outside GF(p) was requested: half of those have none.
  bool without_root() const { return without_root_; }
  /// True if a number was divided by zero.
  bool divided_by_zero() const { return divided_by_zero_; }

  /// The scale of this thread.
  static std::uint64_t current_scale() {
    return current_ == nullptr ? 1122334455667788991 : current_->scale_;
  }
  /// Notes that another process at this point needs a root that does not exist.
  static void note_root() {
    if (current_ != nullptr) current_->without_root_ = true;
  }

 private:
  friend class Field;

  /// A number of 1..p - 1 that looks random [splitmix64; Steele, Lea & Flood 2014].
  static constexpr std::uint64_t scattered(std::uint64_t seed) {
    std::uint64_t z = seed + 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return ((z ^ (z >> 31)) >> 4) + 1;
  }

  static inline thread_local constinit FieldPoint* current_ = nullptr;

  FieldPoint* before_;
  std::uint64_t scale_;
  const FieldParameters* parameters_;
  bool without_root_ = false, divided_by_zero_ = false;
};

/// Trivially copyable, 16 bytes; zero is all zeros. A result that does not exist (a reciprocal of zero, a
/// root outside GF(p), a double that is not finite) is one fixed arbitrary number. The FieldPoint notes
/// divisions by zero and missing roots.
class Field {
 public:
  static constexpr std::uint64_t p =
      (std::uint64_t{1} << 61) - 1;  ///< prime, 3 mod 4: -1 has no root in GF(p)

  Field() = default;
  explicit Field(double x) {
    if (!std::isfinite(x)) {
      *this = undefined();
      return;
    }
    const auto bits = std::bit_cast<std::uint64_t>(std::abs(x));
    if (const FieldPoint* point = FieldPoint::current_; point != nullptr && point->parameters_ != nullptr)
      if (const auto named = point->parameters_->find(bits); named != point->parameters_->end()) {
        *this = x < 0 ? -named->second : named->second;
        return;
      }
    const auto biased = static_cast<int>((bits >> 52) & 0x7ff);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    const std::uint64_t mantissa = biased == 0 ? fraction : fraction | (std::uint64_t{1} << 52);
    const int exponent = (biased == 0 ? 1 : biased) - 1075;
    const int turn = (exponent % 61 + 61) % 61;  // 2^61 = 1
    a_ = reduced(static_cast<Wide>(mantissa) << turn);
    if (x < 0) a_ = minus(0, a_);
  }

  /// From its two parts, each less than p.
  static Field of(std::uint64_t a, std::uint64_t b = 0) { return {a, b}; }
  std::uint64_t real() const { return a_; }
  std::uint64_t imaginary() const { return b_; }

  friend bool operator==(const Field& x, const Field& y) { return x.a_ == y.a_ && x.b_ == y.b_; }
  friend Field operator+(const Field& x, const Field& y) { return {plus(x.a_, y.a_), plus(x.b_, y.b_)}; }
  friend Field operator-(const Field& x, const Field& y) { return {minus(x.a_, y.a_), minus(x.b_, y.b_)}; }
  friend Field operator-(const Field& x) { return Field() - x; }
  friend Field operator*(const Field& x, const Field& y) {
    if ((x.b_ | y.b_) == 0) return {times(x.a_, y.a_), 0};
    return {minus(times(x.a_, y.a_), times(x.b_, y.b_)), plus(times(x.a_, y.b_), times(x.b_, y.a_))};
  }
  friend Field operator/(const Field& x, const Field& y) {
    const std::uint64_t squared = plus(times(y.a_, y.a_), times(y.b_, y.b_));
    if (squared == 0) {
      note_division();
      return undefined();
    }
    const std::uint64_t reciprocal = power(squared, p - 2);
    return x * Field(times(y.a_, reciprocal), times(minus(0, y.b_), reciprocal));
  }
  Field& operator+=(const Field& x) { return *this = *this + x; }
  Field& operator-=(const Field& x) { return *this = *this - x; }
  Field& operator*=(const Field& x) { return *this = *this * x; }
  Field& operator/=(const Field& x) { return *this = *this / x; }

  /// A root of every element of GF(p): the one in 1..(p-1)/2, or i times that.
  friend Field sqrt(const Field& x) {
    if (x.b_ != 0) {
      FieldPoint::note_root();
      return undefined();
    }
    const std::uint64_t root = power(x.a_, (p + 1) / 4);
    if (times(root, root) == x.a_) return {lesser(root), 0};
    return {0, lesser(power(minus(0, x.a_), (p + 1) / 4))};
  }

  /// s = 2t / (1 + t^2), c = (1 - t^2) / (1 + t^2), t the angle times the scale of the FieldPoint: odd and even, 0 and 1
  /// at 0. No t has t^2 = -1, since the scale and what is mapped from a double are in GF(p).
  friend void sincos(const Field& angle, Field& sine, Field& cosine) {
    const Field t = Field(FieldPoint::current_scale(), 0) * angle, one(1, 0), d = one / (one + t * t);
    sine = (t + t) * d;
    cosine = (one - t * t) * d;
  }
  friend Field sin(const Field& angle) {
    Field s, c;
    sincos(angle, s, c);
    return s;
  }
  friend Field cos(const Field& angle) {
    Field s, c;
    sincos(angle, s, c);
    return c;
  }

  /// True if one can divide by this pivot. It gives no other information about x.
  friend bool is_positive(const Field& x) { return !(x == Field()); }

 private:
  __extension__ using Wide = unsigned __int128;

  Field(std::uint64_t a, std::uint64_t b) : a_(a), b_(b) {}

  static void note_division() {
    if (FieldPoint::current_ != nullptr) FieldPoint::current_->divided_by_zero_ = true;
  }
  static Field undefined() { return {1234567890123456789, 987654321987654321}; }

  static std::uint64_t reduced(Wide x) {
    const auto sum = static_cast<std::uint64_t>(x & p) + static_cast<std::uint64_t>(x >> 61);
    return sum >= p ? sum - p : sum;
  }
  static std::uint64_t plus(std::uint64_t x, std::uint64_t y) { return x + y >= p ? x + y - p : x + y; }
  static std::uint64_t minus(std::uint64_t x, std::uint64_t y) { return x >= y ? x - y : x + p - y; }
  static std::uint64_t times(std::uint64_t x, std::uint64_t y) { return reduced(static_cast<Wide>(x) * y); }
  static std::uint64_t power(std::uint64_t x, std::uint64_t n) {
    std::uint64_t result = 1;
    for (; n != 0; n >>= 1, x = times(x, x))
      if ((n & 1) != 0) result = times(result, x);
    return result;
  }
  static std::uint64_t lesser(std::uint64_t root) { return root > (p - 1) / 2 ? p - root : root; }

  std::uint64_t a_ = 0, b_ = 0;
};

}  // namespace kintree
