// Rows of numbers in pieces of up to four neighbours. A piece of doubles or floats fills a register. Number has pieces as well, so
// that the finite field checks the same text and the same steps. A piece of another scalar is one number.
// Compilers vectorize such loops as well, but their code for short rows is slow.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "kintree/numbers/number_pack.hpp"

namespace kintree {

/// The count of numbers in the widest piece.
template <class S>
inline constexpr int widest_piece = 1;
template <class T>
requires(std::is_floating_point_v<T> ||
         std::is_same_v<T, Number>) inline constexpr int widest_piece<T> = std::min(4, native_lanes<T>);

template <class S, int width>
struct PieceOf {
  using Type = Pack<S, width>;
};
template <class S>
struct PieceOf<S, 1> {
  using Type = S;
};
/// Numbers side by side; one is a number.
template <class S, int width>
using Piece = typename PieceOf<S, width>::Type;

template <int width, class S>
Piece<S, width> load(const S* from) {
  if constexpr (width == 1)
    return *from;
  else
    return Piece<S, width>::load(from);
}

/// Piece is a Piece<S, width>.
template <class S, class Piece>
void store(const Piece& piece, S* to) {
  if constexpr (std::is_same_v<Piece, S>)
    *to = piece;
  else
    piece.store(to);
}

/// The same number everywhere.
template <int width, class S>
Piece<S, width> spread(const S& number) {
  if constexpr (width == 1)
    return number;
  else
    return Piece<S, width>::filled(number);
}

/// Calls visit(t, width), each of a constant width, for pieces [t, t + width) that make [first, end).
template <int width>
[[gnu::always_inline]] inline void in_pieces(int first, int end, const auto& visit) {
  int t = first;
  for (; t + width <= end; t += width) visit(t, std::integral_constant<int, width>());
  if constexpr (width > 1) in_pieces<width / 2>(t, end, visit);
}

/// Calls visit(0), visit(1), ..., visit(count - 1), each of a constant.
template <int count>
[[gnu::always_inline]] inline void unrolled(const auto& visit) {
  [&visit]<int... c>(std::integer_sequence<int, c...>) {
    (visit(std::integral_constant<int, c>()), ...);
  }
  (std::make_integer_sequence<int, count>());
}

}  // namespace kintree
