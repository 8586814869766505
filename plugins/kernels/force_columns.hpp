// Forces side by side, by their six numbers, so that one loop does the same to all of them.
#pragma once

#include <vector>

#include "kernels/axis_tree.hpp"

namespace kintree {

template <class S>
class ForceColumns {
 public:
  explicit ForceColumns(int count)
      : count_(count),
        numbers_(static_cast<std::size_t>(6 * count)),
        along_(static_cast<std::size_t>(count)) {}

  void set(int c, const Force<S>& F) {
    number(0)[c] = F.n.x, number(1)[c] = F.n.y, number(2)[c] = F.n.z;
    number(3)[c] = F.f.x, number(4)[c] = F.f.y, number(5)[c] = F.f.z;
  }

  /// F <- X^T F for the columns first <= c < end.
  void carry(const Transform<S>& X, int first, int end) {
    carry(X, number(0), number(1), number(2), number(3), number(4), number(5), first, end);
  }

  /// s^T F, to be read at the same columns until the next call.
  const S* along(const Motion<S>& s, int first, int end) {
    along(s, number(0), number(1), number(2), number(3), number(4), number(5), along_.data(), first, end);
    return along_.data();
  }
  const S* along(UnitTurn, int /*first*/, int /*end*/) { return number(2); }
  const S* along(UnitMotion e, int /*first*/, int /*end*/) { return number(e.k); }

 private:
  S* number(int k) { return numbers_.data() + k * count_; }

  // Compilers do several columns at once, as long as they see that these pointers are to different numbers, of which GCC 12
  // loses sight where it inlines.

  [[gnu::noinline]] static void carry(const Transform<S>& X, S* __restrict nx, S* __restrict ny,
                                      S* __restrict nz, S* __restrict fx, S* __restrict fy, S* __restrict fz,
                                      int first, int end) {
    const Transform<S> copy = X;
    for (int c = first; c < end; ++c) {
      const Force<S> F = transpose_times(copy, Force<S>{{nx[c], ny[c], nz[c]}, {fx[c], fy[c], fz[c]}});
      nx[c] = F.n.x, ny[c] = F.n.y, nz[c] = F.n.z;
      fx[c] = F.f.x, fy[c] = F.f.y, fz[c] = F.f.z;
    }
  }

  [[gnu::noinline]] static void along(const Motion<S>& s, const S* nx, const S* ny, const S* nz, const S* fx,
                                      const S* fy, const S* fz, S* __restrict result, int first, int end) {
    const Motion<S> copy = s;
    for (int c = first; c < end; ++c)
      result[c] = dot(copy, Force<S>{{nx[c], ny[c], nz[c]}, {fx[c], fy[c], fz[c]}});
  }

  int count_;
  std::vector<S> numbers_;  ///< n_x of all, n_y of all, ...
  std::vector<S> along_;
};

}  // namespace kintree
