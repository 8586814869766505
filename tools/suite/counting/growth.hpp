// The growth of costs, and the trees on which one size grows while the others do not change.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kintree/report/counts.hpp"
#include "kintree/trees/case.hpp"
#include "suite/cases/request.hpp"
#include "suite/counting/cost.hpp"

namespace kintree::suite {

/// A tree of these parents (from index 1 on) with random geometry, inertia and state. `joints`: by body, the
/// last of them for the rest.
Case tree(const std::vector<int>& parent, const std::vector<JointKind>& joints, std::uint64_t seed = 1,
          const std::vector<int>& end_effectors = {});
std::vector<int> chain_parents(int bodies);

/// The exponent k of y = c x^k and the half width of its 95 % confidence interval.
struct Exponent {
  double k = 0, half_width = 0;

  std::string text() const;
};
/// Through the points, by least squares of the logarithms; Student's t.
Exponent fit_exponent(std::span<const double> x, std::span<const double> y);
/// Fits the part of y that grows with x: the slopes between neighbouring points, times x. A constant part
/// does not count. If y does not grow, or if it falls, k is 0.
Exponent growth(std::span<const double> x, std::span<const double> y);

/// Returns every exponent that the claim states. Orders are whole numbers: an exponent agrees if it rounds to
/// the claim, and is lower, or higher, if it does not. There is none if one of the trees has no count. It is fitted to the
/// five largest trees. After five, one that would take more than 10^9 operations by the claim is left out.
std::vector<report::CostGrowth> cost_growth(const Plugin& plugin, const Claim& claim,
                                            const CountRun& count = count_checked);

/// The growth for all requested plugins and problems.
std::vector<report::CostGrowth> cost_growth(const Request& requested, int threads = 1,
                                            const CountRun& count = count_checked);

}  // namespace kintree::suite
