// What comes to a row of bodies in lanes (kernels/lane_schedule.hpp) from their children: from the row before, in the
// lanes where it stays, and from lanes of rows that have kept it.
#pragma once

#include <functional>
#include <vector>

#include "kernels/lanes.hpp"

namespace kintree {

/// What comes from a lane of `from`, to be taken to the lanes in the mask.
template <class T, int W, class From>
struct FromLane {
  const From* from;
  std::size_t lane;
  Mask<T, W> to{false};
};

template <class T, int W, class From>
struct FromChildren {
  Mask<T, W> in_lane{false};  ///< whose child is in this lane of the row before
  std::vector<FromLane<T, W, From>> others;

  void add(std::size_t lane, const From* from, std::size_t lane_of_child) {
    others.push_back({from, lane_of_child, only_lane<T, W>(lane)});
  }

  /// What has come from all children, of which the row before has passed `before`. `part(*from)`: where it is kept. It is to have few
  /// numbers, which registers then hold from child to child.
  auto sum(auto before, const auto& part) const {
    if (!in_all_lanes(in_lane)) keep_lanes(in_lane, before);
    for (const auto& one : others) add_to_lanes(one.to, before, std::invoke(part, *one.from), one.lane);
    return before;
  }
};

}  // namespace kintree
