// Quantiles of a positive quantity, from any number of values in bounded memory.
#pragma once

#include <cstdint>
#include <map>

namespace kintree::suite {

/// A quantile of the distribution that the values were drawn from, between bounds that hold it with 95 % probability.
struct Quantile {
  double value = 0, low = 0, high = 0;
};

/// Counts values by their leading bits: bins of 1/32 of an octave, so that a quantile is known to 3 %. A
/// value that is infinite or NaN counts as larger than all others.
class Quantiles {
 public:
  void add(double value);
  std::uint64_t count() const { return count_; }
  double largest() const { return largest_; }

  /// For p in (0, 1), of at least one value: the middle of the bin of the value of rank ceil(p n), or the
  /// largest value if that is less. The bounds are the values of the ranks p n -+ 1.96 sqrt(n p (1 - p)), by
  /// the normal approximation of the binomial distribution (David & Nagaraja, Order Statistics, 2003, sec.
  /// 7.1). A bound is infinite, or 0, if there is no such rank.
  Quantile at(double p) const;

 private:
  /// The value of that rank, counted from 1.
  double of_rank(double rank) const;

  std::map<std::uint64_t, std::uint64_t> bins_;  ///< counts, by the leading bits
  std::uint64_t count_ = 0;
  double largest_ = 0;
};

}  // namespace kintree::suite
