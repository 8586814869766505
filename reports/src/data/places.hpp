// Values on an axis, in bounded memory however many there are.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace kintree::report {

/// Places on an axis, for their quantiles to the 1000th part of a decade.
class Places {
 public:
  void add(double place) {
    ++counts_[std::lround(place * steps)];
    ++size_;
  }
  /// 0: the least; 1: the largest. There must be one place at least.
  double quantile(double share) const {
    const auto rank = std::min(size_ - 1, static_cast<std::int64_t>(share * static_cast<double>(size_)));
    std::int64_t below = 0;
    for (const auto& [step, count] : counts_)
      if ((below += count) > rank) return static_cast<double>(step) / steps;
    return 0;
  }
  double median() const { return quantile(0.5); }

 private:
  static constexpr double steps = 1000;
  std::map<long, std::int64_t> counts_;
  std::int64_t size_ = 0;
};

}  // namespace kintree::report
