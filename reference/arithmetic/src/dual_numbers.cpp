#include "kintree/arithmetic/dual_numbers.hpp"

#include <bit>

namespace kintree {

Number DualNumbers::dual(Number value, Number derivative) {
  Number result;
  result.words[0] = std::bit_cast<std::uintptr_t>(&pairs_.emplace_back(Pair{value, derivative}));
  return result;
}

// All bits zero are the number zero, here and in the base.
Number DualNumbers::value(Number dual) {
  return dual.words[0] == 0 ? Number() : std::bit_cast<const Pair*>(dual.words[0])->value;
}
Number DualNumbers::derivative(Number dual) {
  return dual.words[0] == 0 ? Number() : std::bit_cast<const Pair*>(dual.words[0])->derivative;
}

/// The operations. Those of the base are called on the parts x and e.
struct DualNumbers::Table {
  static DualNumbers& of(void* context) { return *static_cast<DualNumbers*>(context); }
  static const Arithmetic& base(void* context) { return of(context).base_; }

  static Number plus(void* c, Number a, Number b) { return base(c).add(base(c).context, a, b); }
  static Number minus(void* c, Number a, Number b) { return base(c).subtract(base(c).context, a, b); }
  static Number times(void* c, Number a, Number b) { return base(c).multiply(base(c).context, a, b); }
  static Number over(void* c, Number a, Number b) { return base(c).divide(base(c).context, a, b); }
  static Number negative(void* c, Number a) { return base(c).negate(base(c).context, a); }

  static Number from_double(void* c, double x) {
    return of(c).dual(base(c).from_double(base(c).context, x), Number());
  }
  static Number add(void* c, Number a, Number b) {
    return of(c).dual(plus(c, value(a), value(b)), plus(c, derivative(a), derivative(b)));
  }
  static Number subtract(void* c, Number a, Number b) {
    return of(c).dual(minus(c, value(a), value(b)), minus(c, derivative(a), derivative(b)));
  }
  static Number multiply(void* c, Number a, Number b) {
    return of(c).dual(times(c, value(a), value(b)),
                      plus(c, times(c, value(a), derivative(b)), times(c, derivative(a), value(b))));
  }
  static Number divide(void* c, Number a, Number b) {
    const Number quotient = over(c, value(a), value(b));
    return of(c).dual(quotient,
                      over(c, minus(c, derivative(a), times(c, quotient, derivative(b))), value(b)));
  }
  static Number negate(void* c, Number a) {
    return of(c).dual(negative(c, value(a)), negative(c, derivative(a)));
  }
  static Number square_root(void* c, Number a) {
    const Number root = base(c).square_root(base(c).context, value(a));
    return of(c).dual(root, over(c, derivative(a), plus(c, root, root)));
  }
  static void sine_and_cosine(void* c, Number angle, Number* sine, Number* cosine) {
    Number s, k;
    base(c).sine_and_cosine(base(c).context, value(angle), &s, &k);
    *sine = of(c).dual(s, times(c, k, derivative(angle)));
    *cosine = of(c).dual(k, negative(c, times(c, s, derivative(angle))));
  }
  static bool is_positive(void* c, Number a) { return base(c).is_positive(base(c).context, value(a)); }
  static std::uint64_t enter_phase(void* c, const char* name) {
    return base(c).enter_phase(base(c).context, name);
  }
  static void return_to_phase(void* c, std::uint64_t phase) {
    base(c).return_to_phase(base(c).context, phase);
  }
};

DualNumbers::DualNumbers(const Arithmetic& base)
    : base_(base),
      arithmetic_{this,
                  Table::from_double,
                  Table::add,
                  Table::subtract,
                  Table::multiply,
                  Table::divide,
                  Table::negate,
                  Table::square_root,
                  Table::sine_and_cosine,
                  Table::is_positive,
                  Table::enter_phase,
                  Table::return_to_phase} {}

}  // namespace kintree
