#pragma once

#include <vector>

#include "kintree/report/float_digits.hpp"
#include "suite/cases/request.hpp"

namespace kintree::suite {

struct FloatDigitsChoice {
  PluginChoice plugins;
  int states = 5;   ///< of each tree and robot of testdata/
  int trees = 210;  ///< random trees, all families together
  int threads = 1;
};

/// Returns rows by tree, problem and plugin, then by random trees with the condition of their mass matrices,
/// problem and plugin.
std::vector<report::FloatDigits> float_digits(const FloatDigitsChoice& choice);

}  // namespace kintree::suite
