// A small dense matrix, at most 6 x 6, for what has no structure of its own: propagators, inverse inertias of
// assemblies, blocks between joints. Indices from 0.
#pragma once

#include <array>
#include <cmath>

#include "kintree/spatial/spatial.hpp"

namespace kintree {

template <class S>
class Block {
 public:
  Block() = default;
  Block(int rows, int columns) : rows(rows), columns(columns) {}

  int rows = 6, columns = 6;
  S& operator()(int i, int j) { return a_[index(i, j)]; }
  const S& operator()(int i, int j) const { return a_[index(i, j)]; }

  friend Block operator*(const Block& A, const Block& B) {
    Block C(A.rows, B.columns);
    for (int i = 0; i < A.rows; ++i)
      for (int k = 0; k < A.columns; ++k)
        for (int j = 0; j < B.columns; ++j) C(i, j) = C(i, j) + A(i, k) * B(k, j);
    return C;
  }
  friend Block operator+(const Block& A, const Block& B) {
    Block C(A.rows, A.columns);
    for (int i = 0; i < A.rows; ++i)
      for (int j = 0; j < A.columns; ++j) C(i, j) = A(i, j) + B(i, j);
    return C;
  }
  friend Block operator-(const Block& A, const Block& B) {
    Block C(A.rows, A.columns);
    for (int i = 0; i < A.rows; ++i)
      for (int j = 0; j < A.columns; ++j) C(i, j) = A(i, j) - B(i, j);
    return C;
  }

 private:
  static constexpr std::size_t index(int i, int j) { return static_cast<std::size_t>(6 * i + j); }
  std::array<S, 36> a_{};
};

template <class S>
Block<S> transpose(const Block<S>& A) {
  Block<S> T(A.columns, A.rows);
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.columns; ++j) T(j, i) = A(i, j);
  return T;
}

/// The symmetric part of a matrix that is symmetric but for rounding.
template <class S>
Block<S> symmetric(const Block<S>& A) {
  const S half = S(1) / S(2);
  Block<S> B(A.rows, A.rows);
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j <= i; ++j) B(i, j) = B(j, i) = (A(i, j) + A(j, i)) * half;
  return B;
}

template <class S>
Block<S> identity(int size = 6) {
  Block<S> B(size, size);
  for (int i = 0; i < size; ++i) B(i, i) = S(1);
  return B;
}

/// The six numbers of a motion or a force.
template <template <class> class Vector, class S>
std::array<S, 6> numbers(const Vector<S>& vector) {
  const auto& [a, b] = vector;
  return {a.x, a.y, a.z, b.x, b.y, b.z};
}
template <template <class> class Vector, class S>
Vector<S> vector(const std::array<S, 6>& x) {
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

/// A x, a motion or a force as the caller says: times<Motion>(A, x).
template <template <class> class Result, template <class> class Vector, class S>
Result<S> times(const Block<S>& A, const Vector<S>& x) {
  const std::array<S, 6> in = numbers(x);
  std::array<S, 6> out{};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) out[i] = out[i] + A(static_cast<int>(i), static_cast<int>(j)) * in[j];
  return vector<Result>(out);
}

template <template <class> class Vector, class S>
void set_column(Block<S>& A, int j, const Vector<S>& x) {
  const std::array<S, 6> in = numbers(x);
  for (int i = 0; i < 6; ++i) A(i, j) = in[static_cast<std::size_t>(i)];
}

/// The motion of unit number j.
template <template <class> class Vector, class S>
Vector<S> unit(int j) {
  std::array<S, 6> x{};
  x[static_cast<std::size_t>(j)] = S(1);
  return vector<Vector>(x);
}

/// The matrix of any linear map of motions or forces.
template <template <class> class Vector, class S, class Map>
Block<S> matrix(const Map& map) {
  Block<S> A;
  for (int j = 0; j < 6; ++j) set_column(A, j, map(unit<Vector, S>(j)));
  return A;
}

/// A symmetric matrix as an inertia; the upper triangle is read.
template <class S>
ArticulatedInertia<S> articulated(const Block<S>& A) {
  return {{A(0, 0), A(0, 1), A(0, 2), A(1, 1), A(1, 2), A(2, 2)},
          {{A(0, 3), A(1, 3), A(2, 3)}, {A(0, 4), A(1, 4), A(2, 4)}, {A(0, 5), A(1, 5), A(2, 5)}},
          {A(3, 3), A(3, 4), A(3, 5), A(4, 4), A(4, 5), A(5, 5)}};
}

}  // namespace kintree
