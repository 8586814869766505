// The arithmetic that counts: a double that enters every operation into the tally of its thread, and carries
// the longest chain of operations behind it. One run of an algorithm gives the work T_1, by phase, and the
// critical path T_inf, which is the time on an unlimited number of processors. Like Number it has no
// comparisons.
//
// The host uses Counted itself where it counts a kernel; a plugin counts in Number, whose arithmetic is then
// arithmetic_of<Counted>().
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kintree/model/operations.hpp"
#include "kintree/numbers/scalar.hpp"

namespace kintree {

/// Counts the operations of its thread while it exists. Without such an object nothing is counted and depths
/// stay zero, so that `prepare` is free.
class Counting {
 public:
  /// Operations in a phase whose name is in `free` are not counted and add no depth, since they are not part
  /// of the measured cost.
  explicit Counting(std::vector<std::string> free = {}) : before_(current_), free_(std::move(free)) {
    current_ = this;
    settle(phase_);
  }
  ~Counting() {
    current_ = before_;
    counted_ = nullptr;
    if (current_ != nullptr) current_->settle(current_->phase_);
  }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

  /// The phases, in the order in which they were first entered.
  const std::vector<PhaseCost>& phases() const { return phases_; }
  Operations total() const { return kintree::total(phases_); }

  /// The counts of this thread's current phase; null if nothing is counted at the moment.
  static Operations* counted() { return counted_; }

  /// Enters the phase of this name, on this thread, and returns the one before.
  static std::size_t enter(std::string_view name) { return current_ == nullptr ? 0 : current_->go_to(name); }
  static void return_to(std::size_t phase) {
    if (current_ != nullptr) current_->settle(phase);
  }

 private:
  std::size_t go_to(std::string_view name) {
    const auto found =
        std::find_if(phases_.begin(), phases_.end(), [&](const PhaseCost& p) { return p.phase == name; });
    const std::size_t before = phase_;
    const auto at = static_cast<std::size_t>(found - phases_.begin());
    if (found == phases_.end()) phases_.push_back({std::string(name), {}});
    settle(at);
    return before;
  }
  void settle(std::size_t phase) {
    phase_ = phase;
    PhaseCost& entered = phases_[phase];
    const bool is_free = std::find(free_.begin(), free_.end(), entered.phase) != free_.end();
    counted_ = is_free ? nullptr : &entered.operations;
  }

  static inline thread_local constinit Counting* current_ = nullptr;
  static inline thread_local constinit Operations* counted_ = nullptr;

  Counting* before_;
  std::vector<std::string> free_;
  std::vector<PhaseCost> phases_{{}};
  std::size_t phase_ = 0;
};

struct Counted {
  double value = 0;
  /// Operations on the longest chain behind it; the sine and the cosine of an angle are one operation.
  std::int64_t depth = 0;

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

  static std::size_t enter_phase(std::string_view name) { return Counting::enter(name); }
  static void return_to_phase(std::size_t phase) { Counting::return_to(phase); }

 private:
  static Counted after(double value, std::int64_t depth, std::int64_t Operations::*kind) {
    Counted result(value);
    result.depth = depth;
    if (Operations* counted = Counting::counted()) {
      ++(counted->*kind);
      ++result.depth;
    }
    return result;
  }
};

template <>
class Phase<Counted> {
 public:
  explicit Phase(const char* name) : before_(Counting::enter(name)) {}
  ~Phase() { Counting::return_to(before_); }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

 private:
  std::size_t before_;
};

}  // namespace kintree
