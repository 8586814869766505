// A case and its transformed form: the exact answers must be each other's images.
#pragma once

#include "kintree/trees/metamorphic.hpp"
#include "suite/verification/examination.hpp"

namespace kintree::suite {

/// Fails the records about the image of a case if the exact answers are not each other's images. If the
/// transformation is exact for the case's twin, the answers are compared in the field, where they are equal
/// or wrong. They are also compared in digits: to the certified digits if the transformation is exact, else
/// to the accuracy that the roundings of the image's doubles allow. If a plugin is equal to both exact
/// answers, its own answers are then each other's images without another check. `proof` is that of the case
/// itself; `original` may be the examination of another case (CaseImage::from).
void relate(Examination& image, const Examination& original, const Proof& proof, const CaseImage& transformed,
            const Transformation& transformation);

}  // namespace kintree::suite
