// The answers of the dynamics in one state, with a proof of their digits.
#pragma once

#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/interval.hpp"

namespace kintree::oracle {

/// Enclosures of all quantities, computed in interval arithmetic.
struct CertifiedDynamics {
  Dynamics<Interval> enclosures;
  int digits = 0;  ///< that the enclosures prove, in the norms of the judge; without H^-1, relative to |f|

  /// The middle of each enclosure; no sizes of terms, and no reach.
  Dynamics<Real> midpoints() const;
};

/// Raises the precision until
/// - `digits` are proved in the norm of each answer that is asked for, and of J (its scale is the lever arm);
/// - each number has so many digits of its own, or has 0 in its enclosure. Then it is below 10^-digits of the
///   norm's scale: interval arithmetic does not find out that terms cancel to zero.
///
/// That two precisions agree in the norm says less. Of 2 million numbers so found (336 random trees of up to
/// 30 bodies, all families, 40 digits), 13 % were zeros whose printed digits were rounding errors; the others
/// were right.
///
/// Throws InputError, naming the joint, where H^-1 is needed and a pivot of H cannot be proved positive; naming
/// the row, where J-bar is asked for and J cannot be proved to have full row rank; and where 16 times the digits,
/// and 100 and n more, do not suffice (an ill-posed case). It sets the precision of Real and Interval while it
/// runs: for one thread at a time.
CertifiedDynamics solve(const Model& model, const State& state, const ProblemSet& problems, int digits);

/// Those of the problems that have an answer: J-bar where H is not singular and the Jacobian of the end-effectors has full
/// row rank, to 25 digits.
ProblemSet answerable(const Model& model, const State& state, ProblemSet problems);

}  // namespace kintree::oracle
