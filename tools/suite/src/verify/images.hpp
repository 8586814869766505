// A case and its transformed form: their answers must be each other's images.
#pragma once

#include "examination.hpp"
#include "kintree/trees/metamorphic.hpp"

namespace kintree::suite {

/// Fails the findings about the image whose answers are not the images of the answers to the original:
///   |P(Tx) - T P(x)| <= limit(Tx) + |T| limit(x) + |O(Tx) - T O(x)|,
/// and those about problems of which the oracle O contradicts itself. Nothing is held against the image where the answer
/// to the original was wrong in the first place, or was not asked for. `exact`: the image's doubles are exact.
void relate(Examination& image, const Examination& original, const std::map<Problem, AnswerMap>& answers,
            bool exact);

}  // namespace kintree::suite
