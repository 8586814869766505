#include "suite/support/quantiles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace kintree::suite {
namespace {

/// 5 of the 52 bits of the significand are kept.
constexpr int dropped_bits = 47;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The value in the middle of a bin.
double middle(std::uint64_t bin) {
  const double begin = std::bit_cast<double>(bin << dropped_bits),
               end = std::bit_cast<double>((bin + 1) << dropped_bits);
  return std::isinf(begin) ? begin : std::isfinite(end) ? begin + (end - begin) / 2 : begin;
}

}  // namespace

void Quantiles::add(double value) {
  if (std::isnan(value)) value = infinity;
  const double size = std::max(value, 0.0);
  ++bins_[std::bit_cast<std::uint64_t>(size) >> dropped_bits];
  ++count_;
  largest_ = std::max(largest_, size);
}

double Quantiles::of_rank(double rank) const {
  if (rank < 1) return 0;
  if (rank > static_cast<double>(count_)) return infinity;
  std::uint64_t below = 0;
  for (const auto& [bin, count] : bins_) {
    below += count;
    if (static_cast<double>(below) >= rank) return std::min(middle(bin), largest_);
  }
  return largest_;
}

Quantile Quantiles::at(double p) const {
  const double n = static_cast<double>(count_), width = 1.96 * std::sqrt(n * p * (1 - p));
  return {of_rank(std::ceil(p * n)), of_rank(std::floor(p * n - width)),
          of_rank(std::ceil(p * n + width) + 1)};
}

}  // namespace kintree::suite
