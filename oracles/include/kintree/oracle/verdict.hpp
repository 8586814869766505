// The definition of the verdicts.
#pragma once

#include "kintree/model/finding.hpp"
#include "kintree/model/verdict.hpp"

namespace kintree::oracle {

/// The evidence on one answer.
struct Evidence {
  FieldCheck right = FieldCheck::
      proved;  ///< of the formula, in the field. The judge, which sees digits alone, takes it for right
  bool approximates = false;        ///< the formula is meant to be right in no field
  bool breakdown = false;           ///< a pivot is not positive, so that there is no answer
  bool is_measured = false;         ///< the answer has its size, is finite, and has an error
  bool within_A = false;            ///< the error is within limits::alpha_A times the unavoidable error
  bool within_B = false;            ///< the error is within the backward error bound
  bool half_of_the_digits = false;  ///< the error is within limits::half_of_the_digits
};

/// The table of reference/verdicts.md. Nothing else decides a verdict.
Verdict verdict_of(const Evidence& evidence);

}  // namespace kintree::oracle
