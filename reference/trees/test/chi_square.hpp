#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <cstddef>
#include <map>

namespace kintree {

/// True if the counts are compatible with `outcomes` equally likely outcomes, at significance 1e-6.
template <class Outcome>
bool is_uniform(const std::map<Outcome, int>& counts, std::size_t outcomes, int samples) {
  if (counts.size() != outcomes) return false;
  const double expected = static_cast<double>(samples) / static_cast<double>(outcomes);
  double statistic = 0;
  for (const auto& [outcome, count] : counts) statistic += (count - expected) * (count - expected) / expected;
  const boost::math::chi_squared distribution(static_cast<double>(outcomes - 1));
  return statistic <= quantile(complement(distribution, 1e-6));
}

}  // namespace kintree
