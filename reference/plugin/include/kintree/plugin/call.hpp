// The arguments of one call of a solver: without types for callers, and as views named by quantities for
// solvers.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include "kintree/problems/problem.hpp"
#include "kintree/spatial/path_rows.hpp"
#include "kintree/spatial/spatial.hpp"
#include "kintree/spatial/views.hpp"

namespace kintree {

/// The storage of matrices over the coordinates.
enum class Storage {
  dense,      ///< row by row
  path_rows,  ///< spatial/path_rows.hpp; the diagonal of a matrix of joint blocks
};

/// The arrays of one call, in the order of the problem's description. An input that is no number, such as the
/// end-effectors, has no array: solvers are prepared with it.
template <class S>
struct Call {
  Sizes sizes;
  std::array<const S*, Quantities::most> in{};
  std::array<S*, Quantities::most> out{};
  const PathRowLayout* path_rows = nullptr;  ///< of the matrices, which are dense without it
};

/// The number of numbers of a quantity in this storage.
inline std::size_t size(const Quantity& quantity, const Sizes& sizes, const PathRowLayout* path_rows) {
  if (path_rows == nullptr || quantity.is_vector()) return size(quantity, sizes);
  return quantity.symmetry == Symmetry::joint_blocks ? static_cast<std::size_t>(sizes.n)
                                                     : static_cast<std::size_t>(path_rows->size());
}

namespace detail {

struct NoNumbers {};

/// The view of a quantity's numbers.
template <class S, Index rows, bool is_vector, Symmetry symmetry, Storage storage>
auto view_type() {
  if constexpr (rows == Index::end_effector)
    return NoNumbers{};
  else if constexpr (rows == Index::body_wrench)
    return static_cast<const Force<std::remove_const_t<S>>*>(nullptr);
  else if constexpr (is_vector || (storage == Storage::path_rows && symmetry == Symmetry::joint_blocks))
    return VectorView<S>{};
  else if constexpr (storage == Storage::path_rows)
    return PathRows<S>{};
  else
    return MatrixView<S>{};
}

template <class View, class S>
View view(S* numbers, const Quantity& quantity, const Call<std::remove_const_t<S>>& call) {
  if constexpr (std::is_same_v<View, NoNumbers>)
    return {};
  else if constexpr (std::is_same_v<View, const Force<std::remove_const_t<S>>*>)
    return reinterpret_cast<View>(numbers);
  else if constexpr (std::is_same_v<View, VectorView<S>>)
    return {numbers, extent(quantity.rows, call.sizes)};
  else if constexpr (std::is_same_v<View, PathRows<S>>)
    return {numbers, call.path_rows};
  else
    return {numbers, extent(quantity.rows, call.sizes), extent(quantity.columns, call.sizes)};
}

/// A number for a name.
constexpr std::size_t id(std::string_view name) {
  std::size_t hash = 14695981039346656037U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

/// A member with the name of a quantity.
template <class View, std::size_t id>
struct Named;
#define KINTREE_NAMED(name_)                     \
  template <class View>                          \
  struct Named<View, id(quantity::name_.name)> { \
    View name_;                                  \
  };
KINTREE_FOR_EACH_QUANTITY(KINTREE_NAMED)
#undef KINTREE_NAMED

/// Views with the names of the quantities.
template <class... Members>
struct Views : Members... {};

/// The quantities that a problem reads, or those that it returns.
template <class P, bool reads>
constexpr const Quantities& listed() {
  if constexpr (reads)
    return P::info.reads;
  else
    return P::info.returns;
}

template <class S, class P, bool reads, Storage storage,
          class = std::make_index_sequence<listed<P, reads>().size()>>
struct Arguments;
template <class S, class P, bool reads, Storage storage, std::size_t... k>
struct Arguments<S, P, reads, storage, std::index_sequence<k...>> {
  static constexpr const Quantities& quantities = listed<P, reads>();
  template <std::size_t j>
  using View = decltype(view_type<S, quantities[j].rows, quantities[j].is_vector(), quantities[j].symmetry,
                                  storage>());
  /// True if the first is the only one that has numbers.
  static constexpr bool single = (((quantities[k].rows == Index::end_effector) || k == 0) && ...);
  using Type = std::conditional_t<single, View<0>, Views<Named<View<k>, id(quantities[k].name)>...>>;

  template <class Pointers>
  static Type of(const Pointers& numbers, const Call<std::remove_const_t<S>>& call) {
    if constexpr (single)
      return view<Type, S>(numbers[0], quantities[0], call);
    else
      return {{view<View<k>, S>(numbers[k], quantities[k], call)}...};
  }
};

}  // namespace detail

/// The inputs of a problem for its solvers: views with the names of the quantities, or the view alone if
/// there is only one.
template <class S, class P, Storage storage = Storage::dense>
using Input = typename detail::Arguments<const S, P, true, storage>::Type;
/// The same for the outputs.
template <class S, class P, Storage storage = Storage::dense>
using Output = typename detail::Arguments<S, P, false, storage>::Type;

/// The parameter that takes an Input.
template <class S, class P, Storage storage = Storage::dense>
using InputParameter = std::conditional_t<detail::Arguments<const S, P, true, storage>::single,
                                          Input<S, P, storage>, const Input<S, P, storage>&>;

template <class P, Storage storage, class S>
Input<S, P, storage> input_of(const Call<S>& call) {
  return detail::Arguments<const S, P, true, storage>::of(call.in, call);
}
template <class P, Storage storage, class S>
Output<S, P, storage> output_of(const Call<S>& call) {
  return detail::Arguments<S, P, false, storage>::of(call.out, call);
}

}  // namespace kintree
