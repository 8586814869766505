// A plugin that is examined on one case.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kintree/model/finding.hpp"
#include "kintree/model/problem_set.hpp"
#include "kintree/trees/case.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {

/// The answer to one request, and the findings about it that need no exact answer.
struct Reply {
  Outcome<double> outcome;
  /// The answer of the batch entry if it computes in packs, so that it need not be the same to the last bit.
  std::optional<Outcome<double>> in_packs = {};
  /// The answer in lanes, if the plugin has them.
  std::optional<Outcome<double>> in_lanes = {};
  /// A fault of the plugin, or breakdown, not_solved, not_repeatable or differs_in_batch. Empty if the reply
  /// can be judged.
  Fault refused = {};
};

class Candidate {
 public:
  /// The case must be within the plugin's domain; the plugin computes in its format. `distractions`: the
  /// problems that are requested in between. `in_batches`: the batch entry is called too.
  Candidate(const Plugin& plugin, const Case& c, ProblemSet distractions, bool in_batches = true);

  /// Returns true if the plugin is built for the format. If it is not, it must not be called.
  bool ready() const { return plugin_.description().built_for(scalar(case_.id.format)); }

  /// Returns the first answer of a new solver to the case. Other requests are made as well: for another
  /// model, another state and other problems. If a plugin keeps something from them, its answers are wrong or
  /// differ. The batch entry must give the same answer, bit by bit. In packs its answer must not depend on
  /// any other lane. A tree is exempt if it is so large that there is no memory for the scratch, n x n. `H`
  /// is the matrix of a factorization, n x n, row by row, and empty for other problems.
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
