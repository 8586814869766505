// Sparse factorizations H = L^T D L and H = L^T L in path rows (kintree/spatial/path_rows.hpp), in place and without
// fill-in, and the solution of H x = b with the factors.  Featherstone 2005, sec. 2 and Appendix.
//
// Coordinate k subtracts from the row of an ancestor the beginning of its own row times one number.
// Coordinates that are each the only child of the next, up to eight, go together (kernels/path_run.hpp):
// k, k - 1, ..., whose rows begin alike. First they are eliminated from each other. Then they are eliminated
// from the rows of the ancestors that they share, and each of these is read and written once for all of them.
// A solution keeps the x of the path at hand by depth.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/path_run.hpp"
#include "kernels/sparse_triangle.hpp"

namespace kintree {

/// The layout of a matrix without branches. lambda(i) = i - 1, so the rows are a whole triangle.
inline PathRowLayout full_triangle(int n) {
  std::vector<int> lambda(static_cast<std::size_t>(n) + 1);
  for (int i = 1; i <= n; ++i) lambda[static_cast<std::size_t>(i)] = i - 1;
  return PathRowLayout(std::move(lambda));
}

template <class S, Diagonal diagonal = Diagonal::unit>
class PathTriangle {
  static constexpr int most = 8;

 public:
  explicit PathTriangle(int n)
      : D_(static_cast<std::size_t>(n)), unscaled_(most * D_.size()), y_(D_.size()) {}

  /// The rows of H become those of L; of a unit L there is D() besides.
  StatusOf<S> factor(PathRows<S> H) {
    const Phase<S> phase("factorization");
    Pivots<S> pivots;
    for (int k = H.layout->n(); k >= 1;)
      k -= at_once(H.layout->run(k), [&](auto r) { eliminate<r>(H, k, pivots); });
    return pivots.status();
  }

  /// That of the last factorization.
  VectorView<const S> D() const { return {D_.data(), static_cast<int>(D_.size())}; }

  /// x <- H^-1 x = L^-1 D^-1 L^-T x, or L^-1 L^-T x.
  void solve(PathRows<const S> L, VectorView<S> x) {
    const Phase<S> phase("solution");
    const PathRowLayout& layout = *L.layout;
    const std::vector<int>& all = layout.depth_first();
    int below = 0;  // y has the remaining x of this number of coordinates of the path
    for (auto k = all.rbegin(); k != all.rend();) {
      for (int j = *k; layout.depth(j) > below; j = layout.lambda(j)) y_at(layout.depth(j)) = x(j);
      const int r = at_once(layout.run(*k), [&](auto count) { solve_transposed<count>(L, *k, x); });
      below = layout.depth(*k) - r;
      k += r;
    }
    for (auto k = all.begin(); k != all.end();) {
      int run = 1;
      while (run < most && all.end() - k > run && layout.run(k[run]) == layout.run(*k) + run) ++run;
      k += at_once(run, [&](auto count) { solve_lower<count>(L, k[count - 1], x); });
    }
  }

 private:
  // Each is a function of its own, so that its variables are in registers.
  template <int r>
  [[gnu::noinline]] void eliminate(PathRows<S> H, int k, Pivots<S>& pivots) {
    eliminate_run<r, diagonal>(H, {D_.data(), H.layout->n()}, k, unscaled_.data(), pivots);
  }
  template <int r>
  [[gnu::noinline]] void solve_transposed(PathRows<const S> L, int k, VectorView<S> x) {
    solve_run_transposed<r, diagonal>(L, D(), k, y_.data(), x);
  }
  template <int r>
  [[gnu::noinline]] void solve_lower(PathRows<const S> L, int k, VectorView<S> x) {
    solve_run<r, diagonal>(L, k, y_.data(), x);
  }

  S& y_at(int depth) { return y_[static_cast<std::size_t>(depth - 1)]; }

  /// Calls work(r) for as many coordinates of a run as go together, and returns how many these are.
  template <int r = most>
  static int at_once(int run, const auto& work) {
    if constexpr (r > 1)
      if (run < r) return at_once<r - 1>(run, work);
    work(std::integral_constant<int, r>());
    return r;
  }

  std::vector<S> D_;
  std::vector<S> unscaled_;  ///< rows of coordinates that go together, as they were
  std::vector<S> y_;         ///< by depth: x of the ancestors of the current coordinate, or its remainder
};

}  // namespace kintree
