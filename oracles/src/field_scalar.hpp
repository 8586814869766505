// The field as a scalar of Eigen's. Before any matrix of its numbers.
#pragma once

#include <Eigen/Core>

#include "kintree/data/field.hpp"

namespace Eigen {

template <>
struct NumTraits<kintree::Field> : GenericNumTraits<kintree::Field> {
  using Real = kintree::Field;
  using NonInteger = kintree::Field;
  using Nested = kintree::Field;
  using Literal = kintree::Field;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 2,
    AddCost = 2,
    MulCost = 6
  };
};

}  // namespace Eigen
