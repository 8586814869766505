// The problem `factorization`: the exact input is H rounded to double, and the factors themselves are judged
// by their product.
#include "judge/dense.hpp"

namespace kintree::oracle {
namespace {

/// L and x of H x = b, H = L L^T.
template <class T>
struct Solution {
  Matrix<T> L, x;
  int singular_at;
};

template <class T, class Widen>
Solution<T> solved(const Eigen::MatrixXd& H, const std::vector<double>& b, Widen&& widen) {
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

/// The change of the solution when entries of H and b are perturbed. Empty if H turned out to be singular.
template <class T>
std::optional<Sampled> sample(const Eigen::MatrixXd& H, const std::vector<double>& b,
                              const Matrix<Exact>& exact, std::uint64_t seed, double step, const Norm& norm) {
  boost::random::mt19937_64 engine(seed);
  Matrix<T> centre;
  std::vector<double> moved;
  for (int k = 0; k <= limits::samples; ++k) {
    const Solution<T> s =
        k == 0 ? solved<T>(H, b, [](double v) { return T(v); }) : solved<T>(H, b, Perturbed<T>(engine, step));
    if (s.singular_at != 0) return {};
    if (k == 0)
      centre = s.x;
    else
      moved.push_back(norm.measure(rounded(s.x - centre)).error);
  }
  return Sampled{root_mean_square(moved), norm.measure(disagreement(rounded(centre), exact)).error, step};
}

/// A product F D F^T, computed without a rounding that matters, and the sums of the magnitudes of its terms.
/// Lower triangles.
struct Product {
  Matrix<Exact> value, magnitude;

  /// `F(i, k)` is an entry of F.
  template <class Factor>
  Product(int n, const Factor& F, const Eigen::MatrixXd& D) : value(n, n), magnitude(n, n) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) value(i, j) = magnitude(i, j) = Exact(0);
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l) {
        if (D(k, l) == 0) continue;
        for (int i = 0; i < n; ++i) {
          if (F(i, k) == 0) continue;
          const Exact scaled = Exact(F(i, k)) * Exact(D(k, l));
          for (int j = 0; j <= i; ++j) {
            if (F(j, l) == 0) continue;
            const Exact term = scaled * Exact(F(j, l));
            value(i, j) += term;
            magnitude(i, j) += abs(term);
          }
        }
      }
  }
};

class FactorizationProblem final : public ProblemOracle {
 public:
  explicit FactorizationProblem(const std::shared_ptr<const DenseCase>& of)
      : case_(of), H_(rounded(of->exact.H).unaryExpr([&](double x) { return rounded_to(of->format, x); })) {
    for (Eigen::Index i = 0; i < H_.rows(); ++i)
      for (Eigen::Index j = 0; j < H_.cols(); ++j) input_.push_back(H_(i, j));
    const std::vector<double>& b = of->state.tau;
    const auto first = solved<Exact>(H_, b, [](double v) { return Exact(v); });
    const auto second = solved<Check>(H_, b, [](double v) { return Check(v); });
    if (first.singular_at != 0 || second.singular_at != 0) {
      ill_posed_ = IllPosed{IllPosed::rounded_singular};
      return;
    }
    x_ = first.x;
    metric_.emplace(rounded(first.L));
    norm_.emplace(*metric_, rounded(x_), as_vector(b).cwiseAbs(), u());
    digits_ =
        digits_left(norm_->measure(disagreement(x_, second.x)).error, std::numeric_limits<Check>::digits10);
    auto sampled = sample<double>(H_, b, x_, of->seed, limits::long_step, *norm_);
    if (!sampled || !sampled->trusted())
      sampled = sample<dd_real>(H_, b, x_, of->seed, limits::u_double, *norm_);
    if (!sampled) {
      ill_posed_ = IllPosed{IllPosed::nearly_singular};
      return;
    }
    sigma_ = sampled->sigma(u());
    if (!(limits::alpha_A(of->sizes.depth) * unavoidable_error() < 1))
      ill_posed_ = IllPosed{IllPosed::undetermined};
  }

  std::optional<IllPosed> ill_posed() const override { return ill_posed_; }
  /// Factors have bounds of their own, which no error of 1 satisfies; but a pivot may be lost.
  bool any_error_is_B() const override {
    return metric_ && !(metric_->scaled_eigenvalues().smallest > limits::positive_definite(n(), u()));
  }
  double sigma() const override { return sigma_; }
  double unavoidable_error() const override {
    return std::max({sigma_, u(), norm_ ? norm_->of_roundings() : 0});
  }
  int certified_digits() const override { return digits_; }
  const std::vector<double>& input_matrix() const override { return input_; }

  Judgement judge(const Answer& answer) const override;
  std::vector<Exact> exact() const override { return {x_.data(), x_.data() + x_.size()}; }

 private:
  struct Factors {
    Eigen::MatrixXd L, D;
    Eigen::VectorXd x;
    bool transposed, from_model;
    double factor(int i, int k) const { return transposed ? L(k, i) : L(i, k); }
  };

  int n() const { return case_->sizes.n; }
  double u() const { return case_->sizes.u; }
  std::optional<Judgement> refused_by_shape(const Factors& f) const;
  /// Sets row, column and reason if the product of the factors, or the residual of the solution, is beyond
  /// its bound.
  bool within_bounds(const Factors& f, Judgement& j) const;
  /// The allowed error of an entry of H if the factors come from the model and H is never formed.
  double running_error(Eigen::Index i, Eigen::Index j) const;

  std::shared_ptr<const DenseCase> case_;
  Eigen::MatrixXd H_;
  std::vector<double> input_;
  std::optional<IllPosed> ill_posed_;
  Matrix<Exact> x_;
  std::optional<FactorMetric> metric_;  // of H_
  std::optional<AccelerationNorm> norm_;
  double sigma_ = 0;
  int digits_ = 0;
};

double FactorizationProblem::running_error(Eigen::Index i, Eigen::Index j) const {
  const Dynamics<Exact>& exact = case_->exact;
  const double size = std::sqrt(to_double(exact.H(i, i))) * std::sqrt(to_double(exact.H(j, j)));
  return limits::running_error(case_->sizes.depth, u()) * std::max(size, exact.H_size(i, j));
}

std::optional<Judgement> FactorizationProblem::refused_by_shape(const Factors& f) const {
  for (int i = 0; i < n(); ++i)
    for (int j = i + 1; j < n(); ++j)
      if (f.L(i, j) != 0) return refused(Reason::not_triangular, i + 1, j + 1);
  const auto joint_of = [&](int i) {
    return case_->layout.body_of_velocity[static_cast<std::size_t>(i) + 1];
  };
  for (int i = 0; i < n(); ++i)
    for (int j = 0; j < n(); ++j)
      if (f.D(i, j) != f.D(j, i) || (f.D(i, j) != 0 && joint_of(i) != joint_of(j)))
        return refused(Reason::not_block_diagonal, i + 1, j + 1);
  return {};
}

bool FactorizationProblem::within_bounds(const Factors& f, Judgement& judgement) const {
  const int n = this->n();
  // |nu(i)|, by coordinate from 1.
  std::vector<int> descendants(static_cast<std::size_t>(n) + 1, 1);
  for (int i = n; i >= 1; --i)
    if (const int p = case_->layout.expanded_parent[static_cast<std::size_t>(i)]; p != 0)
      descendants[static_cast<std::size_t>(p)] += descendants[static_cast<std::size_t>(i)];
  const Product product(
      n, [&f](int i, int k) { return f.factor(i, k); }, f.D);
  const auto& magnitude = product.magnitude;
  const auto largest = [](const Eigen::MatrixXd& X) { return X.size() == 0 ? 0 : X.cwiseAbs().maxCoeff(); };
  const auto underflow = [&, F = largest(f.L), D = largest(f.D)](double terms) {
    return limits::underflow(terms, F, D, case_->format);
  };
  double worst = 0;
  int row = 0, column = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      const double residual = to_double(Exact(abs(product.value(i, j) - Exact(H_(i, j)))));
      // The bound of the deeper index; the elimination from the other end accumulates j terms.
      const int terms = f.transposed ? descendants[static_cast<std::size_t>(i) + 1] : j + 1;
      const double entry = f.from_model ? running_error(i, j) : 0;
      const double r =
          ratio(residual, limits::factor_backward_error(terms, u()) * to_double(magnitude(i, j)) + entry +
                              underflow(terms));
      if (r <= worst) continue;
      // If a product is beyond double, the ratio is NaN. No later entry may hide this.
      worst = std::isnan(r) ? std::numeric_limits<double>::infinity() : r;
      row = i + 1, column = j + 1;
    }
  if (!(worst <= 1)) {
    judgement.row = row, judgement.column = column;
    judgement.reason = Reason::wrong_product;
    return false;
  }
  for (int i = 0; i < n; ++i) {
    Exact residual = Exact(case_->state.tau[static_cast<std::size_t>(i)]);
    double allowed = underflow(3.0 * n);
    for (int j = 0; j < n; ++j) {
      residual -= Exact(H_(i, j)) * Exact(f.x(j));
      const double entry = f.from_model ? running_error(i, j) : 0;
      const double size = to_double(j <= i ? magnitude(i, j) : magnitude(j, i));
      allowed += (limits::solve_backward_error(n, u()) * size + entry) * std::abs(f.x(j));
    }
    if (!(ratio(to_double(Exact(abs(residual))), allowed) <= 1)) {
      judgement.reason = Reason::wrong_residual;
      judgement.row = i + 1;
      return false;
    }
  }
  return true;
}

Judgement FactorizationProblem::judge(const Answer& answer) const {
  const auto size = static_cast<std::size_t>(n());
  if (answer.outputs[0].size() != size * size || answer.outputs[1].size() != size * size ||
      answer.outputs[2].size() != size)
    return refused(Reason::wrong_size);
  if (!norm_) return refused(Reason::ill_posed);
  if (const auto refusal = refused_if_not_finite(answer.outputs[0], n())) return *refusal;
  if (const auto refusal = refused_if_not_finite(answer.outputs[1], n())) return *refusal;
  if (const auto refusal = refused_if_not_finite(answer.outputs[2], 0)) return *refusal;
  const Factors f{as_matrix(answer.outputs[0], n()), as_matrix(answer.outputs[1], n()),
                  as_vector(answer.outputs[2]), answer.form == FactorForm::LtDL, answer.factors_the_model};
  if (const auto refusal = refused_by_shape(f)) return *refusal;

  Judgement j;
  const Measured measured = norm_->measure(disagreement(f.x, x_));
  j.error = measured.error;
  j.row = measured.row;
  j.sigma = sigma_;
  j.certified_digits = digits_;
  j.alpha = ratio(j.error, unavoidable_error());
  j.limit = limits::alpha_A(case_->sizes.depth) * unavoidable_error();
  const bool is_stable = within_bounds(f, j);
  j.evidence = {.is_measured = true,
                .within_A = is_stable && j.error <= j.limit,
                .within_B = is_stable,
                .half_of_the_digits = j.error <= limits::half_of_the_digits(u())};
  j.verdict = verdict_of(j.evidence);
  return j;
}

}  // namespace

std::unique_ptr<ProblemOracle> factorization_problem(const std::shared_ptr<const DenseCase>& of) {
  return std::make_unique<FactorizationProblem>(of);
}

}  // namespace kintree::oracle
