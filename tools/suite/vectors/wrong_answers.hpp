// The answers that slips give, and when two answers are the same.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <optional>
#include <vector>

#include "kintree/problems/problem.hpp"
#include "kintree/trees/known_mistakes.hpp"

namespace kintree::suite {

/// The answer to a problem: a vector, or a matrix. Several outputs are placed side by side, with zeros below
/// those that have fewer rows.
using Values = Eigen::MatrixXd;

/// The columns of an output in the answer, from 0, and its rows.
struct OutputAt {
  std::size_t output;
  Eigen::Index first, columns, rows;

  /// The output, of an answer.
  auto of(auto& answer) const { return answer.block(0, first, rows, columns); }
};
std::vector<OutputAt> outputs_at(const Case& c, Problem problem);
/// The output in which a column of the answer is.
OutputAt output_at(const Case& c, Problem problem, Eigen::Index column);

/// Outputs side by side, rounded.
template <class T>
Values side_by_side(const std::vector<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>>& outputs) {
  Eigen::Index rows = 0, columns = 0;
  for (const auto& X : outputs) rows = std::max(rows, X.rows()), columns += X.cols();
  Values all = Values::Zero(rows, columns);
  Eigen::Index first = 0;
  for (const auto& X : outputs) {
    all.block(0, first, X.rows(), X.cols()) = X.template cast<double>();
    first += X.cols();
  }
  return all;
}

/// Returns the answer, computed in T (double, or oracle::Exact) and rounded, or nothing if there is none.
template <class T>
std::optional<Values> computed(const Case& c, Problem problem);
std::optional<Values> exact_answer(const Case& c, Problem problem);

/// The answer of an implementation with a slip if the answer to the case that it solves is x.
Values seen(const Misreading& m, Problem problem, const Values& x);

/// Returns whether y is the answer to the case, to half of the digits of unit roundoff u. It computes in double first, since most answers
/// are nowhere near.
bool is_answer(const Values& y, const Case& c, Problem problem, double u);
/// Returns true if an implementation that misreads the case in this way gives the answer y, within the same
/// bounds.
bool gives(const Misreading& m, Problem problem, const Values& y, double u);

/// Returns the entries of y that differ from those of x (oracle::limits::same_entry), in a scalar of unit
/// roundoff u. No scale is smaller than `least`.
Eigen::Array<bool, -1, -1> differences(const Values& y, const Values& x, double u, double least = 0);
bool same(const Values& y, const Values& x, double u, double least = 0);

}  // namespace kintree::suite
