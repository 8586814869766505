// One state in lanes (aba_minimal/lane_sweeps.hpp), with the number of lanes that suits the model.
#pragma once

#include "aba_minimal/lane_sweeps.hpp"

namespace kintree {

/// Rows of `lanes` bodies on revolute joints. Other bodies are in no row.
template <class T>
LaneSchedule revolute_rows(const ScrewFrames<T>& frames, int lanes) {
  ByBody<int> others(frames.N);
  KindsOfRows kinds(frames.N);
  for (int i = 1; i <= frames.N; ++i) {
    others[i] = frames.revolute(i) ? 0 : 1;
    kinds.of_body[i] = (goes_as_dh(frames.link[i].kind) ? 0 : 1) + (frames.children[i] == 0 ? 0 : 2);
  }
  // Operations of a DH leaf, a non-DH leaf, a DH node and a non-DH node: aba_minimal/cost.hpp.
  kinds.cost = {237, 360, 367, 483};
  kinds.leaving = 2 * 27;  // a load and an addition for each number that passes a joint
  return {frames.parent, others, frames.N, lanes, kinds};
}

/// In packs of 4 or 8 lanes, or alone: whatever costs least.
template <class T>
class AbaMinimalInLanes final : public Solves<T, problems::ForwardDynamics> {
 public:
  explicit AbaMinimalInLanes(const Model& model) {
    const ScrewFrames<T> frames = minimal_frames<T>(model);
    double least = frames.N;
    solver_ = std::make_unique<AbaMinimal<T>>(model);
    if (!is_for_lanes(frames)) return;
    if constexpr (NativePack<T>::lanes >= 4) take_if_less<4>(model, frames, 2.7, least);
    if constexpr (NativePack<T>::lanes >= 8) take_if_less<8>(model, frames, 4.2, least);
  }

  Status forward_dynamics(const Input<T, problems::ForwardDynamics>& in, VectorView<T> qdd) override {
    return solver_->forward_dynamics(in, qdd);
  }

 private:
  static bool is_for_lanes(const ScrewFrames<T>& frames) {
    for (int i = 1; i <= frames.N; ++i)
      if (frames.link[i].kind == Link::general) return false;
    return true;
  }

  /// `cost` is the cost of a row relative to that of a single body. It was measured with g++ 12 and AVX-512
  /// on random trees of 100 and 500 bodies.
  template <int W>
  void take_if_less(const Model& model, const ScrewFrames<T>& frames, double cost, double& least) {
    const LaneSchedule schedule = revolute_rows(frames, W);
    cost *= static_cast<double>(schedule.rows.size());
    if (cost >= least) return;
    least = cost;
    solver_ = std::make_unique<AbaMinimalByRows<T, W>>(model, frames, schedule);
  }

  std::unique_ptr<Solves<T, problems::ForwardDynamics>> solver_;
};

}  // namespace kintree
