// Every limit of the judge, each with its formula and source. u is the unit roundoff of the format that an algorithm computes
// in; nothing here is tuned to a result.
#pragma once

#include <cmath>

#include "kintree/data/format.hpp"

namespace kintree::oracle::limits {

/// Of double, in which the oracles' own rough steps are taken.
inline constexpr double u_double = unit_roundoff(Format::binary64);

/// gamma_k = k u / (1 - k u)  [Higham, Accuracy and Stability of Numerical Algorithms (ASNA), 2nd ed.,
/// lemma 3.1].
constexpr double gamma(double k, double u) {
  return k * u / (1 - k * u);
}

/// Certified digits of an exact answer that are enough: three more than the 17 that tell any two doubles apart. Where a second
/// computation in double-double does not certify so many, one with 38 digits certifies what it can.
inline constexpr int enough_digits = 20;

/// Samples of the inherent uncertainty, and the factor by which so few of them may underestimate it. For s
/// samples the estimate is within a factor w of the truth with probability about 1 - (c/w)^s, c of order one
/// [Kenney & Laub 1994, sec. 3]: with s = 8, w = 3 some 1e-4 to 1e-6 of the estimates are further off.
inline constexpr int samples = 8;
inline constexpr double sampling_factor = 3;

/// The inherent uncertainty is a derivative: steps of any length show it, as long as the answer's change is
/// linear in them and stands out of the arithmetic's own errors. In double the step is 2^-30, half way
/// between the roundoff and what curvature spoils. Two digits are wanted of it: a change of relative size e
/// is linear to e, and noise of so much of the change spoils so much of it, so 2^-10 and 2^-6 are more than
/// asked for. Where either does not hold, steps of one rounding are taken in double-double.
inline constexpr double long_step = 0x1p-30;
inline constexpr double linear_change = 0x1p-10;
inline constexpr double tolerable_noise = 0x1p-6;

/// The longest chain of roundings that one body adds to any quantity in one sweep of a textbook algorithm:
/// sine and cosine 1, rotation R = R_T R_J 3, rotation of an inertia block 2 x 3, shift to the parent 2 x 3,
/// projection U D^-1 U^T 3, and the sum over children 1.
///
/// It is an estimate, and the only one among the limits: no theorem bounds alpha, which is a ratio of two errors. What a
/// method loses beyond the problem's own uncertainty it loses by decades (README of divide_and_conquer), so that nothing
/// hangs on a factor of two.
inline constexpr double roundings_per_body = 20;

/// Verdict A: alpha = error / unavoidable error at most this, where sigma, or the rounding of the answer's entries if that
/// is larger, is unavoidable. To first order a rounding is a relative perturbation of 1 u
/// somewhere, as those of the inputs are by which sigma is found; along a path of `depth` joints a quantity
/// meets roundings_per_body of them at every body. A method that amplifies none of them more than the problem
/// does stays below their number.
constexpr double alpha_A(int depth) {
  return sampling_factor * roundings_per_body * (depth < 1 ? 1 : depth);
}

/// Factorization H = L^T D L: |L^T D L - H|_ij <= gamma_{k+1} (|L^T||D||L|)_ij, where k = |nu(i)|, i the
/// deeper of the two, is the number of terms that the sparse algorithm accumulates in that entry [Higham,
/// ASNA, lemma 8.4 and thm. 10.3, applied to the pattern of Featherstone 2005].
constexpr double factor_backward_error(int descendants, double u) {
  return gamma(descendants + 1.0, u);
}

/// A sum evaluated in the format, entry by entry: H, tau, or the H that factors computed from the model stand
/// for. |error| <= c u B, B the sum of the magnitudes of the terms, with lever arms along the tree instead of
/// across for H; c the longest chain of roundings [running error analysis: Higham, ASNA, sec. 3.3]. Where an
/// algorithm never forms H, its roundings at a coordinate reach the whole row, so that no B_ij is taken
/// smaller than (H_ii H_jj)^1/2.
constexpr double running_error(int depth, double u) {
  return roundings_per_body * (depth < 1 ? 1 : depth) * u;
}

/// Gradual underflow adds eta, less than the smallest positive number, to a product or quotient that it meets: fl(x op y)
/// = (x op y)(1 + delta) + eta [Demmel 1984; Higham, ASNA, eq. (2.8)]. An entry of a product F D F^T, computed from `terms`
/// of them, each a product of three, and a division by a pivot, is thus off by at most this, with the largest magnitudes that
/// stand in F and D; one of a residual likewise.
constexpr double underflow(double terms, double F, double D, Format format) {
  return (terms + 1) * smallest_positive(format) * (1 + F) * (1 + F) * (1 + D);
}

/// Solution of H x = b with the factors: |b - H x| <= gamma_{3n+1} |L^T||D||L||x|  [Higham, ASNA, thm. 10.4].
constexpr double solve_backward_error(int n, double u) {
  return gamma(3.0 * n + 1, u);
}

/// A factorization of a symmetric H, scaled to unit diagonal, whose smallest eigenvalue is larger than this meets positive
/// pivots alone [Higham, ASNA, thm. 10.7].
constexpr double positive_definite(int n, double u) {
  return n * gamma(n + 1.0, u) / (1 - gamma(n + 1.0, u));
}

/// Verdict B of x computed from a matrix H + E and a right side: relative error in the H-norm. With S =
/// diag(H_ii)^1/2 and lambda the smallest eigenvalue of S^-1 H S^-1: |E|_ij <= epsilon S_ii S_jj gives |dx|_H
/// <= n epsilon / lambda |x|_H, with epsilon = gamma_{3n+1} from the solution (as |L^T||D||L|_ij <= S_ii
/// S_jj) and running_error from H itself, B_ij taken as S_ii S_jj [Demmel, LAPACK Working Note 14, theorem
/// 2.1's scaling; derived in this norm here]. To it the A limit is added, for the errors of the right side.
constexpr double solve_B(int n, int depth, double lambda, double u) {
  return n * (gamma(3.0 * n + 1, u) + running_error(depth, u)) / lambda;
}

/// Verdict B of J-bar = H^-1 J^T Lambda from Lambda^-1 + E, beside that of solutions with H: column by column in the H-norm,
/// relative. E changes a column l of Lambda by -Lambda E l, and so one x of J-bar by as much in the norm |l| = (l^T Lambda^-1
/// l)^1/2, which is |x|_H: J-bar^T H J-bar = Lambda. With T = diag(Lambda^-1)^1/2 and mu the smallest eigenvalue of T^-1
/// Lambda^-1 T^-1, |E|_ij <= epsilon T_ii T_jj gives |dx|_H <= rows epsilon / mu |x|_H, as for H above [Demmel, LAPACK Working
/// Note 14, theorem 2.1's scaling; derived in this norm here]; epsilon is what B allows Lambda^-1 itself, and gamma_{3 rows +
/// 1} of the solution with it.
constexpr double consistent_B(int rows, double Lambda_inverse_B, double mu, double u) {
  return rows * (Lambda_inverse_B + gamma(3.0 * rows + 1, u)) / mu;
}

/// Verdict B of the forces lambda of constraints, and of the accelerations that they make, beside that of solutions with H. With A = K H^-1
/// K^T, |lambda|_A = |K^T lambda|_H^-1 and |K a|_A^-1 <= |a|_H. An error of the free acceleration a is one of lambda of the same size at
/// most, in these norms; the solution with A adds |lambda|_A consistent_B, with K in the place of J [derived here]. `free`: the error of a;
/// `rows_B`: consistent_B; `right_side`: of gamma - K-dot v - K a.
constexpr double constraint_forces_B(double free, double lambda, double rows_B, double right_side) {
  return free + lambda * rows_B + right_side;
}

/// The acceleration a + H^-1 K^T lambda has the errors of a, of lambda, and of this solution with H.
constexpr double constrained_acceleration_B(double free, double forces, double lambda, double solve_B) {
  return free + forces + lambda * solve_B;
}

/// The same for the roundings of the right side tau - C, by coordinate at most running_error(depth) times the sum `size`
/// of the magnitudes of its terms: in the H^-1-norm, which is the H-norm of what they make of x, at most
/// running_error(depth) | |L^-1| size |, H = L L^T. To be divided by |x|_H.
constexpr double right_side_B(int depth, double size_in_norm, double u) {
  return running_error(depth, u) * size_in_norm;
}

/// Verdict C: half of the digits are left, error <= u^1/2.
inline double half_of_the_digits(double u) {
  return std::sqrt(u);
}

/// Whether an entry of an answer is meant to be x, in a matrix or vector of this scale: half of its digits agree, or, where it is
/// small beside the others, three quarters of theirs. Nothing hangs on the choice: what it tells apart are formulas, which differ
/// by the order of 1.
inline double same_entry(double x, double scale, double u) {
  return std::fmax(std::sqrt(u) * std::fabs(x), std::pow(u, 0.75) * scale);
}

/// Exact answers to a case and to its transformed image, whose doubles were rounded: they differ by some
/// sigma if the transformation and the oracle are right, by the order of 1 if a formula is wrong. As above,
/// the geometric mean separates the two, and nothing hangs on the choice.
inline double rounded_image(double sigma) {
  return std::sqrt(std::fmin(std::fmax(sigma, u_double), 1));
}

}  // namespace kintree::oracle::limits
