// Many states of one model at once, as structure of arrays.
#pragma once

#include <cstddef>
#include <vector>

#include "kintree/algebra/path_rows.hpp"
#include "kintree/algebra/spatial.hpp"
#include "kintree/algebra/views.hpp"
#include "kintree/data/status.hpp"

namespace kintree {

/// `size` numbers of each state. Number i = 1..size of state k = 0.. stands at data[(i - 1) * stride + k]; a
/// matrix has its numbers row by row.
template <class S>
struct BatchView {
  S* data = nullptr;
  int size = 0;
  std::ptrdiff_t stride = 0;

  S& operator()(int i, int k) const { return data[(i - 1) * stride + k]; }
  operator BatchView<const S>() const { return {data, size, stride}; }
};

/// As DynamicsInput. f_ext has 6 (N + 1) numbers, by body 0..N, the moment before the force.
template <class S>
struct DynamicsBatch {
  BatchView<const S> q, v, given, f_ext;
};

/// As FactorizationInput.
template <class S>
struct FactorizationInputBatch {
  BatchView<const S> q, H, b;
};

/// As Factorization.
template <class S>
struct FactorizationBatch {
  BatchView<S> L, D, x;
};

/// As PathRows: the numbers of the rows, in this layout.
template <class S>
struct PathRowsBatch {
  BatchView<S> numbers;
  const PathRowLayout* layout = nullptr;
};

/// Room for one state, which the caller provides once and a batch then works in, so that it allocates nothing.
template <class S>
class BatchScratch {
 public:
  BatchScratch(const Layout& layout, int body_count, int end_effectors)
      : n(layout.n),
        end_effector_rows(6 * end_effectors),
        q(size(layout.nq)),
        v(size(n)),
        given(size(n)),
        vector(size(n)),
        H(size(n * n)),
        matrix(size(n * n)),
        D(size(n * n)),
        osim(size(end_effector_rows * end_effector_rows)),
        J_bar(size(n * end_effector_rows)),
        f_ext(size(body_count) + 1) {}

  int n, end_effector_rows;
  std::vector<S> q, v, given, vector;
  std::vector<S> H, matrix, D, osim, J_bar;
  std::vector<Force<S>> f_ext;

 private:
  static std::size_t size(int count) { return static_cast<std::size_t>(count); }
};

/// How many states there are, where their statuses go, and the scratch.
template <class S>
struct Batch {
  int count = 0;
  Status* status = nullptr;            ///< by state
  BatchScratch<S>* scratch = nullptr;  ///< not needed where the plugin says that it has lanes
};

/// State k of a batch, copied to `one`.
template <class S>
VectorView<const S> gather(BatchView<const S> all, int k, std::vector<S>& one) {
  for (int i = 1; i <= all.size; ++i) one[static_cast<std::size_t>(i - 1)] = all(i, k);
  return {one.data(), all.size};
}

/// The wrenches of state k, copied to `one`; null if the batch has none.
template <class S>
const Force<S>* gather(BatchView<const S> all, int k, std::vector<Force<S>>& one) {
  for (int i = 0; 6 * i < all.size; ++i)
    one[static_cast<std::size_t>(i)] = {{all(6 * i + 1, k), all(6 * i + 2, k), all(6 * i + 3, k)},
                                        {all(6 * i + 4, k), all(6 * i + 5, k), all(6 * i + 6, k)}};
  return all.size == 0 ? nullptr : one.data();
}

/// `one` copied to state k of a batch.
template <class S>
void scatter(const std::vector<S>& one, BatchView<S> all, int k) {
  for (int i = 1; i <= all.size; ++i) all(i, k) = one[static_cast<std::size_t>(i - 1)];
}

}  // namespace kintree
