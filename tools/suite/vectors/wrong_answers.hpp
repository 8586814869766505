// The answers that slips give, and when two answers are the same.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "kintree/problems/problem.hpp"
#include "kintree/trees/slips.hpp"

namespace kintree::suite {

/// The answer to a problem: a vector, or a matrix.
using Values = Eigen::MatrixXd;

/// The answer, computed in T (double, or oracle::Exact) and rounded; nothing where there is none.
template <class T>
std::optional<Values> computed(const Case& c, Problem problem);
std::optional<Values> exact_answer(const Case& c, Problem problem);

/// What an implementation with a slip, which speaks of the problem, answers where the answer to what it
/// solves is x.
Values seen(const Misreading& m, Problem problem, const Values& x);

/// Which entries of y are not meant to be those of x (oracle::limits::same_entry), in a scalar of unit
/// roundoff u. No scale is smaller than `least`.
Eigen::Array<bool, -1, -1> differences(const Values& y, const Values& x, double u, double least = 0);
bool same(const Values& y, const Values& x, double u, double least = 0);

}  // namespace kintree::suite
