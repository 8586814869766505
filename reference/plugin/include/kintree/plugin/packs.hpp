// Batches in packs: as many states at once as a register has lanes, by the same template of an algorithm,
// instantiated for Pack.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "kintree/numbers/number_pack.hpp"
#include "kintree/numbers/pack_sincos.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree {

/// A solver whose methods for batches alone are called. If the number of states is no multiple of the lanes,
/// the last pack holds the last state several times. A batch that is one pack (as many states, their stride
/// and their alignment) is read and written in place; else it is copied.
template <template <class> class Algorithm, class T>
class SolverInPacks final : public Solver<T> {
  using S = NativePack<T>;
  static constexpr int W = S::lanes;
  static_assert(sizeof(Force<S>) == 6 * sizeof(S));

 public:
  SolverInPacks(const Description& description, const Model& model,
                const std::vector<EndEffector>& end_effectors)
      : algorithm_(prepared<Algorithm<S>>(model, end_effectors)) {
    const Sizes sizes = sizes_of(Layout(model), end_effectors.size());
    const auto reserve = [&sizes](const Quantities& quantities, Copies& copies) {
      for (std::size_t k = 0; k < quantities.size(); ++k)
        copies[k].resize(std::max(copies[k].size(), size(quantities[k], sizes)));
    };
    for (const Claim& claim : description.claims)
      reserve(info(claim.problem).reads, in_), reserve(info(claim.problem).returns, out_);
  }

  StatusOf<T> call(Problem /*problem*/, const Call<T>& /*call*/) override { return {Status::unsupported}; }

  void call_batch(Problem problem, const BatchCall<T>& batch) override {
    const std::size_t inputs = info(problem).reads.size(), outputs = info(problem).returns.size();
    for (int first = 0; first < batch.count; first += W) {
      const int held = std::min(W, batch.count - first);
      Call<S> packs{batch.sizes, {}, {}, batch.path_rows};
      for (std::size_t k = 0; k < inputs; ++k) packs.in[k] = packs_of(batch.in[k], first, held, in_[k]);
      for (std::size_t k = 0; k < outputs; ++k) {
        S* const there = in_place(batch.out[k], held);
        packs.out[k] = there != nullptr ? there : out_[k].data();
      }
      const StatusOf<S> status = algorithm_->call(problem, packs);
      std::copy_n(status.begin(), held, batch.status + first);
      for (std::size_t k = 0; k < outputs; ++k)
        if (in_place(batch.out[k], held) == nullptr) store(out_[k], batch.out[k], first, held);
    }
  }

 private:
  using Copies = std::array<std::vector<S>, Quantities::most>;

  /// The numbers of a batch as packs, or null if their layout is not that of packs. A vector type may alias
  /// its elements.
  template <class Number>
  static auto in_place(BatchView<Number> all, int held) {
    using Packed = std::conditional_t<std::is_const_v<Number>, const S, S>;
    const bool packs =
        held == W && all.stride == W && reinterpret_cast<std::uintptr_t>(all.data) % alignof(S) == 0;
    return packs ? reinterpret_cast<Packed*>(all.data) : nullptr;
  }

  /// States first.. of the batch as packs: those there, or a copy.
  static const S* packs_of(BatchView<const T> all, int first, int held, std::vector<S>& copy) {
    const S* const there = in_place(all, held);
    if (there != nullptr) return there;
    load(all, first, held, copy.data());
    return copy.data();
  }

  /// States first.. of the batch, as many as a pack still holds.
  static void load(BatchView<const T> all, int first, int held, S* packs) {
    for (int i = 1; i <= all.size; ++i) {
      const T* states = &all(i, first);
      S& pack = packs[i - 1];
      if (held == W)
        pack = S::load(states);
      else
        for (int lane = 0; lane < W; ++lane) pack.vector[lane] = states[std::min(lane, held - 1)];
    }
  }

  static void store(const std::vector<S>& packs, BatchView<T> all, int first, int held) {
    for (int i = 1; i <= all.size; ++i) {
      const S& pack = packs[static_cast<std::size_t>(i - 1)];
      T* states = &all(i, first);
      if (held == W)
        pack.store(states);
      else
        for (int lane = 0; lane < held; ++lane) states[lane] = pack.vector[lane];
    }
  }

  std::unique_ptr<Algorithm<S>> algorithm_;
  Copies in_, out_;
};

template <class Solver>
std::unique_ptr<Solver> prepared(const Description& description, const Model& model,
                                 const std::vector<EndEffector>& end_effectors) {
  return std::make_unique<Solver>(description, model, end_effectors);
}

/// The packs of an algorithm in the scalars T.
template <template <class> class Algorithm, class... T>
class PacksOf final : public Packs {
 public:
  explicit PacksOf(Description description) : description_(std::move(description)) {}

  Lanes lanes() const override { return {native_lanes<double>, native_lanes<float>, native_lanes<Number>}; }

  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return prepared_in<InPacks, T...>(scalar, description_, model, end_effectors);
  }

  void compute_in(const Arithmetic* arithmetic) const override { Number::arithmetic = arithmetic; }

 private:
  template <class S>
  using InPacks = SolverInPacks<Algorithm, S>;

  Description description_;
};

}  // namespace kintree
