// K_1 = (I^A_1)^-1 of a floating base, a symmetric 6x6 matrix: from its factors, at the published 231
// operations, and by sweeps, at 216.  Wensing, Featherstone & Orin 2012, Appendix; the ways to the counts are
// derived here. Divisions count as m. Rows and columns angular first; results are lower triangles.
#pragma once

#include "kernels/ldlt6.hpp"

namespace kintree {

/// L^-T (D^-1 L^-1), one half of it: 141m+90a, that is 231.
template <class S>
Lower6<S> inverse_by_factors(const ArticulatedInertia<S>& A) {
  Ldlt6<S> L;
  Lower6<S> B, N, result;  // B = L^-1, N = D^-1 B
  L.factor(A);             // 50m+35a
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < i; ++j) {  // 20m+20a
      S sum = L(i, j);
      for (int k = j + 1; k < i; ++k) sum = sum + L(i, k) * B(k, j);
      B(i, j) = -sum;
    }
  for (int i = 0; i < 6; ++i) {  // 21m
    N(i, i) = S(1) / L(i, i);
    for (int j = 0; j < i; ++j) N(i, j) = N(i, i) * B(i, j);
  }
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i <= j; ++i) {  // 50m+35a
      S sum = i == j ? N(j, j) : B(j, i) * N(j, j);
      for (int k = j + 1; k < 6; ++k) sum = sum + B(k, i) * N(k, j);
      result(j, i) = sum;
    }
  return result;
}

/// The same by six symmetric sweeps, of 21m+15a each: 126m+90a, that is 216.
template <class S>
Lower6<S> inverse_by_sweeps(const ArticulatedInertia<S>& A) {
  Lower6<S> a(A);
  const auto at = [&a](int i, int j) -> S& { return i < j ? a(j, i) : a(i, j); };
  for (int p = 0; p < 6; ++p) {  // a_pp -> -1/a_pp, a_ip -> a_ip/a_pp, a_ij -> a_ij - a_ip a_pj / a_pp
    const S reciprocal = S(1) / a(p, p);
    std::array<S, 6> row{};
    for (int i = 0; i < 6; ++i)
      if (i != p) row[static_cast<std::size_t>(i)] = at(i, p) * reciprocal;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j <= i; ++j)
        if (i != p && j != p) a(i, j) = a(i, j) - row[static_cast<std::size_t>(i)] * at(j, p);
    for (int i = 0; i < 6; ++i)
      if (i != p) at(i, p) = row[static_cast<std::size_t>(i)];
    a(p, p) = -reciprocal;
  }
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) a(i, j) = -a(i, j);
  return a;
}

}  // namespace kintree
