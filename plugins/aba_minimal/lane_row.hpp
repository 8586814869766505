// A row of bodies on revolute joints, in the lanes of packs, and what passes from row to row. Sweeps through rows:
// aba_minimal/lane_sweeps.hpp.
#pragma once

#include <algorithm>
#include <tuple>
#include <variant>
#include <vector>

#include "aba_minimal/lane_links.hpp"
#include "kernels/carried_bodies.hpp"
#include "kernels/lane_children.hpp"

namespace kintree {

/// A row of bodies, and their joints.
template <class T, int W>
struct LaneRow {
  using P = Pack<T, W>;
  using ByLane = std::array<int, W>;
  using Body = MinimalBody<P, P>;
  template <bool leaf>
  using Joint = Revolute<P, leaf, TurnOfLanes, P>;

  /// `bodies` is 0 in lanes without a body. Such a lane has the numbers of another body, which are not used.
  /// `A` has the inertias of all rows, one after the other.
  LaneRow(const ScrewFrames<T>& frames, const std::vector<Carried<T>>& carried_bodies,
          const std::vector<int>& bodies, ArticulatedInertia<P>* A) {
    b.A = A;
    const int some = *std::find_if(bodies.begin(), bodies.end(), [](int i) { return i != 0; });
    bool leaves = true;
    for (std::size_t lane = 0; lane < W; ++lane) {
      const int i = body[lane] = bodies[lane] != 0 ? bodies[lane] : some;
      if (bodies[lane] != 0) lanes.push_back(lane);
      leaves &= frames.children[i] == 0;
      position[lane] = frames.first_position[i], coordinate[lane] = frames.first[i];
      set_lane(b.I, lane, frames.I[i]);
    }
    const ScrewLink<P> links = side_by_side<T, W>(frames, body);
    if (leaves)
      joint.template emplace<Joint<true>>(links, b);
    else
      joint.template emplace<Joint<false>>(links, b);
    give(carried_bodies);
  }

  bool has_leaves_alone() const { return std::holds_alternative<Joint<true>>(joint); }

  void at_joints(const auto& visit) {
    if (has_leaves_alone())
      visit(*std::get_if<Joint<true>>(&joint));
    else
      visit(*std::get_if<Joint<false>>(&joint));
  }

  /// The entries of a vector at these places.
  static P of(VectorView<const T> x, const ByLane& at) {
    return by_lane<P>([&](std::size_t lane) { return *x.from(at[lane]); });
  }

  /// w or alpha of the parents.
  template <class Value>
  Value of_parents(Value Body::*value) const {
    Value result = next->*value;
    for (const Parent& one : other_parents) set_lanes(one.to, result, one.from->*value, one.lane);
    return result;
  }

  void subtract_external_forces(const Force<T>* f_ext) {
    for (const Given& one : given) {
      const auto lane_of = [&](auto part, auto entry) {
        return by_lane<P>([&](std::size_t lane) { return f_ext[one.body[lane]].*part.*entry; });
      };
      using F = Force<T>;
      using V = Vec3<T>;
      b.p -= transpose_times(one.pose,
                             Force<P>{{lane_of(&F::n, &V::x), lane_of(&F::n, &V::y), lane_of(&F::n, &V::z)},
                                      {lane_of(&F::f, &V::x), lane_of(&F::f, &V::y), lane_of(&F::f, &V::z)}});
    }
  }

  /// Adds what passed the joints of the children: `before` from the row before, in the lanes where it stays,
  /// and that of the other children.  (40), (46)
  void take(const Passed<P>& before) {
    using A = ArticulatedInertia<P>;
    const auto sum_of = [&](auto part) {
      return children.sum(
          before.A.*part, [part](const Passed<P>& from) -> auto& { return from.A.*part; });
    };
    *b.A = articulated_sparse(regrouped<false>(b.I)) + A{sum_of(&A::I), sum_of(&A::H), sum_of(&A::M)};
    b.p += children.sum(before.p, &Passed<P>::p);
  }

  using Child = FromLane<T, W, Passed<P>>;
  using Parent = FromLane<T, W, Body>;
  /// Bodies of the model, and their poses in the frames of the moving bodies that carry them.
  struct Given {
    ByLane body;
    Transform<P> pose;
  };

  ByLane body, position, coordinate;
  std::vector<std::size_t> lanes;  ///< those with a body
  Mask<T, W> sound{true};          ///< in which lanes the pivot is positive; without a body it says nothing
  FromChildren<T, W, Passed<P>> children;
  const Body* next = nullptr;  ///< the parents, each in this lane, but for
  std::vector<Parent> other_parents;
  std::variant<std::monostate, Joint<true>, Joint<false>> joint;  ///< those of leaves, if all are; or any
  std::vector<Given> given;
  Body b;
  Passed<P>* passed = nullptr;  ///< its joints; kept until the last row that takes it has done so

 private:
  void give(const std::vector<Carried<T>>& carried_bodies) {
    std::array<std::vector<Carried<T>>, W> of_lane;
    std::size_t most = 0;
    for (std::size_t lane = 0; lane < W; ++lane) {
      std::copy_if(carried_bodies.begin(), carried_bodies.end(), std::back_inserter(of_lane[lane]),
                   [&](const Carried<T>& c) { return c.carrier == body[lane]; });
      most = std::max(most, of_lane[lane].size());
    }
    for (std::size_t k = 0; k < most; ++k) {
      Given one{};
      for (std::size_t lane = 0; lane < W; ++lane) {
        const bool has = k < of_lane[lane].size();  // if not, one that it has, with a pose of zeros
        one.body[lane] = of_lane[lane][has ? k : 0].body;
        if (has) set_lane(one.pose, lane, of_lane[lane][k].pose);
      }
      given.push_back(one);
    }
  }
};

}  // namespace kintree
