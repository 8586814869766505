// Lets Eigen's factorizations without pivoting (LLT, SimplicialLLT, SimplicialLDLT) compute in Number. They compare
// a pivot with zero, and the triangular solvers compare numbers with zero to skip them. A Number can only be asked
// whether it is positive: the comparisons here are no order, and no other code should include this.
#pragma once

#include <Eigen/Core>

#include "kintree/algebra/number.hpp"

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

/// Of a pivot and zero.
inline bool operator<=(Number pivot, Number /*zero*/) {
  return !is_positive(pivot);
}
/// Of any number and zero.
inline bool operator==(Number x, Number /*zero*/) {
  return !is_positive(x) && !is_positive(-x);
}

}  // namespace kintree

namespace Eigen {

template <>
struct NumTraits<kintree::Number> : GenericNumTraits<kintree::Number> {
  enum { IsInteger = 0, IsSigned = 1, IsComplex = 0, RequireInitialization = 1, ReadCost = 2, AddCost = 16, MulCost = 16 };
};

}  // namespace Eigen
