// The exact answers to one case in a finite field, where an algorithm's are equal to them or wrong: no norm, no bound
// and no tolerance. The same mechanics as in digits (dynamics.hpp), and an elimination without roots.
#pragma once

#include <memory>
#include <vector>

#include "kintree/data/degree.hpp"
#include "kintree/data/field.hpp"
#include "kintree/data/finding.hpp"
#include "kintree/data/problem_set.hpp"
#include "kintree/oracle/oracle.hpp"

namespace kintree::oracle {

/// The outcome of a comparison with the exact answer.
struct Equality {
  Reason reason = Reason::none;  ///< none if all entries are equal
  /// The first entry that is not, from 1; the column is 0 for a vector.
  int row = 0, column = 0;
  std::size_t output = 0;  ///< in which it is

  bool holds() const { return reason == Reason::none; }
};

/// Made and asked at one FieldPoint, on its thread.
class FieldOracle {
 public:
  /// By dense methods, for every problem; time grows with n^3.
  static FieldOracle dense(const Model& model, const State& state, const ProblemSet& problems);
  /// For inverse and forward dynamics of trees of any size, by the residual of the equations of motion: time and memory
  /// are linear in the number of bodies.
  static FieldOracle tree(const Model& model, const State& state, const ProblemSet& problems);

  FieldOracle(FieldOracle&&) noexcept;
  FieldOracle& operator=(FieldOracle&&) noexcept;
  ~FieldOracle();

  /// Whether there is an exact answer: the problem was asked for, and H is not singular at this point if its inverse is
  /// needed.
  bool answers(Problem problem) const;

  /// Whether H is singular at this point, of dense() where a problem that needs its inverse was requested. Of tree() it is
  /// found by an elimination in time that grows with n^3, which is for breakdowns alone.
  bool is_singular() const;

  /// Where a problem that needs independent rows, of J or of K, is asked for and answered: whether they are independent at this point. If
  /// not, there is no answer.
  bool full_row_rank(Problem problem) const;
  /// Whether this row, from 1, is a combination of the others.
  bool depends(Problem problem, int row) const;

  /// H, n x n, row by row: the exact input of a factorization. Empty for tree().
  const std::vector<Field>& mass_matrix() const;

  /// Compares an answer with the exact one, entry by entry; of a factorization its shape, the product of its factors
  /// with H, and H x with tau.
  Equality compare(Problem problem, const AnswerIn<Field>& answer) const;

  /// An output of an exact answer, for tests and images: n numbers, or a matrix row by row. Of a J-bar that does not exist
  /// none.
  std::vector<Field> exact(Problem problem, std::size_t output = 0) const;

 private:
  class Answers;
  class DenseAnswers;
  class TreeAnswers;
  explicit FieldOracle(std::unique_ptr<const Answers> answers);

  std::unique_ptr<const Answers> answers_;
};

/// The exact answers as formulas of which the degrees are known. A DegreeScope must be there.
struct ExactDegrees {
  std::vector<Degree> H;  ///< n x n, row by row
  std::vector<Degree> tau;
  /// By output a formula that every entry can be brought to, with no higher degree; for a factorization that of H.
  std::vector<Degree> answers;
};
/// Of solutions with H by Cramer's rule.
ExactDegrees exact_degrees(const Model& model, const State& state, Problem problem);

}  // namespace kintree::oracle
