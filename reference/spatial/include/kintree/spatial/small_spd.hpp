// L D L^T of the n_i x n_i matrix of a joint, n_i <= 6.
#pragma once

#include <array>

#include "kintree/numbers/pivots.hpp"

namespace kintree {

template <class S>
class SmallSpd {
 public:
  /// The lower triangle of the matrix, to be filled in before `factor`; indices from 0.
  S& operator()(int i, int j) { return a_[index(i, j)]; }

  /// Returns true if all pivots are positive.
  Truth<S> factor(int size) {
    n_ = size;
    Truth<S> sound(true);
    for (int j = 0; j < n_; ++j) {
      const S d = a_[index(j, j)];
      sound = sound & is_positive(d);
      reciprocal_[static_cast<std::size_t>(j)] = S(1) / d;
      for (int i = n_ - 1; i > j; --i) {
        const S l = a_[index(i, j)] * reciprocal_[static_cast<std::size_t>(j)];
        for (int k = j + 1; k <= i; ++k) a_[index(i, k)] = a_[index(i, k)] - l * a_[index(k, j)];
        a_[index(i, j)] = l;
      }
    }
    return sound;
  }

  /// x <- A^-1 x, n_i numbers at x (or n_i vectors of any type that S scales).
  template <class V>
  void solve(V* x) const {
    for (int i = 1; i < n_; ++i)
      for (int j = 0; j < i; ++j) x[i] = x[i] - x[j] * a_[index(i, j)];
    for (int i = 0; i < n_; ++i) x[i] = x[i] * reciprocal_[static_cast<std::size_t>(i)];
    for (int i = n_ - 1; i >= 0; --i)
      for (int j = i + 1; j < n_; ++j) x[i] = x[i] - x[j] * a_[index(j, i)];
  }

 private:
  static constexpr std::size_t index(int i, int j) { return static_cast<std::size_t>(i * (i + 1) / 2 + j); }

  int n_ = 0;
  std::array<S, 21> a_{};
  std::array<S, 6> reciprocal_{};
};

}  // namespace kintree
