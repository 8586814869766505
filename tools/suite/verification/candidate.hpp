// A plugin that is examined on one case.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kintree/data/finding.hpp"
#include "kintree/data/problem_set.hpp"
#include "kintree/trees/case.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {

/// The answer to one question, and what can be said of it without knowing the right one.
struct Reply {
  Outcome<double> outcome;
  /// By the batch entry, where that computes in packs and so need not be the same to the last bit.
  std::optional<Outcome<double>> in_packs = {};
  /// In lanes, where the plugin has them.
  std::optional<Outcome<double>> in_lanes = {};
  /// A fault of the plugin, or breakdown, not_solved, not_repeatable or differs_in_batch; none if it can be judged.
  Fault refused = {};
};

class Candidate {
 public:
  /// The case must be within the plugin's domain; it is asked in its format. `distractions`: the problems that are asked in
  /// between. `in_batches`: the batch entry is asked too.
  Candidate(const Plugin& plugin, const Case& c, ProblemSet distractions, bool in_batches = true);

  /// Whether the plugin is built for the format. If not, nothing must be asked.
  bool ready() const { return plugin_.description().built_for(scalar(case_.id.format)); }

  /// The first answer of a new solver to the case. Others are asked besides, of another model, about another state and
  /// for other problems: whatever a plugin keeps from them shows, for the answers are wrong or differ.
  /// The batch entry must give the same answer, bit by bit, or in packs one that depends on no lane but its
  /// own, unless the tree is so large that its scratch, n x n, is not to be had. `H`: the matrix of a
  /// factorization, n x n, row by row; empty for other problems.
  Reply reply(Problem problem, const std::vector<double>& H);

 private:
  std::unique_ptr<Worker> new_worker() const;
  Outcome<double> in_batch(Problem problem, const std::vector<double>& H) const;
  Outcome<double> in_packs(Problem problem, const std::vector<double>& H, const Status& alone) const;
  Outcome<double> in_lanes(const Plugin& lanes, Problem problem, const std::vector<double>& H) const;

  const Plugin& plugin_;
  const Case& case_;
  ProblemSet distractions_;
  bool in_batches_;
  State neutral_;                    ///< with the end-effectors of the case
  std::unique_ptr<Worker> heavier_;  ///< prepared for the case with doubled inertias
};

}  // namespace kintree::suite
