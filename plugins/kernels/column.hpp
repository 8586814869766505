// Six numbers of a column, one for each row of a propagator. Numbers of double and float are side by side in
// one register or a few. Those of Number are in two packs, so that the finite field checks the same code.
// Numbers of other scalars are separate.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "kintree/numbers/number_pack.hpp"

namespace kintree {

/// The storage of the six numbers of a column: each separately, or in packs. The last pack may have unused
/// lanes.
template <class S>
struct ColumnPart {
  using type = S;
  static constexpr int width = 1;
};
template <class T>
requires std::is_floating_point_v<T>
struct ColumnPart<T> {
  static constexpr int width = std::min(8, static_cast<int>(NativePack<T>::lanes));
  using type = Pack<T, width>;
};
/// All lanes are read, so that the operations counted are those of six numbers.
template <>
struct ColumnPart<Number> {
  static constexpr int width = 3;
  using type = Pack<Number, width>;
};

/// Six numbers, indices from 0.
template <class S>
struct Column {
  using Part = typename ColumnPart<S>::type;
  static constexpr int width = ColumnPart<S>::width, parts = (6 + width - 1) / width;

  std::array<Part, parts> part{};

  static Part spread(const S& s) {
    if constexpr (width == 1)
      return s;
    else
      return Part::filled(s);
  }
  S operator[](int r) const {
    const auto p = static_cast<std::size_t>(r / width), lane = static_cast<std::size_t>(r % width);
    if constexpr (width == 1)
      return part[p];
    else
      return part[p][lane];
  }
  void set(int r, const S& s) {
    const auto p = static_cast<std::size_t>(r / width), lane = static_cast<std::size_t>(r % width);
    if constexpr (width == 1)
      part[p] = s;
    else
      part[p].vector[lane] = s;
  }

  friend Column operator+(Column a, const Column& b) {
    for (std::size_t p = 0; p < parts; ++p) a.part[p] = a.part[p] + b.part[p];
    return a;
  }
  friend Column operator-(Column a, const Column& b) {
    for (std::size_t p = 0; p < parts; ++p) a.part[p] = a.part[p] - b.part[p];
    return a;
  }
  friend Column operator*(Column a, const S& s) {
    const Part all = spread(s);
    for (std::size_t p = 0; p < parts; ++p) a.part[p] = a.part[p] * all;
    return a;
  }
  friend Column operator*(const S& s, const Column& a) { return a * s; }
  friend Column operator/(Column a, const S& s) {
    const Part all = spread(s);
    for (std::size_t p = 0; p < parts; ++p) a.part[p] = a.part[p] / all;
    return a;
  }
};

}  // namespace kintree
