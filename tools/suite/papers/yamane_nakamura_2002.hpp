// Yamane & Nakamura 2002, in parts: what is not a cost.
#pragma once

#include "suite/papers/reproduce.hpp"

namespace kintree::suite {

/// Figs. 4 and 5: motions of chains of 30 degrees of freedom.
PaperMeasurements yamane_nakamura_simulations();

}  // namespace kintree::suite
