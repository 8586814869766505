#include "suite/timing/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/binomial.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace kintree::suite {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t largest_exact = 20;

double arrangements(std::size_t a, std::size_t b) {
  return boost::math::binomial_coefficient<double>(static_cast<unsigned>(a + b), static_cast<unsigned>(a));
}

/// Returns the number of arrangements of a and b numbers that have each U, from 0 to ab. Recursion over the
/// largest number: either it is of the first sample and adds b, or it is of the second.
std::vector<double> exact_counts(std::size_t a, std::size_t b) {
  // counts[i]: of i numbers of the first sample, and of as many of the second as were added so far.
  std::vector<std::vector<double>> counts(a + 1, std::vector<double>(a * b + 1, 0));
  for (auto& of_i : counts) of_i[0] = 1;
  for (std::size_t j = 1; j <= b; ++j)
    for (std::size_t i = 1; i <= a; ++i)
      for (std::size_t u = a * b + 1; u-- > 0;) counts[i][u] += u >= j ? counts[i - 1][u - j] : 0;
  return counts[a];
}

}  // namespace

double quantile(std::vector<double> x, double p) {
  if (x.empty()) return nan;
  std::sort(x.begin(), x.end());
  const double at = p * static_cast<double>(x.size() - 1), low = std::floor(at);
  const auto k = static_cast<std::size_t>(low);
  return k + 1 < x.size() ? x[k] + (at - low) * (x[k + 1] - x[k]) : x.back();
}

double median(const std::vector<double>& x) {
  return quantile(x, 0.5);
}

double relative_spread(const std::vector<double>& x) {
  return (quantile(x, 0.75) - quantile(x, 0.25)) / median(x);
}

double mean(const std::vector<double>& x) {
  return x.empty() ? nan : std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

double standard_deviation(const std::vector<double>& x) {
  if (x.size() < 2) return nan;
  const double m = mean(x);
  double sum = 0;
  for (const double v : x) sum += (v - m) * (v - m);
  return std::sqrt(sum / static_cast<double>(x.size() - 1));
}

double geometric_mean(const std::vector<double>& x) {
  if (x.empty()) return nan;
  double sum = 0;
  for (const double v : x) sum += std::log(v);
  return std::exp(sum / static_cast<double>(x.size()));
}

RankTest mann_whitney(const std::vector<double>& a, const std::vector<double>& b) {
  RankTest test;
  bool tied = false;
  for (const double x : a)
    for (const double y : b) {
      test.U += x > y ? 1 : x == y ? 0.5 : 0;
      tied |= x == y;
    }
  const auto m = static_cast<double>(a.size()), n = static_cast<double>(b.size());
  const double larger = std::max(test.U, m * n - test.U);
  if (!tied && a.size() <= largest_exact && b.size() <= largest_exact) {
    const std::vector<double> counts = exact_counts(a.size(), b.size());
    const auto from = counts.begin() + static_cast<std::ptrdiff_t>(std::lround(larger));
    const double tail = std::accumulate(from, counts.end(), 0.0);
    test.p = std::min(1.0, 2 * tail / arrangements(a.size(), b.size()));
    return test;
  }
  std::vector<double> all(a);
  all.insert(all.end(), b.begin(), b.end());
  std::sort(all.begin(), all.end());
  double ties = 0;  // the sum of t^3 - t over groups of t equal numbers
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::upper_bound(first, all.end(), *first);
    const auto t = static_cast<double>(last - first);
    ties += t * t * t - t;
    first = last;
  }
  const double N = m + n, variance = m * n / 12 * (N + 1 - ties / (N * (N - 1)));
  if (variance <= 0) return test;  // all are equal
  const double z = (larger - m * n / 2 - 0.5) / std::sqrt(variance);
  test.p = std::min(1.0, 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), z)));
  return test;
}

double smallest_rank_p(std::size_t a, std::size_t b) {
  return std::min(1.0, 2 / arrangements(a, b));
}

std::vector<double> holm(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return p[i] < p[j]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    largest = std::max(largest, std::min(1.0, p[order[k]] * static_cast<double>(p.size() - k)));
    adjusted[order[k]] = largest;
  }
  return adjusted;
}

double performance_profile(const std::vector<double>& ratios, std::size_t problems, double tau) {
  const auto within = std::count_if(ratios.begin(), ratios.end(), [&](double r) { return r <= tau; });
  return problems == 0 ? 0 : static_cast<double>(within) / static_cast<double>(problems);
}

}  // namespace kintree::suite
