// Every limit of the judge, each with its formula and source. u is the unit roundoff of the format that an algorithm computes
// in; nothing here is tuned to a result.
#pragma once

#include <cmath>

#include "kintree/model/format.hpp"

namespace kintree::oracle::limits {

/// The unit roundoff of double, in which the oracles take their own rough steps.
inline constexpr double u_double = unit_roundoff(Format::binary64);

/// gamma_k = k u / (1 - k u)  [Higham, Accuracy and Stability of Numerical Algorithms (ASNA), 2nd ed.,
/// lemma 3.1].
constexpr double gamma(double k, double u) {
  return k * u / (1 - k * u);
}

/// The number of certified digits of an exact answer that is enough: three more than the 17 that tell any two
/// doubles apart. If a second computation in double-double does not certify this number, one with 38 digits
/// certifies what it can.
inline constexpr int enough_digits = 20;

/// The number of samples of the inherent uncertainty, and the factor by which so few of them may
/// underestimate it. For s samples the estimate is within a factor w of the truth with probability about 1 -
/// (c/w)^s, c of order one [Kenney & Laub 1994, sec. 3]: with s = 8, w = 3 some 1e-4 to 1e-6 of the estimates
/// are further off.
inline constexpr int samples = 8;
inline constexpr double sampling_factor = 3;

/// The inherent uncertainty is a derivative. Steps of any length show it, if the answer's change is linear in
/// them and larger than the errors of the arithmetic. In double the step is 2^-30, half way between the
/// roundoff and steps where curvature spoils the result. Two digits of it are needed. A change of relative
/// size e is linear to e, and noise of a given share of the change spoils the same share of it, so 2^-10 and
/// 2^-6 are more than needed. If the change or the noise is larger, steps of one rounding are taken in
/// double-double.
inline constexpr double long_step = 0x1p-30;
inline constexpr double linear_change = 0x1p-10;
inline constexpr double tolerable_noise = 0x1p-6;

/// The longest chain of roundings that one body adds to any quantity in one sweep of a textbook algorithm.
/// Sine and cosine have 1, the rotation R = R_T R_J 3, the rotation of an inertia block 2 x 3, the shift to
/// the parent 2 x 3, the projection U D^-1 U^T 3, and the sum over children 1.
///
/// It is an estimate, and the only one among the limits: no theorem bounds alpha, which is a ratio of two
/// errors. A method that loses more than the problem's own uncertainty loses whole decades (README of
/// divide_and_conquer). A factor of two in this estimate therefore does not matter.
inline constexpr double roundings_per_body = 20;

/// Verdict A: alpha = error / unavoidable error is at most this. The unavoidable error is sigma, or the
/// rounding of the answer's entries if that is larger. If the terms of the answer cancel to less than one
/// rounding of them, it is that rounding at least: an answer that is zero for all inputs has neither sigma nor
/// digits, but a method that adds its terms rounds them. To first order a rounding is a relative perturbation
/// of 1 u at some place, as are the perturbations of the inputs that give sigma. Along a path of `depth`
/// joints a quantity meets roundings_per_body of them at every body. A method that amplifies none of them
/// more than the problem does stays below their number.
constexpr double alpha_A(int depth) {
  return sampling_factor * roundings_per_body * (depth < 1 ? 1 : depth);
}

/// Factorization H = L^T D L: |L^T D L - H|_ij <= gamma_{k+1} (|L^T||D||L|)_ij. Here k = |nu(i)|, with i the
/// deeper of the two, is the number of terms that the sparse algorithm accumulates in that entry [Higham,
/// ASNA, lemma 8.4 and thm. 10.3, applied to the pattern of Featherstone 2005].
constexpr double factor_backward_error(int descendants, double u) {
  return gamma(descendants + 1.0, u);
}

/// A sum evaluated in the format, entry by entry: H, tau, or the H that is the product of factors computed
/// from the model. The bound is |error| <= c u B. B is the sum of the magnitudes of the terms, for H with
/// lever arms along the tree instead of across. c is the longest chain of roundings [running error analysis:
/// Higham, ASNA, sec. 3.3]. If an algorithm never forms H, its roundings at a coordinate reach the whole row.
/// Then no B_ij is taken smaller than (H_ii H_jj)^1/2.
constexpr double running_error(int depth, double u) {
  return roundings_per_body * (depth < 1 ? 1 : depth) * u;
}

/// Gradual underflow adds eta, less than the smallest positive number, to a product or quotient that it
/// meets. That is, fl(x op y) = (x op y)(1 + delta) + eta [Demmel 1984; Higham, ASNA, eq. (2.8)]. An entry of
/// a product F D F^T is computed from `terms` terms, each a product of three, and a division by a pivot. Its
/// error is at most this, where F and D are the largest magnitudes in the factors. The same holds for an
/// entry of a residual.
constexpr double underflow(double terms, double F, double D, Format format) {
  return (terms + 1) * smallest_positive(format) * (1 + F) * (1 + F) * (1 + D);
}

/// Solution of H x = b with the factors: |b - H x| <= gamma_{3n+1} |L^T||D||L||x|  [Higham, ASNA, thm. 10.4].
constexpr double solve_backward_error(int n, double u) {
  return gamma(3.0 * n + 1, u);
}

/// A factorization of a symmetric H, scaled to unit diagonal, whose smallest eigenvalue is larger than this,
/// has only positive pivots [Higham, ASNA, thm. 10.7].
constexpr double positive_definite(int n, double u) {
  return n * gamma(n + 1.0, u) / (1 - gamma(n + 1.0, u));
}

/// Verdict B of x computed from a matrix H + E and a right side: relative error in the H-norm. Let S =
/// diag(H_ii)^1/2, and lambda the smallest eigenvalue of S^-1 H S^-1. Then |E|_ij <= epsilon S_ii S_jj gives
/// |dx|_H <= n epsilon / lambda |x|_H. Here epsilon is gamma_{3n+1} from the solution (as |L^T||D||L|_ij <=
/// S_ii S_jj) and running_error from H itself, with B_ij taken as S_ii S_jj. The scaling is that of theorem
/// 2.1 in Demmel, LAPACK Working Note 14; the bound in this norm is derived here. The A limit is added to it,
/// for the errors of the right side.
constexpr double solve_B(int n, int depth, double lambda, double u) {
  return n * (gamma(3.0 * n + 1, u) + running_error(depth, u)) / lambda;
}

/// Verdict B of J-bar = H^-1 J^T Lambda from Lambda^-1 + E, in addition to that of solutions with H: column
/// by column in the H-norm, relative. E changes a column l of Lambda by -Lambda E l. It changes one x of
/// J-bar by as much in the norm |l| = (l^T Lambda^-1 l)^1/2, which is |x|_H: J-bar^T H J-bar = Lambda. Let T
/// = diag(Lambda^-1)^1/2, and mu the smallest eigenvalue of T^-1 Lambda^-1 T^-1. Then |E|_ij <= epsilon T_ii
/// T_jj gives |dx|_H <= rows epsilon / mu |x|_H, as for H above. Here epsilon is the error that B allows for
/// Lambda^-1 itself, and gamma_{3 rows + 1} of the solution with it. The scaling is that of theorem 2.1 in
/// Demmel, LAPACK Working Note 14; the bound in this norm is derived here.
constexpr double consistent_B(int rows, double Lambda_inverse_B, double mu, double u) {
  return rows * (Lambda_inverse_B + gamma(3.0 * rows + 1, u)) / mu;
}

/// Verdict B of the forces lambda of constraints, and of the accelerations that they make, in addition to
/// that of solutions with H. With A = K H^-1 K^T, |lambda|_A = |K^T lambda|_H^-1 and |K a|_A^-1 <= |a|_H. An
/// error of the free acceleration a is an error of lambda of the same size at most, in these norms. The
/// solution with A adds |lambda|_A consistent_B, with K instead of J [derived here]. `free` is the error of
/// a, and `rows_B` is consistent_B. `right_side` is the error of gamma - K-dot v - K a.
constexpr double constraint_forces_B(double free, double lambda, double rows_B, double right_side) {
  return free + lambda * rows_B + right_side;
}

/// The acceleration a + H^-1 K^T lambda has the errors of a, of lambda, and of this solution with H.
constexpr double constrained_acceleration_B(double free, double forces, double lambda, double solve_B) {
  return free + forces + lambda * solve_B;
}

/// Verdict B of the derivatives of constrained accelerations and forces by q: the errors of the right sides that
/// those of q-ddot and lambda make. Column j solves H x = f_j + K^T y, K x = a_j. An error dx of q-ddot and dl of
/// lambda changes f_j by -(dH/dq_j) dx + (dK/dq_j)^T dl, and a_j by -(dK/dq_j) dx. With H = L L^T and A = F F^T
/// these are at most of_H |dx|_H + of_K |dl|_A in the H^-1-norm, and of_K |dx|_H in the A^-1-norm [derived here].
/// `of_H` = |L^-1 dH/dq_j L^-T|, `of_K` = |F^-1 dK/dq_j L^-T|, and the errors are those of the two limits above.
/// By v and by tau the right sides depend on neither q-ddot nor lambda.
constexpr double slope_of_forces_B(double of_H, double of_K, double acceleration, double forces) {
  return of_H * acceleration + of_K * forces;
}
constexpr double slope_of_rows_B(double of_K, double acceleration) {
  return of_K * acceleration;
}

/// Verdict B of the derivative along the motion of R H^-1 R^T, R = 1 or J, from H + E, in addition to that of
/// solutions with H. With H = L L^T let e = L^-1 E L^-T, A = R L^-T, and G^T = L^T d(H^-1 R^T)/dt. The error is
/// -(G e A^T + A e G^T) to first order [derived here]: 2 |e| |g_r| |a_s| at most in entry rs, with the rows of
/// G and A. |e| <= solve_B, as there. |g_r| <= (of_J + of_H) |a_r|, where of_H = |L^-1 dH/dt L^-T|, and of_J is
/// the largest |dJ_r/dt|_H^-1 / |J_r|_H^-1, or 0 for R = 1.
constexpr double inverse_rate_B(double solve_B, double of_J, double of_H) {
  return 2 * solve_B * (of_J + of_H);
}

/// The same for the derivative of J-bar, column by column relative to |J-bar_r|_H. Let P = L^T J-bar, let Pi =
/// L^T J-bar J L^-T, which projects, M = L^-1 dH/dt L^-T, and K^T = L^T J-bar dJ/dt L^-T. The derivative is
/// L^-T [(1 - Pi)(K - M) - K^T] P. From H + E come the errors -(1 - Pi) e (1 - Pi)(K - M) P, (1 - Pi)(K + M (1 -
/// Pi)) e P, (1 - Pi) e K^T P and K^T (1 - Pi) e P. An error D of Lambda^-1 with |Lambda^1/2 D Lambda^1/2| <=
/// rows_B changes two factors Lambda and one J-bar: by (K - M), by (K^T + Pi K - Pi M), and by (K^T + K - M) at
/// most [derived here]. `of_J` = |K|, `of_H` = |M|, and rows_B is consistent_B.
constexpr double consistent_rate_B(double solve_B, double rows_B, double of_J, double of_H) {
  return solve_B * (4 * of_J + 2 * of_H) + rows_B * (5 * of_J + 3 * of_H);
}

/// The same for the roundings of the right side tau - C. In each coordinate they are at most
/// running_error(depth) times `size`, the sum of the magnitudes of its terms. In the H^-1-norm they are at
/// most running_error(depth) | |L^-1| size |, H = L L^T. This norm is the H-norm of the change of x that they
/// cause. The caller divides it by |x|_H.
constexpr double right_side_B(int depth, double size_in_norm, double u) {
  return running_error(depth, u) * size_in_norm;
}

/// Verdict C: half of the digits are left, error <= u^1/2.
inline double half_of_the_digits(double u) {
  return std::sqrt(u);
}

/// The difference within which an entry of an answer counts as x, in a matrix or vector of this scale. Half
/// of its digits agree, or, if it is small compared to the others, three quarters of theirs. The exact choice
/// does not matter: it distinguishes formulas, which differ by the order of 1.
inline double same_entry(double x, double scale, double u) {
  return std::fmax(std::sqrt(u) * std::fabs(x), std::pow(u, 0.75) * scale);
}

/// The limit for the difference between the exact answers to a case and to its transformed image, whose
/// doubles were rounded. They differ by some sigma if the transformation and the oracle are right, and by the
/// order of 1 if a formula is wrong. The geometric mean separates the two. As above, the exact choice does
/// not matter.
inline double rounded_image(double sigma) {
  return std::sqrt(std::fmin(std::fmax(sigma, u_double), 1));
}

}  // namespace kintree::oracle::limits
