// Points and values of a plot, in bounded memory however many there are.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kintree::report {

/// Points of one mark. Those that fall into one cell of a grid are drawn once; where there are more than `most`, the
/// grid is made coarser.
class Cloud {
 public:
  Cloud(double cell_x, double cell_y, std::size_t most) : cell_x_(cell_x), cell_y_(cell_y), most_(most) {}

  void add(double x, double y) {
    if (!cells_.insert(cell(x, y)).second) return;
    points_.emplace_back(x, y);
    while (points_.size() > most_) coarsen();
  }
  bool empty() const { return points_.empty(); }

  /// As data of a script, under that name.
  std::string block(const std::string& name) const {
    std::ostringstream text;
    text << "$" << name << " << EOD\n";
    for (const auto& [x, y] : points_) text << x << " " << y << "\n";
    text << "EOD\n";
    return text.str();
  }

 private:
  std::uint64_t cell(double x, double y) const {
    const auto half = [](double place) { return static_cast<std::uint32_t>(std::lround(place)); };
    return std::uint64_t{half(x / cell_x_)} << 32 | half(y / cell_y_);
  }
  void coarsen() {
    cell_x_ *= 1.5;
    cell_y_ *= 1.5;
    cells_.clear();
    std::erase_if(points_, [this](const auto& p) { return !cells_.insert(cell(p.first, p.second)).second; });
  }

  double cell_x_, cell_y_;
  std::size_t most_;
  std::unordered_set<std::uint64_t> cells_;
  std::vector<std::pair<double, double>> points_;
};

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
