// The arithmetic that finds where digits are lost. It computes in double or in float, as an algorithm does.
// It writes every operation on a tape, with its rounding and its derivatives. The first-order error of any
// result is then a sum over roundings, each times its influence on the result. The chain rule, backwards,
// gives these influences. Langlois 2001, "Automatic linear correction of rounding errors", BIT 41(3),
// subtracts that sum.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "kintree/model/format.hpp"
#include "kintree/numbers/number.hpp"

namespace kintree {

/// One operation.
struct TracedOperation {
  enum Kind : std::uint8_t { input, sum, difference, product, quotient, negative, root, sine, cosine };
  Kind kind = input;
  std::uint32_t a = 0, b = 0;  ///< operands, by their place on the tape, or 0
  double value = 0;
  double by_a = 0, by_b = 0;  ///< derivatives of the value
  double rounding = 0;        ///< value minus what the operands give exactly; to first order of its own size
  double error = 0;           ///< of the value, first order, from all roundings up to here
  std::int32_t body = 0;      ///< the body whose joint it belongs to (see Trace), or 0
  std::uint16_t phase = 0;    ///< in phases()
  bool own = true;            ///< made of parameters of that body alone
};

class Trace {
 public:
  /// `bodies`: the body to which a parameter of the case belongs, by the bits of the double without its sign.
  /// An operation belongs to the body whose own parameters enter into it. If there is none, it belongs to the
  /// body of the operand that was computed last: in a sweep over the joints, the current joint.
  explicit Trace(Format format, std::unordered_map<std::uint64_t, int> bodies = {});
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  const Arithmetic& arithmetic() const { return arithmetic_; }

  /// The operation that made a number; for zero, which no operation made, an input of value 0.
  const TracedOperation& operation(Number x) const { return tape_[index(x)]; }
  /// The place of the number on the tape.
  static std::uint32_t index(Number x) { return static_cast<std::uint32_t>(x.words[0]); }
  /// All operations, in the order of their execution; the first one is for zero.
  const std::vector<TracedOperation>& tape() const { return tape_; }
  /// Names, in the order in which they were first entered; the first is empty.
  const std::vector<std::string>& phases() const { return phases_; }

  /// By place on the tape: how much the result moves with the operation's value. The result's error is the sum of
  /// influence times rounding.
  std::vector<double> influence(Number result) const;

 private:
  struct Table;
  Number made(TracedOperation operation);

  Format format_;
  std::unordered_map<std::uint64_t, int> bodies_;
  std::vector<TracedOperation> tape_{{}};
  std::vector<std::string> phases_{""};
  std::uint16_t phase_ = 0;
  Arithmetic arithmetic_;
};

}  // namespace kintree
