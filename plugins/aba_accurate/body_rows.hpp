// The six rows of a rigid body: three of its mass, at the centre of mass, and three of its tensor about it. Nothing
// is referred to the body's origin, where large lever arms would hide the tensor.  Numbering: README.md.
//
//   c          centre of mass
//   d_k, l_k   I_c = sum over k of d_k l_k l_k^T                               [5]
//   l'_k       the dual vectors: l'_j . l_k is 1 for j = k, else 0
#pragma once

#include <algorithm>
#include <utility>

#include "aba_accurate/weighted_rows.hpp"

namespace kintree {

/// The order in which the axes of a tensor are eliminated, the largest pivot first, and how many pivots are positive:
/// a choice, made in doubles for every scalar.
struct TensorPlan {
  explicit TensorPlan(const Inertial& of) {
    std::array<std::array<double, 3>, 3> I{
        {{of.ixx, of.ixy, of.ixz}, {of.ixy, of.iyy, of.iyz}, {of.ixz, of.iyz, of.izz}}};
    for (; rank < 3; ++rank) {
      const auto next = axes.begin() + rank;
      std::iter_swap(next,
                     std::max_element(next, axes.end(), [&I](auto a, auto b) { return I[a][a] < I[b][b]; }));
      const auto p = *next;
      if (!(I[p][p] > 0)) return;
      for (auto i = next + 1; i != axes.end(); ++i)
        for (auto j = next + 1; j != axes.end(); ++j) I[*i][*j] -= I[*i][p] / I[p][p] * I[p][*j];
    }
  }

  std::array<std::size_t, 3> axes{0, 1, 2};
  int rank = 0;
};

template <class S>
class BodyRows {
 public:
  static constexpr int count = 6;

  BodyRows() = default;
  explicit BodyRows(const Inertial& of) : m_(S(of.mass)), c_(widen<S>(of.origin.xyz)) {
    const TensorPlan plan(of);
    std::array<std::array<S, 3>, 3> I{{{S(of.ixx), S(of.ixy), S(of.ixz)},
                                       {S(of.ixy), S(of.iyy), S(of.iyz)},
                                       {S(of.ixz), S(of.iyz), S(of.izz)}}};
    const Mat3<S> R = rotation<S>(of.origin);
    const std::array<Vec3<S>, 3> e{R.x, R.y, R.z};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto p = plan.axes[k];
      l_[k] = e[p];
      if (static_cast<int>(k) >= plan.rank) continue;
      d_[k] = I[p][p];
      for (auto i = plan.axes.begin() + static_cast<int>(k) + 1; i != plan.axes.end(); ++i) {
        const S share = I[*i][p] / d_[k];
        l_[k] += e[*i] * share;  // [5]
        for (auto j = plan.axes.begin() + static_cast<int>(k) + 1; j != plan.axes.end(); ++j)
          I[*i][*j] = I[*i][*j] - share * I[p][*j];
      }
    }
    dual_ = {cross(l_[1], l_[2]), cross(l_[2], l_[0]), cross(l_[0], l_[1])};
    const S reciprocal = S(1) / dot(l_[0], dual_[0]);
    for (Vec3<S>& dual : dual_) dual = dual * reciprocal;
  }

  /// Into six rows: those of the body in its own frame, at the velocity V.
  void write(const Motion<S>& V, std::span<WeightedRow<S>> rows) const {
    const Mat3<S> e = identity3<S>();
    const Vec3<S> f = cross(V.w, V.v + cross(V.w, c_)) * m_;    // [6]
    rows[0] = {.w = m_, .g = {cross(c_, e.x), e.x}, .y = f.x};  // [6]
    rows[1] = {.w = m_, .g = {cross(c_, e.y), e.y}, .y = f.y};  // [6]
    rows[2] = {.w = m_, .g = {cross(c_, e.z), e.z}, .y = f.z};  // [6]
    Vec3<S> momentum;
    for (std::size_t k = 0; k < 3; ++k) momentum += l_[k] * (d_[k] * dot(l_[k], V.w));
    const Vec3<S> n = cross(V.w, momentum);  // [7]
    for (std::size_t k = 0; k < 3; ++k)
      rows[3 + k] = {.w = d_[k], .g = {l_[k], {}}, .y = dot(dual_[k], n)};  // [7]
  }

 private:
  S m_{};
  Vec3<S> c_;
  std::array<S, 3> d_{};
  std::array<Vec3<S>, 3> l_, dual_;
};

}  // namespace kintree
