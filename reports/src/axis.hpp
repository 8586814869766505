// The logarithmic axis of a plot.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kintree::report {

/// It has a lane below for zero, and a lane above for what is not finite.
class Axis {
 public:
  void include(double value);

  /// After the last include(): widens the range to whole decades, or by `margin` decades at either end.
  void close(std::optional<double> margin = std::nullopt);

  // The rest is asked after close(). Places are decimal logarithms.
  double place(double value) const;
  double from() const { return has_zero_ ? low_ - 2 * lane_ : low_ - lane_ / 4; }
  double to() const { return has_infinite_ ? high_ + 2 * lane_ : high_ + lane_ / 4; }
  double decades() const { return high_ - low_; }

  /// Between the scale and its lanes.
  std::vector<double> edges() const;

  // Tics as gnuplot reads them.
  std::string powers(int most) const;  ///< powers of ten, about `most` of them
  std::string counts() const;          ///< whole numbers

 private:
  std::string with_lanes(std::vector<std::pair<std::string, double>> tics) const;

  double low_ = std::numeric_limits<double>::infinity(), high_ = -std::numeric_limits<double>::infinity();
  double lane_{};
  bool has_zero_ = false, has_infinite_ = false;
};

/// The beginning of a script: the range and tics of x, the grid, and lines at the edges of the lanes.
std::string frame(const Axis& x, const Axis& y, const std::string& x_tics);

}  // namespace kintree::report
