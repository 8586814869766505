#pragma once

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string_view>

namespace kintree {

/// Checks that `count` of `total` independent draws, each with the probability p, is within 6 standard
/// deviations of its expectation.
inline void check_share(int count, int total, double p, std::string_view what) {
  BOOST_TEST(std::abs(count - total * p) < 6 * std::sqrt(total * p * (1 - p)),
             what << ": " << count << " of " << total << " where " << total * p << " are expected");
}

}  // namespace kintree
