// Right answers that lost digits: their formula is right.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "kintree/model/format.hpp"
#include "kintree/oracle/limits.hpp"
#include "suite/vectors/mistakes.hpp"

namespace kintree::suite::mistakes {
namespace {

using oracle::limits::u_double;
constexpr double u_single = unit_roundoff(Format::binary32);

/// A rounding of numbers, and the largest change that it makes.
struct Rounding {
  std::string name, description;
  double (*rounded)(double x, int digits);
  double (*most)(double x, int digits);
  int digits;
};

double unit(double x, int digits) {
  return x == 0 ? 0 : std::pow(10.0, std::floor(std::log10(std::abs(x))) + 1 - digits);
}

/// To single precision, to significant digits, to places after the point.
std::vector<Rounding> all_roundings() {
  std::vector<Rounding> list{{"single_precision", "the answers are rounded to single precision",
                              [](double x, int) { return double{static_cast<float>(x)}; },
                              [](double x, int) { return u_single * std::abs(x); }, 0}};
  for (int digits = 1; digits <= 14; ++digits)
    list.push_back({"few_digits", fmt::format("the answers are printed with {} significant digits", digits),
                    [](double x, int k) { return std::stod(fmt::format("{:.{}e}", x, k - 1)); },
                    [](double x, int k) { return unit(x, k) / 2; }, digits});
  for (int places = 0; places <= 14; ++places)
    list.push_back({"few_places",
                    fmt::format("the answers are printed with {} places after the point", places),
                    [](double x, int k) { return std::stod(fmt::format("{:.{}f}", x, k)); },
                    [](double, int k) { return std::pow(10.0, -k) / 2; }, places});
  return list;
}

/// Returns whether every entry is such a number, and the one that the exact entry, or one as near as is right, is rounded to.
bool explains(const Rounding& rounding, const Observation& o) {
  const Values allowed = o.allowed(o.exact, o.tolerance);
  for (Eigen::Index i = 0; i < o.exact.rows(); ++i)
    for (Eigen::Index k = 0; k < o.exact.cols(); ++k) {
      const double x = o.answered(i, k);
      if (!(rounding.rounded(x, rounding.digits) == x)) return false;
      const double most = rounding.most(std::max(std::abs(x), std::abs(o.exact(i, k))), rounding.digits);
      if (!(std::abs(x - o.exact(i, k)) <= most + allowed(i, k))) return false;
    }
  return true;
}

/// Returns whether x is a number of single precision, or one as it is printed: nine digits tell any two apart.
bool is_single(double x) {
  return double{static_cast<float>(x)} == x || std::stod(fmt::format("{:.8e}", x)) == x;
}

/// Returns whether the answers are numbers of single precision, and as right as it allows: every tolerance is proportional to the unit
/// roundoff, and half of the digits are right.
bool are_in_single_precision(const std::vector<Observation>& observations) {
  return std::all_of(observations.begin(), observations.end(), [](const Observation& o) {
    const double half = oracle::limits::half_of_the_digits(u_single) * o.exact.cwiseAbs().maxCoeff();
    const Values allowed = (u_single / u_double * o.allowed(o.exact, o.tolerance)).cwiseMin(half);
    return ((o.answered - o.exact).cwiseAbs().array() <= allowed.array()).all() &&
           o.answered.unaryExpr([](double x) { return is_single(x) ? 1.0 : 0.0; }).minCoeff() == 1.0;
  });
}

}  // namespace

std::vector<FittedMistake> roundings(const std::vector<Observation>& observations) {
  const bool are_answered = std::all_of(observations.begin(), observations.end(), [](const Observation& o) {
    return o.answered.rows() == o.exact.rows() && o.answered.cols() == o.exact.cols();
  });
  if (!are_answered) return {};
  for (const Rounding& rounding : all_roundings())
    if (std::all_of(observations.begin(), observations.end(),
                    [&](const Observation& o) { return explains(rounding, o); }))
      return {{rounding.name, rounding.description + "; the formula is right"}};
  if (are_in_single_precision(observations))
    return {{"single_precision", "the answers are computed in single precision; the formula is right"}};
  return {};
}

}  // namespace kintree::suite::mistakes
