// The words in which problems are defined (kintree/problems/description.hpp), over the dense mechanics of one state, for any scalar.
#pragma once

#include "mechanics/constraint_derivatives.hpp"
#include "mechanics/dense_elimination.hpp"
#include "mechanics/magnitudes.hpp"
#include "mechanics/once.hpp"

namespace kintree::oracle {

/// True if an entry of H is no larger than a rounding of its terms.
template <class T>
bool is_rounding_of_zero(const T& entry, double size, Eigen::Index n, const T& epsilon) {
  return !(to_double(entry) > static_cast<double>(n) * to_double(epsilon) * size);
}

/// Each word is computed when it is first used. A word that divides by H or Lambda^-1 must not be used where that is singular.
///
/// Constraints may leave a unique motion where H is singular: of a massless body whose joint follows another. Then problems with constraints
/// are solved with the held H, which is H + K^T W K with W > 0: if H x = f + K^T y and K x = a, then (H + K^T W K) x = f + K^T W a + K^T y.
template <class T>
class Words {
 public:
  using Scalar = T;
  using Matrix = oracle::Matrix<T>;
  using Sizes = Eigen::MatrixXd;

  /// `epsilon`: the roundings of the arithmetic. `with_sizes`: sizes of terms will be requested. The input must outlive it.
  Words(const Input<T>& in, const T& epsilon, bool with_sizes)
      : in_(in),
        epsilon_(epsilon),
        with_sizes_(with_sizes),
        placed_(in),
        drift_(world_motion(in, placed_, in.v, Vector<T>(Vector<T>::Constant(in.n, T(0))))),
        partial_(partial_velocities(in, placed_, drift_)),
        inertias_(world_inertias(in, placed_, drift_)) {}

  const Vector<T>& v() const { return in_.v; }
  const Vector<T>& qdd() const { return in_.qdd; }
  const Vector<T>& tau() const { return in_.tau; }
  Matrix identity() const {
    Matrix I = Matrix::Constant(in_.n, in_.n, T(0));
    for (int i = 0; i < in_.n; ++i) I(i, i) = T(1);
    return I;
  }

  /// The mass matrix, n x n.
  const Matrix& H() const {
    return H_.get([&] { return mass_matrix(in_, inertias_, partial_); });
  }
  /// The bias force, n: velocity terms, gravity and external forces.
  const Vector<T>& C() const { return bias().value; }
  /// The bias force at other velocities.
  Matrix C_at(const Matrix& v) const { return forces_at(v).value; }
  /// H qdd + C at the accelerations of the state.
  const Vector<T>& H_qdd_plus_C() const { return force().value; }
  /// The Jacobian of the end-effectors, 6m x n.
  const Matrix& J() const {
    return J_.get([&] { return end_effector_jacobian(in_, drift_, partial_); });
  }
  /// The derivatives of H and J by time, as q moves along v.
  const Matrix& H_dot() const {
    return H_dot_.get([&]() -> Matrix {
      const Displaced<T> later = moment_later(in_);
      return derivatives(mass_matrix(later.in, later.inertias, later.partial));
    });
  }
  const Matrix& J_dot() const {
    return J_dot_.get([&]() -> Matrix {
      const Displaced<T> later = moment_later(in_);
      return derivatives(end_effector_jacobian(later.in, later.world, later.partial));
    });
  }
  /// The rate of J v at constant v, 6m.
  Matrix J_dot_v() const { return J_dot() * in_.v; }
  /// The rows of the constraints (k x n), the rate of K v at constant v (k), and their required accelerations
  /// (k).
  const Matrix& K() const {
    return K_.get([&] { return constraint_jacobian(in_, drift_, partial_); });
  }
  const Matrix& K_dot_v() const {
    return K_dot_v_.get([&]() -> Matrix {
      if (in_.constraints.empty()) return Matrix(0, 1);
      const Displaced<T> later = moment_later(in_);
      return derivatives(constraint_jacobian(later.in, later.world, later.partial)) * in_.v;
    });
  }
  /// q-dot = G q-dot where joints follow others, n x n.
  Matrix G() const { return coupling_matrix(in_); }
  const Vector<T>& gamma() const { return in_.gamma; }
  const T& restitution() const { return in_.restitution; }
  /// The derivatives of the forces K^T lambda by q (n x n), and of the accelerations K qdd + K_dot v by q and by v (k x n), at these lambda
  /// and qdd.
  Matrix dK_forces_dq(const Matrix& lambda) const { return constraint_forces_by_q(in_, lambda); }
  Matrix dK_accelerations_dq(const Matrix& qdd) const {
    return constraint_accelerations_by(at(qdd), By::q, K().rows());
  }
  Matrix dK_accelerations_dv() const { return constraint_accelerations_by(in_, By::v, K().rows()); }
  /// The Coriolis matrix, n x n.
  Matrix coriolis() const { return coriolis_matrix(in_); }
  /// The centroidal momentum matrix, 6 x n, and the rate of A_G v at constant v, 6.
  Matrix A_G() const { return centroidal_momentum_matrix(in_, inertias_, partial_); }
  Matrix A_G_dot_v() const {
    const Displaced<T> later = moment_later(in_);
    return derivatives(centroidal_momentum_matrix(later.in, later.inertias, later.partial)) * in_.v;
  }
  /// The regressor of H qdd + C without external forces, n x 10 N.
  Matrix Y() const { return regressor(in_, world_motion(in_, placed_, in_.v, in_.qdd), partial_); }
  /// The derivatives of H qdd + C by q and by v at these accelerations, n x n.
  Matrix dtau_dq(const Matrix& qdd) const { return ForceDerivatives<T>(at(qdd)).matrix(By::q); }
  Matrix dtau_dv(const Matrix& qdd) const { return ForceDerivatives<T>(at(qdd)).matrix(By::v); }
  /// The second derivatives of H qdd + C at the accelerations of the state, n x n^2: by q and q, v and v, q and v, q and qdd. Column (j, k)
  /// is the derivative by the first, along coordinate j, of the derivative by the second.
  std::vector<Matrix> second_derivatives() const {
    std::vector<Matrix> all;
    for (const auto& [first, second] : second_order) all.push_back(second_derivative(in_, first, second));
    return all;
  }

  /// H^-1 B, of the held H where H is singular.
  Matrix solve_H(const Matrix& B) const { return by_H_or_held_H().solve(B); }
  /// X H^-1 X^T, of the held H where H is singular.
  Matrix inverse_H_between(const Matrix& X) const { return by_H_or_held_H().between(X); }
  /// f, or f + K^T W a: the force of x with K x = a that leaves K^T y.
  Matrix force_with_rows(const Matrix& f, const Matrix& a) const {
    if (singular_at() == 0) return f;
    return f + weighted_K().transpose() * a;
  }
  /// J H^-1 J^T, 6m x 6m.
  const Matrix& Lambda_inverse() const {
    return Lambda_inverse_.get([&] { return inverse_H_between(J()); });
  }
  /// X Lambda.
  Matrix times_Lambda(const Matrix& X) const {
    return by_rows(SolvesWith::Lambda).solve(X.transpose()).transpose();
  }

  /// (K H^-1 K^T)^-1 B.
  Matrix solve_constraints(const Matrix& B) const { return by_rows(SolvesWith::constraints).solve(B); }

  const DenseElimination<T>& by_H() const {
    return by_H_.get([&] { return DenseElimination<T>(H(), epsilon_); });
  }
  /// The coordinate from 1 at which H is singular, or 0. A diagonal entry that is a rounding of zero is a pivot that the elimination takes
  /// for positive; the sizes of its terms show it.
  int singular_at() const {
    return singular_at_.get([&] {
      if (by_H().singular_at != 0) return static_cast<int>(by_H().singular_at);
      if constexpr (has_size<T>)
        if (with_sizes_ || !in_.constraints.empty())
          for (int k = 0; k < in_.n; ++k)
            if (moves_nothing(k)) return k + 1;
      return 0;
    });
  }
  /// The elimination with which the problems that solve with these rows divide by H.
  const DenseElimination<T>& by_H_or_held_H() const {
    if (singular_at() == 0 || in_.constraints.empty()) return by_H();
    return by_held_H_.get(
        [&] { return DenseElimination<T>(Matrix(H() + weighted_K().transpose() * K()), epsilon_); });
  }
  /// The coordinate at which problems that solve with these rows find H singular, or 0.
  int singular_at(SolvesWith with) const {
    if (with != SolvesWith::constraints || singular_at() == 0 || in_.constraints.empty())
      return singular_at();
    return by_H_or_held_H().singular_at;
  }
  /// The elimination of J H^-1 J^T, or of K H^-1 K^T. Dependent rows are found to half of the digits, since
  /// the solution with H has lost some of them.
  const DenseElimination<T>& by_rows(SolvesWith with) const {
    using std::sqrt;
    const auto elimination = [&](const Matrix& A) {
      if constexpr (has_size<T>)
        return DenseElimination<T>(A, T(sqrt(epsilon_)));
      else
        return DenseElimination<T>(A);
    };
    if (with == SolvesWith::constraints)
      return by_K_.get([&] { return elimination(inverse_H_between(K())); });
    return by_J_.get([&] { return elimination(Lambda_inverse()); });
  }

  // The magnitudes of the terms, added up.
  const Sizes& sizes_of_H() const {
    return H_sizes_.get([&] { return magnitudes().H(); });
  }
  const Eigen::VectorXd& sizes_of_C() const { return bias().sizes; }
  const Eigen::VectorXd& sizes_of_H_qdd_plus_C() const { return force().sizes; }
  Sizes sizes_of_C_at(const Matrix& v) const { return forces_at(v).sizes; }
  Eigen::VectorXd sizes_of_tau_minus_C() const {
    Eigen::VectorXd sizes = sizes_of_C();
    for (int i = 0; i < in_.n; ++i) sizes(i) += std::abs(to_double(in_.tau(i)));
    return sizes;
  }
  Sizes sizes_of_coriolis() const { return magnitudes().coriolis(); }
  Sizes sizes_of_H_dot() const { return magnitudes().H_dot(); }
  Sizes sizes_of_J() const { return magnitudes().J(); }
  Sizes sizes_of_J_dot() const { return magnitudes().J_dot(); }
  Sizes sizes_of_J_dot_v() const { return magnitudes().J_dot_v(); }
  Sizes sizes_of_K() const { return magnitudes().K(); }
  double size_of_restitution() const { return 1 + std::abs(to_double(in_.restitution)); }
  Sizes sizes_of_K_dot_v() const { return magnitudes().K_dot_v(); }
  Sizes sizes_of_dK_forces_dq(const Matrix& lambda) const {
    return magnitudes().constraint_forces_by_q(Magnitudes::rounded_magnitudes(lambda));
  }
  Sizes sizes_of_dK_accelerations_dq(const Matrix& qdd) const {
    return magnitudes().constraint_accelerations_by(Magnitudes::rounded_magnitudes(qdd), By::q);
  }
  Sizes sizes_of_dK_accelerations_dv() const {
    return magnitudes().constraint_accelerations_by(Magnitudes::rounded_magnitudes(in_.qdd), By::v);
  }
  Sizes sizes_of_A_G() const { return magnitudes().A_G(); }
  Sizes sizes_of_A_G_dot_v() const { return magnitudes().A_G_dot_v(); }
  Sizes sizes_of_Y() const { return magnitudes().Y(Magnitudes::rounded_magnitudes(in_.qdd)); }
  Sizes sizes_of_dtau_dq(const Matrix& qdd) const {
    return magnitudes().force_derivative(Magnitudes::rounded_magnitudes(qdd), By::q);
  }
  Sizes sizes_of_dtau_dv(const Matrix& qdd) const {
    return magnitudes().force_derivative(Magnitudes::rounded_magnitudes(qdd), By::v);
  }
  std::vector<Sizes> sizes_of_second_derivatives() const {
    const Eigen::VectorXd qdd = Magnitudes::rounded_magnitudes(in_.qdd);
    std::vector<Sizes> all;
    for (const auto& [first, second] : second_order)
      all.push_back(magnitudes().second_derivative(qdd, first, second));
    return all;
  }
  /// |X|, entry by entry.
  static Sizes sizes_of(const Matrix& X) {
    Sizes result(X.rows(), X.cols());
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index j = 0; j < X.cols(); ++j) result(i, j) = std::abs(to_double(X(i, j)));
    return result;
  }
  /// The scales of the rows of A_G, in a format of this unit roundoff.
  Eigen::VectorXd scale_of_momentum(double u) const { return magnitudes().momentum(u); }
  /// The length of the path to each end-effector.
  Eigen::VectorXd reach() const { return magnitudes().reach(); }

 private:
  static constexpr std::pair<By, By> second_order[] = {
      {By::q, By::q}, {By::v, By::v}, {By::q, By::v}, {By::q, By::qdd}};

  Magnitudes magnitudes() const { return {in_, drift_, partial_}; }
  /// True if H_kk, counted from 0, is no larger than a rounding of its terms.
  bool moves_nothing(int k) const {
    return is_rounding_of_zero(H()(k, k), sizes_of_H()(k, k), in_.n, epsilon_);
  }
  /// W K. 1 / W_r = sum_j K_rj^2 / H_jj is how easily row r would move if no coordinate moved another. Answers do not depend on W; with
  /// this one no choice of units changes norms.
  const Matrix& weighted_K() const {
    return weighted_K_.get([&] {
      Matrix result = K();
      if constexpr (has_size<T>)
        for (int r = 0; r < result.rows(); ++r) {
          double mobility = 0;
          for (int j = 0; j < in_.n; ++j)
            if (!moves_nothing(j)) mobility += std::pow(to_double(result(r, j)), 2) / to_double(H()(j, j));
          if (mobility > 0)
            for (int j = 0; j < in_.n; ++j) result(r, j) *= T(1 / mobility);
        }
      return result;
    });
  }
  /// The input with other accelerations.
  Input<T> at(const Matrix& qdd) const {
    Input<T> in = in_;
    in.qdd = qdd;
    return in;
  }

  struct Forces {
    Vector<T> value;
    Eigen::VectorXd sizes;
  };
  Forces forces(const std::vector<Pose<Jet<T>>>& motion, const Vector<T>& qdd) const {
    Forces f;
    f.value = generalized_forces(in_, motion, inertias_, partial_, qdd, with_sizes_ ? &f.sizes : nullptr);
    return f;
  }
  Forces forces_at(const Matrix& v) const {
    return forces(world_motion(in_, placed_, Vector<T>(v), zeros<T>(in_.n)), zeros<T>(in_.n));
  }
  const Forces& bias() const {
    return C_.get([&] { return forces(drift_, zeros<T>(in_.n)); });
  }
  const Forces& force() const {
    return force_.get([&] { return forces(world_motion(in_, placed_, in_.v, in_.qdd), in_.qdd); });
  }

  const Input<T>& in_;
  T epsilon_;
  bool with_sizes_;
  Placed<T> placed_;
  std::vector<Pose<Jet<T>>> drift_;  ///< where qdd = 0
  PartialVelocities<T> partial_;
  std::vector<WorldInertia<T>> inertias_;
  Once<Matrix> H_, H_dot_, J_, J_dot_, K_, weighted_K_, K_dot_v_, Lambda_inverse_;
  Once<Sizes> H_sizes_;
  Once<Forces> C_, force_;
  Once<int> singular_at_;
  Once<DenseElimination<T>> by_H_, by_held_H_, by_J_, by_K_;
};

/// Adds the answers to these problems, if the matrices that they divide by are not singular. `with_sizes`: the sizes of their terms as
/// well. It holds the definitions of all problems, so it is compiled once for each scalar, in a unit of its own (scalars.hpp).
template <class T>
void add_answers(const Words<T>& words, const ProblemSet& problems, bool with_sizes, Dynamics<T>& result) {
  for (const Problem problem : problems) {
    const SolvesWith with = info(problem).solves_with;
    if (with != SolvesWith::nothing && words.singular_at(with) != 0) continue;
    if (info(problem).needs_independent_rows() && words.by_rows(with).singular_at != 0) continue;
    described(problem, [&](auto description) {
      if constexpr (requires { description.answer(words); }) {
        kintree::Answer<Words<T>> answer = description.answer(words);
        for (std::size_t k = 0; k < answer.size(); ++k) result.of(problem, k) = std::move(answer[k]);
      }
      if constexpr (has_size<T> && requires { description.sizes(words); }) {
        if (!with_sizes) return;
        TermSizes<Words<T>> sizes = description.sizes(words);
        for (std::size_t k = 0; k < sizes.size(); ++k) result.sizes_of(problem, k) = std::move(sizes[k]);
      }
    });
  }
}

/// The answers to several problems. `with_sizes`: the sizes of the terms as well.
template <class T>
Dynamics<T> dynamics(const Input<T>& in, const ProblemSet& problems, const T& epsilon, bool with_sizes) {
  const Words<T> words(in, epsilon, with_sizes);
  Dynamics<T> result;
  result.H = words.H();
  if (with_sizes) result.H_size = words.sizes_of_H();
  if (!problems.that_read(quantity::v).empty()) {
    result.C = words.C();
    if (with_sizes) result.C_size = words.sizes_of_C();
  }
  if (!problems.that_read(quantity::end_effectors).empty()) {
    result.J = words.J();
    if (with_sizes) result.reach = words.reach();
  }
  const bool by_constraints = problems.divide_for_constraints_alone();
  result.singular_at = words.singular_at(by_constraints ? SolvesWith::constraints : SolvesWith::H);
  if (by_constraints && result.singular_at == 0) result.held_at = words.singular_at();
  result.L = (by_constraints ? words.by_H_or_held_H() : words.by_H()).L;
  result.K = words.K();
  for (auto [with, rows] :
       {std::pair(SolvesWith::Lambda, &result.of_J), {SolvesWith::constraints, &result.of_K}})
    if (!problems.that_solve_with(with).empty() && words.singular_at(with) == 0)
      *rows = {words.by_rows(with).L, words.by_rows(with).singular_at};
  add_answers(words, problems, with_sizes, result);
  return result;
}

}  // namespace kintree::oracle
