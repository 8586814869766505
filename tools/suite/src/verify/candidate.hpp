// A plugin that is examined on one case.
#pragma once

#include <memory>
#include <vector>

#include "kintree/data/finding.hpp"
#include "kintree/data/problem_set.hpp"
#include "kintree/suite/worker.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// The answer to one question, and what can be said of it without knowing the right one.
struct Reply {
  Outcome<double> outcome;
  /// A fault of the plugin, or breakdown, not_solved, not_repeatable or differs_in_batch; none if it can be judged.
  Fault refused = {};
};

class Candidate {
 public:
  /// The case must be within the plugin's domain; it is asked in its format. `distractions`: the problems that are asked in
  /// between.
  Candidate(const Plugin& plugin, const Case& c, ProblemSet distractions);

  /// Whether the plugin is built for the format. If not, nothing must be asked.
  bool ready() const {
    return plugin_.description().built_for(case_.id.format == Format::binary64 ? Scalar::double_precision
                                                                               : Scalar::single_precision);
  }

  /// The first answer of a new solver to the case. Others are asked besides, of another model, about another state and
  /// for other problems: whatever a plugin keeps from them shows, for the answers are wrong or differ.
  /// The batch entry must give the same answer, bit by bit, unless the tree is so large that its scratch, n x n, is not
  /// to be had. `H`: the matrix of a factorization, n x n, row by row; empty for other problems.
  Reply reply(Problem problem, const std::vector<double>& H);

 private:
  std::unique_ptr<Worker> new_worker() const;
  Outcome<double> in_batch(Problem problem, const std::vector<double>& H) const;

  const Plugin& plugin_;
  const Case& case_;
  ProblemSet distractions_;
  State neutral_;                    ///< with the end-effectors of the case
  std::unique_ptr<Worker> heavier_;  ///< prepared for the case with doubled inertias
};

}  // namespace kintree::suite
