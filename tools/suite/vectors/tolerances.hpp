// The limits of the judge as bounds of the entries of an answer, for readers that have no judge.
#pragma once

#include <Eigen/Core>
#include <string>

#include "kintree/data/problem_set.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/oracle.hpp"
#include "suite/vectors/wrong_answers.hpp"

namespace kintree::suite::vectors {

/// The tolerance of entry (i, k) of an answer for readers: rows[i] * columns[k], or rows[i] of a vector.
struct Tolerance {
  Eigen::VectorXd rows, columns = {};

  Values by_entry() const { return columns.size() == 0 ? Values(rows) : Values(rows * columns.transpose()); }
};

/// Returns whether there are tolerances for the answers to the problem: to those with one output whose indices they know.
constexpr bool has_tolerance(Problem problem) {
  return outputs(problem).size() == 1 && outputs(problem).front().columns != Index::parameter;
}

/// The judge allows errors in norms. They bound those of entries: |dx_i| <= |dx|_H (H^-1_ii)^1/2 and |df_i|
/// <= |df|_{H^-1} H_ii^1/2 [Cauchy-Schwarz].
class Tolerances {
 public:
  /// The case must outlive it. `id` is for messages.
  Tolerances(std::string id, const Case& c, const ProblemSet& problems);

  /// Throws std::logic_error if the judge decides nothing about the problem, because no vector may be of that
  /// kind.
  Tolerance of(Problem problem) const;
  /// Returns true if the judge accepts the answer.
  bool accepts(Problem problem, const Values& y) const;

 private:
  double limit(Problem problem) const;
  double force(const Eigen::VectorXd& f) const;
  Eigen::VectorXd osim_scale() const;

  std::string id_;
  const Case& c_;
  oracle::Dynamics<oracle::Exact> d_;
  oracle::Oracle judges_;
  int depth_ = 0;
  Eigen::MatrixXd H_, H_inverse_, Lambda_inverse_;
};

}  // namespace kintree::suite::vectors
