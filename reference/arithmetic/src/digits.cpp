#include "kintree/arithmetic/digits.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace kintree {

/// A number in the arena: what MPFR knows of it, and its limbs behind that.
struct Digits::Entry {
  __mpfr_struct value;
};

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 18;

/// Doubles are stored exactly, even if fewer digits are requested.
constexpr mpfr_prec_t least_precision = 64;

/// The number of bits that hold this number of decimal digits, and two more.
mpfr_prec_t bits(unsigned digits) {
  return std::max(least_precision, static_cast<mpfr_prec_t>(digits * 1000UL / 301 + 2));
}

/// Zero is a null pointer.
const Digits::Entry* entry(Number number) {
  return std::bit_cast<const Digits::Entry*>(number.words[0]);
}

Number number(const Digits::Entry* entry) {
  Number result;
  result.words[0] = std::bit_cast<std::uintptr_t>(entry);
  return result;
}

/// MPFR's zero, for a Number that is all zeros.
struct Zero {
  mp_limb_t limb = 0;
  __mpfr_struct value;
  Zero() { mpfr_custom_init_set(&value, MPFR_ZERO_KIND, 0, MPFR_PREC_MIN, &limb); }
};

mpfr_srcptr value(Number n) {
  static const Zero zero;
  return n.words[0] == 0 ? &zero.value : &entry(n)->value;
}

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

template <Unary f>
Number unary(void* context, Number a) {
  Digits::Entry* result = static_cast<Digits*>(context)->allocate();
  f(&result->value, value(a), MPFR_RNDN);
  return number(result);
}

template <Binary f>
Number binary(void* context, Number a, Number b) {
  Digits::Entry* result = static_cast<Digits*>(context)->allocate();
  f(&result->value, value(a), value(b), MPFR_RNDN);
  return number(result);
}

Number from_double(void* context, double x) {
  if (std::bit_cast<std::uint64_t>(x) == 0) return {};
  Digits::Entry* result = static_cast<Digits*>(context)->allocate();
  mpfr_set_d(&result->value, x, MPFR_RNDN);
  return number(result);
}

void sine_and_cosine(void* context, Number angle, Number* sine, Number* cosine) {
  Digits::Entry* s = static_cast<Digits*>(context)->allocate();
  Digits::Entry* c = static_cast<Digits*>(context)->allocate();
  mpfr_sin_cos(&s->value, &c->value, value(angle), MPFR_RNDN);
  *sine = number(s);
  *cosine = number(c);
}

bool is_positive(void* /*context*/, Number a) {
  return mpfr_cmp_ui(value(a), 0) > 0;  // false for NaN, which compares as 0
}

}  // namespace

Digits::Digits(unsigned digits, std::size_t limit)
    : digits_(digits),
      precision_(bits(digits)),
      entry_size_((sizeof(Entry) + mpfr_custom_get_size(precision_) + alignof(Entry) - 1) / alignof(Entry) *
                  alignof(Entry)),
      entries_per_block_(std::max<std::size_t>(block_bytes / entry_size_, 1)),
      limit_(limit),
      arithmetic_{.context = this,
                  .from_double = from_double,
                  .add = binary<mpfr_add>,
                  .subtract = binary<mpfr_sub>,
                  .multiply = binary<mpfr_mul>,
                  .divide = binary<mpfr_div>,
                  .negate = unary<mpfr_neg>,
                  .square_root = unary<mpfr_sqrt>,
                  .sine_and_cosine = sine_and_cosine,
                  .is_positive = is_positive,
                  .enter_phase = [](void*, const char*) -> std::uint64_t { return 0; },
                  .return_to_phase = [](void*, std::uint64_t) {}} {}

Digits::~Digits() = default;

Digits::Entry* Digits::allocate() {
  if (next_.bytes == entries_per_block_ * entry_size_) next_ = {next_.block + 1, 0};
  if (next_.block == blocks_.size()) {
    if ((blocks_.size() + 1) * entries_per_block_ * entry_size_ > limit_) throw std::bad_alloc();
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(entries_per_block_ * entry_size_));
  }
  auto* result = reinterpret_cast<Entry*>(blocks_[next_.block].get() + next_.bytes);
  next_.bytes += entry_size_;
  void* limbs = result + 1;
  mpfr_custom_init(limbs, precision_);
  mpfr_custom_init_set(&result->value, MPFR_NAN_KIND, 0, precision_, limbs);
  return result;
}

void Digits::keep() {
  kept_ = next_;
}
void Digits::drop() {
  next_ = kept_;
}

std::size_t Digits::used() const {
  return next_.block * entries_per_block_ * entry_size_ + next_.bytes;
}

double Digits::to_double(Number number) {
  return mpfr_get_d(value(number), MPFR_RNDN);
}

Number Digits::copy(Number other) {
  Entry* result = allocate();
  mpfr_set(&result->value, value(other), MPFR_RNDN);
  return number(result);
}

void Digits::read(Number number, mpfr_t x) {
  mpfr_set(x, value(number), MPFR_RNDN);
}

}  // namespace kintree
