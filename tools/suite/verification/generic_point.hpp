// A point of the field at which every parameter of a case is drawn from the whole field.
#pragma once

#include "kintree/model/degree.hpp"
#include "kintree/model/field.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// The values that the doubles of a case represent. Each double is the name of a parameter. An axis has a
/// length in the field, and so has (1, pitch). The axis is m^2 + n^2 - p^2 - q^2, 2 (mq + np), 2 (nq - mp)
/// times a factor, and the pitch is 2t / (1 - t^2). The numbers m, n, p, q, the factor and t are drawn.
struct GenericPoint {
  FieldParameters values;
  DegreeScope::Parameters degrees;

  /// Each parameter is drawn from at least so many numbers. The factor of an axis is drawn from those that
  /// make its length the lesser of two roots.
  static constexpr std::uint64_t values_of_a_parameter = (Field::p - 1) / 2;
};

/// A pure function of its arguments. No two parameters may be the same double, up to sign, and none 0, 1/2, 1 or 2.
GenericPoint generic_point(const Case& c, std::uint64_t seed);

}  // namespace kintree::suite
