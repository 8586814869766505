// Lets Eigen's factorizations without pivoting (LLT, SimplicialLLT, SimplicialLDLT) compute in Number. They
// compare a pivot with zero, and the triangular solvers compare numbers with zero to skip them. A Number only
// has is_positive(). The comparisons here are therefore no order, and no other code should include this file.
#pragma once

#include <Eigen/Core>

#include "kintree/numbers/number.hpp"

namespace kintree {

inline Number& operator+=(Number& a, Number b) {
  return a = a + b;
}
inline Number& operator-=(Number& a, Number b) {
  return a = a - b;
}
inline Number& operator*=(Number& a, Number b) {
  return a = a * b;
}
inline Number& operator/=(Number& a, Number b) {
  return a = a / b;
}

/// Compares a pivot with zero; the second argument is ignored.
inline bool operator<=(Number pivot, Number /*zero*/) {
  return !is_positive(pivot);
}
/// Compares any number with zero; the second argument is ignored.
inline bool operator==(Number x, Number /*zero*/) {
  return !is_positive(x) && !is_positive(-x);
}

}  // namespace kintree

namespace Eigen {

template <>
struct NumTraits<kintree::Number> : GenericNumTraits<kintree::Number> {
  enum {
    IsInteger = 0,
    IsSigned = 1,
    IsComplex = 0,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 16,
    MulCost = 16
  };
};

}  // namespace Eigen
