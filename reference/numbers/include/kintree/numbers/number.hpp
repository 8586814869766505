// The third scalar of a plugin, after double and float. It has sixteen bytes, whose meaning and operations
// the suite chooses at run time. Operations are counted, or carried out with many digits, by a plugin that
// was compiled once, and an arithmetic that is written later needs no plugin to be compiled again.
//
// A Number has no comparisons: an algorithm that branches on a value does not compile.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kintree/numbers/scalar.hpp"

namespace kintree {

struct Number;

/// The operations on Numbers, with the context that each is called with. The arithmetic decides what the bits
/// of a Number mean, except that all bits zero are the number zero. Part of the interface between the suite
/// and the plugins: the order of the members is fixed.
struct Arithmetic {
  void* context;
  Number (*from_double)(void* context, double x);
  Number (*add)(void* context, Number a, Number b);
  Number (*subtract)(void* context, Number a, Number b);
  Number (*multiply)(void* context, Number a, Number b);
  Number (*divide)(void* context, Number a, Number b);
  Number (*negate)(void* context, Number a);
  Number (*square_root)(void* context, Number a);
  void (*sine_and_cosine)(void* context, Number angle, Number* sine, Number* cosine);
  bool (*is_positive)(void* context, Number a);
  /// Enters the phase of this name, and returns the one to return to.
  std::uint64_t (*enter_phase)(void* context, const char* name);
  void (*return_to_phase)(void* context, std::uint64_t phase);
};

struct Number {
  std::uint64_t words[2] = {0, 0};

  /// The arithmetic of this thread, which must be set before the first operation. A plugin's library has a
  /// pointer of its own, set by Plugin::compute_in.
  static inline constinit thread_local const Arithmetic* arithmetic = nullptr;

  Number() = default;
  explicit Number(double x) : Number(arithmetic->from_double(arithmetic->context, x)) {}

  friend Number operator+(Number a, Number b) { return arithmetic->add(arithmetic->context, a, b); }
  friend Number operator-(Number a, Number b) { return arithmetic->subtract(arithmetic->context, a, b); }
  friend Number operator*(Number a, Number b) { return arithmetic->multiply(arithmetic->context, a, b); }
  friend Number operator/(Number a, Number b) { return arithmetic->divide(arithmetic->context, a, b); }
  friend Number operator-(Number a) { return arithmetic->negate(arithmetic->context, a); }
  friend Number sqrt(Number a) { return arithmetic->square_root(arithmetic->context, a); }
  friend void sincos(Number angle, Number& sine, Number& cosine) {
    arithmetic->sine_and_cosine(arithmetic->context, angle, &sine, &cosine);
  }
  friend bool is_positive(Number a) { return arithmetic->is_positive(arithmetic->context, a); }
};

static_assert(sizeof(Number) == 16 && std::is_trivially_copyable_v<Number>);

template <>
class Phase<Number> {
 public:
  explicit Phase(const char* name)
      : before_(Number::arithmetic->enter_phase(Number::arithmetic->context, name)) {}
  ~Phase() { Number::arithmetic->return_to_phase(Number::arithmetic->context, before_); }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

 private:
  std::uint64_t before_;
};

}  // namespace kintree
