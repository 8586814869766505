// A case and its transformed form: their answers must be each other's images.
#pragma once

#include "examination.hpp"
#include "kintree/trees/metamorphic.hpp"

namespace kintree::suite {

/// Fails the findings about the image of a case where the answers are not each other's images. The exact ones are
/// compared in digits: to those that are certified where the image's doubles are exact, else to what their roundings
/// make of them. A plugin's are compared in the field, where they are equal or wrong, if the transformation is exact:
/// the case's twin is transformed. Nothing is held against the image where the plugin was wrong in the first place.
void relate(Examination& image, const Examination& original, const Case& c, const CaseImage& transformed,
            const Transformation& transformation);

}  // namespace kintree::suite
