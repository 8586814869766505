// Sparse factorizations H = L^T D L and H = L^T L in path rows (kintree/algebra/path_rows.hpp), in place and without
// fill-in, and the solution of H x = b with the factors.  Featherstone 2005, sec. 2 and Appendix.
//
// What coordinate k takes from the row of an ancestor is the beginning of its own row times one number. Coordinates
// that are each the only child of the next take theirs together, up to four, so that long rows are read and written
// once for all of them. A solution keeps the x of the path at hand by depth.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/sparse_triangle.hpp"
#include "kintree/algebra/path_rows.hpp"
#include "kintree/algebra/pivots.hpp"

namespace kintree {

/// v[t] <- v[t] - sum over c < r of w_c[t] a_c, t < length. None of the rows w is v.
template <int r, class S>
void subtract(S* __restrict v, const ByColumn<S*>& w, const ByColumn<S>& a, int length) {
  for (int t = 0; t < length; ++t) {
    S rest = v[t];
    for (int c = 0; c < r; ++c) rest = rest - w[c][t] * a[c];
    v[t] = rest;
  }
}

/// a . b, of one number or more, in two sums that do not wait for each other.
template <class S>
S dot(const S* a, const S* b, int length) {
  S even = a[0] * b[0];
  if (length == 1) return even;
  S odd = a[1] * b[1];
  int t = 2;
  for (; t + 1 < length; t += 2) {
    even = even + a[t] * b[t];
    odd = odd + a[t + 1] * b[t + 1];
  }
  if (t < length) even = even + a[t] * b[t];
  return even + odd;
}

template <class S, Diagonal diagonal = Diagonal::unit>
class PathTriangle {
 public:
  explicit PathTriangle(int n) : n_(static_cast<std::size_t>(n)), scaled_(most * n_), y_(n_) {}

  /// The rows of H become those of L, and D stands on the diagonal of a unit L.
  StatusOf<S> factor(PathRows<S> H) {
    const Phase<S> phase("factorization");
    Pivots<S> pivots;
    for (int k = H.layout->n(); k >= 1;) {
      const int run = H.layout->run(k);
      k -= run == 1   ? eliminate<1>(H, k, pivots)
           : run == 2 ? eliminate<2>(H, k, pivots)
           : run == 3 ? eliminate<3>(H, k, pivots)
                      : eliminate<most>(H, k, pivots);
    }
    return pivots.status();
  }

  /// x <- H^-1 x = L^-1 D^-1 L^-T x, or L^-1 L^-T x.
  void solve(PathRows<const S> L, VectorView<S> x) {
    const Phase<S> phase("solution");
    const PathRowLayout& layout = *L.layout;
    S* y = y_.data();
    int last = 1;
    for (auto k = layout.depth_first().rbegin(); k != layout.depth_first().rend(); ++k) {
      for (int j = *k; layout.depth(j) >= last; j = layout.lambda(j)) y[layout.depth(j) - 1] = x(j);
      last = layout.depth(*k);
      const S* row = L.row(*k);
      const S pivot = row[last - 1], x_k = diagonal == Diagonal::unit ? y[last - 1] : y[last - 1] / pivot;
      for (int t = 0; t < last - 1; ++t) y[t] = y[t] - row[t] * x_k;  // x <- L^-T x
      x(*k) = diagonal == Diagonal::unit ? x_k / pivot : x_k;         // x <- D^-1 x
    }
    for (const int k : layout.depth_first()) {
      const int above = layout.depth(k) - 1;
      const S* row = L.row(k);
      S x_k = above == 0 ? x(k) : x(k) - dot(row, y, above);  // x <- L^-1 x
      if (diagonal == Diagonal::stored) x_k = x_k / row[above];
      x(k) = y[above] = x_k;
    }
  }

 private:
  static constexpr int most = 4;

  /// Eliminates k, k - 1, ..., r of them, each the only child of the next.
  template <int r>
  int eliminate(PathRows<S> H, int k, Pivots<S>& pivots) {
    using std::sqrt;
    const PathRowLayout& layout = *H.layout;
    const int above = layout.depth(k) - 1;
    ByColumn<S*> row, a;  // H_kj, and H_kj / H_kk
    for (int c = 0; c < r; ++c) {
      row[c] = H.row(k - c);
      a[c] = diagonal == Diagonal::unit ? scaled_.data() + c * n_ : row[c];
      S& H_kk = row[c][above - c];
      pivots.check(is_positive(H_kk), k - c);
      if constexpr (diagonal == Diagonal::stored) H_kk = sqrt(H_kk);
      scale(row[c], H_kk, a[c], above - c);
      for (int e = c + 1; e < r; ++e)
        subtract<1>(H.row(k - e), only(row[c]), only(a[c][above - e]), above - e + 1);
    }
    int t = above - r;
    for (int i = layout.lambda(k - r + 1); i != 0; i = layout.lambda(i), --t) {
      ByColumn<S> a_i;
      for (int c = 0; c < r; ++c) a_i[c] = a[c][t];
      subtract<r>(H.row(i), row, a_i, t + 1);  // H_ij <- H_ij - sum over k of H_kj a
    }
    if constexpr (diagonal == Diagonal::unit)
      for (int c = 0; c < r; ++c) std::copy_n(a[c], above - c, row[c]);
    return r;
  }

  template <class T>
  static ByColumn<T> only(const T& item) {
    ByColumn<T> one;
    one[0] = item;
    return one;
  }

  /// a <- row / pivot: may be in its place.
  static void scale(const S* row, const S pivot, S* a, int length) {
    for (int t = 0; t < length; ++t) a[t] = row[t] / pivot;
  }

  int n_;
  std::vector<S> scaled_;  ///< rows of four coordinates
  std::vector<S> y_;       ///< by depth: x of the ancestors of the coordinate at hand, or what is left of it
};

}  // namespace kintree
