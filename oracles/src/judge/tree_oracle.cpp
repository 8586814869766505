#include <algorithm>
#include <cmath>

#include "judge/certificate.hpp"
#include "judge/problem.hpp"
#include "mechanics/elimination.hpp"
#include "mechanics/scalars.hpp"

namespace kintree::oracle {
namespace {

template <class T>
Vector<T> widened(const Eigen::VectorXd& x) {
  Vector<T> result(x.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) result(k) = T(x(k));
  return result;
}

template <class T>
T narrowed(const dd_real& x) {
  if constexpr (std::is_same_v<T, double>)
    return to_double(x);
  else
    return x;
}

/// By an elimination instead of a factor.
class TreeMetric final : public Metric {
 public:
  TreeMetric(const TreeMechanics<double>& tree, const Elimination& elimination)
      : Metric(elimination.diagonal.cwiseSqrt()), tree_(tree), elimination_(elimination) {}
  double force(const Eigen::VectorXd& f) const override { return root(f.dot(elimination_.solve(f))); }
  double acceleration(const Eigen::VectorXd& x) const override { return root(tree_.energy(x)); }
  /// Estimated from samples, as sigma is: the diagonal of H^-1 is not formed.
  double force_of_any_signs(const Eigen::VectorXd& f) const override {
    boost::random::mt19937_64 engine;
    std::vector<double> sizes;
    for (int k = 0; k < limits::samples; ++k)
      sizes.push_back(force(f.unaryExpr([&](double x) { return (engine() & 1) == 0 ? x : -x; })));
    return root_mean_square(sizes);
  }

 private:
  /// The root of a sum of squares, whose rounding errors may make it negative; NaN stays NaN.
  static double root(double squared) { return squared < 0 ? 0 : std::sqrt(squared); }

  const TreeMechanics<double>& tree_;
  const Elimination& elimination_;
};

/// The data that both problems of a case share.
struct TreeCase {
  Model model;
  State state;
  Layout layout;
  Sizes sizes;
  TreeMechanics<dd_real> tree;
  TreeMechanics<double> rough;
  Elimination elimination;
  TreeMetric metric{rough, elimination};

  TreeCase(const Model& m, const State& s, Format format)
      : model(m),
        state(s),
        layout(m),
        sizes{std::max(1, *std::max_element(layout.depth.begin(), layout.depth.end())), layout.n,
              unit_roundoff(format)},
        tree(read<dd_real>(m, s, [](double x) { return dd_real(x); })),
        rough(read<double>(m, s, [](double x) { return x; })),
        elimination(tree) {}
  TreeCase(const TreeCase&) = delete;
  TreeCase& operator=(const TreeCase&) = delete;

  /// The error of a sum in double-double whose terms have these magnitudes.
  Eigen::VectorXd evaluation_error(const Eigen::VectorXd& size) const {
    return size * (limits::roundings_per_body * sizes.depth * to_double(epsilon<dd_real>()));
  }

  /// tau of the case's accelerations. `size`, if given, takes the magnitudes of its terms.
  template <class T>
  Vector<T> forces(Problem problem, const TreeMechanics<T>& at, Eigen::VectorXd* size) const {
    if (!reads(problem, quantity::qdd)) {
      *size = at.C_size;
      return at.C;
    }
    Vector<T> tau = at.C + at.times_H(widened<T>(as_vector(state.qdd)), size);
    *size += at.C_size;
    return tau;
  }

  /// tau - C - H x. `size`, if given, takes the magnitudes of its terms.
  template <class T>
  Vector<T> residual(const TreeMechanics<T>& at, const Vector<T>& x, Eigen::VectorXd* size = nullptr) const {
    const Vector<T> Hx = at.times_H(x, size);
    Vector<T> r(x.size());
    for (Eigen::Index k = 0; k < x.size(); ++k)
      r(k) = T(state.tau[static_cast<std::size_t>(k)]) - at.C(k) - Hx(k);
    if (size != nullptr) *size += net_force_size(state.tau, at.C_size);
    return r;
  }

  /// x with H x = tau - C, as far as T goes.
  template <class T>
  Vector<T> refined(const TreeMechanics<T>& at) const {
    Vector<T> x = widened<T>(Eigen::VectorXd::Zero(at.n()));
    double last = std::numeric_limits<double>::infinity();
    while (true) {
      const Vector<T> r = residual(at, x);
      const Eigen::VectorXd dx = elimination.solve(rounded(r).col(0));
      const double step = metric.acceleration(dx);
      if (!(step < last / 2)) return x;  // what the elimination still finds is the arithmetic's own noise
      last = step;
      for (Eigen::Index k = 0; k < x.size(); ++k) x(k) += T(dx(k));
    }
  }

  /// An upper bound of the smallest eigenvalue of H scaled to unit diagonal, by inverse iteration.
  double smallest_scaled_eigenvalue() const {
    return eigenvalue_.get([this] {
      const Eigen::VectorXd& root = metric.root_diagonal();
      Eigen::VectorXd x = Eigen::VectorXd::Ones(tree.n()).normalized();
      double largest_of_inverse = 0;
      for (int k = 0; k < 50; ++k) {
        const Eigen::VectorXd y = root.cwiseProduct(elimination.solve(root.cwiseProduct(x)));
        const double estimate = x.dot(y);
        if (!(estimate > largest_of_inverse * (1 + 1e-3))) break;
        largest_of_inverse = estimate;
        x = y.normalized();
      }
      return 1 / largest_of_inverse;
    });
  }

 private:
  Once<double> eigenvalue_;
};

constexpr int digits_of_double_double = 32;

class TreeProblem : public NormedProblem {
 public:
  /// By how much the forces that belong to the exact answer move with the inputs.
  virtual double moved(const TreeMechanics<double>& at, const Input<double>& in) const = 0;
  virtual double moved(const TreeMechanics<dd_real>& at, const Input<dd_real>& in) const = 0;

  std::vector<Exact> exact() const override {
    std::vector<Exact> result;
    for (const dd_real& x : exact_) result.push_back(Exact(x.x[0]) + Exact(x.x[1]));
    return result;
  }

 protected:
  TreeProblem(const std::shared_ptr<const TreeCase>& of, Vector<dd_real> exact, Eigen::MatrixXd term_sizes,
              bool solves_with_H)
      : NormedProblem({.sizes = of->sizes,
                       .rows = of->tree.n(),
                       .columns = 1,
                       .term_sizes = std::move(term_sizes),
                       .solves_with_H = solves_with_H}),
        case_(of),
        exact_(std::move(exact)) {}

  const TreeCase& of() const { return *case_; }
  const Vector<dd_real>& answer() const { return exact_; }

  double smallest_scaled_eigenvalue() const override { return case_->smallest_scaled_eigenvalue(); }
  Eigen::MatrixXd difference(const std::vector<double>& values) const override {
    Eigen::VectorXd d(exact_.size());
    for (Eigen::Index k = 0; k < d.size(); ++k)
      d(k) = to_double(dd_real(values[static_cast<std::size_t>(k)]) - exact_(k));
    return d;
  }

 private:
  std::shared_ptr<const TreeCase> case_;
  Vector<dd_real> exact_;
};

class TreeForces final : public TreeProblem {
 public:
  /// Measured by the terms of each force where H is singular in double.
  TreeForces(const std::shared_ptr<const TreeCase>& of, Problem problem, Eigen::VectorXd size = {})
      : TreeForces(of, problem, of->forces(problem, of->tree, &size), size) {}

  double moved(const TreeMechanics<double>& at, const Input<double>& in) const override {
    return moved_in(at, in);
  }
  double moved(const TreeMechanics<dd_real>& at, const Input<dd_real>& in) const override {
    return moved_in(at, in);
  }

 private:
  TreeForces(const std::shared_ptr<const TreeCase>& of, Problem problem, const Vector<dd_real>& exact,
             const Eigen::VectorXd& size)
      : TreeProblem(of, exact, size, false), problem_(problem) {
    const Eigen::VectorXd error = of->evaluation_error(size);
    if (of->elimination.has_lost_a_pivot) {
      norm_ = std::make_unique<TermNorm>(size);
      digits = digits_left(norm_->measure(error).error, digits_of_double_double);
      return;
    }
    auto norm = std::make_unique<ForceNorm>(of->metric, rounded(exact), size, of->sizes.u);
    digits = digits_left(Certificate(of->rough).bound_of_magnitudes(error) / norm->scale(),
                         digits_of_double_double);
    norm_ = std::move(norm);
  }

  const Norm& norm() const override { return *norm_; }

  template <class T>
  double moved_in(const TreeMechanics<T>& at, const Input<T>& in) const {
    Vector<T> x(answer().size());
    for (Eigen::Index k = 0; k < x.size(); ++k) x(k) = narrowed<T>(answer()(k));
    return norm_->measure(rounded(oracle::residual<T>({in, at}, problem_, x))).error;
  }

  Problem problem_;
  std::unique_ptr<const Norm> norm_;
};

class TreeAccelerations final : public TreeProblem {
 public:
  explicit TreeAccelerations(const std::shared_ptr<const TreeCase>& of)
      : TreeProblem(of, of->refined(of->tree), {}, true),
        norm_(of->metric, rounded(answer()), net_force_size(of->state.tau, of->tree.C_size), of->sizes.u) {
    Eigen::VectorXd size;
    const Vector<dd_real> r = of->residual(of->tree, answer(), &size);
    const Certificate certificate(of->rough);
    const double bound =
        certificate.bound(rounded(r)) + certificate.bound_of_magnitudes(of->evaluation_error(size));
    digits = digits_left(bound / norm_.scale(), digits_of_double_double);
    if (norm_.scale() > 0 && digits == 0)
      uncertified_ = IllPosed{std::isinf(bound) ? IllPosed::massless : IllPosed::uncertified};
  }

  std::optional<IllPosed> ill_posed() const override {
    return uncertified_ ? uncertified_ : NormedProblem::ill_posed();
  }
  double moved(const TreeMechanics<double>& at, const Input<double>& in) const override {
    return moved_in(at, in);
  }
  double moved(const TreeMechanics<dd_real>& at, const Input<dd_real>& in) const override {
    return moved_in(at, in);
  }

 private:
  const Norm& norm() const override { return norm_; }

  /// |f|_{H^-1} <= |S^-1 f| / lambda^1/2, S = diag(H_ii)^1/2 and lambda the smallest eigenvalue of S^-1 H S^-1.
  double right_side() const override {
    const Eigen::VectorXd size = net_force_size(of().state.tau, of().tree.C_size);
    return ratio(
        size.cwiseQuotient(of().metric.root_diagonal()).norm() / std::sqrt(of().smallest_scaled_eigenvalue()),
        norm_.scale());
  }

  /// The residual of the answer, entry by entry, relative to the magnitudes of its terms.
  double backward_error(const std::vector<double>& values) const override {
    Eigen::VectorXd size;
    const Vector<dd_real> r = of().residual(of().tree, widened<dd_real>(as_vector(values)), &size);
    double worst = 0;
    for (Eigen::Index k = 0; k < r.size(); ++k)
      worst = std::max(worst, ratio(std::abs(to_double(r(k))), size(k)));
    return worst;
  }

  template <class T>
  double moved_in(const TreeMechanics<T>& at, const Input<T>& in) const {
    Vector<T> x(answer().size());
    for (Eigen::Index k = 0; k < x.size(); ++k) x(k) = narrowed<T>(answer()(k));
    const Vector<T> forces = at.C + at.times_H(x) - in.tau;
    return ratio(of().metric.force(rounded(forces)), norm_.scale());
  }

  AccelerationNorm norm_;
  std::optional<IllPosed> uncertified_;
};

using TreeProblems = std::vector<std::unique_ptr<TreeProblem>>;

/// sigma of all problems. False if the samples do not give two digits.
template <class T>
bool sample(const TreeCase& of, const TreeProblems& problems, std::uint64_t seed, double step) {
  boost::random::mt19937_64 engine(seed);
  std::vector<double> noise(problems.size());
  std::vector<std::vector<double>> moved(problems.size());
  for (int k = 0; k <= limits::samples; ++k) {
    const auto in = k == 0 ? read<T>(of.model, of.state, [](double x) { return T(x); })
                           : read<T>(of.model, of.state, Perturbed<T>(engine, step));
    const TreeMechanics<T> at(in);
    for (std::size_t p = 0; p < problems.size(); ++p) {
      const double distance = problems[p]->moved(at, in);
      if (k == 0)
        noise[p] = distance;
      else
        moved[p].push_back(distance);
    }
  }
  bool trusted = true;
  for (std::size_t p = 0; p < problems.size(); ++p) {
    problems[p]->sampled = {root_mean_square(moved[p]), noise[p], step};
    trusted = trusted && problems[p]->sampled.trusted();
  }
  return trusted;
}

}  // namespace

Oracle Oracle::tree(const Model& model, const State& state, const ProblemSet& problems, std::uint64_t seed,
                    Format format) {
  const auto of = std::make_shared<const TreeCase>(model, state, format);
  const ProblemSet answered = problems.that_have_residuals();
  Oracle oracle;
  const auto answer = [&](Problem problem, std::unique_ptr<const ProblemOracle> by) {
    oracle.problems_[static_cast<std::size_t>(problem)] = std::move(by);
  };
  TreeProblems made;
  for (const Problem problem : answered)
    if (!info(problem).divides())
      made.push_back(std::make_unique<TreeForces>(of, problem));
    else if (of->elimination.broken == 0)
      made.push_back(std::make_unique<TreeAccelerations>(of));
  if (!sample<double>(*of, made, seed, limits::long_step)) sample<dd_real>(*of, made, seed, limits::u_double);
  std::size_t k = 0;
  for (const Problem problem : answered)
    if (of->elimination.broken != 0 && info(problem).divides())
      answer(problem,
             std::make_unique<SingularProblem>(IllPosed{IllPosed::singular, of->elimination.broken}));
    else
      answer(problem, std::move(made[k++]));
  return oracle;
}

}  // namespace kintree::oracle
