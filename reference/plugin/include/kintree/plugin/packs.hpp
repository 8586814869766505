// Batches in packs: as many states at once as a register has lanes, by the same template of an algorithm,
// instantiated for Pack.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "kintree/algebra/number_pack.hpp"
#include "kintree/algebra/pack_sincos.hpp"
#include "kintree/plugin/plugin.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree {

/// What is called of this solver are its methods for batches. Where the states are no multiple of the lanes,
/// the last pack holds the last state several times. A batch that is one pack (as many states, their stride and their
/// alignment) is read and written in place, but for a factorization; else it is copied.
template <template <class> class Algorithm, class T>
class SolverInPacks final : public Solver<T> {
  using S = NativePack<T>;
  static constexpr int W = S::lanes;
  static_assert(sizeof(Force<S>) == 6 * sizeof(S));

 public:
  SolverInPacks(const Description& description, const Model& model,
                const std::vector<EndEffector>& end_effectors)
      : algorithm_(prepared<Algorithm<S>>(model, end_effectors)),
        n_(Layout(model).n),
        rows_(6 * static_cast<int>(end_effectors.size())),
        q_(static_cast<std::size_t>(Layout(model).nq)),
        v_(static_cast<std::size_t>(n_)),
        given_(v_.size()),
        f_ext_(6 * model.bodies.size()) {
    for (const Claim& claim : description.claims) {
      const Quantities& parts = outputs(claim.problem);
      for (std::size_t k = 0; k < parts.size(); ++k)
        out_[k].resize(std::max(out_[k].size(), size(parts[k], n_, rows_ / 6)));
    }
    if (std::any_of(description.claims.begin(), description.claims.end(),
                    [](const Claim& claim) { return reads(claim.problem, quantity::H); }))
      H_.resize(v_.size() * v_.size());
  }

  void mass_matrix_batch(const Batch<T>& batch, BatchView<const T> q, BatchView<T> H) override {
    matrices(batch, q, H, n_, n_, &StateSolver<S>::mass_matrix);
  }
  void mass_matrix_in_path_rows_batch(const Batch<T>& batch, BatchView<const T> q,
                                      const PathRowsBatch<T>& H) override {
    for_each_pack(batch, q, H.numbers, [this, &H](VectorView<const S> positions, S* packs) {
      return algorithm_->mass_matrix_in_path_rows(positions, {packs, H.layout});
    });
  }
  void mass_matrix_inverse_batch(const Batch<T>& batch, BatchView<const T> q,
                                 BatchView<T> H_inverse) override {
    matrices(batch, q, H_inverse, n_, n_, &StateSolver<S>::mass_matrix_inverse);
  }
  void inverse_osim_batch(const Batch<T>& batch, BatchView<const T> q, BatchView<T> Lambda_inverse) override {
    matrices(batch, q, Lambda_inverse, rows_, rows_, &StateSolver<S>::inverse_osim);
  }
  void dynamically_consistent_inverse_batch(const Batch<T>& batch, BatchView<const T> q,
                                            BatchView<T> J_bar) override {
    matrices(batch, q, J_bar, n_, rows_, &StateSolver<S>::dynamically_consistent_inverse);
  }
  void inverse_dynamics_batch(const Batch<T>& batch, const DynamicsBatch<T>& in, BatchView<T> tau) override {
    vectors(batch, in, tau, &StateSolver<S>::inverse_dynamics);
  }
  void forward_dynamics_batch(const Batch<T>& batch, const DynamicsBatch<T>& in, BatchView<T> qdd) override {
    vectors(batch, in, qdd, &StateSolver<S>::forward_dynamics);
  }
  void factorization_batch(const Batch<T>& batch, const FactorizationInputBatch<T>& in,
                           const FactorizationBatch<T>& result) override {
    for (int first = 0; first < batch.count; first += W) {
      const int held = std::min(W, batch.count - first);
      load(in.q, first, held, q_.data());
      load(in.H, first, held, H_.data());
      load(in.b, first, held, given_.data());
      keep(batch, first, held,
           algorithm_->factorization(
               {view(q_), {H_.data(), n_, n_}, view(given_)},
               {{out_[0].data(), n_, n_}, {out_[1].data(), n_, n_}, {out_[2].data(), n_}}));
      store(out_[0], result.L, first, held);
      store(out_[1], result.D, first, held);
      store(out_[2], result.x, first, held);
    }
  }

 private:
  using MatrixMethod = StatusOf<S> (StateSolver<S>::*)(VectorView<const S>, MatrixView<S>);
  using VectorMethod = StatusOf<S> (StateSolver<S>::*)(const DynamicsInput<S>&, VectorView<S>);

  void matrices(const Batch<T>& batch, BatchView<const T> q, BatchView<T> result, int rows, int columns,
                MatrixMethod method) {
    for_each_pack(batch, q, result, [&](VectorView<const S> positions, S* packs) {
      return (algorithm_.get()->*method)(positions, {packs, rows, columns});
    });
  }

  /// Calls solve(q, packs), which writes an answer to the positions q and returns a status, for each pack of states.
  void for_each_pack(const Batch<T>& batch, BatchView<const T> q, BatchView<T> result, const auto& solve) {
    for (int first = 0; first < batch.count; first += W) {
      const int held = std::min(W, batch.count - first);
      const VectorView<const S> positions = packs_of(q, first, held, q_);
      S* const there = in_place(result, held);
      keep(batch, first, held, solve(positions, there != nullptr ? there : out_[0].data()));
      if (there == nullptr) store(out_[0], result, first, held);
    }
  }

  void vectors(const Batch<T>& batch, const DynamicsBatch<T>& in, BatchView<T> result, VectorMethod method) {
    for (int first = 0; first < batch.count; first += W) {
      const int held = std::min(W, batch.count - first);
      const VectorView<const S> f_ext = packs_of(in.f_ext, first, held, f_ext_);
      const DynamicsInput<S> packs{packs_of(in.q, first, held, q_), packs_of(in.v, first, held, v_),
                                   packs_of(in.given, first, held, given_),
                                   reinterpret_cast<const Force<S>*>(f_ext.data)};
      S* const there = in_place(result, held);
      keep(batch, first, held,
           (algorithm_.get()->*method)(packs, {there != nullptr ? there : out_[0].data(), n_}));
      if (there == nullptr) store(out_[0], result, first, held);
    }
  }

  static VectorView<const S> view(const std::vector<S>& numbers) {
    return {numbers.data(), static_cast<int>(numbers.size())};
  }

  /// The numbers of a batch as packs, or null if they do not stand as packs do. A vector type may alias its elements.
  template <class Number>
  static auto in_place(BatchView<Number> all, int held) {
    using Packed = std::conditional_t<std::is_const_v<Number>, const S, S>;
    const bool packs =
        held == W && all.stride == W && reinterpret_cast<std::uintptr_t>(all.data) % alignof(S) == 0;
    return packs ? reinterpret_cast<Packed*>(all.data) : nullptr;
  }

  /// States first.. of the batch as packs: those there, or a copy. What a batch does not give stays as it is in the copy.
  static VectorView<const S> packs_of(BatchView<const T> all, int first, int held, std::vector<S>& copy) {
    const S* const there = in_place(all, held);
    if (there != nullptr && all.size != 0) return {there, all.size};
    load(all, first, held, copy.data());
    return view(copy);
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

  static void keep(const Batch<T>& batch, int first, int held, const StatusOf<S>& status) {
    std::copy_n(status.begin(), held, batch.status + first);
  }

  std::unique_ptr<Algorithm<S>> algorithm_;
  int n_, rows_;
  std::vector<S> q_, v_, given_, f_ext_, H_;
  std::array<std::vector<S>, Quantities::most> out_;
};

template <class Solver>
std::unique_ptr<Solver> prepared(const Description& description, const Model& model,
                                 const std::vector<EndEffector>& end_effectors) {
  return std::make_unique<Solver>(description, model, end_effectors);
}

/// In the scalars T.
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
