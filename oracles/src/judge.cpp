#include "kintree/oracle/judge.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "kintree/oracle/limits.hpp"
#include "measure.hpp"
#include "perturbed.hpp"
#include "scalars.hpp"
#include "verdict.hpp"

namespace kintree::oracle {
namespace {

Eigen::VectorXd as_vector(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

Eigen::MatrixXd as_matrix(const std::vector<double>& m, Eigen::Index n) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(m.data(), n, n);
}

/// Plugin minus exact, formed without a rounding that matters, then rounded.
template <class M>
Eigen::MatrixXd difference(const Eigen::MatrixXd& result, const M& exact) {
  Eigen::MatrixXd d(result.rows(), result.cols());
  for (Eigen::Index i = 0; i < d.rows(); ++i)
    for (Eigen::Index j = 0; j < d.cols(); ++j)
      d(i, j) = to_double(Exact(Exact(result(i, j)) - Exact(exact(i, j))));
  return d;
}

/// Of two exact answers.
template <class M, class N>
Eigen::MatrixXd disagreement(const M& a, const N& b) {
  Eigen::MatrixXd d(a.rows(), a.cols());
  for (Eigen::Index i = 0; i < d.rows(); ++i)
    for (Eigen::Index j = 0; j < d.cols(); ++j) d(i, j) = to_double(Exact(a(i, j) - Exact(b(i, j))));
  return d;
}

constexpr int digits_of_check = std::numeric_limits<Check>::digits10;

int digits_of(double error) {
  if (std::isnan(error)) return 0;
  return error == 0 ? digits_of_check
                    : std::clamp(static_cast<int>(std::floor(-std::log10(error))), 0, digits_of_check);
}

/// H, L and x of the problem `factorization`, whose exact input is the rounded mass matrix.
template <class T>
struct Solution {
  Matrix<T> L;
  Matrix<T> x;
  int singular_at;
};

template <class T, class Widen>
Solution<T> solve_dense(const Eigen::MatrixXd& H, const std::vector<double>& b, Widen&& widen) {
  const auto n = static_cast<int>(H.rows());
  Matrix<T> A(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) A(i, j) = A(j, i) = widen(H(i, j));
  Solution<T> s;
  s.x.resize(n, 1);
  for (int i = 0; i < n; ++i) s.x(i, 0) = widen(b[static_cast<std::size_t>(i)]);
  s.singular_at = cholesky(A, epsilon<T>(), s.L);
  if (s.singular_at == 0) {
    solve_lower(s.L, s.x);
    solve_upper(s.L, s.x);
  }
  return s;
}

/// Of the solution, under perturbed entries of H and b. Nothing where H turned out singular.
template <class T, class Measure>
std::optional<Sampled> sample_solution(const Eigen::MatrixXd& H, const std::vector<double>& b,
                                       const Matrix<Exact>& exact, std::uint64_t seed, double step,
                                       const Measure& measure) {
  const Solution<T> centre = solve_dense<T>(H, b, [](double v) { return T(v); });
  if (centre.singular_at != 0) return {};
  boost::random::mt19937_64 engine(seed);
  std::vector<double> moved;
  for (int k = 0; k < limits::samples; ++k) {
    const Solution<T> s = solve_dense<T>(H, b, Perturbed<T>(engine, step));
    if (s.singular_at != 0) return {};
    moved.push_back(measure(rounded(s.x - centre.x)).error);
  }
  return Sampled{root_mean_square(moved), measure(difference(rounded(centre.x), exact)).error, step};
}

}  // namespace

struct DenseOracle::Impl {
  Model model;
  State state;
  Layout layout;
  int depth = 0;
  std::uint64_t seed;
  Answer<Exact> exact;
  std::optional<Norms> norms;
  std::vector<double> H_rounded;
  struct OfProblem {
    Sampled sampled;
    int certified_digits = 0;
  };
  std::map<Problem, OfProblem> of;

  Impl(const Model& m, const State& s, const Wanted& wanted, std::uint64_t seed_of_perturbations)
      : model(m),
        state(s),
        layout(m),
        depth(*std::max_element(layout.depth.begin(), layout.depth.end())),
        seed(seed_of_perturbations) {
    exact = evaluate<Exact>(model, state, wanted);
    if (exact.singular_at != 0) return;
    norms.emplace(rounded(exact.L));
    const Eigen::MatrixXd H = rounded(exact.H);
    for (Eigen::Index i = 0; i < H.rows(); ++i)
      for (Eigen::Index j = 0; j < H.cols(); ++j) H_rounded.push_back(H(i, j));

    of[Problem::mass_matrix];
    if (wanted.tau) of[Problem::inverse_dynamics];
    if (wanted.qdd) of[Problem::forward_dynamics];
    if (wanted.inverse) of[Problem::mass_matrix_inverse];
    if (wanted.inverse_osim) of[Problem::inverse_osim];
    certify(evaluate<Check>(model, state, wanted));
    if (exact.singular_at != 0) return;
    if (sample<double>(wanted, limits::long_step) == 0 && trusted()) return;
    exact.singular_at = sample<dd_real>(wanted, limits::u);
  }

  void certify(const Answer<Check>& second) {
    exact.singular_at = second.singular_at;
    if (exact.singular_at != 0) return;
    for (auto& [problem, result] : of)
      with(problem, [&](const auto& member, const auto& measure) {
        result.certified_digits = digits_of(measure(disagreement(member(exact), member(second))).error);
      });
  }

  /// sigma of all problems, by steps of so many relative in all inputs at once. Returns the coordinate at
  /// which H turned out singular, or 0.
  template <class T>
  int sample(const Wanted& wanted, double step) {
    const Answer<T> centre = evaluate<T>(model, state, wanted);
    if (centre.singular_at != 0) return centre.singular_at;
    boost::random::mt19937_64 engine(seed);
    std::map<Problem, std::vector<double>> moved;
    for (int k = 0; k < limits::samples; ++k) {
      const Answer<T> a = answer(read<T>(model, state, Perturbed<T>(engine, step)), wanted, epsilon<T>());
      if (a.singular_at != 0) return a.singular_at;
      for (const auto& [problem, unused] : of)
        with(problem, [&](const auto& member, const auto& measure) {
          moved[problem].push_back(measure(rounded(member(a) - member(centre))).error);
        });
    }
    for (auto& [problem, result] : of)
      with(problem, [&](const auto& member, const auto& measure) {
        const double noise = measure(difference(rounded(member(centre)), member(exact))).error;
        result.sampled = {root_mean_square(moved[problem]), noise, step};
      });
    return 0;
  }

  bool trusted() const {
    return std::all_of(of.begin(), of.end(),
                       [](const auto& entry) { return entry.second.sampled.trusted(); });
  }

  /// A measure of a difference, and the exact answer, of one problem: calls `use` with the member of Answer
  /// and the measure.
  template <class Use>
  void with(Problem problem, Use&& use) const {
    const auto entries_of = [](const auto& member_of) {
      const Eigen::VectorXd diagonal = rounded(member_of).diagonal();
      return [diagonal](const Eigen::MatrixXd& d) { return measure_entries(d, diagonal); };
    };
    switch (problem) {
      case Problem::mass_matrix:
        use(
            [](const auto& a) -> const auto& { return a.H; }, entries_of(exact.H));
        break;
      case Problem::mass_matrix_inverse:
        use(
            [](const auto& a) -> const auto& { return a.H_inverse; }, entries_of(exact.H_inverse));
        break;
      case Problem::inverse_osim: {
        const Eigen::VectorXd scale = osim_scale(rounded(exact.Lambda_inverse).diagonal(), exact.reach);
        use(
            [](const auto& a) -> const auto& { return a.Lambda_inverse; },
            [scale](const Eigen::MatrixXd& d) { return measure_entries(d, scale); });
        break;
      }
      case Problem::inverse_dynamics: {
        const Eigen::VectorXd tau = rounded(exact.tau);
        use(
            [](const auto& a) -> const auto& { return a.tau; },
            [this, tau](const Eigen::MatrixXd& d) {
              return norms->measure_force(d.col(0), tau, exact.tau_size);
            });
        break;
      }
      case Problem::forward_dynamics: {
        const Eigen::VectorXd qdd = rounded(exact.qdd);
        use(
            [](const auto& a) -> const auto& { return a.qdd; },
            [this, qdd, size = net_force_size(state.tau, exact.C_size)](const Eigen::MatrixXd& d) {
              return norms->measure_acceleration(d.col(0), qdd, size);
            });
        break;
      }
      case Problem::factorization:
        break;  // has a judge of its own
    }
  }

  double running_error_of_H(Eigen::Index i, Eigen::Index j) const {
    const double size = std::sqrt(to_double(exact.H(i, i))) * std::sqrt(to_double(exact.H(j, j)));
    return limits::running_error(depth) * std::max(size, exact.H_size(i, j));
  }

  /// Whether every entry is a sum with no more than the errors of its evaluation.
  bool is_sum_in_double(Problem problem, const Eigen::MatrixXd& difference) const {
    const double c = limits::running_error(depth);
    if (problem == Problem::mass_matrix)
      return (difference.cwiseAbs().array() <= c * exact.H_size.array()).all();
    if (problem == Problem::inverse_dynamics)
      return (difference.col(0).cwiseAbs().array() <= c * exact.tau_size.array()).all();
    return false;
  }

  /// s with |dX|_ij <= error s_i s_j, of a matrix; what errors are relative to, of a vector.
  Eigen::VectorXd scale(Problem problem) const {
    switch (problem) {
      case Problem::mass_matrix:
        return rounded(exact.H).diagonal().cwiseSqrt();
      case Problem::mass_matrix_inverse:
        return rounded(exact.H_inverse).diagonal().cwiseSqrt();
      case Problem::inverse_osim:
        return osim_scale(rounded(exact.Lambda_inverse).diagonal(), exact.reach).cwiseSqrt();
      case Problem::inverse_dynamics:
        return Eigen::VectorXd::Constant(1, norms->force_scale(rounded(exact.tau), exact.tau_size));
      case Problem::forward_dynamics:
        return Eigen::VectorXd::Constant(
            1, norms->acceleration_scale(rounded(exact.qdd), net_force_size(state.tau, exact.C_size)));
      case Problem::factorization:
        break;
    }
    return {};
  }

  /// The problem `factorization`, whose exact input is H_rounded: made when first asked for.
  struct Factorized {
    Solution<Exact> exact;
    Sampled sampled;
    int certified_digits = 0;
    std::string ill_posed;
    std::function<Measured(const Eigen::MatrixXd&)> measure;
  };
  mutable std::optional<Factorized> factorized_;

  const Factorized& factorized() const {
    if (factorized_) return *factorized_;
    Factorized& f = factorized_.emplace();
    const Eigen::MatrixXd H = as_matrix(H_rounded, layout.n);
    f.exact = solve_dense<Exact>(H, state.tau, [](double v) { return Exact(v); });
    const auto second = solve_dense<Check>(H, state.tau, [](double v) { return Check(v); });
    if (f.exact.singular_at != 0 || second.singular_at != 0) {
      f.ill_posed = "the mass matrix, rounded to double, is not positive definite";
      return f;
    }
    f.measure = [norms_of_rounded = Norms(rounded(f.exact.L)), x = Eigen::VectorXd(rounded(f.exact.x)),
                 b = Eigen::VectorXd(as_vector(state.tau).cwiseAbs())](const Eigen::MatrixXd& d) {
      return norms_of_rounded.measure_acceleration(d.col(0), x, b);
    };
    f.certified_digits = digits_of(f.measure(disagreement(f.exact.x, second.x)).error);
    auto sampled = sample_solution<double>(H, state.tau, f.exact.x, seed, limits::long_step, f.measure);
    if (!sampled || !sampled->trusted())
      sampled = sample_solution<dd_real>(H, state.tau, f.exact.x, seed, limits::u, f.measure);
    if (!sampled)
      f.ill_posed = "the mass matrix is singular within one rounding of its entries";
    else
      f.sampled = *sampled;
    return f;
  }

  /// Why nothing can be asked of an algorithm in double here, or nothing.
  std::string ill_posed(Problem problem) const {
    if (exact.singular_at != 0)
      return "the mass matrix is singular to a rounding at joint '" +
             joint_of_coordinate(model, exact.singular_at) + "'";
    if (problem == Problem::factorization) {
      if (!factorized().ill_posed.empty()) return factorized().ill_posed;
    } else if (!of.contains(problem)) {
      return "";
    }
    const double sigma =
        (problem == Problem::factorization ? factorized().sampled : of.at(problem).sampled).sigma();
    if (limits::alpha_A(depth) * sigma < 1 || zero_by_cancellation(problem)) return "";
    return every_digit_may_change;
  }

  /// Errors are then measured by the size of what cancels, of which sigma is a rounding.
  bool zero_by_cancellation(Problem problem) const {
    if (problem == Problem::inverse_dynamics) {
      const Eigen::VectorXd tau = rounded(exact.tau);
      return norms->force(tau) < norms->force_scale(tau, exact.tau_size);
    }
    if (problem == Problem::forward_dynamics) {
      const Eigen::VectorXd qdd = rounded(exact.qdd);
      return norms->acceleration(qdd) <
             norms->acceleration_scale(qdd, net_force_size(state.tau, exact.C_size));
    }
    return false;
  }
};

DenseOracle::DenseOracle(const Model& model, const State& state, const Wanted& wanted, std::uint64_t seed) {
  impl_ = std::make_unique<Impl>(model, state, wanted, seed);
}
DenseOracle::~DenseOracle() = default;
DenseOracle::DenseOracle(DenseOracle&&) noexcept = default;

std::string DenseOracle::ill_posed(Problem problem) const {
  return impl_->ill_posed(problem);
}

const std::vector<double>& DenseOracle::rounded_mass_matrix() const {
  return impl_->H_rounded;
}

Judgement DenseOracle::judge(Problem problem, const std::vector<double>& result) const {
  Judgement judgement;
  impl_->with(problem, [&](const auto& member, const auto& measure) {
    const auto& exact = member(impl_->exact);
    const Eigen::Index rows = exact.rows(), columns = exact.cols();
    if (static_cast<Eigen::Index>(result.size()) != rows * columns) {
      judgement.reason = "wrong size";
      judgement.error = judgement.alpha = std::numeric_limits<double>::quiet_NaN();
      return;
    }
    if (const int at = first_not_finite(result); at != 0) {
      judgement = not_finite(at, columns > 1 ? static_cast<int>(columns) : 0);
      return;
    }
    const Eigen::MatrixXd value =
        columns > 1 || rows == 1 ? as_matrix(result, rows) : Eigen::MatrixXd(as_vector(result));
    const Eigen::MatrixXd d = difference(value, exact);
    const Measured measured = measure(d);
    judgement.error = measured.error;
    judgement.worst_coordinate = measured.row;
    judgement.worst_column = measured.column;

    judgement.sigma = impl_->of.at(problem).sampled.sigma();
    judgement.certified_digits = impl_->of.at(problem).certified_digits;
    set_verdict(judgement, problem, impl_->depth, impl_->layout.n,
                [this] { return impl_->norms->smallest_scaled_eigenvalue(); });
    if (judgement.verdict == Verdict::F && impl_->is_sum_in_double(problem, d))
      judgement.verdict = Verdict::B, judgement.reason.clear();
  });
  return judgement;
}

namespace {

bool has_matrix(Problem problem) {
  return problem != Problem::inverse_dynamics && problem != Problem::forward_dynamics;
}

Matrix<Exact> mapped(Problem problem, const AnswerMap& T, const Matrix<Exact>& X) {
  const bool matrix = has_matrix(problem);
  Matrix<Exact> result(T.rows, matrix ? T.rows : 1);
  for (Eigen::Index i = 0; i < result.rows(); ++i)
    for (Eigen::Index j = 0; j < result.cols(); ++j)
      result(i, j) = Exact(T.shift.empty() ? 0 : T.shift[static_cast<std::size_t>(i)]);
  for (const AnswerMap::Entry& a : T.entries) {
    const Exact factor(a.factor);
    if (!matrix)
      result(a.row - 1, 0) += factor * X(a.column - 1, 0);
    else
      for (const AnswerMap::Entry& b : T.entries)
        result(a.row - 1, b.row - 1) += factor * X(a.column - 1, b.column - 1) * Exact(b.factor);
  }
  return result;
}

Matrix<Exact> widened(Problem problem, const std::vector<double>& values, int rows) {
  const Eigen::Index columns = has_matrix(problem) ? rows : 1;
  Matrix<Exact> X(rows, columns);
  for (Eigen::Index i = 0; i < X.rows(); ++i)
    for (Eigen::Index j = 0; j < columns; ++j)
      X(i, j) = Exact(values[static_cast<std::size_t>(i * columns + j)]);
  return X;
}

}  // namespace

double DenseOracle::distance(Problem problem, const std::vector<double>& result,
                             const std::vector<double>& original, const AnswerMap& T) const {
  double distance = std::numeric_limits<double>::quiet_NaN();
  impl_->with(problem, [&](const auto& /*member*/, const auto& measure) {
    const Matrix<Exact> image = mapped(problem, T, widened(problem, original, T.columns));
    distance = measure(disagreement(widened(problem, result, T.rows), image)).error;
  });
  return distance;
}

double DenseOracle::distance(Problem problem, const DenseOracle& original, const AnswerMap& T) const {
  double distance = std::numeric_limits<double>::quiet_NaN();
  impl_->with(problem, [&](const auto& member, const auto& measure) {
    distance =
        measure(disagreement(member(impl_->exact), mapped(problem, T, member(original.impl_->exact)))).error;
  });
  return distance;
}

double DenseOracle::stretch(Problem problem, const DenseOracle& original, const AnswerMap& T) const {
  const Eigen::VectorXd scale = impl_->scale(problem), other = original.impl_->scale(problem);
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(T.rows, T.columns);
  for (const AnswerMap::Entry& entry : T.entries) M(entry.row - 1, entry.column - 1) += entry.factor;
  if (has_matrix(problem)) {
    double most = 0;
    for (Eigen::Index i = 0; i < M.rows(); ++i)
      most = std::max(most, ratio(M.row(i).cwiseAbs().dot(other), scale(i)));
    return most * most;
  }
  const Eigen::MatrixXd &L = impl_->norms->L(), &L_other = original.impl_->norms->L();
  // Between |.|_H: L'^T T L^-T. Between |.|_{H^-1}: L'^-1 T L.
  const Eigen::MatrixXd between =
      problem == Problem::forward_dynamics
          ? Eigen::MatrixXd(L.transpose() *
                            L_other.triangularView<Eigen::Lower>().solve(M.transpose()).transpose())
          : Eigen::MatrixXd(L.triangularView<Eigen::Lower>().solve(M * L_other));
  return Eigen::JacobiSVD<Eigen::MatrixXd>(between).singularValues().maxCoeff() * other(0) / scale(0);
}

bool DenseOracle::any_error_is_B(Problem problem) const {
  if (!solves_with_H(problem) || impl_->exact.singular_at != 0) return false;
  return !(limit_B(impl_->of.at(problem).sampled.sigma(), impl_->depth, impl_->layout.n,
                   impl_->norms->smallest_scaled_eigenvalue()) < 1);
}

double DenseOracle::error_of_factors(const std::vector<Real>& L, const std::vector<Real>& D,
                                     const std::vector<Real>& x, bool transposed) const {
  Answer<Real> exact = evaluate<Real>(impl_->model, impl_->state, {.tau = false, .qdd = false});
  const auto n = static_cast<int>(exact.H.rows());
  const auto at = [n](const std::vector<Real>& m, int i, int j) {
    return m[static_cast<std::size_t>(i * n + j)];
  };
  Matrix<Real> F(n, n), FD(n, n);  // H = F D F^T
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) F(i, j) = transposed ? at(L, j, i) : at(L, i, j);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      FD(i, j) = 0;
      for (int k = 0; k < n; ++k) FD(i, j) += F(i, k) * at(D, k, j);
    }
  Eigen::MatrixXd difference(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Real sum = -exact.H(i, j);
      for (int k = 0; k < n; ++k) sum += FD(i, k) * F(j, k);
      difference(i, j) = to_double(sum);
    }
  Matrix<Real> solution(n, 1);
  for (int i = 0; i < n; ++i) solution(i, 0) = Real(impl_->state.tau[static_cast<std::size_t>(i)]);
  solve_lower(exact.L, solution);
  solve_upper(exact.L, solution);
  Eigen::VectorXd d(n);
  for (int i = 0; i < n; ++i) d(i) = to_double(Real(x[static_cast<std::size_t>(i)] - solution(i, 0)));
  const double of_product = measure_entries(difference, rounded(exact.H).diagonal()).error;
  const double of_x =
      impl_->norms->measure_acceleration(d, rounded(solution).col(0), as_vector(impl_->state.tau).cwiseAbs())
          .error;
  return std::isnan(of_x) ? of_x : std::max(of_x, of_product);
}

std::vector<Real> DenseOracle::exact(Problem problem) const {
  const Wanted wanted{.tau = problem == Problem::inverse_dynamics,
                      .qdd = problem == Problem::forward_dynamics,
                      .inverse = problem == Problem::mass_matrix_inverse,
                      .inverse_osim = problem == Problem::inverse_osim};
  const Answer<Real> answer = evaluate<Real>(impl_->model, impl_->state, wanted);
  std::vector<Real> result;
  impl_->with(problem, [&](const auto& member, const auto& /*measure*/) {
    const auto& m = member(answer);
    for (Eigen::Index i = 0; i < m.rows(); ++i)
      for (Eigen::Index j = 0; j < m.cols(); ++j) result.push_back(m(i, j));
  });
  return result;
}

double DenseOracle::error(Problem problem, const std::vector<Real>& result,
                          const std::vector<Real>& exact) const {
  double error = std::numeric_limits<double>::quiet_NaN();
  impl_->with(problem, [&](const auto& member, const auto& measure) {
    Eigen::MatrixXd d(member(impl_->exact).rows(), member(impl_->exact).cols());
    if (result.size() != exact.size() || static_cast<Eigen::Index>(result.size()) != d.size()) return;
    std::size_t k = 0;
    for (Eigen::Index i = 0; i < d.rows(); ++i)
      for (Eigen::Index j = 0; j < d.cols(); ++j, ++k) d(i, j) = to_double(Real(result[k] - exact[k]));
    error = measure(d).error;
  });
  return error;
}

Judgement DenseOracle::judge_factorization(const std::vector<double>& L_given,
                                           const std::vector<double>& D_given,
                                           const std::vector<double>& x_given, bool transposed,
                                           bool from_model) const {
  const int n = impl_->layout.n;
  Judgement judgement;
  judgement.error = judgement.alpha = std::numeric_limits<double>::quiet_NaN();
  const auto size = static_cast<std::size_t>(n);
  if (L_given.size() != size * size || D_given.size() != size * size || x_given.size() != size) {
    judgement.reason = "wrong size";
    return judgement;
  }
  if (const int at = first_not_finite(L_given); at != 0) return not_finite(at, n);
  if (const int at = first_not_finite(D_given); at != 0) return not_finite(at, n);
  if (const int at = first_not_finite(x_given); at != 0) return not_finite(at, 0);

  const Eigen::MatrixXd H = as_matrix(impl_->H_rounded, n), L = as_matrix(L_given, n),
                        D = as_matrix(D_given, n);
  const Eigen::VectorXd x = as_vector(x_given);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      if (L(i, j) != 0) {
        judgement.reason = "L is not lower triangular";
        judgement.worst_coordinate = i + 1, judgement.worst_column = j + 1;
        return judgement;
      }
  const auto joint_of = [&](int i) {
    return impl_->layout.body_of_velocity[static_cast<std::size_t>(i) + 1];
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (D(i, j) != D(j, i) || (D(i, j) != 0 && joint_of(i) != joint_of(j))) {
        judgement.reason = "D is not symmetric and block-diagonal by joints";
        judgement.worst_coordinate = i + 1, judgement.worst_column = j + 1;
        return judgement;
      }

  // The solution: its error in the H-norm, its inherent uncertainty under perturbed entries of H and b.
  const Impl::Factorized& solution = impl_->factorized();
  const Measured measured = solution.measure(difference(x, solution.exact.x));
  judgement.error = measured.error;
  judgement.worst_coordinate = measured.row;
  judgement.sigma = solution.sampled.sigma();
  judgement.certified_digits = solution.certified_digits;

  // The factors, entry by entry, and the solution's residual, both against |L^T||D||L| as it was computed.
  std::vector<int> descendants(size + 1, 1);
  for (int i = n; i >= 1; --i)
    if (const int p = impl_->layout.expanded_parent[static_cast<std::size_t>(i)]; p != 0)
      descendants[static_cast<std::size_t>(p)] += descendants[static_cast<std::size_t>(i)];
  Matrix<Exact> product(n, n), magnitude(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) product(i, j) = magnitude(i, j) = Exact(0);
  const auto factor = [&](int i, int k) { return transposed ? L(k, i) : L(i, k); };
  for (int k = 0; k < n; ++k)
    for (int l = 0; l < n; ++l) {
      if (D(k, l) == 0) continue;
      for (int i = 0; i < n; ++i) {
        if (factor(i, k) == 0) continue;
        const Exact scaled = Exact(factor(i, k)) * Exact(D(k, l));
        for (int j = 0; j <= i; ++j) {
          if (factor(j, l) == 0) continue;
          const Exact term = scaled * Exact(factor(j, l));
          product(i, j) += term;
          magnitude(i, j) += abs(term);
        }
      }
    }
  double worst = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      const double residual = to_double(Exact(abs(product(i, j) - Exact(H(i, j)))));
      // The bound of the deeper index; Cholesky's from the other end accumulates j terms.
      const int terms = transposed ? descendants[static_cast<std::size_t>(i) + 1] : j + 1;
      const double entry = from_model ? impl_->running_error_of_H(i, j) : 0;
      const double r =
          ratio(residual, limits::factor_backward_error(terms) * to_double(magnitude(i, j)) + entry);
      if (!(r <= worst)) {
        worst = r;
        if (!(r <= 1)) judgement.worst_coordinate = i + 1, judgement.worst_column = j + 1;
      }
    }
  if (!(worst <= 1)) {
    judgement.reason = "the product of the factors is not H within the componentwise bound";
    return judgement;
  }
  for (int i = 0; i < n; ++i) {
    Exact residual = Exact(impl_->state.tau[static_cast<std::size_t>(i)]);
    double allowed = 0;
    for (int j = 0; j < n; ++j) {
      residual -= Exact(H(i, j)) * Exact(x(j));
      const double entry = from_model ? impl_->running_error_of_H(i, j) : 0;
      const double size = to_double(j <= i ? magnitude(i, j) : magnitude(j, i));
      allowed += (limits::solve_backward_error(n) * size + entry) * std::abs(x(j));
    }
    const double r = ratio(to_double(Exact(abs(residual))), allowed);
    if (!(r <= 1)) {
      judgement.reason = "the residual of the solution exceeds the componentwise bound";
      judgement.worst_coordinate = i + 1;
      return judgement;
    }
  }
  const double floor = std::max(judgement.sigma, limits::u);
  judgement.alpha = ratio(judgement.error, floor);
  judgement.limit = limits::alpha_A(impl_->depth) * floor;
  judgement.verdict = judgement.error <= judgement.limit ? Verdict::A : Verdict::B;
  return judgement;
}

}  // namespace kintree::oracle
