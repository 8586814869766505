// The exact answers to one case, one object for each problem, which also judge the answers of others.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kintree/model/answer_map.hpp"
#include "kintree/model/factor_form.hpp"
#include "kintree/model/finding.hpp"
#include "kintree/model/format.hpp"
#include "kintree/model/model.hpp"
#include "kintree/model/problem_set.hpp"
#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/verdict.hpp"

namespace kintree::oracle {

/// The answer to a problem, in the order of reference/notation.md.
template <class S>
struct AnswerIn {
  /// In the order of the problem's description; matrices are full, row by row.
  std::array<std::vector<S>, Quantities::most> outputs = {};
  FactorForm form = FactorForm::LtDL;
  bool factors_the_model = false;  ///< L, D and x were computed from the model, not from input_matrix()
};
using Answer = AnswerIn<double>;

/// The judge's result for an answer, from its error alone. The caller adds to the evidence whether the answer is equal
/// to the exact one in a field (field_oracle.hpp).
struct Judgement : Accuracy {
  Evidence evidence;
  Verdict verdict = Verdict::F;  ///< verdict_of(evidence)
  Reason reason = Reason::none;  ///< why it is less than B
  /// The bound of verdict B reaches 1 here, so it would allow any error and decided nothing.
  bool any_error_is_B = false;
  /// The bound of verdict B exceeds half of the digits, so that a loss of digits may look like a wrong formula.
  bool half_is_B = false;
  /// The entry, from 1, that contributes most to the error or is the reason for the F; 0 if there is none.
  /// The column is that of a matrix, 0 for a vector.
  int row = 0, column = 0;
  std::size_t output = 0;  ///< in which the entry is, of a problem that returns several
  /// The number in that entry and the exact one, rounded. NaN where the error is within the bound of A, or is not measured.
  double computed = std::numeric_limits<double>::quiet_NaN(), exact = computed;
};

/// An F that measures nothing.
Judgement refused(Reason reason, int row = 0, int column = 0);

/// The reason why no answer in the format can be judged.
struct IllPosed {
  enum Why {
    singular,        ///< the mass matrix is singular to a rounding
    dependent_rows,  ///< the Jacobian of the end-effectors has not full row rank, so that there is no J-bar
    dependent_constraints,  ///< the rows of the constraints depend on each other, so that their forces are not unique
    rounded_singular,  ///< the mass matrix, rounded to the format, is not positive definite
    nearly_singular,   ///< that matrix is singular within one rounding of its entries
    undetermined,      ///< a rounding of the inputs or of the answer itself may change every digit
    uncertified,       ///< no digit of the exact answer can be certified
    massless,          ///< the same, because bodies have no inertia of their own
  };
  Why why;
  int coordinate = 0;  ///< where H is singular, 1..n, or the first row that depends on earlier ones.

  /// A sentence for readers, which names the joint.
  std::string to_string(const Model& model) const;
};
/// The reason for a problem that solves with rows, if this row, from 1, depends on earlier ones.
IllPosed dependent_at(SolvesWith with, int row);

/// The exact answer to one problem of one case, and the judge of other answers to it. The answer is made
/// once; const functions may be called by several threads.
class ProblemOracle {
 public:
  virtual ~ProblemOracle() = default;

  /// The reason why no algorithm in the format can be judged in this case, or nothing. H may be singular,
  /// exactly or within one rounding of the inputs. J may not have full row rank while J-bar is requested. Or
  /// alpha_A times the unavoidable error reaches 1, so that no digit of the answer is determined. Do not
  /// judge an ill-posed problem.
  virtual std::optional<IllPosed> ill_posed() const = 0;

  /// True if H is singular, but there is an answer: the constraints hold what moves no inertia. An algorithm
  /// that divides by H rightly breaks down.
  virtual bool is_singular_without_constraints() const { return false; }

  virtual Judgement judge(const Answer& answer) const = 0;

  /// True if the bound of verdict B reaches 1 here, so that it would allow any error, and a breakdown too.
  virtual bool any_error_is_B() const = 0;

  /// The inherent uncertainty: the relative change of the exact answer when the inputs are rounded.
  virtual double sigma() const = 0;

  /// The error that no method can avoid: the largest of sigma, u, and the error of the exact answer with its
  /// entries rounded to the format (limits::alpha_A). Relative, as errors are.
  virtual double unavoidable_error() const = 0;

  /// The decimal digits of the exact answer that are certified.
  virtual int certified_digits() const = 0;

  /// The matrix that is the exact input of the problem `factorization`: H rounded to the format, n x n, row
  /// by row. Empty for other problems.
  virtual const std::vector<double>& input_matrix() const;

  /// The exact answer, with certified_digits() right digits. For a factorization it is x alone, with H x =
  /// tau.
  virtual std::vector<Exact> exact() const = 0;

  /// The distance of the exact answer from the image of the exact answer to another case, under a map for
  /// each output, relative in the norm of this one. Empty if there are no images. A factorization has none,
  /// since its exact input is a rounded matrix and not the case. The tree oracle has none either.
  std::optional<double> distance_to_image(const ProblemOracle& original,
                                          const std::vector<AnswerMap>& maps) const;

  /// The exact outputs under these maps; empty if there are no images.
  virtual std::vector<Matrix<Exact>> images(const std::vector<AnswerMap>& /*maps*/) const { return {}; }
  virtual double distance_to(const std::vector<Matrix<Exact>>& /*images*/) const {
    return std::numeric_limits<double>::quiet_NaN();
  }
};

/// The exact answers to one case. Its numbers must be numbers of `format`, in which the judged algorithms
/// compute. One object serves all plugins.
class Oracle {
 public:
  /// The oracle by dense methods, for every problem; time grows with n^3. The answer is computed with 50
  /// digits. A second computation in double-double certifies a number of them. If that is less than
  /// limits::enough_digits, one with 38 digits certifies them. sigma comes from limits::samples runs, with
  /// all inputs perturbed at once, at random from `seed`. The runs are in double, with steps of
  /// limits::long_step, if the answer's change is linear in them. Otherwise they are in double-double, with
  /// steps of one rounding.
  static Oracle dense(const Model& model, const State& state, const ProblemSet& problems, std::uint64_t seed,
                      Format format = Format::binary64);

  /// The oracle for inverse and forward dynamics of trees of any size, in time and memory linear in the
  /// number of bodies. Accelerations are found by refinement. The residual tau - C - H x is computed in
  /// double-double, body by body. An elimination in double turns it into a correction, which is added to x.
  /// The digits are certified by a bound of the error that belongs to the last residual
  /// (src/certificate.hpp). The bound does not depend on the elimination being right.
  static Oracle tree(const Model& model, const State& state, const ProblemSet& problems, std::uint64_t seed,
                     Format format = Format::binary64);

  /// The oracle of the problem. Null if the problem was not requested or is not answered.
  const ProblemOracle* of(Problem problem) const {
    return problems_[static_cast<std::size_t>(problem)].get();
  }

  /// The condition number of the mass matrix, scaled to unit diagonal, in the 2-norm. Infinite if it is
  /// singular, NaN if it was not formed.
  double condition() const { return condition_; }

 private:
  std::array<std::unique_ptr<const ProblemOracle>, all_problems.size()> problems_;
  double condition_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace kintree::oracle
