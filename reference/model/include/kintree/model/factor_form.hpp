#pragma once

namespace kintree {

/// The form of the factors that a factorization returns. L is lower triangular in both.
enum class FactorForm {
  LtDL,  ///< H = L^T D L
  LDLt,  ///< H = L D L^T
};

}  // namespace kintree
