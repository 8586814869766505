// The composite-rigid-body algorithm in rows of bodies, side by side, of different limbs (crba_columns/limb_plan.hpp). The steps
// are those of single bodies, in packs whose lanes are bodies. Values that pass from a child to its parent in
// the same lane of the next row stay there. The others are read from the row that has kept them.
//
//   R     I^c of the bodies of a row                     F   their columns, and those of all bodies that they support
#pragma once

#include <algorithm>

#include "crba_columns/limb_plan.hpp"
#include "kernels/axis_tree.hpp"
#include "kernels/lane_children.hpp"

namespace kintree {

template <class T, int W>
struct LimbRow {
  using P = Pack<T, W>;

  /// A column of each lane.
  struct Slot {
    Mask<T, W> own{false};                     ///< that of the body itself
    const Force<P>* before = nullptr;          ///< or what was in its lane of the row before,
    std::vector<FromLane<T, W, Slot>> others;  ///< or in others
    Force<P> F;                                ///< carried over the joint
  };

  void place(VectorView<const T> q) {
    X.R = turned_about_z(E_0, by_lane<P>([&](std::size_t lane) { return *q.from(position[lane]); }));
  }

  std::array<int, W> position;  ///< of the angle
  Mat3<P> E_0;
  Transform<P> X;
  RigidInertia<P> I;
  FromChildren<T, W, LimbRow> children;
  std::vector<Slot> slots;
  RigidInertia<P> passed;  ///< its joints
};

template <class T, int W>
class Limbs {
 public:
  using Row = LimbRow<T, W>;
  using P = Pack<T, W>;

  Limbs(const Model& model, const AxisTree<T>& tree, const LimbPlan& plan)
      : rows_(plan.schedule.rows.size()) {
    const Layout layout(model);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      Row& row = rows_[r];
      const std::vector<int>& bodies = plan.schedule.rows[r];
      row.slots.resize(plan.slots[r]);
      for (std::size_t c = 0; r > 0 && c < std::min(row.slots.size(), rows_[r - 1].slots.size()); ++c)
        row.slots[c].before = &rows_[r - 1].slots[c].F;
      const int some = *std::max_element(bodies.begin(), bodies.end());
      for (std::size_t lane = 0; lane < W; ++lane) {
        // A lane without a body has the numbers of another body, which are not used.
        const int i = bodies[lane] != 0 ? bodies[lane] : some;
        row.position[lane] = layout.first_position[static_cast<std::size_t>(tree.body[i])];
        set_lane(row.E_0, lane, tree.E_0(i));
        set_lane(row.X, lane, Transform<T>{tree.E_0(i), tree.X[i].r});
        set_lane(row.I, lane, tree.inertia(i));
        if (bodies[lane] != 0) join(row, lane, i, plan);
      }
    }
  }

  Limbs(const Limbs&) = delete;  // rows hold addresses of each other

  const Row& row(Place place) const { return rows_[static_cast<std::size_t>(place.row)]; }

  /// Tips to the trunk at the positions q; S^T F of each column over each joint, row by row and slot by slot.
  void update(VectorView<const T> q, T* S_F) {
    for (Row& row : rows_) row.place(q);
    RigidInertia<P> R;
    for (Row& row : rows_) {
      R = row.children.sum(R, &Row::passed);
      R += row.I;  // Jain (25)
      const Force<P> own = R * UnitTurn();
      for (typename Row::Slot& slot : row.slots) {
        Force<P> F = slot.before == nullptr ? Force<P>{} : *slot.before;
        for (const auto& one : slot.others) set_lanes(one.to, F, one.from->F, one.lane);
        set_lanes(slot.own, F, own);
        dot(UnitTurn(), F).store(S_F);  // (5)
        S_F += W;
        slot.F = transpose_times(row.X, F);
      }
      R = row.passed = to_parent(row.X, R);
    }
  }

 private:
  /// The body in this lane and its children.
  void join(Row& row, std::size_t lane, int i, const LimbPlan& plan) {
    std::size_t slot = 0;
    for (const int child : plan.children[i]) {
      const std::size_t count = plan.columns[child].size();
      const Place place = plan.schedule.place[child];
      const auto from = static_cast<std::size_t>(place.lane);
      if (plan.schedule.stays_in_lane(child)) {
        row.children.in_lane.bits[lane] = -1;
      } else {
        const Row& other = this->row(place);
        row.children.add(lane, &other, from);
        for (std::size_t c = 0; c < count; ++c)
          row.slots[slot + c].others.push_back({&other.slots[c], from, only_lane<T, W>(lane)});
      }
      slot += count;
    }
    row.slots[slot].own.bits[lane] = -1;
  }

  std::vector<Row> rows_;
};

}  // namespace kintree
