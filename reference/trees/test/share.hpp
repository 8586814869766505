#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/model/model.hpp"

namespace kintree {

/// Checks that `count` of `total` independent draws, each with the probability p, is within 6 standard
/// deviations of its expectation.
inline void check_share(int count, int total, double p, std::string_view what) {
  BOOST_TEST(std::abs(count - total * p) < 6 * std::sqrt(total * p * (1 - p)),
             what << ": " << count << " of " << total << " where " << total * p << " are expected");
}

/// Two trees have the same shape if and only if these agree.
inline std::string shape_of(const std::vector<int>& parent, int node = 0) {
  std::vector<std::string> below;
  for (std::size_t i = 1; i < parent.size(); ++i)
    if (parent[i] == node) below.push_back(shape_of(parent, static_cast<int>(i)));
  std::sort(below.begin(), below.end());
  return std::accumulate(below.begin(), below.end(), std::string("(")) + ")";
}

inline double length(const Triple& x) {
  return std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

}  // namespace kintree
