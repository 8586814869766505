// Statistics of times that were measured.
#pragma once

#include <vector>

namespace kintree::suite {

/// The quantile of the order statistics, linear in between [Hyndman & Fan 1996, type 7]. NaN of nothing; p in [0, 1].
double quantile(std::vector<double> x, double p);
double median(const std::vector<double>& x);
/// The distance between the quartiles, relative to the median.
double relative_spread(const std::vector<double>& x);
double mean(const std::vector<double>& x);
/// The standard deviation of a sample; NaN if it has fewer than two numbers.
double standard_deviation(const std::vector<double>& x);
/// The geometric mean of positive numbers; NaN if there are none.
double geometric_mean(const std::vector<double>& x);

/// The two-sided test of Mann and Whitney that both samples come from one distribution.
struct RankTest {
  double U = 0;  ///< pairs in which the first is larger; ties count half
  double p = 1;
};
/// Exact if there are no ties and no sample has more than 20 numbers [Mann & Whitney 1947, recurrence].
/// Otherwise by the normal approximation, corrected for ties and for continuity [Conover, Practical
/// Nonparametric Statistics, 1999, sec. 5.1]. Neither sample may be empty.
RankTest mann_whitney(const std::vector<double>& a, const std::vector<double>& b);
/// The smallest p that samples of these sizes can have.
double smallest_rank_p(std::size_t a, std::size_t b);

/// p for each of many tests, so that the chance of one false alarm among all stays below the level [Holm 1979].
std::vector<double> holm(const std::vector<double>& p);

/// The share of `problems` whose ratio is tau or less. A failed problem has no ratio, and counts as infinite
/// [Dolan & More 2002, eq. (2.1)].
double performance_profile(const std::vector<double>& ratios, std::size_t problems, double tau);

}  // namespace kintree::suite
