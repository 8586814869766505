// The answers that slips give, and when two answers are the same.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "kintree/problems/problem.hpp"
#include "kintree/trees/slips.hpp"

namespace kintree::suite {

/// The answer to a problem: a vector, or a matrix. Several outputs, which have the same rows, stand side by side.
using Values = Eigen::MatrixXd;

/// The output in which a column of the answer is, and that output's first column; both from 0.
struct OutputAt {
  std::size_t output;
  Eigen::Index first;
};
OutputAt output_at(Problem problem, const Sizes& sizes, Eigen::Index column);

/// The answer, computed in T (double, or oracle::Exact) and rounded; nothing where there is none.
template <class T>
std::optional<Values> computed(const Case& c, Problem problem);
std::optional<Values> exact_answer(const Case& c, Problem problem);

/// The answer of an implementation with a slip if the answer to the case that it solves is x.
Values seen(const Misreading& m, Problem problem, const Values& x);

/// Which entries of y are not meant to be those of x (oracle::limits::same_entry), in a scalar of unit
/// roundoff u. No scale is smaller than `least`.
Eigen::Array<bool, -1, -1> differences(const Values& y, const Values& x, double u, double least = 0);
bool same(const Values& y, const Values& x, double u, double least = 0);

}  // namespace kintree::suite
