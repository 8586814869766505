#include "kintree/oracle/verdict.hpp"

namespace kintree::oracle {

Verdict verdict_of(const Evidence& e) {
  const bool is_proved = e.right == FieldCheck::proved;
  if (e.right == FieldCheck::wrong) return Verdict::F;
  if (e.breakdown) return is_proved ? Verdict::D : Verdict::F;
  if (!e.is_measured) return Verdict::F;
  if (e.within_A) return Verdict::A;
  if (e.within_B) return Verdict::B;
  // If the formula is not proved, it cannot be distinguished from a wrong one. A plugin may declare that it approximates.
  if (!is_proved && !e.approximates) return Verdict::F;
  return e.half_of_the_digits ? Verdict::C : Verdict::D;
}

}  // namespace kintree::oracle
