// The answers of plugins to one case of any size, compared with the exact ones in the finite field.
#pragma once

#include <map>
#include <memory>

#include "suite/field/field_twin.hpp"
#include "suite/field/proof.hpp"

namespace kintree::suite {

/// The tree of the first bodies, as many as have `coordinates` degrees of freedom together, in the same state. An
/// end-effector on another body is left out; if all are, the first one is on the last body.
Case first_bodies(const Case& c, int coordinates);

/// Compares the answer to the field twin of the case, or, of a case of more than `largest` degrees of freedom, to the
/// twin of the tree of its first bodies. Second derivatives of more than 16 are compared by products with vectors, as far as that takes seconds.
/// The exact answers are computed once. It serves one thread at a time.
class FieldChecker {
 public:
  explicit FieldChecker(const Case& c) : case_(c) {}

  ProofOutcome ask(const Plugin& plugin, Problem problem);
  /// Returns whether the exact answer is a status: Proof::expects_dependent_rows().
  bool expects_dependent_rows(Problem problem) { return proof(problem).expects_dependent_rows(problem); }

  /// The exact answers to all problems take 0.02 s here, and the time grows with n^3.
  static constexpr int largest = 64;

 private:
  const Proof& proof(Problem problem);

  Case case_;
  std::map<Problem, std::unique_ptr<Proof>> proofs_;
};

}  // namespace kintree::suite
