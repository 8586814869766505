// The exact answers to one case, one object for each problem, which also judge the answers of others.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kintree/data/answer_map.hpp"
#include "kintree/data/factor_form.hpp"
#include "kintree/data/finding.hpp"
#include "kintree/data/format.hpp"
#include "kintree/data/model.hpp"
#include "kintree/data/problem_set.hpp"
#include "kintree/data/verdict.hpp"
#include "kintree/oracle/fixed.hpp"

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

/// What the judge says of an answer by its error alone: F is left for what is no answer, since an error
/// beyond all bounds may be a wrong formula or lost digits. Which of the two it is, equality in a field says
/// (field_oracle.hpp).
struct Judgement {
  Verdict verdict = Verdict::F;
  Reason reason = Reason::none;  ///< why it is less than B
  /// The bound of verdict B reaches 1 here, so it would allow any error and decided nothing.
  bool any_error_is_B = false;
  /// The bound of verdict B exceeds half of the digits, so that a loss of digits may look like a wrong formula.
  bool half_is_B = false;
  double error = 0;  ///< relative, in the problem's unit-free norm; NaN where there was nothing to measure
  double sigma = 0;  ///< inherent uncertainty, in the same norm
  double alpha = 0;  ///< error / unavoidable error
  /// Of accelerations that the tree oracle judges: the residual of the answer, entry by entry, relative to
  /// the magnitudes of its terms.
  double backward_error = std::numeric_limits<double>::quiet_NaN();
  double limit = 0;          ///< the error that the verdict's bound allows
  int certified_digits = 0;  ///< of the exact answer
  /// The entry, from 1, that contributes most to the error or is the reason for the F; 0 if there is none.
  /// The column is that of a matrix, 0 for a vector.
  int row = 0, column = 0;
  std::size_t output = 0;  ///< in which the entry is, of a problem that returns several
};

/// Why nothing can be asked of an algorithm in the format.
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
  int coordinate = 0;  ///< of `singular`: where, 1..n; of rows: the first that depends on those before it

  /// For readers; names the joint.
  std::string words(const Model& model) const;
};
/// For a problem that solves with rows of which this one, from 1, depends on those before it.
IllPosed dependent_at(SolvesWith with, int row);

/// The exact answer to one problem of one case, and the judge of other answers to it. The answer is made
/// once; const functions may be called by several threads.
class ProblemOracle {
 public:
  virtual ~ProblemOracle() = default;

  /// Why no algorithm in the format can be asked for this here: H is singular, exactly or within one rounding of
  /// the inputs, J has not full row rank where J-bar is asked for, or alpha_A times the unavoidable error reaches 1, so that no digit of
  /// the answer is determined. Nothing where one can be asked. What is ill-posed must not be judged.
  virtual std::optional<IllPosed> ill_posed() const = 0;

  virtual Judgement judge(const Answer& answer) const = 0;

  /// Whether the bound of verdict B reaches 1 here, so that it would allow any error, and a breakdown too.
  virtual bool any_error_is_B() const = 0;

  /// The inherent uncertainty: by how much the exact answer moves when the inputs are rounded, relative.
  virtual double sigma() const = 0;

  /// What no method can be blamed for: the largest of sigma, u, and the error of the exact answer with its entries
  /// rounded to the format. Relative, as errors are.
  virtual double unavoidable_error() const = 0;

  /// The decimal digits of the exact answer that are certified.
  virtual int certified_digits() const = 0;

  /// The matrix that is the exact input of the problem `factorization`: H rounded to the format, n x n, row
  /// by row. Empty for other problems.
  virtual const std::vector<double>& input_matrix() const;

  /// The exact answer, of which certified_digits() are right. Of a factorization x alone, with H x = tau.
  virtual std::vector<Exact> exact() const = 0;

  /// The distance of the exact answer from the image of the exact answer to another case, under a map for each output, relative in the
  /// norm of this one. Nothing where there are no images: of a factorization, whose exact input is a rounded matrix and
  /// not the case, and of what the tree oracle answers.
  std::optional<double> distance_to_image(const ProblemOracle& original,
                                          const std::vector<AnswerMap>& maps) const;

  /// The exact outputs under these maps; empty where there are no images.
  virtual std::vector<Matrix<Exact>> images(const std::vector<AnswerMap>& /*maps*/) const { return {}; }
  virtual double distance_to(const std::vector<Matrix<Exact>>& /*images*/) const {
    return std::numeric_limits<double>::quiet_NaN();
  }
};

/// The exact answers to one case, whose numbers must be numbers of `format`: that in which the algorithms compute that are
/// judged. Made once, asked for every plugin.
class Oracle {
 public:
  /// By dense methods, for every problem; time grows with n^3. The answer is computed with 50 digits, of
  /// which a second computation in double-double certifies so many, or one with 38 digits where those are not limits::enough_digits;
  /// sigma comes from limits::samples runs on inputs that are
  /// all perturbed at once, at random from `seed`: in double by steps of limits::long_step where the answer's
  /// change is linear in them, else in double-double by steps of one rounding.
  static Oracle dense(const Model& model, const State& state, const ProblemSet& problems, std::uint64_t seed,
                      Format format = Format::binary64);

  /// For inverse and forward dynamics of trees of any size, in time and memory linear in the number of
  /// bodies. Accelerations are found by refinement: the residual tau - C - H x is formed in double-double,
  /// body by body, and what an elimination in double makes of it is added to x. The digits are certified by a
  /// bound on the error that the last residual stands for (src/certificate.hpp), which needs no trust in the
  /// elimination.
  static Oracle tree(const Model& model, const State& state, const ProblemSet& problems, std::uint64_t seed,
                     Format format = Format::binary64);

  /// Null where the problem was not asked for or is not answered.
  const ProblemOracle* of(Problem problem) const {
    return problems_[static_cast<std::size_t>(problem)].get();
  }

  /// Of the mass matrix, scaled to unit diagonal, in the 2-norm: infinite where it is singular, NaN if it was not formed.
  double condition() const { return condition_; }

 private:
  std::array<std::unique_ptr<const ProblemOracle>, all_problems.size()> problems_;
  double condition_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace kintree::oracle
