// One state in the lanes of packs: the sweeps of aba_minimal.hpp in rows of bodies, side by side, of different branches
// (kernels/lane_schedule.hpp). The steps are those of revolute.hpp. Values that pass from a child to its
// parent in the same lane of the next row pass in packs. The others pass child by child. Bodies that float
// are computed alone.
#pragma once

#include "aba_minimal/aba_minimal.hpp"
#include "aba_minimal/lane_row.hpp"
#include "kernels/lane_schedule.hpp"

namespace kintree {

template <class T, int W>
class AbaMinimalByRows final : public Solves<T, problems::ForwardDynamics> {
  using P = Pack<T, W>;
  using Row = LaneRow<T, W>;
  struct Floating {
    Floating(const ScrewFrames<T>& frames, int i) : i(i), joint(frames.joint[i], frames.pose[i]) {
      b.I = frames.I[i];
    }
    int i;
    FloatingBase<T> joint;
    MinimalBody<T> b;
    ArticulatedInertia<T> A;
    typename Row::Body spread;  ///< the same in all lanes
    std::vector<typename Row::Child> children;
  };

 public:
  AbaMinimalByRows(const Model& model, const ScrewFrames<T>& frames, const LaneSchedule& schedule)
      : frames_(frames) {
    const std::vector<Carried<T>> carried = carried_bodies(model, frames);
    base_.alpha.v = -widen<T>(model.gravity);
    spread(base_, at_rest_);
    for (int i = 1; i <= frames.N; ++i)
      if (!frames.revolute(i)) floating_.emplace_back(frames, i);
    for (const std::vector<int>& bodies : schedule.rows) rows_.emplace_back(frames, carried, bodies, &A_);
    const std::vector<std::size_t> kept = places_of_results(schedule, frames.parent);
    for (const std::size_t place : kept) passed_.resize(std::max(passed_.size(), place + 1));
    for (std::size_t k = 0; k < rows_.size(); ++k) rows_[k].passed = &passed_[kept[k]];
    for (Row& row : rows_)
      for (const std::size_t lane : row.lanes) join(row, lane, schedule);
    std::copy_if(carried.begin(), carried.end(), std::back_inserter(carried_by_floating_),
                 [&](const Carried<T>& c) { return !frames.revolute(c.carrier); });
  }

  AbaMinimalByRows(const AbaMinimalByRows&) = delete;  // rows hold addresses of each other

  Status forward_dynamics(const Input<T, problems::ForwardDynamics>& in, VectorView<T> qdd) override {
    velocities(in);
    const Status status = inward(in);
    for (Floating& f : floating_) {
      f.joint.outward(base_.alpha, f.b, qdd.from(frames_.first[f.i]));
      spread(f.b, f.spread);
    }
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
      const Motion<P> alpha = row->of_parents(&Row::Body::alpha);
      P result;
      row->at_joints([&](auto& joint) { joint.outward(alpha, row->b, &result); });
      for (const std::size_t lane : row->lanes) *qdd.from(row->coordinate[lane]) = result[lane];
    }
    return status;
  }

 private:
  void velocities(const Input<T, problems::ForwardDynamics>& in) {
    for (Floating& f : floating_) {
      f.joint.place(in.q.from(frames_.first_position[f.i]));
      f.joint.velocity({}, in.v.from(frames_.first[f.i]), f.b);
      f.A = articulated(f.b.I);
      f.b.A = &f.A;
      spread(f.b, f.spread);
    }
    subtract_external_forces(carried_by_floating_, in.f_ext,
                             [this](int i) -> Force<T>& { return floating(i)->b.p; });
    for (Row& row : rows_) {
      const P q = row.of(in.q, row.position);
      row.at_joints([&](auto& joint) { joint.place(&q); });
    }
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
      const P rate = row->of(in.v, row->coordinate);
      const Vec3<P> w = row->of_parents(&Row::Body::w);
      row->at_joints([&](auto& joint) { joint.velocity(w, &rate, row->b); });
      row->subtract_external_forces(in.f_ext);
    }
  }

  Status inward(const Input<T, problems::ForwardDynamics>& in) {
    Mask<T, W> sound(true);
    for (Row& row : rows_) {
      const P tau = row.of(in.tau, row.coordinate);
      if (!row.has_leaves_alone()) row.take(*(&row - 1)->passed);  // the first row has
      row.at_joints([&](auto& joint) { row.sound = joint.pass(&tau, row.b, *row.passed); });
      sound = sound & row.sound;
    }
    int at = in_all_lanes(sound) ? 0 : largest_lost();
    for (Floating& f : floating_) {
      for (const auto& child : f.children)
        add_lane(f.A, child.from->A, child.lane), add_lane(f.b.p, child.from->p, child.lane);
      if (!f.joint.inward(in.tau.from(frames_.first[f.i]), f.b, base_)) at = std::max(at, frames_.first[f.i]);
    }
    return at == 0 ? Status{} : Status::breakdown_at(at);
  }

  /// The largest coordinate whose pivot is not positive, or 0. A call without lanes meets it first.
  int largest_lost() const {
    int largest = 0;
    for (const Row& row : rows_)
      for (const std::size_t lane : row.lanes)
        if (!row.sound[lane]) largest = std::max(largest, row.coordinate[lane]);
    return largest;
  }

  /// The body in this lane and its parent.
  void join(Row& row, std::size_t lane, const LaneSchedule& schedule) {
    const int i = row.body[lane], p = frames_.parent[i];
    const Place to = schedule.place[p];
    Row* const above = to.row < 0 ? nullptr : &rows_[static_cast<std::size_t>(to.row)];
    const std::size_t to_lane = above == nullptr ? lane : static_cast<std::size_t>(to.lane);
    const typename Row::Body* const b = above != nullptr ? &above->b
                                        : p == 0         ? &at_rest_
                                                         : &floating(p)->spread;
    if (row.next == nullptr) row.next = &row == &rows_.back() ? b : &(&row + 1)->b;
    if (schedule.stays_in_lane(i)) {
      above->children.in_lane.bits[lane] = -1;
      return;
    }
    if (b != row.next || to_lane != lane) row.other_parents.push_back({b, to_lane, only_lane<T, W>(lane)});
    if (above != nullptr)
      above->children.add(to_lane, row.passed, lane);
    else if (p != 0)
      floating(p)->children.push_back({row.passed, lane});
  }

  Floating* floating(int i) {
    return &*std::find_if(floating_.begin(), floating_.end(), [i](const Floating& f) { return f.i == i; });
  }

  static void spread(const MinimalBody<T>& one, typename Row::Body& all) {
    all.w = as<P>(one.w), all.alpha = as<P>(one.alpha);
  }

  ScrewFrames<T> frames_;
  MinimalBody<T> base_;
  typename Row::Body at_rest_;
  std::vector<Floating> floating_;
  ArticulatedInertia<P> A_;        ///< of the row that is being passed
  std::vector<Passed<P>> passed_;  ///< what passes the joints of rows
  std::vector<Row> rows_;
  std::vector<Carried<T>> carried_by_floating_;
};

}  // namespace kintree
