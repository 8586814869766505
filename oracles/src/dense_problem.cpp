#include "dense.hpp"
#include "tree_mechanics.hpp"

namespace kintree::oracle {
namespace {

// By problem: the result of the mechanics that answers it; whether it comes from a solution with H, so that
// verdict B is the bound of a backward-stable one; and the sizes of its terms, where every entry is a plain
// sum.
struct MassMatrix {
  static constexpr Problem problem = Problem::mass_matrix;
  static constexpr bool solves_with_H = false;
  static const auto& of(const auto& dynamics) { return dynamics.H; }
  static Eigen::MatrixXd term_sizes(const Dynamics<Exact>& dynamics) { return dynamics.H_size; }
};
struct MassMatrixInverse {
  static constexpr Problem problem = Problem::mass_matrix_inverse;
  static constexpr bool solves_with_H = true;
  static const auto& of(const auto& dynamics) { return dynamics.H_inverse; }
  static Eigen::MatrixXd term_sizes(const Dynamics<Exact>&) { return {}; }
};
struct InverseOsim {
  static constexpr Problem problem = Problem::inverse_osim;
  static constexpr bool solves_with_H = true;
  static const auto& of(const auto& dynamics) { return dynamics.Lambda_inverse; }
  static Eigen::MatrixXd term_sizes(const Dynamics<Exact>&) { return {}; }
};
struct ConsistentInverse {
  static constexpr Problem problem = Problem::dynamically_consistent_inverse;
  static constexpr bool solves_with_H = true;
  static const auto& of(const auto& dynamics) { return dynamics.J_bar; }
  static Eigen::MatrixXd term_sizes(const Dynamics<Exact>&) { return {}; }
};
struct InverseDynamics {
  static constexpr Problem problem = Problem::inverse_dynamics;
  static constexpr bool solves_with_H = false;
  static const auto& of(const auto& dynamics) { return dynamics.tau; }
  static Eigen::MatrixXd term_sizes(const Dynamics<Exact>& dynamics) { return dynamics.tau_size; }
};
struct ForwardDynamics {
  static constexpr Problem problem = Problem::forward_dynamics;
  static constexpr bool solves_with_H = true;
  static const auto& of(const auto& dynamics) { return dynamics.qdd; }
  static Eigen::MatrixXd term_sizes(const Dynamics<Exact>&) { return {}; }
};

/// What maps do to matrices, X' = M X N^T.
template <class EntriesOrColumns>
struct MatricesBy {
  using Norm = EntriesOrColumns;

  static Matrix<Exact> image(const AnswerMap& T, const Matrix<Exact>& X) {
    Matrix<Exact> result(T.rows, T.N().rows);
    for (Eigen::Index i = 0; i < result.rows(); ++i)
      for (Eigen::Index j = 0; j < result.cols(); ++j) result(i, j) = Exact(0);
    for (const AnswerMap::Entry& a : T.entries)
      for (const AnswerMap::Entry& b : T.N().entries)
        result(a.row - 1, b.row - 1) += Exact(a.factor) * X(a.column - 1, b.column - 1) * Exact(b.factor);
    return result;
  }
};

using Matrices = MatricesBy<EntryNorm>;
using Columns = MatricesBy<ColumnNorm>;

/// What maps do to vectors, x' = M x + shift.
struct Vectors {
  static Matrix<Exact> image(const AnswerMap& T, const Matrix<Exact>& x) {
    Matrix<Exact> result(T.rows, 1);
    for (Eigen::Index i = 0; i < result.rows(); ++i)
      result(i, 0) = Exact(T.shift.empty() ? 0 : T.shift[static_cast<std::size_t>(i)]);
    for (const AnswerMap::Entry& a : T.entries) result(a.row - 1, 0) += Exact(a.factor) * x(a.column - 1, 0);
    return result;
  }
};

struct Accelerations : Vectors {
  using Norm = AccelerationNorm;
};
struct Forces : Vectors {
  using Norm = ForceNorm;
};
struct ForcesByTerms : Vectors {
  using Norm = TermNorm;
};

/// `Result` says which result of the mechanics answers the problem, `Shape` which kind of answer it is.
template <class Result, class Shape>
class ProblemOf final : public DenseProblem {
 public:
  ProblemOf(const std::shared_ptr<const DenseCase>& of, typename Shape::Norm norm)
      : DenseProblem(of, {.sizes = of->sizes,
                          .rows = Result::of(of->exact).rows(),
                          .columns = Result::of(of->exact).cols(),
                          .term_sizes = Result::term_sizes(of->exact),
                          .solves_with_H = Result::solves_with_H}),
        norm_(std::move(norm)) {}

  void certify(const Dynamics<dd_real>& second) override { certify_by(second); }
  void certify(const Dynamics<Check>& second) override { certify_by(second); }
  void rest_on(const DenseProblem& inverse_osim) override { sigma_of_Lambda_inverse_ = inverse_osim.sigma(); }
  double distance_of(const Dynamics<double>& a, const Dynamics<double>& b) const override {
    return distance_in(a, b);
  }
  double distance_of(const Dynamics<dd_real>& a, const Dynamics<dd_real>& b) const override {
    return distance_in(a, b);
  }
  double error_of(const Dynamics<double>& a) const override { return error_in(a); }
  double error_of(const Dynamics<dd_real>& a) const override { return error_in(a); }

  std::vector<Exact> exact() const override {
    const auto& m = exact_result();
    std::vector<Exact> result;
    for (Eigen::Index i = 0; i < m.rows(); ++i)
      for (Eigen::Index j = 0; j < m.cols(); ++j) result.push_back(m(i, j));
    return result;
  }

 protected:
  const Norm& norm() const override { return norm_; }
  double right_side() const override {
    if constexpr (Result::problem != Problem::forward_dynamics)
      return 0;
    else
      return ratio(of().metric->force_at_most(net_force_size(of().state.tau, of().exact.C_size)),
                   norm_.scale());
  }

  Eigen::MatrixXd difference(const std::vector<double>& values) const override {
    return disagreement(as_matrix(values), exact_result());
  }

  std::optional<Matrix<Exact>> image(const AnswerMap& T) const override {
    return Shape::image(T, exact_result());
  }
  double distance_to(const Matrix<Exact>& image) const override {
    return norm_.measure(disagreement(exact_result(), image)).error;
  }

 private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  const auto& exact_result() const { return Result::of(of().exact); }

  /// Whether the result is there: of fewer digits J may seem to have dependent rows where it has none.
  bool is_answer(const auto& dynamics) const { return Result::of(dynamics).rows() == kind().rows; }

  /// Of J-bar: what Lambda^-1 adds.
  double further_B() const override {
    if (Result::problem != Problem::dynamically_consistent_inverse || kind().columns == 0) return 0;
    const auto& [depth, n, u] = kind().sizes;
    const double Lambda_inverse_B = limits::alpha_A(depth) * std::max(sigma_of_Lambda_inverse_, u) +
                                    limits::solve_B(n, depth, smallest_scaled_eigenvalue(), u);
    const double mu = eigenvalue_.get(
        [this] { return FactorMetric(rounded(of().exact.Lambda_factor)).scaled_eigenvalues().smallest; });
    return limits::consistent_B(static_cast<int>(kind().columns), Lambda_inverse_B, mu, u);
  }

  template <class T>
  void certify_by(const Dynamics<T>& second) {
    if (!is_answer(second)) return;
    digits = digits_left(norm_.measure(disagreement(exact_result(), Result::of(second))).error,
                         std::numeric_limits<T>::digits10);
  }
  template <class T>
  double distance_in(const Dynamics<T>& a, const Dynamics<T>& b) const {
    if (!is_answer(a) || !is_answer(b)) return infinite;
    return norm_.measure(rounded(Result::of(a) - Result::of(b))).error;
  }
  template <class T>
  double error_in(const Dynamics<T>& a) const {
    if (!is_answer(a)) return infinite;
    return norm_.measure(disagreement(rounded(Result::of(a)), exact_result())).error;
  }

  Matrix<Exact> as_matrix(const std::vector<double>& values) const {
    Matrix<Exact> X(kind().rows, kind().columns);
    std::size_t k = 0;
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index j = 0; j < X.cols(); ++j, ++k) X(i, j) = Exact(values[k]);
    return X;
  }

  typename Shape::Norm norm_;
  double sigma_of_Lambda_inverse_ = 0;
  Once<double> eigenvalue_;
};

/// The diagonal of H; where an entry is zero to the digits of Exact, the magnitudes of its terms.
Eigen::VectorXd diagonal_or_terms(const Dynamics<Exact>& exact) {
  Eigen::VectorXd diagonal = rounded(exact.H).diagonal();
  for (Eigen::Index k = 0; k < diagonal.size(); ++k)
    if (moves_nothing(exact, k)) diagonal(k) = exact.H_size(k, k);
  return diagonal;
}

/// The magnitudes of the terms of tau, with lever arms along the tree: across, they may cancel as the terms do.
Eigen::VectorXd force_terms(const DenseCase& of) {
  const TreeMechanics<double> tree(read<double>(of.model, of.state, [](double x) { return x; }));
  Eigen::VectorXd size;
  tree.times_H(as_vector(of.state.qdd), &size);
  return size + tree.C_size;
}

}  // namespace

std::unique_ptr<DenseProblem> dense_problem_without_inverse(Problem problem,
                                                            const std::shared_ptr<const DenseCase>& of) {
  if (problem == Problem::mass_matrix)
    return std::make_unique<ProblemOf<MassMatrix, Matrices>>(of, EntryNorm(diagonal_or_terms(of->exact)));
  return std::make_unique<ProblemOf<InverseDynamics, ForcesByTerms>>(of, TermNorm(force_terms(*of)));
}

std::unique_ptr<DenseProblem> dense_problem(Problem problem, const std::shared_ptr<const DenseCase>& of) {
  const Dynamics<Exact>& exact = of->exact;
  const auto entries = [](const Matrix<Exact>& X) { return EntryNorm(rounded(X).diagonal()); };
  switch (problem) {
    case Problem::mass_matrix:
      return std::make_unique<ProblemOf<MassMatrix, Matrices>>(of, entries(exact.H));
    case Problem::mass_matrix_inverse:
      return std::make_unique<ProblemOf<MassMatrixInverse, Matrices>>(of, entries(exact.H_inverse));
    case Problem::inverse_osim:
      return std::make_unique<ProblemOf<InverseOsim, Matrices>>(
          of, EntryNorm(osim_scale(rounded(exact.Lambda_inverse).diagonal(), exact.reach, of->sizes.u)));
    case Problem::dynamically_consistent_inverse: {
      const FactorMetric inverse_metric(rounded(exact.Lambda_factor));
      Eigen::VectorXd Lambda_diagonal(exact.J_bar.cols());
      for (Eigen::Index r = 0; r < Lambda_diagonal.size(); ++r) {
        const double size = inverse_metric.force(Eigen::VectorXd::Unit(Lambda_diagonal.size(), r));
        Lambda_diagonal(r) = size * size;  // e^T Lambda e
      }
      return std::make_unique<ProblemOf<ConsistentInverse, Columns>>(
          of, ColumnNorm(*of->metric, rounded(exact.J_bar), Lambda_diagonal, of->sizes.u));
    }
    case Problem::inverse_dynamics:
      return std::make_unique<ProblemOf<InverseDynamics, Forces>>(
          of, ForceNorm(*of->metric, rounded(exact.tau), exact.tau_size, of->sizes.u));
    case Problem::forward_dynamics:
      return std::make_unique<ProblemOf<ForwardDynamics, Accelerations>>(
          of, AccelerationNorm(*of->metric, rounded(exact.qdd), net_force_size(of->state.tau, exact.C_size),
                               of->sizes.u));
    case Problem::factorization:
      break;
  }
  return nullptr;
}

}  // namespace kintree::oracle
