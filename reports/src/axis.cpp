#include "axis.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "gnuplot.hpp"
#include "typography.hpp"

namespace kintree::report {

void Axis::include(double value) {
  if (!std::isfinite(value)) {
    has_infinite_ = true;
  } else if (value <= 0) {
    has_zero_ = true;
  } else {
    low_ = std::min(low_, std::log10(value));
    high_ = std::max(high_, std::log10(value));
  }
}

void Axis::close(std::optional<double> margin) {
  if (low_ > high_) low_ = high_ = 0;
  low_ = margin ? low_ - *margin : std::floor(low_);
  high_ = margin ? high_ + *margin : std::ceil(high_);
  if (!(low_ < high_)) high_ += 1;
  lane_ = (high_ - low_) / 14;
}

double Axis::place(double value) const {
  if (!std::isfinite(value)) return high_ + lane_;
  return value <= 0 ? low_ - lane_ : std::log10(value);
}

std::vector<double> Axis::edges() const {
  std::vector<double> edges;
  if (has_zero_) edges.push_back(low_ - lane_ / 2);
  if (has_infinite_) edges.push_back(high_ + lane_ / 2);
  return edges;
}

std::string Axis::powers(int most) const {
  const int first = static_cast<int>(std::ceil(low_)), last = static_cast<int>(std::floor(high_));
  const int step = std::max(1, (last - first + most - 1) / most);
  std::vector<std::pair<std::string, double>> tics;
  for (int e = first; e <= last; ++e)
    if (e % step == 0) tics.emplace_back(power_of_ten(e), e);
  return with_lanes(tics);
}

std::string Axis::counts() const {
  std::vector<std::pair<std::string, double>> tics;
  const bool wide = decades() > 2.2;
  for (double power = 1;; power *= 10)
    for (const int m : {1, 2, 3, 5}) {
      if (m == (wide ? 2 : 3) || (wide && m == 5)) continue;
      const double count = m * power, place = std::log10(count);
      if (!(place <= high_)) return with_lanes(tics);
      if (place >= low_) tics.emplace_back(std::to_string(std::llround(count)), place);
    }
}

std::string Axis::with_lanes(std::vector<std::pair<std::string, double>> tics) const {
  if (has_zero_) tics.emplace_back("0", low_ - lane_);
  if (has_infinite_) tics.emplace_back("∞", high_ + lane_);
  std::ostringstream text;
  for (std::size_t i = 0; i < tics.size(); ++i)
    text << (i == 0 ? "" : ", ") << "'" << tics[i].first << "' " << tics[i].second;
  return "(" + text.str() + ")";
}

std::string frame(const Axis& x, const Axis& y, const std::string& x_tics) {
  std::ostringstream s;
  s << "set border 0\nset tics scale 0\nset xrange [" << x.from() << ":" << x.to() << "]\n"
    << "set xtics " << x_tics << " textcolor " << colour(ink) << "\n"
    << "set grid xtics ytics lt 1 lw 0.6 lc " << colour(faint) << "\n";
  for (const double edge : x.edges())
    s << "set arrow from " << edge << ", graph 0 to " << edge << ", graph 1 nohead lt 1 lw 1 lc "
      << colour(edge_colour) << "\n";
  for (const double edge : y.edges())
    s << "set arrow from graph 0, first " << edge << " to graph 1, first " << edge << " nohead lt 1 lw 1 lc "
      << colour(edge_colour) << "\n";
  return s.str();
}

}  // namespace kintree::report
