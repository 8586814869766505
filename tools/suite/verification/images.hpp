// A case and its transformed form: the exact answers must be each other's images.
#pragma once

#include "kintree/trees/metamorphic.hpp"
#include "suite/verification/examination.hpp"

namespace kintree::suite {

/// Fails the findings about the image of a case where the exact answers are not each other's images: in the field, where
/// they are equal or wrong, if the transformation is exact (of the case's twin), and in digits, to those that are certified
/// or to what the roundings of the image's doubles make of them. A plugin that is equal to the exact answers to both has
/// answers that are each other's images then, without another check.
void relate(Examination& image, const Examination& original, const Case& c, const CaseImage& transformed,
            const Transformation& transformation);

}  // namespace kintree::suite
