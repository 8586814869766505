// A = L D L^T of a symmetric 6x6 matrix: factor 50m+35a, solve 36m+30a, of which 15m and 6m are divisions by
// the pivots.
#pragma once

#include <array>

#include "kintree/numbers/pivots.hpp"
#include "kintree/spatial/spatial.hpp"

namespace kintree {

/// A lower triangle, indices from 0, angular first.
template <class S>
class Lower6 {
 public:
  Lower6() = default;
  explicit Lower6(const ArticulatedInertia<S>& A) {
    const auto& [I, H, M] = A;
    a_ = {I.xx,  I.xy,  I.yy, I.xz, I.yz,  I.zz,  H.x.x, H.x.y, H.x.z, M.xx, H.y.x,
          H.y.y, H.y.z, M.xy, M.yy, H.z.x, H.z.y, H.z.z, M.xz,  M.yz,  M.zz};
  }

  S& operator()(int i, int j) { return a_[index(i, j)]; }
  const S& operator()(int i, int j) const { return a_[index(i, j)]; }

 private:
  static std::size_t index(int i, int j) {
    const auto row = static_cast<std::size_t>(i);
    return row * (row + 1) / 2 + static_cast<std::size_t>(j);
  }

  std::array<S, 21> a_{};
};

/// L below the diagonal, D on it.
template <class S>
class Ldlt6 : public Lower6<S> {
 public:
  /// Factors A. Returns true if all pivots are positive.
  Truth<S> factor(const ArticulatedInertia<S>& A) {
    Lower6<S>& a = *this;
    a = Lower6<S>(A);
    Truth<S> sound(true);
    for (int j = 0; j < 6; ++j) {
      const S d = a(j, j);
      sound = sound & is_positive(d);
      for (int i = 5; i > j; --i) {
        const S l = a(i, j) / d;
        for (int k = j + 1; k <= i; ++k) a(i, k) = a(i, k) - l * a(k, j);
        a(i, j) = l;
      }
    }
    return sound;
  }

  /// A^-1 f.
  Motion<S> solve(const Force<S>& f) const {
    const Lower6<S>& L = *this;
    std::array<S, 6> x{f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z};
    const auto at = [&x](int i) -> S& { return x[static_cast<std::size_t>(i)]; };
    for (int i = 1; i < 6; ++i)
      for (int j = 0; j < i; ++j) at(i) = at(i) - L(i, j) * at(j);
    for (int i = 0; i < 6; ++i) at(i) = at(i) / L(i, i);
    for (int i = 4; i >= 0; --i)
      for (int j = i + 1; j < 6; ++j) at(i) = at(i) - L(j, i) * at(j);
    return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
  }
};

}  // namespace kintree
