// Descriptions of problems. A problem is a file of the folder described/. It defines a type in namespace
// kintree::problems, with the name of the problem in capital letters: MassMatrix in mass_matrix.hpp. The type
// has the following members.
//
// The quantities that are read and returned:
//
//   static constexpr ProblemInfo info;
//
// The definition, in the words of oracles/src/mechanics/words.hpp:
//
//   template <class M> static Answer<M> answer(const M& m);
//
// Optional, for trees of any size. The residual is zero if x is the answer. If the problem divides by no
// matrix, it is the answer less x.
//
//   template <class M> static typename M::Vector residual(const M& m, const typename M::Vector& x);
//
// Optional. For each output the sum of the magnitudes of its terms, or, if the problem divides by H, of the
// terms of the right side. The matrix is empty for an output without such a sum.
//
//   template <class M> static TermSizes<M> sizes(const M& m);
#pragma once

#include <string_view>
#include <vector>

#include "kintree/problems/quantity.hpp"

namespace kintree {

/// The matrix that the definition divides by. Where it is singular there is no answer.
enum class SolvesWith {
  nothing,
  H,
  Lambda,       ///< Lambda^-1 = J H^-1 J^T, which is singular where rows of J depend on others; and H
  constraints,  ///< K H^-1 K^T, which is singular where rows of K depend on others; and H
};

struct ProblemInfo {
  std::string_view name;
  std::string_view title;       ///< as a page calls it
  std::string_view definition;  ///< one line
  int place;                    ///< in lists
  Quantities reads;
  Quantities returns;
  SolvesWith solves_with = SolvesWith::nothing;
  /// The number of times that the oracle differentiates by the coordinates. It runs the mechanics n times for
  /// the first derivatives, once if they are along v, and n^2 times for the second. Answers are limited to
  /// trees of moderate size then.
  int derivatives = 0;
  bool observes_couplings = false;  ///< without the other constraints
  /// On trees too large for the dense oracle, the outputs are multiplied by random vectors in the field and compared with the definition in
  /// the words of oracles/src/mechanics/tree_products.hpp.
  bool checked_by_products = false;

  constexpr bool divides() const { return solves_with != SolvesWith::nothing; }
  /// The matrix whose rows must not depend on each other, if there is one.
  constexpr std::string_view rows() const { return solves_with == SolvesWith::constraints ? "K" : "J"; }
  /// True if there is no answer where the rows of a matrix depend on each other: J, or K.
  constexpr bool needs_independent_rows() const {
    return solves_with == SolvesWith::Lambda || solves_with == SolvesWith::constraints;
  }
  /// True if the problem needs a model with constraints.
  constexpr bool is_about_constraints() const {
    return observes_couplings || reads.have(Index::constraint) || returns.have(Index::constraint) ||
           returns.have(Index::constraint_force);
  }
  /// True if there is one right answer, which can be compared with the exact one.
  constexpr bool is_unique() const {
    return std::all_of(returns.begin(), returns.end(), [](const Quantity& q) { return q.is_unique; });
  }
};

/// The outputs, as matrices of M's numbers. A vector is a column.
template <class M>
using Answer = std::vector<typename M::Matrix>;

/// The sizes of their terms, as matrices of doubles.
template <class M>
using TermSizes = std::vector<typename M::Sizes>;

}  // namespace kintree
