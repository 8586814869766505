// The exact answer, by dense methods from the mechanics of points and vectors in world axes. Nothing here
// shares a formula with a plugin: poses are Taylor series along the motion, H a sum over bodies of m Jv^T Jv
// + Jw^T I Jw, solutions dense L L^T.
#pragma once

#include <string>
#include <vector>

#include "kintree/data/model.hpp"
#include "kintree/oracle/real.hpp"

namespace kintree::oracle {

/// What to compute beyond H and C.
struct Wanted {
  bool tau = true;            ///< inverse dynamics at state.qdd
  bool qdd = true;            ///< forward dynamics at state.tau; needs H > 0
  bool inverse = false;       ///< H^-1; needs H > 0
  bool inverse_osim = false;  ///< J and J H^-1 J^T; needs H > 0
};

template <class T>
struct Answer {
  Matrix<T> H;               ///< n x n
  Vector<T> C;               ///< n, gravity and external forces included
  Vector<T> tau;             ///< n
  Vector<T> qdd;             ///< n
  Matrix<T> L;               ///< n x n lower triangular, H = L L^T
  Matrix<T> H_inverse;       ///< n x n
  Matrix<T> J;               ///< 6m x n, end-effector frames, angular rows first
  Matrix<T> Lambda_inverse;  ///< 6m x 6m
  int singular_at = 0;       ///< coordinate 1..n at which H turned out not positive definite, else 0

  // Sizes of what cancels in the answer, for the scale of errors where the answer itself is (nearly) zero.
  Eigen::MatrixXd H_size;    ///< n x n, of H, every lever arm taken along the tree
  Eigen::VectorXd C_size;    ///< n, the magnitudes of the terms of C, added up
  Eigen::VectorXd tau_size;  ///< n, of tau
  Eigen::VectorXd reach;     ///< m, length of the path from the base to the end-effector [m]
};

/// The answer in T from the inputs widened exactly. T: Real at its current precision, or a scalar of the
/// oracle's own (src/scalars.hpp).
template <class T>
Answer<T> evaluate(const Model& model, const State& state, const Wanted& wanted);

/// An answer together with the decimal digits that two precisions agree on, measured as the judge measures
/// errors.
struct CertifiedAnswer {
  Answer<Real> answer;
  int digits = 0;
};

/// Raises the precision until `digits` are certified. Throws InputError, naming the joint, where H is asked
/// for its inverse and is singular, or where the digits are not reached with 16 times their number (an
/// ill-posed case).
CertifiedAnswer solve(const Model& model, const State& state, const Wanted& wanted, int digits);

/// The name of a coordinate's joint, as messages and reports print it.
std::string joint_of_coordinate(const Model& model, int coordinate);

/// Sets the precision of Real while it lives.
class Digits {
 public:
  explicit Digits(unsigned digits) : before_(Real::default_precision()) {
    if (digits != before_) Real::default_precision(digits);
  }
  ~Digits() {
    if (before_ != Real::default_precision()) Real::default_precision(before_);
  }
  Digits(const Digits&) = delete;
  Digits& operator=(const Digits&) = delete;

 private:
  unsigned before_;
};

}  // namespace kintree::oracle
