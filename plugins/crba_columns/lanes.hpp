// One state in lanes: the limbs of a tree in rows of bodies, side by side (crba_columns/limbs.hpp), and then its trunk (crba_columns/trunk.hpp);
// with as many lanes as suit the model.
#pragma once

#include <memory>

#include "crba_columns/limbs.hpp"
#include "crba_columns/trunk.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

template <class T, int W>
class CrbaByRows final : public Solves<T, problems::MassMatrix> {
 public:
  CrbaByRows(const Model& model, const LimbPlan& plan)
      : trunk_(model, plan),
        limbs_(model, trunk_.tree, plan),
        layout_(Layout(model).expanded_parent),
        place_(static_cast<std::size_t>(layout_.size())) {
    for (const typename Trunk<T>::Limb& limb : trunk_.limbs) {
      const Place place = plan.schedule.place[limb.body];
      on_trunk_.push_back({&limbs_.row(place), static_cast<std::size_t>(place.lane), limb.on, limb.column,
                           static_cast<int>(plan.columns[limb.body].size())});
    }
    int at = 0;
    for (std::size_t r = 0; r < plan.schedule.rows.size(); at += W * static_cast<int>(plan.slots[r]), ++r)
      for (std::size_t lane = 0; lane < W; ++lane) {
        const int i = plan.schedule.rows[r][lane];
        if (i == 0) continue;
        int product = at + static_cast<int>(lane);
        for (const int k : plan.columns[i]) place_of(k, plan.first[i]) = product, product += W;
      }
    of_trunk_ = at;
    at += trunk_.for_each_product([&](int k, int j, int product) { place_of(k, j) = of_trunk_ + product; });
    S_F_.resize(static_cast<std::size_t>(at));
  }

  StatusOf<T> mass_matrix(VectorView<const T> q, MatrixView<T> H) override {
    clear(H);  // branch-induced zeros, eq. (6)
    update(q);
    for_each_entry(PathRows<const int>{place_.data(), &layout_},
                   [&](int k, int j, int place) { H(k, j) = H(j, k) = S_F(place); });
    return {};
  }

  StatusOf<T> mass_matrix_in_path_rows(VectorView<const T> q, PathRows<T> H) override {
    update(q);
    std::transform(place_.begin(), place_.end(), H.data, [this](int place) { return S_F(place); });
    return {};
  }

 private:
  /// The row and lane of a limb, and its place in the trunk.
  struct OnTrunk {
    const LimbRow<T, W>* row;
    std::size_t lane;
    int body, column, columns;
  };

  void update(VectorView<const T> q) {
    limbs_.update(q, S_F_.data());
    trunk_.place(q);
    for (const OnTrunk& limb : on_trunk_) {
      add_lane(trunk_.R[limb.body], limb.row->passed, limb.lane);
      for (int c = 0; c < limb.columns; ++c)
        trunk_.set(limb.column + c, lane_of<T>(limb.row->slots[static_cast<std::size_t>(c)].F, limb.lane));
    }
    trunk_.composites();
    trunk_.columns(S_F_.data() + of_trunk_);
  }

  const T& S_F(int place) const { return S_F_[static_cast<std::size_t>(place)]; }

  /// Of H_kj.
  int& place_of(int k, int j) {
    return place_[static_cast<std::size_t>(layout_.begin(k) + layout_.depth(j) - 1)];
  }

  Trunk<T> trunk_;
  Limbs<T, W> limbs_;
  std::vector<OnTrunk> on_trunk_;
  PathRowLayout layout_;
  std::vector<int> place_;  ///< in S_F, of each entry of the path rows
  std::vector<T> S_F_;      ///< H_kj = S_j^T F_k, of the limbs and then of the trunk
  int of_trunk_ = 0;
};

/// In rows of 4 or 8 bodies, or in none: whatever costs least.
template <class T>
class CrbaInLanes final : public Solves<T, problems::MassMatrix> {
 public:
  explicit CrbaInLanes(const Model& model) : armature_(model) {
    constexpr int most = NativePack<T>::lanes;
    take_if_less<std::min(most, 4)>(model, LimbPlan(model, 1), 0);
    if constexpr (most >= 4) take_if_less<4>(model, LimbPlan(model, 4), 3.5);
    if constexpr (most >= 8) take_if_less<8>(model, LimbPlan(model, 8), 10);
  }

  StatusOf<T> mass_matrix(VectorView<const T> q, MatrixView<T> H) override {
    const StatusOf<T> status = solver_->mass_matrix(q, H);
    armature_.add_to([&](int k) -> T& { return H(k, k); });
    return status;
  }
  StatusOf<T> mass_matrix_in_path_rows(VectorView<const T> q, PathRows<T> H) override {
    const StatusOf<T> status = solver_->mass_matrix_in_path_rows(q, H);
    armature_.add_to([&](int k) -> T& { return H.diagonal(k); });
    return status;
  }

 private:
  template <int W>
  void take_if_less(const Model& model, const LimbPlan& plan, double cost_of_row) {
    const double cost = plan.cost(cost_of_row, NativePack<T>::lanes);
    if (solver_ != nullptr && cost >= least_) return;
    least_ = cost;
    solver_ = std::make_unique<CrbaByRows<T, W>>(model, plan);
  }

  Armature<T> armature_;
  std::unique_ptr<Solves<T, problems::MassMatrix>> solver_;
  double least_ = 0;
};

}  // namespace kintree
