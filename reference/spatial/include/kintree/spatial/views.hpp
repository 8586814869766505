// Views of vectors and matrices whose indices run from 1, as in the papers, and arrays indexed by body.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace kintree {

template <class S>
struct VectorView {
  S* data = nullptr;
  int size = 0;

  S& operator()(int i) const { return data[i - 1]; }
  /// The part that begins at coordinate `first`.
  S* from(int first) const { return data + (first - 1); }
  operator VectorView<const S>() const { return {data, size}; }
};

/// Row-major.
template <class S>
struct MatrixView {
  S* data = nullptr;
  int rows = 0, columns = 0;

  S& operator()(int i, int j) const { return data[static_cast<std::ptrdiff_t>(i - 1) * columns + (j - 1)]; }
  operator MatrixView<const S>() const { return {data, rows, columns}; }
};

/// An array with an entry for each of a joint's n_i <= 6 coordinates, from 0.
template <class T>
class ByColumn {
 public:
  T& operator[](int k) { return items_[static_cast<std::size_t>(k)]; }
  const T& operator[](int k) const { return items_[static_cast<std::size_t>(k)]; }
  T* data() { return items_.data(); }

 private:
  std::array<T, 6> items_{};
};

/// An array with an entry for each body: 0 is the base, 1..N the bodies.
template <class T>
class ByBody {
 public:
  ByBody() = default;
  explicit ByBody(int body_count) : items_(static_cast<std::size_t>(body_count) + 1) {}

  T& operator[](int i) { return items_[static_cast<std::size_t>(i)]; }
  const T& operator[](int i) const { return items_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<T> items_;
};

}  // namespace kintree
