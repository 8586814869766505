// Many states of one model at once, as structure of arrays.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "kintree/model/status.hpp"
#include "kintree/plugin/call.hpp"

namespace kintree {

/// `size` numbers of each state. Number i = 1..size of state k = 0.. is data[(i - 1) * stride + k]; a matrix
/// has its numbers row by row.
template <class S>
struct BatchView {
  S* data = nullptr;
  int size = 0;
  std::ptrdiff_t stride = 0;

  S& operator()(int i, int k) const { return data[(i - 1) * stride + k]; }
  operator BatchView<const S>() const { return {data, size, stride}; }
};

/// Memory for the inputs and outputs of one call. A batch that is a loop over its states copies each of them
/// here, so that it allocates nothing.
template <class S>
struct Arrays {
  Arrays() = default;
  Arrays(Problem problem, const Sizes& sizes, const PathRowLayout* path_rows) {
    const ProblemInfo& of = info(problem);
    for (std::size_t k = 0; k < of.reads.size(); ++k) in[k].resize(size(of.reads[k], sizes, path_rows));
    for (std::size_t k = 0; k < of.returns.size(); ++k) out[k].resize(size(of.returns[k], sizes, path_rows));
  }
  Call<S> call(const Sizes& sizes, const PathRowLayout* path_rows) {
    Call<S> result{sizes, {}, {}, path_rows};
    for (std::size_t k = 0; k < in.size(); ++k) result.in[k] = in[k].data(), result.out[k] = out[k].data();
    return result;
  }

  std::array<std::vector<S>, Quantities::most> in, out;
};

/// A Call of many states.
template <class S>
struct BatchCall {
  Sizes sizes;
  int count = 0;
  Status* status = nullptr;     ///< by state
  Arrays<S>* single = nullptr;  ///< not needed if the plugin's description has lanes
  std::array<BatchView<const S>, Quantities::most> in{};
  std::array<BatchView<S>, Quantities::most> out{};
  const PathRowLayout* path_rows = nullptr;
};

/// Copies the numbers of state k to `one`.
template <class S>
void gather(BatchView<const S> all, int k, std::vector<S>& one) {
  for (int i = 1; i <= all.size; ++i) one[static_cast<std::size_t>(i - 1)] = all(i, k);
}

/// Copies `one` to state k of a batch.
template <class S>
void scatter(const std::vector<S>& one, BatchView<S> all, int k) {
  for (int i = 1; i <= all.size; ++i) all(i, k) = one[static_cast<std::size_t>(i - 1)];
}

}  // namespace kintree
