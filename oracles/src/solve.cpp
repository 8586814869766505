#include "kintree/oracle/solve.hpp"

#include "cholesky.hpp"
#include "kintree/data/error.hpp"
#include "kintree/oracle/oracle.hpp"
#include "norm.hpp"

namespace kintree::oracle {
namespace {

/// How far the enclosures of one precision are from what is asked for.
class Proof {
 public:
  Proof(const Dynamics<Interval>& a, const State& state, const ProblemSet& problems, int digits)
      : digits_(digits), unit_(pow(Real(10), digits)) {
    const bool inverse_dynamics = problems.contains(Problem::inverse_dynamics);
    const bool forward_dynamics = problems.contains(Problem::forward_dynamics);
    const Eigen::VectorXd least = limits::u_double * a.H_size.diagonal();
    entries(a.H, rounded(a.H).diagonal().cwiseMax(least));
    if (a.singular_at == 0) {
      const FactorMetric metric(rounded(a.L));
      const Eigen::MatrixXd inverse = inverse_dynamics || forward_dynamics ? inverse_factor(a.L) : metric.L();
      const auto force = [&](const Vector<Interval>& f, const Eigen::VectorXd& size) {
        take((inverse * widths(f)).norm(), ForceNorm(metric, rounded(f), size, limits::u_double).scale());
      };
      if (inverse_dynamics || forward_dynamics) force(a.C, a.C_size);
      if (inverse_dynamics) force(a.tau, a.tau_size);
      if (forward_dynamics)
        take((metric.L().transpose().cwiseAbs() * widths(a.qdd)).norm(),
             AccelerationNorm(metric, rounded(a.qdd), net_force_size(state.tau, a.C_size), limits::u_double)
                 .scale());
      if (problems.contains(Problem::mass_matrix_inverse))
        entries(a.H_inverse, rounded(a.H_inverse).diagonal());
      if (problems.contains(Problem::dynamically_consistent_inverse)) columns(a, metric);
      if (problems.contains(Problem::inverse_osim)) {
        entries(a.Lambda_inverse,
                osim_scale(rounded(a.Lambda_inverse).diagonal(), a.reach, limits::u_double));
        jacobian(a.J, a.reach);
      }
    } else {
      // Without H^-1 there is no norm of forces: the plain relative one serves.
      const auto plain = [&](const Vector<Interval>& f, const Eigen::VectorXd& size) {
        take(widths(f).norm(), std::max(rounded(f).norm(), limits::u_double * size.norm()));
      };
      if (inverse_dynamics || forward_dynamics) plain(a.C, a.C_size);
      if (inverse_dynamics) plain(a.tau, a.tau_size);
    }
  }

  bool complete() const { return worst_ <= 1 && missing_ <= 0; }
  /// The digits proved, in the norms.
  int proved() const { return digits_ + digits_left(worst_, most_digits); }
  /// The digits by which the precision is too small, roughly.
  int missing() const {
    const double in_norm = std::isfinite(worst_) ? std::log10(worst_) : digits_;
    return static_cast<int>(std::ceil(std::max({0.0, in_norm, missing_})));
  }

 private:
  static constexpr int most_digits = 1000;

  int digits_;
  Real unit_;            ///< 10^digits
  double worst_ = 0;     ///< error in a norm, times 10^digits
  double missing_ = -1;  ///< digits that a number lacks

  /// Widths times 10^digits, so that none becomes zero by underflow; rounded up. Notes what digits are
  /// missing.
  template <class M>
  Eigen::MatrixXd widths(const M& enclosures) {
    Eigen::MatrixXd result(enclosures.rows(), enclosures.cols());
    Real width;
    for (Eigen::Index i = 0; i < result.rows(); ++i)
      for (Eigen::Index j = 0; j < result.cols(); ++j) {
        const auto& x = enclosures(i, j).backend();
        mpfr_ptr w = width.backend().data();
        mpfr_sub(w, x.right_data(), x.left_data(), MPFR_RNDU);
        mpfr_mul(w, w, unit_.backend().data(), MPFR_RNDU);
        result(i, j) = mpfr_get_d(w, MPFR_RNDU);
        if (mpfi_has_zero(x.data()) == 0) own_digits(width, x);
      }
    return result;
  }

  /// A quarter of a unit of the last digit asked for lets decimal() print all of them.
  void own_digits(const Real& width, const Interval::backend_type& x) {
    Real least;
    mpfi_mig(least.backend().data(), x.data());
    const Real lacking = 4 * width / least;
    if (lacking <= 1) return;
    const double digits = isfinite(lacking) ? static_cast<double>(log10(lacking)) : digits_;
    missing_ = std::max(missing_, digits);
  }

  void take(double error, double scale) {
    const double e = ratio(error, scale);
    worst_ = std::isnan(e) ? std::numeric_limits<double>::infinity() : std::max(worst_, e);
  }

  void entries(const Matrix<Interval>& X, const Eigen::VectorXd& diagonal) {
    take(EntryNorm(diagonal).measure(widths(X)).error, 1);
  }

  /// Of J-bar.
  void columns(const Dynamics<Interval>& a, const FactorMetric& metric) {
    const Eigen::MatrixXd size = metric.L().transpose() * rounded(a.J_bar);
    const Eigen::MatrixXd error = metric.L().transpose().cwiseAbs() * widths(a.J_bar);
    for (Eigen::Index first = 0; first < size.cols(); first += 3)
      for (Eigen::Index r = first; r < first + 3; ++r)
        take(error.col(r).norm(), size.middleCols(first, 3).colwise().norm().maxCoeff());
  }

  /// By end-effector and coordinate: relative to its angular velocity, and to the linear one that this makes
  /// at the end of the lever arm.
  void jacobian(const Matrix<Interval>& J, const Eigen::VectorXd& reach) {
    const Eigen::MatrixXd size = rounded(J), error = widths(J);
    for (Eigen::Index e = 0; e < reach.size(); ++e)
      for (Eigen::Index k = 0; k < J.cols(); ++k) {
        const double angular = size.col(k).segment(6 * e, 3).norm();
        const double linear = size.col(k).segment(6 * e + 3, 3).norm();
        take(error.col(k).segment(6 * e, 3).norm(), angular);
        take(error.col(k).segment(6 * e + 3, 3).norm(), std::max(linear, angular * reach(e)));
      }
  }

  /// Magnitudes that those of the entries of L^-1 do not exceed: |L^-1 d| <= this times |d|.
  static Eigen::MatrixXd inverse_factor(const Matrix<Interval>& L) {
    Matrix<Interval> Y(L.rows(), L.cols());
    for (Eigen::Index i = 0; i < Y.rows(); ++i)
      for (Eigen::Index j = 0; j < Y.cols(); ++j) Y(i, j) = Interval(i == j ? 1 : 0);
    solve_lower(L, Y);
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(L.rows(), L.cols());
    Real most;
    for (Eigen::Index i = 0; i < Y.rows(); ++i)
      for (Eigen::Index j = 0; j < Y.cols(); ++j) {
        mpfi_mag(most.backend().data(), Y(i, j).backend().data());
        result(i, j) = mpfr_get_d(most.backend().data(), MPFR_RNDU);
      }
    return result;
  }
};

template <class M, class N>
void take_midpoints(const M& enclosures, N& result) {
  result.resize(enclosures.rows(), enclosures.cols());
  for (Eigen::Index i = 0; i < enclosures.rows(); ++i)
    for (Eigen::Index j = 0; j < enclosures.cols(); ++j) result(i, j) = midpoint(enclosures(i, j));
}

}  // namespace

ProblemSet answerable(const Model& model, const State& state, ProblemSet problems) {
  constexpr Problem J_bar = Problem::dynamically_consistent_inverse;
  if (!problems.contains(J_bar)) return problems;
  const Dynamics<Exact> a = evaluate<Exact>(model, state, {J_bar});
  if (a.singular_at != 0 || a.dependent_row != 0) problems.erase(J_bar);
  return problems;
}

Dynamics<Real> CertifiedDynamics::midpoints() const {
  const Dynamics<Interval>& a = enclosures;
  Dynamics<Real> result;
  take_midpoints(a.H, result.H);
  take_midpoints(a.C, result.C);
  take_midpoints(a.tau, result.tau);
  take_midpoints(a.qdd, result.qdd);
  take_midpoints(a.L, result.L);
  take_midpoints(a.H_inverse, result.H_inverse);
  take_midpoints(a.J, result.J);
  take_midpoints(a.Lambda_inverse, result.Lambda_inverse);
  take_midpoints(a.Lambda_factor, result.Lambda_factor);
  take_midpoints(a.J_bar, result.J_bar);
  result.singular_at = a.singular_at;
  return result;
}

CertifiedDynamics solve(const Model& model, const State& state, const ProblemSet& problems, int digits) {
  const bool needs_inverse =
      problems.intersects({Problem::forward_dynamics, Problem::mass_matrix_inverse, Problem::inverse_osim,
                           Problem::dynamically_consistent_inverse});
  const int n = Layout(model).n;
  const int most = 16 * digits + 100 + n;
  for (int working = digits + 15 + n / 2;;) {
    const Precision<Interval> scope(static_cast<unsigned>(working));
    const Digits real_scope(static_cast<unsigned>(working));
    Dynamics<Interval> a = evaluate<Interval>(model, state, problems);
    const bool singular = needs_inverse && a.singular_at != 0;
    int missing = working / 2;
    if (!singular && a.dependent_row == 0) {
      const Proof proof(a, state, problems, digits);
      if (proof.complete()) return {std::move(a), std::min(proof.proved(), working)};
      missing = proof.missing();
    }
    if (working == most && singular)
      throw InputError(
          "joint '" + joint_of_coordinate(model, a.singular_at) +
          "': the mass matrix is singular in this state, so accelerations and inverses do not exist");
    if (working == most && a.dependent_row != 0)
      throw InputError(IllPosed{IllPosed::dependent_rows, a.dependent_row}.words(model) +
                       ", so its dynamically consistent inverse does not exist");
    if (working == most)
      throw InputError("the answer is too sensitive for " + std::to_string(digits) + " certified digits");
    working = std::min(most, working + std::max(missing + 10, working / 8));
  }
}

}  // namespace kintree::oracle
