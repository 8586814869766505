// A schedule of the bodies of a tree in the lanes of packs. A row has as many bodies as a pack has lanes.
// Rows go from the tips to the base, and every body is in a later row than its children. No schedule has
// fewer rows. Where there is a choice, a body follows its child: it is in the next row and in the child's
// lane, so that values that pass between them stay in that lane. Bodies of kinds that make a cheap row are
// put together.
//
// R rows are enough if and only if, for each depth d, the bodies deeper than d fill no more than (R - d)
// rows: their ancestors need d more rows [Hu 1961, "Parallel sequencing and assembly line problems"]. The
// rows after a row, without the last d, have lanes for some of the bodies deeper than d. The row must take
// the others. All else is free.
#pragma once

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "kintree/spatial/views.hpp"

namespace kintree {

struct Place {
  int row = -1, lane = -1;  ///< -1: not scheduled
};

/// A row is computed by formulas of which all its bodies are special cases.
struct KindsOfRows {
  explicit KindsOfRows(int N) : of_body(N) {}

  ByBody<int> of_body;          ///< a sum of different powers of 2; a row's kind has those of all its bodies
  std::vector<double> cost{1};  ///< of a row, by its kind
  double leaving = 0;           ///< cost if a body does not follow one of its children

  bool holds(int row, int body) const { return (of_body[body] & ~row) == 0; }
};

class LaneSchedule {
 public:
  /// Schedules bodies 1..N. Bodies whose `left_out` is not 0 get no place, and neither do their ancestors.
  LaneSchedule(const ByBody<int>& parent, const ByBody<int>& left_out, int N, int lanes)
      : LaneSchedule(parent, left_out, N, lanes, KindsOfRows(N)) {}

  LaneSchedule(const ByBody<int>& parent, const ByBody<int>& left_out, int N, int lanes, KindsOfRows kinds)
      : place(N),
        lanes_(lanes),
        parent_(parent),
        left_out_(left_out),
        kinds_(std::move(kinds)),
        waits_for_(N),
        depth_(N),
        at_depth_(N) {
    std::vector<int> ready;
    for (int i = 1; i <= N; ++i) {
      const int scheduled = left_out[i] == 0 ? 1 : 0;
      depth_[i] = depth_[parent[i]] + scheduled;
      waits_for_[parent[i]] += scheduled;
      at_depth_[depth_[i]] += scheduled;
    }
    for (int i = 1; i <= N; ++i)
      if (left_out[i] == 0 && waits_for_[i] == 0) ready.push_back(i);
    int deeper = 0;  // bodies deeper than d
    for (int d = N - 1; d >= 0; --d) {
      deeper += at_depth_[d + 1];
      if (deeper > 0) rows_to_go_ = std::max(rows_to_go_, d + (deeper + lanes - 1) / lanes);
    }
    for (; !ready.empty(); --rows_to_go_) ready = add_row(std::move(ready));
  }

  std::vector<std::vector<int>> rows;  ///< the body in each lane, or 0
  ByBody<Place> place;

  /// True if the parent of body i is in the same lane of the next row.
  bool stays_in_lane(int i) const {
    const Place own = place[i], next = place[parent_[i]];
    return parent_[i] != 0 && next.row == own.row + 1 && next.lane == own.lane;
  }

 private:
  /// Adds a row of bodies that are ready. Returns the bodies that are ready for the next row.
  std::vector<int> add_row(std::vector<int> ready) {
    std::vector<int> row(static_cast<std::size_t>(lanes_)), elsewhere;
    const int kind = cheapest_kind(ready);
    const auto order = [kind, this](int i) {
      return std::tuple(!kinds_.holds(kind, i), lane_of_child(i) < 0,
                        parent_[i] == 0 ? 0 : waits_for_[parent_[i]], -depth_[i]);
    };
    std::stable_sort(ready.begin(), ready.end(), [&](int i, int j) { return order(i) < order(j); });
    int taken = 0;
    const auto take = [&](int count, int deeper_than) {
      for (auto i = ready.begin(); i != ready.end() && taken < count;) {
        if (depth_[*i] <= deeper_than) {
          ++i;
          continue;
        }
        if (const int lane = lane_of_child(*i); lane >= 0)
          row[static_cast<std::size_t>(lane)] = *i;
        else
          elsewhere.push_back(*i);
        ++taken;
        i = ready.erase(i);
      }
    };
    int deeper = 0;
    for (int d = rows_to_go_ - 1, later = 0; d >= 0; --d, ++later) {
      deeper += at_depth_[d + 1];
      take(deeper - lanes_ * later, d);
    }
    take(lanes_, 0);
    for (const int body : elsewhere) *std::find(row.begin(), row.end(), 0) = body;
    for (int lane = 0; lane < lanes_; ++lane)
      if (const int i = row[static_cast<std::size_t>(lane)]; i != 0) {
        place[i] = {static_cast<int>(rows.size()), lane};
        --at_depth_[depth_[i]];
        const int p = parent_[i];
        if (p != 0 && left_out_[p] == 0 && --waits_for_[p] == 0) ready.push_back(p);
      }
    rows.push_back(std::move(row));
    return ready;
  }

  /// The kind of row that is cheapest per body that is ready.
  int cheapest_kind(const std::vector<int>& ready) const {
    double least = std::numeric_limits<double>::infinity();
    int cheapest = 0;
    for (int kind = 0; kind < static_cast<int>(kinds_.cost.size()); ++kind) {
      int held = 0, following = 0;
      for (const int i : ready)
        if (kinds_.holds(kind, i)) ++held, following += lane_of_child(i) < 0 ? 0 : 1;
      held = std::min(held, lanes_), following = std::min(following, lanes_);
      // The cost for as many bodies as there are lanes.
      const double cost =
          kinds_.cost[static_cast<std::size_t>(kind)] * lanes_ / held - kinds_.leaving * following;
      if (held > 0 && cost < least) least = cost, cheapest = kind;
    }
    return cheapest;
  }

  /// The lane of a child of body i in the row before; -1 if there is none.
  int lane_of_child(int i) const {
    for (int lane = 0; !rows.empty() && lane < lanes_; ++lane)
      if (const int child = rows.back()[static_cast<std::size_t>(lane)]; child != 0 && parent_[child] == i)
        return lane;
    return -1;
  }

  int lanes_, rows_to_go_ = 0;
  ByBody<int> parent_, left_out_;
  KindsOfRows kinds_;
  ByBody<int> waits_for_;  ///< so many children without a row
  ByBody<int> depth_;
  ByBody<int> at_depth_;  ///< so many bodies without a row
};

}  // namespace kintree
