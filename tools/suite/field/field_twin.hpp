// The case that stands for another one in the finite field.
#pragma once

#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// The same case, but with axes of rational length, so that their unit vectors are in the field, and with angles of fixed
/// frames that stand for nothing special: a quarter turn in double is none in the field, and what a plugin plans by size
/// for axes that are parallel but for a rounding is not exact. Zeros and coordinate axes stay, parallel axes stay
/// parallel, and all other numbers are the case's own. A pure function of its argument.
Case field_twin(const Case& c);

/// A vector of three whole numbers, of less than 50 bits, whose length is a whole number too and whose direction is that of
/// `axis` but for some 2^-23 [Pythagorean quadruples: m^2 + n^2 - p^2 - q^2, 2 (mq + np), 2 (nq - mp) with n = 0]. So the
/// root that the field chooses for the length is the length itself and not its negative. Opposite axes have opposite ones;
/// a coordinate axis is the unit vector.
Triple rational_axis(const Triple& axis);

}  // namespace kintree::suite
