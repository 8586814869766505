// Decides if an algorithm is right, for one case in the finite field, where the answer is equal to the exact
// one or wrong.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "kintree/model/answer_map.hpp"
#include "kintree/model/finding.hpp"
#include "kintree/model/problem_set.hpp"
#include "kintree/oracle/field_oracle.hpp"
#include "kintree/trees/case.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {

/// The outcome of a check in the field.
struct ProofOutcome {
  FieldCheck right = FieldCheck::not_asked;
  oracle::Equality equality = {};  ///< if wrong: the reason and the first entry, or a fault of the plugin
  std::string detail = {};         ///< the reason why there was no check, or the failure
};

class Proof {
 public:
  /// `dense`: true if all problems are answered, in time that grows with n^3, false for inverse and forward
  /// dynamics alone. The case must be one that the field can represent: field_twin() makes one. `point`: the
  /// seed of the FieldPoint. `parameters`: the values that doubles of the case represent, if not their own.
  /// `by_products`: further problems, whose answers are compared by their products with random vectors.
  Proof(Case twin, const ProblemSet& problems, bool dense, std::uint64_t point,
        FieldParameters parameters = {}, const ProblemSet& by_products = {});

  const Case& twin() const { return twin_; }
  /// Returns an output of the exact answer. It is empty for a factorization, for accelerations of trees too
  /// large for dense methods, and if J does not have full row rank. The problem is none of `by_products`.
  std::vector<Field> exact(Problem problem, std::size_t output = 0) const;

  bool is_by_products(Problem problem) const { return by_products_.contains(problem); }

  /// Returns true if J-bar does not exist, so that the status is the answer. It must name a row of J that
  /// depends on others.
  bool expects_dependent_rows(Problem problem) const;

  /// A plugin, prepared for the case.
  InProcess worker(const Plugin& plugin) const { return {plugin, twin_.model, twin_.state.end_effectors}; }
  /// The worker must be of this case, and used by no other proof. A plugin is called in every way in which it
  /// can answer: by single calls, in packs and in lanes, dense and in path rows. Each answer must be equal.
  /// `change`, if given, is applied to each outcome.
  using Change = std::function<void(Outcome<Field>&)>;
  ProofOutcome ask(Worker& worker, const Plugin& plugin, Problem problem, const Change& change = {}) const;
  /// Checks one single call, for the dense answer or for the one in path rows.
  ProofOutcome ask_single(Worker& worker, const Plugin& plugin, Problem problem, bool path_rows = false,
                          const Change& change = {}) const;

 private:
  /// Checks the case in every lane of packs, with other states in the other lanes.
  ProofOutcome ask_packs(Worker& worker, const Plugin& plugin, Problem problem, bool path_rows,
                         const Change& change) const;
  const oracle::FieldOracle& oracle(Problem problem) const {
    return is_by_products(problem) ? *products_ : *exact_;
  }
  ProofOutcome decide(const Description& d, Problem problem, const Outcome<Field>& out,
                      const FieldPoint& point) const;
  /// The input of a factorization; empty for other problems.
  std::vector<Field> H_of(Problem problem) const;
  ProofOutcome dependent_rows(Problem problem, const Status& status) const;

  Case twin_;
  std::uint64_t point_;
  FieldParameters parameters_;
  ProblemSet by_products_;
  std::optional<oracle::FieldOracle> exact_, products_;
};

/// Returns the seed of the point at which a case is checked.
std::uint64_t field_point(const CaseId& id);

/// An output in the field under a map: M x + shift of a vector, or M X N^T of a matrix.
std::vector<Field> image(const AnswerMap& T, bool is_vector, const std::vector<Field>& output);

}  // namespace kintree::suite
