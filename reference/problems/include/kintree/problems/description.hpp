// What the description of a problem says. A problem is a file of the folder described/, which defines a type with
//
//   static constexpr ProblemInfo info;                                  what is read and returned
//   template <class M> static Answer<M> answer(const M& m);             the definition, in the words of oracles/src/words.hpp
//   template <class M> static typename M::Vector residual(const M& m, const typename M::Vector& x);
//                                                                       zero where x is the answer; of a problem that does not divide,
//                                                                       the answer less x
//   template <class M> static auto sizes(const M& m);                   if every entry of the answer is a sum: the magnitudes of its
//                                                                       terms, added up; if H is divided by: those of the right side
//
// The type stands in namespace kintree::problems and has the name of the problem in capital letters: MassMatrix in mass_matrix.hpp.
#pragma once

#include <string_view>
#include <vector>

#include "kintree/problems/quantity.hpp"

namespace kintree {

/// The matrix that the definition divides by. Where it is singular there is no answer.
enum class SolvesWith {
  nothing,
  H,
  Lambda,  ///< Lambda^-1 = J H^-1 J^T, which is singular where rows of J depend on others; and H
};

struct ProblemInfo {
  std::string_view name;
  std::string_view title;       ///< as a page calls it
  std::string_view definition;  ///< one line
  int place;                    ///< in lists
  Quantities reads;
  Quantities returns;
  SolvesWith solves_with = SolvesWith::nothing;

  constexpr bool divides() const { return solves_with != SolvesWith::nothing; }
  /// Whether there is one right answer: it can then be compared with the exact one.
  constexpr bool is_unique() const {
    return std::all_of(returns.begin(), returns.end(), [](const Quantity& q) { return q.is_unique; });
  }
};

/// What is returned, in matrices of M's numbers; a vector is a column.
template <class M>
using Answer = std::vector<typename M::Matrix>;

}  // namespace kintree
