// The scalar that counts: a double that enters every operation into the tally of its thread, and carries the
// longest chain of operations behind it. One run of an algorithm on it gives the work T_1, by phase, and the
// critical path T_inf, the time on processors without limit. It has no comparisons: an algorithm that
// branches on a value does not compile.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kintree/algebra/scalar.hpp"
#include "kintree/data/operations.hpp"

namespace kintree {

/// Counts what its thread does while it lives. Without one nothing is counted, and depths stay zero: what
/// `prepare` does is free. A shared library has tallies of its own: Plugin::start_counting.
class Counting {
 public:
  Counting() : before_(current_) { current_ = this; }
  ~Counting() { current_ = before_; }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

  /// In the order in which they first began.
  const std::vector<PhaseCost>& phases() const { return phases_; }
  Operations total() const { return kintree::total(phases_); }

  static Counting* current() { return current_; }
  Operations& operations() { return phases_[phase_].operations; }

  /// Enters the phase of this name and returns the one before.
  std::size_t enter(std::string_view name) {
    const auto found =
        std::find_if(phases_.begin(), phases_.end(), [&](const PhaseCost& p) { return p.phase == name; });
    const std::size_t before = phase_;
    phase_ = static_cast<std::size_t>(found - phases_.begin());
    if (found == phases_.end()) phases_.push_back({std::string(name), {}});
    return before;
  }
  void return_to(std::size_t phase) { phase_ = phase; }

 private:
  static inline thread_local constinit Counting* current_ = nullptr;

  Counting* before_;
  std::vector<PhaseCost> phases_{{}};
  std::size_t phase_ = 0;
};

struct Counted {
  double value = 0;
  std::int64_t depth =
      0;  ///< operations on the longest chain behind it; the sine and cosine of an angle are one

  Counted() = default;
  explicit Counted(double x) : value(x) {}

  friend Counted operator+(const Counted& a, const Counted& b) {
    return after(a.value + b.value, std::max(a.depth, b.depth), &Operations::additions);
  }
  friend Counted operator-(const Counted& a, const Counted& b) {
    return after(a.value - b.value, std::max(a.depth, b.depth), &Operations::additions);
  }
  friend Counted operator*(const Counted& a, const Counted& b) {
    return after(a.value * b.value, std::max(a.depth, b.depth), &Operations::multiplications);
  }
  friend Counted operator/(const Counted& a, const Counted& b) {
    return after(a.value / b.value, std::max(a.depth, b.depth), &Operations::divisions);
  }
  friend Counted operator-(Counted a) {
    a.value = -a.value;
    return a;
  }
  friend Counted sqrt(const Counted& a) {
    return after(std::sqrt(a.value), a.depth, &Operations::square_roots);
  }
  friend void sincos(const Counted& angle, Counted& sine, Counted& cosine) {
    sine = after(std::sin(angle.value), angle.depth, &Operations::transcendental);
    cosine = sine;
    cosine.value = std::cos(angle.value);
  }
  friend bool is_positive(const Counted& a) { return a.value > 0; }

 private:
  static Counted after(double value, std::int64_t depth, std::int64_t Operations::*kind) {
    Counted result(value);
    if (Counting* counting = Counting::current()) {
      ++(counting->operations().*kind);
      result.depth = depth + 1;
    }
    return result;
  }
};

template <>
class Phase<Counted> {
 public:
  explicit Phase(const char* name) {
    if (Counting* counting = Counting::current()) before_ = counting->enter(name);
  }
  ~Phase() {
    if (Counting* counting = Counting::current()) counting->return_to(before_);
  }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

 private:
  std::size_t before_ = 0;
};

}  // namespace kintree
