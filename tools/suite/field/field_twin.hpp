// The case that represents another one in the finite field.
#pragma once

#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// Returns the same case with two changes. Axes have a rational length, so that their unit vectors are in the
/// field. Angles of fixed frames are replaced by other ones. A quarter turn in double is not a quarter turn
/// in the field, and a plugin that treats axes as parallel if they are so within a rounding is not exact
/// there. Zeros and coordinate axes stay, parallel axes stay parallel, and all other numbers are the case's
/// own. A pure function of its argument.
Case field_twin(const Case& c);

/// Returns a vector of three whole numbers, of less than 50 bits. Its length is a whole number too, and its
/// direction is that of `axis` but for some 2^-23 [Pythagorean quadruples: m^2 + n^2 - p^2 - q^2, 2 (mq +
/// np), 2 (nq - mp) with n = 0]. So the root that the field chooses for the length is the length itself and
/// not its negative. Opposite axes have opposite vectors, and a coordinate axis is the unit vector.
Triple rational_axis(const Triple& axis);

}  // namespace kintree::suite
