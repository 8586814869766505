// Is an algorithm right? One case, asked in the finite field, where the answer is equal to the exact one or wrong.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "kintree/data/answer_map.hpp"
#include "kintree/data/finding.hpp"
#include "kintree/data/problem_set.hpp"
#include "kintree/oracle/field_oracle.hpp"
#include "kintree/trees/case.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {

/// What came of it.
struct ProofOutcome {
  Right right = Right::not_asked;
  oracle::Equality equality = {};  ///< where it is wrong: why, and the first entry; or a fault of the plugin
  std::string detail = {};         ///< why it cannot be asked, or what went wrong
};

class Proof {
 public:
  /// `dense`: whether all problems are answered, in time that grows with n^3, or inverse and forward dynamics alone.
  /// The case is asked as it is: field_twin() makes one that can be. `point`: the seed of the FieldPoint. `parameters`: what
  /// doubles of the case stand for, if not for themselves.
  Proof(Case twin, const ProblemSet& problems, bool dense, std::uint64_t point,
        FieldParameters parameters = {});

  const Case& twin() const { return twin_; }
  /// An output of the exact answer; empty for a factorization, for accelerations of trees too large for dense methods, and where J has
  /// not full row rank.
  std::vector<Field> exact(Problem problem, std::size_t output = 0) const;

  /// Whether there is no J-bar, so that the status is the answer: it must name a row of J that depends on others.
  bool expects_dependent_rows(Problem problem) const;

  /// A plugin, prepared for the case.
  InProcess worker(const Plugin& plugin) const { return {plugin, twin_.model, twin_.state.end_effectors}; }
  /// The worker must be of this case, and asked by no other proof. A plugin is asked in every way in which it answers: by single
  /// calls, in packs and in lanes, dense and in path rows; each answer must be equal. `change`, if given, is made in each.
  using Change = std::function<void(Outcome<Field>&)>;
  ProofOutcome ask(Worker& worker, const Plugin& plugin, Problem problem, const Change& change = {}) const;
  /// Asks by one single call, for the dense answer or for the one in path rows.
  ProofOutcome ask_single(Worker& worker, const Plugin& plugin, Problem problem, bool path_rows = false,
                          const Change& change = {}) const;

 private:
  /// Asks for the case in every lane of packs, beside other states.
  ProofOutcome ask_packs(Worker& worker, const Plugin& plugin, Problem problem, bool path_rows,
                         const Change& change) const;
  ProofOutcome decide(const Description& d, Problem problem, const Outcome<Field>& out,
                      const FieldPoint& point) const;
  /// The input of a factorization; empty for other problems.
  std::vector<Field> H_of(Problem problem) const;
  ProofOutcome dependent_rows(Problem problem, const Status& status) const;

  Case twin_;
  std::uint64_t point_;
  FieldParameters parameters_;
  std::optional<oracle::FieldOracle> exact_;
};

/// The seed of the point at which a case is asked.
std::uint64_t field_point(const CaseId& id);

/// An output in the field under a map: M x + shift of a vector, or M X N^T of a matrix.
std::vector<Field> image(const AnswerMap& T, bool is_vector, const std::vector<Field>& output);

}  // namespace kintree::suite
