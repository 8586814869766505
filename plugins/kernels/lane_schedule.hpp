// The bodies of a tree in the lanes of packs: in rows of as many as a pack has lanes, tips to base, so that every body
// stands in a later row than its children. Of the bodies whose children are done those farthest from the base go first;
// no schedule has fewer rows [Hu 1961, "Parallel sequencing and assembly line problems"]. Where a child stands in the
// row before, its parent takes that lane: what passes between them stays there.
#pragma once

#include <algorithm>
#include <vector>

#include "kintree/algebra/views.hpp"

namespace kintree {

struct Place {
  int row = -1, lane = -1;  ///< -1: not scheduled
};

class LaneSchedule {
 public:
  /// Of bodies 1..N; those whose `left_out` is not 0 have no place, nor have their ancestors.
  LaneSchedule(const ByBody<int>& parent, const ByBody<int>& left_out, int N, int lanes)
      : place(N), parent_(parent), left_out_(left_out), waits_for_(N), depth_(N) {
    std::vector<int> ready;
    for (int i = 1; i <= N; ++i) {
      const int scheduled = left_out[i] == 0 ? 1 : 0;
      depth_[i] = depth_[parent[i]] + scheduled;
      waits_for_[parent[i]] += scheduled;
    }
    for (int i = 1; i <= N; ++i)
      if (left_out[i] == 0 && waits_for_[i] == 0) ready.push_back(i);
    while (!ready.empty()) ready = add_row(std::move(ready), lanes);
  }

  std::vector<std::vector<int>> rows;  ///< the body in each lane; 0: none
  ByBody<Place> place;

  /// Whether the parent of body i stands in its lane of the next row.
  bool stays_in_lane(int i) const {
    const Place own = place[i], next = place[parent_[i]];
    return parent_[i] != 0 && next.row == own.row + 1 && next.lane == own.lane;
  }

 private:
  /// Of those that are ready; returns those of the next row.
  std::vector<int> add_row(std::vector<int> ready, int lanes) {
    std::stable_sort(ready.begin(), ready.end(), [this](int i, int j) { return depth_[i] > depth_[j]; });
    const auto last = ready.begin() + std::min<std::ptrdiff_t>(lanes, std::ssize(ready));
    std::vector<int> row(static_cast<std::size_t>(lanes)), left(last, ready.end()), elsewhere;
    for (auto body = ready.begin(); body != last; ++body)
      if (int* const lane = lane_of_child(*body, row))
        *lane = *body;
      else
        elsewhere.push_back(*body);
    for (const int body : elsewhere) *std::find(row.begin(), row.end(), 0) = body;
    for (int lane = 0; lane < lanes; ++lane)
      if (const int i = row[static_cast<std::size_t>(lane)]; i != 0) {
        place[i] = {static_cast<int>(rows.size()), lane};
        const int p = parent_[i];
        if (p != 0 && left_out_[p] == 0 && --waits_for_[p] == 0) left.push_back(p);
      }
    rows.push_back(std::move(row));
    return left;
  }

  /// The lane of a child of body i in the row before, if one is to be had.
  int* lane_of_child(int i, std::vector<int>& row) const {
    for (std::size_t lane = 0; !rows.empty() && lane < row.size(); ++lane)
      if (const int child = rows.back()[lane]; child != 0 && parent_[child] == i) return &row[lane];
    return nullptr;
  }

  ByBody<int> parent_, left_out_;
  ByBody<int> waits_for_;  ///< so many children without a row
  ByBody<int> depth_;
};

}  // namespace kintree
