// The checks of a run that failed, other than those of answers.
#pragma once

#include <string>
#include <vector>

#include "data/measurements.hpp"

namespace kintree::report {

/// A check that failed, other than that of an answer.
struct FailedCheck {
  std::string check, place;     ///< its name, and where the pages have it
  std::string plugin, problem;  ///< empty for a claim of a paper
  std::string subject, why;
};

// Why a row is not as it should be; empty if it is. failure(CountedCost) is in counts.hpp.
std::string failure(const ReproducedClaim& claim);
std::string failure(const CostGrowth& growth);
std::string failure(const SmallTreesProof& proof);
std::string failure(const PowerCurve& power);
std::string failure(const FieldPower& power);
std::string failure(const FloatDigits& digits);

/// All rows of the measurements that are not as they should be.
std::vector<FailedCheck> failed_checks(const Measurements& measured);

}  // namespace kintree::report
