// The limits of the judge as bounds of the entries of an answer, for readers that have no judge.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <string>

#include "kintree/model/problem_set.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/oracle.hpp"
#include "suite/vectors/wrong_answers.hpp"

namespace kintree::suite::vectors {

/// The tolerance of entry (i, k) of an output for readers: rows[i] * columns[k], or rows[i] of a vector.
struct Tolerance {
  Eigen::VectorXd rows, columns = {};

  Values by_entry() const { return columns.size() == 0 ? Values(rows) : Values(rows * columns.transpose()); }
};

/// Returns whether there are tolerances for the answers to the problem: they are unique, and the indices of all outputs are known.
constexpr bool has_tolerance(Problem problem) {
  const auto is_one_of = [](Index index, const auto&... known) { return (... || (index == known)); };
  return info(problem).is_unique() &&
         std::all_of(outputs(problem).begin(), outputs(problem).end(), [&](const Quantity& output) {
           using enum Index;
           return is_one_of(output.rows, none, force, velocity, twist, momentum) &&
                  is_one_of(output.columns, none, force, velocity, twist, wrench, parameter);
         });
}

/// The judge allows errors in norms, which bound those of entries. A norm by entry does so itself: an error of 1 in
/// entry (i, k) measures 1 / (s_i s_k), so that |dX_ik| <= error s_i s_k. Others do by Cauchy-Schwarz: |dx_i| <= |dx|_H (H^-1_ii)^1/2
/// and |df_i| <= |df|_{H^-1} H_ii^1/2.
class Tolerances {
 public:
  /// The case must outlive it. `id` is for messages.
  Tolerances(std::string id, const Case& c, const ProblemSet& problems);

  /// The tolerance of an output. Throws std::logic_error if the judge decides nothing about it, because no vector may be of that kind.
  Tolerance of(Problem problem, std::size_t output = 0) const;
  /// Those of all outputs by entry, side by side.
  Values by_entry(Problem problem) const;
  /// Returns true if the judge accepts the output, beside exact ones.
  bool accepts(Problem problem, std::size_t output, const Values& y) const;

 private:
  oracle::Judgement judge(Problem problem, std::size_t output, const Values& y) const;
  double limit(Problem problem, std::size_t output) const;
  Tolerance scale_of_entries(Problem problem, std::size_t output) const;
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
