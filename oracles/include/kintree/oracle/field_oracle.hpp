// The exact answers to one case in a finite field. The answers of an algorithm are equal to them or wrong:
// there is no norm, no bound and no tolerance. The mechanics are the same as in digits (dynamics.hpp), and
// the elimination takes no roots.
#pragma once

#include <memory>
#include <vector>

#include "kintree/model/degree.hpp"
#include "kintree/model/field.hpp"
#include "kintree/model/finding.hpp"
#include "kintree/model/problem_set.hpp"
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

/// An oracle for one FieldPoint. It is made and called on the thread of that point.
class FieldOracle {
 public:
  /// By dense methods, for every problem; time grows with n^3.
  static FieldOracle dense(const Model& model, const State& state, const ProblemSet& problems);
  /// By methods for trees of any size. The residual of the equations of motion compares inverse and forward dynamics, in time and memory that
  /// are linear in the number of bodies. Answers to problems that are `checked_by_products` are multiplied by vectors, which the point of
  /// the field determines: a wrong row escapes with a probability of 1 / p, or of 2 / p for second derivatives.
  static FieldOracle tree(const Model& model, const State& state, const ProblemSet& problems);

  FieldOracle(FieldOracle&&) noexcept;
  FieldOracle& operator=(FieldOracle&&) noexcept;
  ~FieldOracle();

  /// True if there is an exact answer: the problem was requested, and H is not singular at this point if its
  /// inverse is needed.
  bool answers(Problem problem) const;

  /// True if H is singular at this point. For dense(), a problem that needs the inverse of H must have been
  /// requested. For tree(), an elimination finds it in time that grows with n^3; call it after breakdowns
  /// alone.
  bool is_singular() const;

  /// True if the rows of J or of K that the problem needs are independent at this point. If they are not,
  /// there is no answer. The problem must need independent rows, and be requested and answered.
  bool full_row_rank(Problem problem) const;
  /// True if this row, from 1, is a combination of the others.
  bool depends(Problem problem, int row) const;

  /// H, n x n, row by row: the exact input of a factorization. Empty for tree().
  const std::vector<Field>& mass_matrix() const;

  /// Compares an answer with the exact one, entry by entry. For a factorization, it compares the shape, the
  /// product of the factors with H, and H x with tau.
  Equality compare(Problem problem, const AnswerIn<Field>& answer) const;

  /// An output of an exact answer, for tests and images: n numbers, or a matrix row by row. Empty for a J-bar
  /// that does not exist.
  std::vector<Field> exact(Problem problem, std::size_t output = 0) const;

 private:
  class Answers;
  class DenseAnswers;
  class TreeAnswers;
  explicit FieldOracle(std::unique_ptr<const Answers> answers);

  std::unique_ptr<const Answers> answers_;
};

/// The exact answers as formulas with known degrees. A DegreeScope must exist.
struct ExactDegrees {
  std::vector<Degree> H;  ///< n x n, row by row
  std::vector<Degree> tau;
  /// By output a formula to which every entry can be brought, with no higher degree; for a factorization that
  /// of H.
  std::vector<Degree> answers;
};
/// The degrees of the exact answers. Solutions with H are those of Cramer's rule.
ExactDegrees exact_degrees(const Model& model, const State& state, Problem problem);

}  // namespace kintree::oracle
