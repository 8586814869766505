// Where an algorithm loses digits: in which phase, at which joint, by which operation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// The share of the roundings behind the answer that a phase or a joint has.
struct RoundingShare {
  std::string name;
  double share = 0;  ///< of the sum of magnitudes, 0..1
};

/// An operation through which the error goes, and in which it grows relative to the number that carries it.
struct DigitLoss {
  std::string operation;  ///< "difference"
  double a = 0, b = 0, result = 0;
  double digits = 0;  ///< decimal digits fewer than in the worse of the operands
  std::string phase, joint;
};

/// The origin of the error of one entry of an answer.
struct LossOfDigits {
  std::string entry;                          ///< in words, that contributes most to the answer's error
  double value = 0;                           ///< computed
  double error = 0;                           ///< value minus exact
  double explained = 0;                       ///< the first-order effect of all roundings
  long operations = 0;                        ///< that were traced
  std::vector<RoundingShare> phases, joints;  ///< most first; those above a hundredth
  std::vector<DigitLoss> losses;              ///< most digits first; at most five
};

/// Traces the answer to the problem of this case, rounded to the format and computed in it. Returns nothing
/// if there is no answer. The plugin may not be built for Number, may break down, or the case may be outside
/// its domain or ill-posed.
std::optional<LossOfDigits> loss_of_digits(const Plugin& plugin, Problem problem, const Case& drawn,
                                           Format format = Format::binary64);

/// For readers, several lines.
std::string to_string(const LossOfDigits& loss);

}  // namespace kintree::suite
