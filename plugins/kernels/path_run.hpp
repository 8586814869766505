// Elimination and solution for a run of coordinates in path rows. A run has r coordinates k, k - 1, ..., and
// each is the only child of the next. Coordinate c of the run is k - c. Its row begins with the entries of
// the ancestors that all of them share. It ends with the entries of the coordinates above it in the run and
// its own. The entry of coordinate d is at the place shared + r - 1 - d. Featherstone 2005, Appendix.
//
//   h, a     H_kj, and what takes its place: H_kj / H_kk, which is L_kj; in L^T L, where H_kk is a root, h is a
#pragma once

#include <array>
#include <cmath>

#include "kernels/pieces.hpp"
#include "kernels/sparse_triangle.hpp"
#include "kintree/numbers/pivots.hpp"
#include "kintree/spatial/path_rows.hpp"

namespace kintree {

template <class T, int r>
using OfRun = std::array<T, r>;

/// v[j] <- v[j] - sum over c of w_c[j] a_c, j < length; products are added in pairs first, so that fewer wait for each other.
template <int r, class S>
[[gnu::always_inline]] inline void subtract(S* v, const OfRun<const S*, r>& w, const OfRun<S, r>& a,
                                            int length) {
  in_pieces<widest_piece<S>>(0, length, [&](int j, auto width) {
    const auto product = [&](auto c) { return load<width>(w[c] + j) * spread<width>(a[c]); };
    auto rest = load<width>(v + j);
    if constexpr (r % 2 == 1) rest = rest - product(std::integral_constant<int, r - 1>());
    unrolled<r / 2>([&](auto pair) {
      constexpr int c = 2 * pair;
      rest =
          rest - (product(std::integral_constant<int, c>()) + product(std::integral_constant<int, c + 1>()));
    });
    store(rest, v + j);
  });
}

/// Eliminates them from each other and from their ancestors; a unit L has its pivots in D. `scratch`: r times as many numbers as
/// they share.
template <int r, Diagonal diagonal, class S>
void eliminate_run(PathRows<S> H, VectorView<S> D, int k, S* scratch, Pivots<S>& pivots) {
  using std::sqrt;
  constexpr bool unit = diagonal == Diagonal::unit;
  const int shared = H.layout->depth(k) - r;
  OfRun<S*, r> a;
  for (int c = 0; c < r; ++c) a[c] = H.row(k - c);

  // From each other: a_cd = H_cd / H_cc and H_bd <- H_bd - H_cd a_cb, c < b <= d.
  OfRun<OfRun<S, r>, r> own_h, own_a;
  unrolled<r>(
      [&](auto c) { unrolled<r - c>([&](auto d) { own_h[c][c + d] = a[c][shared + r - 1 - c - d]; }); });
  unrolled<r>([&](auto c) {
    S* const end = a[c] + shared + r - 1;
    S& H_cc = own_h[c][c];
    pivots.check(is_positive(H_cc), k - c);
    if constexpr (unit)
      D(k - c) = H_cc, end[-c] = S(1);
    else
      end[-c] = H_cc = sqrt(H_cc);
    unrolled<r - 1 - c>([&](auto below) {
      constexpr int d = c + 1 + below;
      end[-d] = own_a[c][d] = own_h[c][d] / H_cc;
      if constexpr (!unit) own_h[c][d] = own_a[c][d];
      unrolled<d - c>([&](auto e) {
        constexpr int b = c + 1 + e;
        own_h[b][d] = own_h[b][d] - own_h[c][d] * own_a[c][b];
      });
    });
  });

  // The same for the entries of the ancestors that they share.
  OfRun<const S*, r> h;
  for (int c = 0; c < r; ++c) h[c] = unit ? scratch + c * shared : a[c];
  in_pieces<widest_piece<S>>(0, shared, [&](int t, auto width) {
    OfRun<Piece<S, width>, r> h_t;
    unrolled<r>([&](auto c) { h_t[c] = load<width>(a[c] + t); });
    unrolled<r>([&](auto c) {
      const auto a_t = h_t[c] / spread<width>(own_h[c][c]);
      if constexpr (unit)
        store(h_t[c], scratch + c * shared + t);
      else
        h_t[c] = a_t;
      store(a_t, a[c] + t);
      unrolled<r - 1 - c>([&](auto below) {
        constexpr int d = c + 1 + below;
        h_t[d] = h_t[d] - h_t[c] * spread<width>(own_a[c][d]);
      });
    });
  });

  // From the ancestors i: H_ij <- H_ij - sum over c of h_cj a_ci.
  int length = shared;
  for (int i = H.layout->lambda(k - r + 1); i != 0; i = H.layout->lambda(i), --length) {
    OfRun<S, r> a_i;
    unrolled<r>([&](auto c) { a_i[c] = a[c][length - 1]; });
    subtract<r>(H.row(i), h, a_i, length);
  }
}

/// x <- L^-T x and x <- D^-1 x of these coordinates. y has the remaining x of their ancestors, by depth.
template <int r, Diagonal diagonal, class S>
void solve_run_transposed(PathRows<const S> L, VectorView<const S> D, int k, S* y, VectorView<S> x) {
  const int shared = L.layout->depth(k) - r;
  OfRun<const S*, r> row;
  for (int c = 0; c < r; ++c) row[c] = L.row(k - c);
  OfRun<S, r> x_c;
  unrolled<r>([&](auto c) {
    const int own = shared + r - 1 - c;
    S rest = y[own];
    unrolled<c>([&](auto b) { rest = rest - row[b][own] * x_c[b]; });
    const S divided = rest / (diagonal == Diagonal::unit ? D(k - c) : row[c][own]);
    x_c[c] = diagonal == Diagonal::unit ? rest : divided;
    x(k - c) = divided;
  });
  subtract<r>(y, row, x_c, shared);
}

/// x <- L^-1 x of these coordinates. y has the x of their ancestors by depth, and this function appends their
/// own x.
template <int r, Diagonal diagonal, class S>
void solve_run(PathRows<const S> L, int k, S* y, VectorView<S> x) {
  constexpr int width = widest_piece<S>;
  const int shared = L.layout->depth(k) - r;
  OfRun<const S*, r> row;
  OfRun<S, r> rest;
  unrolled<r>([&](auto c) { row[c] = L.row(k - c), rest[c] = x(k - c); });
  int t = 0;
  if constexpr (width > 1)
    if (shared >= width) {  // in as many sums as a piece has numbers
      OfRun<Piece<S, width>, r> sum;
      unrolled<r>([&](auto c) { sum[c] = load<width>(row[c]) * load<width>(y); });
      for (t = width; t + width <= shared; t += width) {
        const auto y_t = load<width>(y + t);
        unrolled<r>([&](auto c) { sum[c] = sum[c] + load<width>(row[c] + t) * y_t; });
      }
      unrolled<r>([&](auto c) { unrolled<width>([&](auto lane) { rest[c] = rest[c] - sum[c][lane]; }); });
    }
  for (; t < shared; ++t) unrolled<r>([&](auto c) { rest[c] = rest[c] - row[c][t] * y[t]; });
  unrolled<r>([&](auto above) {
    constexpr int c = r - 1 - above;
    unrolled<above>([&](auto b) { rest[c] = rest[c] - row[c][shared + b] * rest[r - 1 - b]; });
    if constexpr (diagonal == Diagonal::stored) rest[c] = rest[c] / row[c][shared + above];
    x(k - c) = y[shared + above] = rest[c];
  });
}

}  // namespace kintree
