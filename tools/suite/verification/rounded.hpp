#pragma once

#include "kintree/model/format.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// The case with every number rounded to the format, so that its inputs are exact there. The diagonals of
/// inertia tensors are raised by 8 u max|I_ij| first, so that a body that can exist can still exist. Rounding
/// the six numbers moves eigenvalues of I by at most 3 u max|I_ij|, and those of tr(I) 1 - 2 I by at most 7
/// (validate.hpp). Zero stays zero.
Case rounded(const Case& c, Format format);

}  // namespace kintree::suite
