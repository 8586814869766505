#include "judge/constrained.hpp"
#include "mechanics/tree_mechanics.hpp"

namespace kintree::oracle {
namespace {

/// X' = M X N^T, or x' = M x + shift.
Matrix<Exact> mapped(const AnswerMap& T, const Matrix<Exact>& X, bool is_vector) {
  Matrix<Exact> result(T.rows, is_vector ? 1 : T.N().rows);
  for (Eigen::Index i = 0; i < result.rows(); ++i)
    for (Eigen::Index j = 0; j < result.cols(); ++j)
      result(i, j) = Exact(is_vector && !T.shift.empty() ? T.shift[static_cast<std::size_t>(i)] : 0);
  for (const AnswerMap::Entry& a : T.entries) {
    if (is_vector)
      result(a.row - 1, 0) += Exact(a.factor) * X(a.column - 1, 0);
    else
      for (const AnswerMap::Entry& b : T.N().entries)
        result(a.row - 1, b.row - 1) += Exact(a.factor) * X(a.column - 1, b.column - 1) * Exact(b.factor);
  }
  return result;
}

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

/// The diagonal of Lambda, from the factor of its inverse: e^T Lambda e.
Eigen::VectorXd diagonal_of_Lambda(const DenseCase& of) {
  Eigen::VectorXd diagonal(of.exact.of_J.factor.rows());
  for (Eigen::Index r = 0; r < diagonal.size(); ++r) {
    const double size =
        of.metric_of_rows(SolvesWith::Lambda).force(Eigen::VectorXd::Unit(diagonal.size(), r));
    diagonal(r) = size * size;
  }
  return diagonal;
}

/// By end-effector: the three angular entries share the largest of them, and so do the three linear ones.
Eigen::VectorXd by_triples(Eigen::VectorXd x) {
  for (Eigen::Index first = 0; first < x.size(); first += 3)
    x.segment(first, 3).setConstant(x.segment(first, 3).maxCoeff());
  return x;
}

/// By column of J-bar: |x|_H, the root of Lambda_jj.
Eigen::VectorXd scale_of_wrenches(const DenseCase& of) {
  return by_triples(diagonal_of_Lambda(of).cwiseSqrt());
}

/// By row r of a matrix over forces: |r|_{H^-1}.
Eigen::VectorXd scale_of_rows(const FactorMetric& metric, const Eigen::MatrixXd& R) {
  Eigen::VectorXd scale(R.rows());
  for (Eigen::Index r = 0; r < R.rows(); ++r) scale(r) = metric.force(R.row(r).transpose());
  return scale;
}

/// By row of J, as J H^-1 J^T is scaled.
Eigen::VectorXd scale_of_twists(const DenseCase& of) {
  const Eigen::VectorXd rows = scale_of_rows(*of.metric, rounded(of.exact.J));
  return osim_scale(rows.cwiseAbs2(), of.exact.reach, of.sizes.u).cwiseSqrt();
}

Eigen::VectorXd scale_of_momentum(const DenseCase& of) {
  const auto in = read<double>(of.model, of.state, [](double x) { return x; });
  return Words<double>(in, limits::u_double, true).scale_of_momentum(of.sizes.u);
}

Eigen::MatrixXd sizes_of_K(const DenseCase& of) {
  const auto in = read<double>(of.model, of.state, [](double x) { return x; });
  return Words<double>(in, limits::u_double, true).sizes_of_K();
}

/// The sizes of unit changes of an index. A force has sqrt(H_ii), a velocity the root of the diagonal of H^-1, a twist
/// the sizes of the rows of J, and an inertial parameter its largest term in the answer.
Eigen::VectorXd scale_of(Index index, const DenseCase& of, const Eigen::MatrixXd& sizes) {
  const Eigen::VectorXd root = diagonal_or_terms(of.exact).cwiseSqrt();
  switch (index) {
    case Index::force:
      return root;
    case Index::velocity:
      return scale_of_rows(*of.metric, Eigen::MatrixXd::Identity(of.layout.n, of.layout.n));
    case Index::forces:
      return (root * root.transpose()).reshaped();
    case Index::twist:
      return by_triples(scale_of_rows(*of.metric, rounded(of.exact.J)));
    case Index::constraint:  // no smaller than the roundings of the differences that its entries are
      return scale_of_rows(*of.metric, rounded(of.exact.K))
          .cwiseMax(of.sizes.u * scale_of_rows(*of.metric, sizes_of_K(of)));
    case Index::momentum:
      return scale_of_momentum(of);
    case Index::parameter:
      if (sizes.rows() == 0) return Eigen::VectorXd::Zero(sizes.cols());
      return (root.cwiseInverse().asDiagonal() * sizes).colwise().maxCoeff();
    default:
      return Eigen::VectorXd::Ones(1);
  }
}

/// The scale of the derivative of a metric: that of the metric.
Eigen::VectorXd scale_of_rate(Index index, const DenseCase& of) {
  return index == Index::twist ? scale_of_twists(of) : scale_of(index, of, {});
}

/// The norm of derivatives of accelerations: |x_j|_H / s_j of its columns, relative to the largest. J-bar has
/// its own scale by column, the root of Lambda_jj, as J-bar^T H J-bar = Lambda.
std::unique_ptr<const Norm> norm_of_columns(const FactorMetric& metric, const Eigen::MatrixXd& X,
                                            const Eigen::MatrixXd& sizes, const Eigen::VectorXd& s,
                                            double u) {
  double size = 0, terms = 0;
  for (Eigen::Index j = 0; j < X.cols(); ++j) {
    size = std::max(size, ratio(metric.acceleration(X.col(j)), s(j)));
    terms = std::max(terms, ratio(metric.force(sizes.col(j)), s(j)));
  }
  const double scale = std::max(size, u * terms);
  return std::make_unique<ColumnNorm>(metric, X, s * scale, u, size < scale);
}

/// The rates of H and J along the motion, in the norms that limits::inverse_rate_B and consistent_rate_B name.
struct Rates {
  double of_H, of_J, of_J_in_J_bar;
};
Rates rates_of(const DenseCase& of, const Quantities& reads, SolvesWith with) {
  const auto in = read<Exact>(of.model, of.state, [](double x) { return Exact(x); });
  const Words<Exact> words(in, epsilon<Exact>(), false);
  const auto L = of.metric->L().triangularView<Eigen::Lower>();
  const auto over_root = [&](const Eigen::MatrixXd& R) -> Eigen::MatrixXd {  // R L^-T
    return L.solve(R.transpose()).transpose();
  };
  const Eigen::MatrixXd half = over_root(rounded(words.H_dot()));
  Rates result{operator_norm(over_root(half.transpose())), 0, 0};
  if (!reads.contain(quantity::end_effectors)) return result;
  const Eigen::MatrixXd J_dot = over_root(rounded(words.J_dot()));
  const Eigen::VectorXd rows = scale_of_twists(of);
  for (Eigen::Index r = 0; r < rows.size(); ++r)
    result.of_J = std::max(result.of_J, ratio(J_dot.row(r).norm(), rows(r)));
  if (with != SolvesWith::Lambda) return result;
  const Eigen::MatrixXd J_bar = rounded(words.times_Lambda(words.solve_H(words.J().transpose())));
  result.of_J_in_J_bar = operator_norm(of.metric->L().transpose() * J_bar * J_dot);
  return result;
}

/// The norm that belongs to the indices of the output. `singular`: norms that belong to H do not exist.
std::unique_ptr<const Norm> norm_of(const Quantity& output, const Eigen::MatrixXd& X,
                                    const Eigen::MatrixXd& sizes, const DenseCase& of, bool singular) {
  const Dynamics<Exact>& exact = of.exact;
  const double u = of.sizes.u;
  const bool over_coordinates = output.rows == Index::force || output.rows == Index::velocity;
  if (output.is_vector() && over_coordinates) {
    // Joints that follow others bring terms that their leaders do not have in the tree.
    if (singular && sizes.rows() != 0) return std::make_unique<TermNorm>(force_terms(of).cwiseMax(sizes));
    if (singular) return std::make_unique<TermNorm>(force_terms(of));
    if (output.rows == Index::force) return std::make_unique<ForceNorm>(*of.metric, X, sizes, u);
    return std::make_unique<AccelerationNorm>(*of.metric, X, sizes, u);
  }
  if (output.rows == Index::constraint_force) {
    const FactorMetric& rows = of.metric_of_rows(SolvesWith::constraints);
    if (output.is_vector()) return std::make_unique<AccelerationNorm>(rows, X, sizes, u);
    return norm_of_columns(rows, X, sizes, scale_of(output.columns, of, sizes), u);
  }
  if (output.columns == Index::wrench) {
    const Eigen::VectorXd columns = scale_of_wrenches(of);
    if (sizes.size() != 0) return norm_of_columns(*of.metric, X, sizes, columns, u);
    return std::make_unique<ColumnNorm>(*of.metric, X, columns, u);
  }
  if (!output.is_metric()) {
    if (singular && output.rows != Index::none && output.rows != Index::momentum)
      return std::make_unique<TermNorm>(sizes);
    if (output.symmetry == Symmetry::symmetric) {
      const Eigen::VectorXd s = scale_of_rate(output.rows, of);
      return std::make_unique<ScaledNorm>(X, sizes, s, s, u);
    }
    const Eigen::VectorXd columns = scale_of(output.columns, of, sizes);
    if (output.columns == Index::velocity && output.rows == Index::velocity)
      return std::make_unique<ColumnNorm>(*of.metric, X, columns, u);
    if (output.rows == Index::velocity) return norm_of_columns(*of.metric, X, sizes, columns, u);
    return std::make_unique<ScaledNorm>(X, sizes, scale_of(output.rows, of, sizes), columns, u);
  }
  if (output.rows == Index::twist)
    return std::make_unique<EntryNorm>(osim_scale(X.diagonal(), exact.reach, u));
  return std::make_unique<EntryNorm>(output.rows == Index::force ? diagonal_or_terms(exact)
                                                                 : Eigen::VectorXd(X.diagonal()));
}

class AnswerOf final : public DenseProblem {
 public:
  AnswerOf(Problem problem, std::size_t output, const std::shared_ptr<const DenseCase>& of, bool singular)
      : DenseProblem(of, {.sizes = of->sizes,
                          .output = output,
                          .rows = of->exact.of(problem, output).rows(),
                          .columns = of->exact.of(problem, output).cols(),
                          .term_sizes = info(problem).divides() ? Eigen::MatrixXd()
                                                                : of->exact.sizes_of(problem, output),
                          .solves_with_H = info(problem).divides()}),
        problem_(problem),
        norm_(norm_of(outputs(problem)[output], rounded(exact_answer()), of->exact.sizes_of(problem, output),
                      *of, singular)) {}

  void certify(const Dynamics<dd_real>& second) override { certify_by(second); }
  void certify(const Dynamics<Check>& second) override { certify_by(second); }
  bool is_singular_without_constraints() const override { return of().exact.held_at != 0; }
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
    const Matrix<Exact>& m = exact_answer();
    std::vector<Exact> result;
    for (Eigen::Index i = 0; i < m.rows(); ++i)
      for (Eigen::Index j = 0; j < m.cols(); ++j) result.push_back(m(i, j));
    return result;
  }

 protected:
  const Norm& norm() const override { return *norm_; }
  double right_side() const override {
    const Eigen::MatrixXd& sizes = of().exact.sizes_of(problem_, kind().output);
    if (output().symmetry == Symmetry::symmetric) return norm_->measure(sizes).error;
    const FactorMetric& metric = output().rows == Index::constraint_force
                                     ? of().metric_of_rows(SolvesWith::constraints)
                                     : *of().metric;
    double largest = 0;
    for (Eigen::Index j = 0; j < sizes.cols(); ++j)
      largest = std::max(largest, ratio(metric.force_at_most(sizes.col(j)), norm_->acceleration_scale(j)));
    return largest;
  }

  Eigen::MatrixXd difference(const std::vector<double>& values) const override {
    return disagreement(as_matrix(values), exact_answer());
  }

  std::vector<Matrix<Exact>> images(const std::vector<AnswerMap>& maps) const override {
    return {mapped(maps.at(kind().output), exact_answer(), output().is_vector())};
  }
  double distance_to(const std::vector<Matrix<Exact>>& images) const override {
    return norm_->measure(disagreement(exact_answer(), images.front())).error;
  }

 private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  const Quantity& output() const { return outputs(problem_)[kind().output]; }
  const Matrix<Exact>& exact_answer() const { return of().exact.of(problem_, kind().output); }
  template <class T>
  const Matrix<T>& answer_in(const Dynamics<T>& dynamics) const {
    return dynamics.of(problem_, kind().output);
  }

  /// True if the answer exists. With fewer digits J may seem to have dependent rows although it has none.
  bool is_answer(const auto& dynamics) const { return answer_in(dynamics).rows() == kind().rows; }

  /// The errors that the solution with R H^-1 R^T adds, if the problem has such rows R, and those of a rate.
  double further_B() const override {
    const SolvesWith with = info(problem_).solves_with;
    if (is_rate_of_metric()) return inverse_rate_B();
    if (!info(problem_).needs_independent_rows() || of().exact.rows(with).factor.size() == 0) return 0;
    const auto& [depth, n, u] = kind().sizes;
    const double solve_B = limits::solve_B(n, depth, smallest_scaled_eigenvalue(), u),
                 R_B = limits::alpha_A(depth) * std::max(sigma_of_Lambda_inverse_, u) + solve_B;
    const double mu =
        eigenvalue_.get([&] { return of().metric_of_rows(with).scaled_eigenvalues().smallest; });
    const double of_rows =
        limits::consistent_B(static_cast<int>(of().exact.rows(with).factor.rows()), R_B, mu, u);
    if (output().columns == Index::wrench && output().is_odd_in_velocity)
      return ratio(scale_of_wrenches(of())(0) *
                       limits::consistent_rate_B(solve_B, of_rows, rates().of_J_in_J_bar, rates().of_H),
                   norm_->acceleration_scale(0));
    if (with == SolvesWith::Lambda) return of_rows;
    double largest = 0;
    for (Eigen::Index j = 0; j < kind().columns; ++j) {
      const ConstrainedSolution solution =
          info(problem_).derivatives == 0 ? with_constraints() : column(j, solve_B, of_rows);
      const ConstrainedErrors errors = errors_of(solution, solve_B, of_rows);
      const double error = output().rows == Index::constraint_force ? errors.forces : errors.acceleration;
      largest = std::max(largest, ratio(error, norm_->acceleration_scale(j)));
    }
    return largest;
  }
  /// True for the derivative of H^-1 or of J H^-1 J^T.
  bool is_rate_of_metric() const {
    return info(problem_).divides() && output().symmetry == Symmetry::symmetric && !output().is_metric();
  }
  double inverse_rate_B() const {
    const auto& [depth, n, u] = kind().sizes;
    const Eigen::VectorXd s = scale_of_rate(output().rows, of());
    const double solve_B = limits::solve_B(n, depth, smallest_scaled_eigenvalue(), u);
    const double error = limits::inverse_rate_B(solve_B, rates().of_J, rates().of_H);
    return norm_->measure(error * s * s.transpose()).error;
  }
  const Rates& rates() const {
    return rates_.get([&] { return rates_of(of(), info(problem_).reads, info(problem_).solves_with); });
  }
  /// The solution of the problem itself.
  ConstrainedSolution with_constraints() const {
    const auto& [depth, n, u] = kind().sizes;
    const Dynamics<Exact>& exact = of().exact;
    const FactorMetric &of_H = *of().metric, &of_rows = of().metric_of_rows(SolvesWith::constraints);
    ConstrainedSolution solution{
        0, of_rows.acceleration(rounded(exact.of(problem_, 1)).col(0)), 0,
        limits::right_side_B(depth, of_rows.force_at_most(exact.sizes_of(problem_, 1).col(0)), u)};
    const bool is_impulse = !reads(problem_, quantity::tau);  // the velocities before it are given
    if (exact.held_at != 0) {
      Eigen::VectorXd x = rounded(exact.of(problem_)).col(0);
      if (is_impulse) x -= as_vector(of().state.v);
      solution.f = of_H.acceleration(x) + solution.y;  // f = H x - K^T y
    } else if (!is_impulse) {
      solution.f = of_H.force(as_vector(of().state.tau) - rounded(exact.C));
    }
    if (!is_impulse)
      solution.f_error =
          limits::right_side_B(depth, of_H.force_at_most(net_force_size(of().state.tau, exact.C_size)), u);
    return solution;
  }
  /// The solution for column j of the derivatives. Those of the accelerations by q, v and tau come first, then those of the forces.
  ConstrainedSolution column(Eigen::Index j, double solve_B, double rows_B) const {
    const auto& [depth, n, u] = kind().sizes;
    const Dynamics<Exact>& exact = of().exact;
    const FactorMetric &of_H = *of().metric, &of_rows = of().metric_of_rows(SolvesWith::constraints);
    const std::size_t inputs = outputs(problem_).size() / 2, by = kind().output % inputs;
    const double x = of_H.acceleration(rounded(exact.of(problem_, by)).col(j)),
                 y = of_rows.acceleration(rounded(exact.of(problem_, inputs + by)).col(j));
    ConstrainedSolution solution{
        x + y, y,  // f = H x - K^T y
        limits::right_side_B(depth, of_H.force_at_most(exact.sizes_of(problem_, by).col(j)), u),
        limits::right_side_B(depth, of_rows.force_at_most(exact.sizes_of(problem_, inputs + by).col(j)), u)};
    if (outputs(problem_)[by] != quantity::constrained_dqdd_dq) return solution;
    const ConstrainedSlopes& slopes = slopes_.get([&] { return slopes_of(of()); });
    const ConstrainedErrors errors = errors_of(slopes.solution, solve_B, rows_B);
    solution.f_error +=
        limits::slope_of_forces_B(slopes.of_H(j), slopes.of_K(j), errors.acceleration, errors.forces);
    solution.row_error += limits::slope_of_rows_B(slopes.of_K(j), errors.acceleration);
    return solution;
  }

  template <class T>
  void certify_by(const Dynamics<T>& second) {
    if (!is_answer(second)) return;
    digits = digits_left(norm_->measure(disagreement(exact_answer(), answer_in(second))).error,
                         std::numeric_limits<T>::digits10);
  }
  template <class T>
  double distance_in(const Dynamics<T>& a, const Dynamics<T>& b) const {
    if (!is_answer(a) || !is_answer(b)) return infinite;
    return norm_->measure(rounded(answer_in(a) - answer_in(b))).error;
  }
  template <class T>
  double error_in(const Dynamics<T>& a) const {
    if (!is_answer(a)) return infinite;
    return norm_->measure(disagreement(rounded(answer_in(a)), exact_answer())).error;
  }

  Matrix<Exact> as_matrix(const std::vector<double>& values) const {
    Matrix<Exact> X(kind().rows, kind().columns);
    std::size_t k = 0;
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index j = 0; j < X.cols(); ++j, ++k) X(i, j) = Exact(values[k]);
    return X;
  }

  Problem problem_;
  std::unique_ptr<const Norm> norm_;
  double sigma_of_Lambda_inverse_ = 0;
  Once<double> eigenvalue_;
  Once<Rates> rates_;
  Once<ConstrainedSlopes> slopes_;
};

}  // namespace

std::unique_ptr<DenseProblem> dense_problem(Problem problem, std::size_t output,
                                            const std::shared_ptr<const DenseCase>& of, bool singular) {
  return std::make_unique<AnswerOf>(problem, output, of, singular);
}

}  // namespace kintree::oracle
