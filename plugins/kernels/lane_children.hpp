// The values that a row of bodies in lanes (kernels/lane_schedule.hpp) takes from their children. Some come
// from the row before and stay in their lanes. The others come from lanes of rows that have kept them.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "kernels/lane_schedule.hpp"
#include "kernels/lanes.hpp"

namespace kintree {

/// The place of each row's results, from 0. The next row reads them, and so do the rows of the parents of its
/// bodies. They keep their place until the last of these rows has read them, or to the end if a parent has no
/// row. The last row that reads them can use the same place.
inline std::vector<std::size_t> places_of_results(const LaneSchedule& schedule, const ByBody<int>& parent) {
  std::vector<std::size_t> result, last, free;  // last: row that takes it
  std::size_t places = 0;
  for (std::size_t row = 0; row < schedule.rows.size(); ++row) {
    last.push_back(row + 1);
    for (const int i : schedule.rows[row])
      if (i != 0 && parent[i] != 0)  // -1, of no row, is more than all rows
        last[row] = std::max(last[row], static_cast<std::size_t>(schedule.place[parent[i]].row));
    for (std::size_t k = 0; k < row; ++k)
      if (last[k] == row) free.push_back(result[k]);
    if (free.empty()) free.push_back(places++);
    result.push_back(free.back());
    free.pop_back();
  }
  return result;
}

/// Values from one lane of `from`, which go to the lanes in the mask.
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

  /// The sum over all children. `before` is the part that the row before has passed. `part(*from)` is the
  /// value that another row has kept. It should have few numbers, so that registers hold the sum from child
  /// to child.
  auto sum(auto before, const auto& part) const {
    if (!in_all_lanes(in_lane)) keep_lanes(in_lane, before);
    for (const auto& one : others) add_to_lanes(one.to, before, std::invoke(part, *one.from), one.lane);
    return before;
  }
};

}  // namespace kintree
