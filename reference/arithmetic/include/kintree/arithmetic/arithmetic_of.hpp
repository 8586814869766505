// Makes the arithmetic of Number out of a type of sixteen bytes that has the operations of a scalar.
#pragma once

#include <bit>

#include "kintree/numbers/number.hpp"

namespace kintree {

/// T is trivially copyable, and T() is all zeros. Other requirements are in numbers/scalar.hpp. If it has
/// phases, they are its static functions enter_phase(name) and return_to_phase(phase).
template <class T>
T read(Number number) {
  return std::bit_cast<T>(number);
}
template <class T>
Number number(const T& x) {
  return std::bit_cast<Number>(x);
}

/// The table of T's operations. It has no context: what T needs beyond its bytes, it finds on its thread.
template <class T>
const Arithmetic& arithmetic_of() {
  static constexpr Arithmetic table{
      .context = nullptr,
      .from_double = [](void*, double x) { return number(T(x)); },
      .add = [](void*, Number a, Number b) { return number(T(read<T>(a) + read<T>(b))); },
      .subtract = [](void*, Number a, Number b) { return number(T(read<T>(a) - read<T>(b))); },
      .multiply = [](void*, Number a, Number b) { return number(T(read<T>(a) * read<T>(b))); },
      .divide = [](void*, Number a, Number b) { return number(T(read<T>(a) / read<T>(b))); },
      .negate = [](void*, Number a) { return number(T(-read<T>(a))); },
      .square_root =
          [](void*, Number a) {
            using std::sqrt;
            return number(T(sqrt(read<T>(a))));
          },
      .sine_and_cosine =
          [](void*, Number angle, Number* sine, Number* cosine) {
            T s, c;
            sincos(read<T>(angle), s, c);
            *sine = number(s);
            *cosine = number(c);
          },
      .is_positive = [](void*, Number a) { return is_positive(read<T>(a)); },
      .enter_phase = [](void*, [[maybe_unused]] const char* name) -> std::uint64_t {
        if constexpr (requires { T::enter_phase(name); })
          return T::enter_phase(name);
        else
          return 0;
      },
      .return_to_phase =
          [](void*, [[maybe_unused]] std::uint64_t phase) {
            if constexpr (requires { T::return_to_phase(phase); }) T::return_to_phase(phase);
          },
  };
  return table;
}

/// Sets the arithmetic of Number on this thread, in the host, while it lives.
class ArithmeticScope {
 public:
  explicit ArithmeticScope(const Arithmetic& arithmetic) : before_(Number::arithmetic) {
    Number::arithmetic = &arithmetic;
  }
  ~ArithmeticScope() { Number::arithmetic = before_; }
  ArithmeticScope(const ArithmeticScope&) = delete;
  ArithmeticScope& operator=(const ArithmeticScope&) = delete;

 private:
  const Arithmetic* before_;
};

}  // namespace kintree
