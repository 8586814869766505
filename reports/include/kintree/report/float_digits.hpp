// The digits that the algorithms keep in float.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "kintree/report/fields.hpp"

namespace kintree::report {

/// One plugin's answers in float to one problem, of states of one tree, or of random trees whose mass matrices are about
/// equally ill-conditioned. Digits are -log10 of a relative error in the problem's norm, at least 0; of a breakdown 0.
struct FloatDigits {
  std::string tree;  ///< of testdata/, or "random"
  /// log10 of the condition number of H scaled to unit diagonal, rounded down: of a tree that of the median state.
  int decade = 0;
  Problem problem{};
  std::string plugin;
  std::int64_t cases = 0;  ///< that were judged, or broke down
  std::int64_t undetermined =
      0;  ///< others, in which a rounding of float may change every digit of the exact answer
  std::int64_t breakdowns = 0;
  std::int64_t failed = 0;
  // NaN where there are no cases.
  double predicted = std::numeric_limits<double>::quiet_NaN();  ///< digits of the median inherent uncertainty
  double median = std::numeric_limits<double>::quiet_NaN();     ///< digits of the median answer
  double fewest = std::numeric_limits<double>::quiet_NaN();     ///< digits of the worst answer

  friend bool operator==(const FloatDigits&, const FloatDigits&) = default;
};

template <>
struct Fields<FloatDigits> {
  static constexpr std::string_view table = "float_digits";
  static constexpr std::tuple list{KINTREE_FIELDS(FloatDigits, tree, decade, problem, plugin, cases,
                                                  undetermined, breakdowns, failed, predicted, median,
                                                  fewest)};
};

}  // namespace kintree::report
