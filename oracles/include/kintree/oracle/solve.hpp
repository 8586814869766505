// The answers of the dynamics in one state, with a proof of their digits.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/interval.hpp"

namespace kintree::oracle {

/// Enclosures of all quantities, computed in interval arithmetic.
struct CertifiedDynamics {
  Dynamics<Interval> enclosures;
  int digits = 0;  ///< proved by the enclosures, in the norms of the judge; without H^-1, relative to |f|.
  /// Requested problems without an answer, with the reason, such as "joint 'x' moves no inertia, so ...".
  std::map<Problem, std::string> unanswered;

  /// The middle of each enclosure; no sizes of terms, and no reach.
  Dynamics<Real> midpoints() const;
};

/// A function that is called now and then with the part of the work that is done, from 0 to 1.
using SolveProgress = std::function<void(double)>;

/// Raises the precision until
/// - `digits` are proved in the norm of each requested answer, and of J (its scale is the lever arm);
/// - each number has as many digits of its own, or has 0 in its enclosure. Then it is below 10^-digits of the
///   norm's scale. Interval arithmetic does not find out that terms cancel to zero.
///
/// A number is exactly 0, with the enclosure [0, 0], if every term of it is zero: a joint that moves no mass,
/// a point mass at the joint's origin. Products with exact zeros prove it. A small enclosure never does.
///
/// Agreement of two precisions in the norm is weaker evidence. It was tried on 336 random trees of up to 30
/// bodies, of all families, with 40 digits. 13 % of the 2 million numbers were zeros whose printed digits
/// were rounding errors. The others were right.
///
/// Problems without an answer are listed with the reason. A problem has no answer if
/// - it needs H^-1, and a pivot of H cannot be proved positive;
/// - it is J-bar, and J cannot be proved to have full row rank;
/// - 16 times the digits, and 100 and n more, do not suffice (an ill-posed case).
///
/// The mechanics are dense (mechanics.hpp) up to dense_solve_limit degrees of freedom. Beyond, they are those of the tree oracle.
/// The precision of Real and Interval is set during the call: for one thread at a time.
CertifiedDynamics solve_what_exists(const Model& model, const State& state, const ProblemSet& problems,
                                    int digits, const SolveProgress& progress = {});

/// The same. Throws InputError with the reason where a problem has no answer.
CertifiedDynamics solve(const Model& model, const State& state, const ProblemSet& problems, int digits);

/// The largest number of degrees of freedom for dense methods. They take some seconds there, and their time
/// grows with n^3.
inline constexpr int dense_solve_limit = 100;

/// Derivatives have no other methods. Second derivatives are n^3 numbers of n^2 runs.
constexpr int derivatives_limit(int order) {
  return order == 1 ? dense_solve_limit : 12;
}

/// The reason why a problem has no answer. `row` is one of the rows that it solves with, and depends on
/// earlier rows.
std::string no_answer(const Model& model, Problem problem, int row);

/// The problems that are answered. J-bar needs a regular H, and a Jacobian of the end-effectors with full row
/// rank, to 25 digits. Derivatives have a limit of degrees of freedom. Problems about constraints need a
/// model with constraints whose rows do not depend on each other.
ProblemSet answerable(const Model& model, const State& state, ProblemSet problems);

}  // namespace kintree::oracle
