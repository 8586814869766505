// The field, and degrees, as scalars of Eigen's. Before any matrix of their numbers.
#pragma once

#include <Eigen/Core>

#include "kintree/model/degree.hpp"
#include "kintree/model/field.hpp"

namespace kintree::oracle {

template <class T>
struct ExactTraits : Eigen::GenericNumTraits<T> {
  using Real = T;
  using NonInteger = T;
  using Nested = T;
  using Literal = T;
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

}  // namespace kintree::oracle

namespace Eigen {

template <>
struct NumTraits<kintree::Field> : kintree::oracle::ExactTraits<kintree::Field> {};
template <>
struct NumTraits<kintree::Degree> : kintree::oracle::ExactTraits<kintree::Degree> {};

}  // namespace Eigen
