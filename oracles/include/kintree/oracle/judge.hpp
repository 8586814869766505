// The judge: an answer in double against the exact one, on the scale of what the problem itself allows.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "kintree/data/answer_map.hpp"
#include "kintree/data/problem.hpp"
#include "kintree/data/verdict.hpp"
#include "kintree/oracle/oracle.hpp"

namespace kintree::oracle {

struct Judgement {
  Verdict verdict = Verdict::F;
  std::string reason;  ///< of an F: what is wrong, in words
  /// The bound of verdict B reaches 1 here: it would allow any error, so it decided nothing.
  bool any_error_is_B = false;
  double error = 0;  ///< relative, in the problem's unit-free norm; NaN where there was nothing to measure
  double sigma = 0;  ///< inherent uncertainty in the same norm
  double alpha = 0;  ///< error / sigma
  double backward_error =
      std::numeric_limits<double>::quiet_NaN();  ///< where a TreeOracle judges accelerations: see there
  double limit = 0;                              ///< the error that the verdict's bound allows
  int certified_digits = 0;                      ///< of the exact answer
  int worst_coordinate =
      0;  ///< 1..n (or row 1..6m of the inverse OSIM) of the entry that contributes most, 0 if none
  int worst_column = 0;  ///< for matrices
};

/// The exact answers to one case, and their judge. Made once, asked for every plugin.
class Oracle {
 public:
  virtual ~Oracle() = default;

  virtual bool answers(Problem problem) const = 0;

  /// Why no algorithm in double can be asked for this here, in words: H is singular, exactly or within one
  /// rounding of the inputs, or alpha_A sigma reaches 1, so that no digit of the answer is determined. Empty
  /// where one can; otherwise nothing must be judged.
  virtual std::string ill_posed(Problem problem) const = 0;

  /// Judges the result of any problem but factorization: n numbers, or a full matrix row by row.
  virtual Judgement judge(Problem problem, const std::vector<double>& result) const = 0;

  /// Whether the bound of verdict B reaches 1 here, so that it would allow any error, and a breakdown too.
  virtual bool any_error_is_B(Problem problem) const = 0;

  /// The exact answer anew, at the current precision of Real, in the same order.
  virtual std::vector<Real> exact(Problem problem) const = 0;

  /// The error of an answer of more digits against an exact answer of still more, in the norm of this case.
  virtual double error(Problem problem, const std::vector<Real>& result,
                       const std::vector<Real>& exact) const = 0;
};

/// By dense methods: mechanics.hpp's sums over all pairs, a Cholesky factorization of H.
///
/// Arithmetic: the answer at 50 digits; its digits certified by a second run at 38; sigma from
/// limits::samples runs on inputs perturbed at random, all at once: in double by steps of limits::long_step
/// where the answer's change is linear in them, else in double-double by steps of one rounding.
class DenseOracle final : public Oracle {
 public:
  /// `seed` is that of the perturbations.
  DenseOracle(const Model& model, const State& state, const Wanted& wanted, std::uint64_t seed);
  ~DenseOracle() override;
  DenseOracle(DenseOracle&&) noexcept;

  bool answers(Problem /*problem*/) const override { return true; }
  std::string ill_posed(Problem problem) const override;
  Judgement judge(Problem problem, const std::vector<double>& result) const override;
  bool any_error_is_B(Problem problem) const override;
  std::vector<Real> exact(Problem problem) const override;
  double error(Problem problem, const std::vector<Real>& result,
               const std::vector<Real>& exact) const override;

  // Answers to a transformed case (this one) and, mapped by T, those to the case that was transformed; any
  // problem but factorization. Relative, in this case's norm.
  /// |result - T original|
  double distance(Problem problem, const std::vector<double>& result, const std::vector<double>& original,
                  const AnswerMap& T) const;
  /// The same of the exact answers.
  double distance(Problem problem, const DenseOracle& original, const AnswerMap& T) const;
  /// The most by which T enlarges an error: of accelerations and forces the norm of T between the two norms;
  /// of an entry, |T dX T^T|_ij <= e (|T| s)_i (|T| s)_j where |dX|_kl <= e s_k s_l.
  double stretch(Problem problem, const DenseOracle& original, const AnswerMap& T) const;

  /// H rounded to double, row-major n x n: the exact input of the problem `factorization`.
  const std::vector<double>& rounded_mass_matrix() const;

  /// Judges factors and solution of rounded_mass_matrix() x = state.tau. L and D are n x n row-major,
  /// complete; D is symmetric and at most block-diagonal by joints. `transposed` says H = L^T D L rather than
  /// L D L^T, `from_model` that the factors were not computed from that matrix.
  Judgement judge_factorization(const std::vector<double>& L, const std::vector<double>& D,
                                const std::vector<double>& x, bool transposed, bool from_model = false) const;

  /// Of factors and solution in more digits that come from the model itself, at the current precision of
  /// Real: the larger of the errors of the factors' product, entry by entry relative to (H_ii H_jj)^1/2, and
  /// of x.
  double error_of_factors(const std::vector<Real>& L, const std::vector<Real>& D, const std::vector<Real>& x,
                          bool transposed) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kintree::oracle
