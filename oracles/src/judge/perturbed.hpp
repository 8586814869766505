// Perturbed inputs, and the inherent uncertainty that they show.
#pragma once

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <vector>

#include "kintree/oracle/limits.hpp"

namespace kintree::oracle {

/// x (1 + delta step), delta uniform in [-1, 1].
template <class T>
class Perturbed {
 public:
  Perturbed(boost::random::mt19937_64& engine, double step) : engine_(engine), step_(step) {}
  T operator()(double x) const {
    const double delta = boost::random::uniform_real_distribution<double>(-1, 1)(engine_);
    return T(x) + T(x * delta * step_);
  }

 private:
  boost::random::mt19937_64& engine_;
  double step_;
};

inline double root_mean_square(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v * v;
  return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

/// The result of samples of perturbed inputs, in the measure of one problem.
struct Sampled {
  double moved = 0;  ///< root mean square of the samples' distances from their centre
  double noise = 0;  ///< error of the centre itself
  double step = 0;   ///< of the perturbations

  /// The inherent uncertainty for roundings of this size.
  double sigma(double u) const { return moved * (u / step); }
  /// True if sigma has two digits, for steps longer than a rounding.
  bool trusted() const {
    return moved <= limits::linear_change && noise <= limits::tolerable_noise * std::max(moved, step);
  }
};

}  // namespace kintree::oracle
