#include "kintree/oracle/tree_oracle.hpp"

#include <algorithm>
#include <cmath>

#include "certificate.hpp"
#include "elimination.hpp"
#include "kintree/oracle/limits.hpp"
#include "measure.hpp"
#include "perturbed.hpp"
#include "scalars.hpp"
#include "verdict.hpp"

namespace kintree::oracle {
namespace {

template <class T>
Vector<T> widened(const Eigen::VectorXd& x) {
  Vector<T> result(x.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) result(k) = T(x(k));
  return result;
}

Eigen::VectorXd rounded_vector(const Vector<dd_real>& x) {
  return rounded(x).col(0);
}

/// The norms of measure.hpp, by elimination instead of a factor.
class TreeNorms {
 public:
  TreeNorms(const TreeMechanics<double>& tree, const Elimination& elimination)
      : tree_(tree), elimination_(elimination) {}
  double acceleration(const Eigen::VectorXd& x) const { return root(tree_.energy(x)); }
  double force(const Eigen::VectorXd& f) const { return root(f.dot(elimination_.solve(f))); }

 private:
  /// Of a sum of squares, up to rounding errors; NaN stays NaN.
  static double root(double squared) { return squared < 0 ? 0 : std::sqrt(squared); }

  const TreeMechanics<double>& tree_;
  const Elimination& elimination_;
};

}  // namespace

struct TreeOracle::Impl {
  struct OfProblem {
    Vector<dd_real> exact;
    double scale = 0;      ///< of errors, in the problem's norm
    Eigen::VectorXd size;  ///< of tau: the magnitudes of its terms, added up
    double sigma = 0;
    bool zero_by_cancellation = false;  ///< the scale is that of what cancels
    int certified_digits = 0;
    std::string ill_posed;
  };

  Model model;
  Layout layout;
  int depth;
  std::uint64_t seed;
  State state;
  TreeMechanics<dd_real> tree;
  TreeMechanics<double> rough;
  Elimination elimination;
  TreeNorms norms{rough, elimination};
  OfProblem tau, qdd;

  Impl(const Model& m, const State& s, const Wanted& wanted, std::uint64_t seed_of_perturbations)
      : model(m),
        layout(m),
        depth(std::max(1, *std::max_element(layout.depth.begin(), layout.depth.end()))),
        seed(seed_of_perturbations),
        state(s),
        tree(read<dd_real>(m, s, [](double x) { return dd_real(x); })),
        rough(read<double>(m, s, [](double x) { return x; })),
        elimination(tree) {
    if (elimination.broken != 0) {
      tau.ill_posed = qdd.ill_posed = "the mass matrix is singular to a rounding at joint '" +
                                      joint_of_coordinate(model, elimination.broken) + "'";
      return;
    }
    if (wanted.tau) invert();
    if (wanted.qdd) accelerate();
    sample(wanted);
  }

  static Eigen::VectorXd given(const std::vector<double>& values) {
    return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  }

  /// Of a sum in double-double whose terms have these magnitudes.
  Eigen::VectorXd evaluation_error(const Eigen::VectorXd& size) const {
    return size * (limits::roundings_per_body * depth * to_double(epsilon<dd_real>()));
  }

  void invert() {
    Eigen::VectorXd& size = tau.size;
    tau.exact = tree.C + tree.times_H(widened<dd_real>(given(state.qdd)), &size);
    size += tree.C_size;
    tau.scale = std::max(norms.force(rounded_vector(tau.exact)), limits::u * norms.force(size));
    tau.zero_by_cancellation = norms.force(rounded_vector(tau.exact)) < tau.scale;
    tau.certified_digits = digits(Certificate(rough).bound_of_magnitudes(evaluation_error(size)) / tau.scale);
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
      const double step = norms.acceleration(dx);
      if (!(step < last / 2)) return x;  // what the elimination still finds is the arithmetic's own noise
      last = step;
      for (Eigen::Index k = 0; k < x.size(); ++k) x(k) += T(dx(k));
    }
  }

  void accelerate() {
    qdd.exact = refined(tree);
    Eigen::VectorXd size;
    const Vector<dd_real> r = residual(tree, qdd.exact, &size);
    qdd.scale = std::max(norms.acceleration(rounded_vector(qdd.exact)),
                         limits::u * norms.force(net_force_size(state.tau, tree.C_size)));
    qdd.zero_by_cancellation = norms.acceleration(rounded_vector(qdd.exact)) < qdd.scale;
    const Certificate certificate(rough);
    const double bound =
        certificate.bound(rounded_vector(r)) + certificate.bound_of_magnitudes(evaluation_error(size));
    qdd.certified_digits = digits(bound / qdd.scale);
    if (qdd.scale > 0 && qdd.certified_digits == 0)
      qdd.ill_posed =
          std::isinf(bound)
              ? "bodies without inertia of their own: the tree oracle cannot certify the accelerations"
              : "no digit of the accelerations can be certified";
  }

  static int digits(double error) {
    if (std::isnan(error)) return 0;
    return error == 0 ? 32 : std::clamp(static_cast<int>(std::floor(-std::log10(error))), 0, 32);
  }

  /// sigma, from how far the forces that belong to the exact answer move.
  void sample(const Wanted& wanted) {
    if (!sample_with<double>(wanted, limits::long_step)) sample_with<dd_real>(wanted, limits::u);
  }

  /// False if the samples do not give two digits.
  template <class T>
  bool sample_with(const Wanted& wanted, double step) {
    boost::random::mt19937_64 engine(seed);
    std::vector<double> moved_tau, moved_qdd;
    const auto take = [&](const TreeMechanics<T>& at, const Input<T>& in) {
      const auto less = [&](const Vector<T>& forces, const Vector<dd_real>& exact) {
        Eigen::VectorXd d(exact.size());
        for (Eigen::Index k = 0; k < d.size(); ++k) d(k) = to_double(narrowed<T>(exact(k)) - forces(k));
        return d;
      };
      if (wanted.tau)
        moved_tau.push_back(
            ratio(norms.force(less(Vector<T>(at.C + at.times_H(in.qdd)), tau.exact)), tau.scale));
      if (wanted.qdd) {
        Vector<T> x(qdd.exact.size());
        for (Eigen::Index k = 0; k < x.size(); ++k) x(k) = narrowed<T>(qdd.exact(k));
        const Vector<T> forces = at.C + at.times_H(x) - in.tau;
        moved_qdd.push_back(
            ratio(norms.force(less(forces, widened<dd_real>(Eigen::VectorXd::Zero(tree.n())))), qdd.scale));
      }
    };
    for (int k = 0; k <= limits::samples; ++k) {
      const auto in = k == 0 ? read<T>(model, state, [](double x) { return T(x); })
                             : read<T>(model, state, Perturbed<T>(engine, step));
      take(TreeMechanics<T>(in), in);
    }
    bool trusted = true;
    const auto conclude = [&](std::vector<double>& moved, OfProblem& of) {
      const double noise = moved.front();
      moved.erase(moved.begin());
      const Sampled sampled{root_mean_square(moved), noise, step};
      of.sigma = sampled.sigma();
      trusted = trusted && sampled.trusted();
    };
    if (wanted.tau) conclude(moved_tau, tau);
    if (wanted.qdd) conclude(moved_qdd, qdd);
    return trusted;
  }

  template <class T>
  static T narrowed(const dd_real& x) {
    if constexpr (std::is_same_v<T, double>)
      return to_double(x);
    else
      return x;
  }

  /// The smallest eigenvalue of H scaled to unit diagonal, from above, by inverse iteration.
  double smallest_scaled_eigenvalue() const {
    const Eigen::VectorXd root = elimination.diagonal.cwiseSqrt();
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
  }

  double error(Problem problem, const Eigen::VectorXd& d) const {
    return problem == Problem::inverse_dynamics ? ratio(norms.force(d), tau.scale)
                                                : ratio(norms.acceleration(d), qdd.scale);
  }

  const OfProblem& of(Problem problem) const { return problem == Problem::inverse_dynamics ? tau : qdd; }
};

TreeOracle::TreeOracle(const Model& model, const State& state, const Wanted& wanted, std::uint64_t seed)
    : impl_(std::make_unique<Impl>(model, state, wanted, seed)) {}
TreeOracle::~TreeOracle() = default;
TreeOracle::TreeOracle(TreeOracle&&) noexcept = default;

std::string TreeOracle::ill_posed(Problem problem) const {
  const Impl::OfProblem& of = impl_->of(problem);
  if (!of.ill_posed.empty()) return of.ill_posed;
  return limits::alpha_A(impl_->depth) * of.sigma < 1 || of.zero_by_cancellation ? ""
                                                                                 : every_digit_may_change;
}

bool TreeOracle::any_error_is_B(Problem problem) const {
  return problem == Problem::forward_dynamics &&
         !(limit_B(impl_->qdd.sigma, impl_->depth, impl_->layout.n, impl_->smallest_scaled_eigenvalue()) < 1);
}

std::vector<Real> TreeOracle::exact(Problem problem) const {
  const TreeMechanics<Real> tree(read<Real>(impl_->model, impl_->state, [](double x) { return Real(x); }));
  const Vector<Real> x =
      problem == Problem::inverse_dynamics
          ? Vector<Real>(tree.C + tree.times_H(widened<Real>(Impl::given(impl_->state.qdd))))
          : impl_->refined(tree);
  return {x.data(), x.data() + x.size()};
}

double TreeOracle::error(Problem problem, const std::vector<Real>& result,
                         const std::vector<Real>& exact) const {
  Eigen::VectorXd d(static_cast<Eigen::Index>(exact.size()));
  if (result.size() != exact.size()) return std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < exact.size(); ++k)
    d(static_cast<Eigen::Index>(k)) = to_double(Real(result[k] - exact[k]));
  return impl_->error(problem, d);
}

Judgement TreeOracle::judge(Problem problem, const std::vector<double>& result) const {
  const Impl::OfProblem& of = impl_->of(problem);
  Judgement j;
  j.error = j.alpha = std::numeric_limits<double>::quiet_NaN();
  if (result.size() != static_cast<std::size_t>(of.exact.size())) {
    j.reason = "wrong size";
    return j;
  }
  if (const int at = first_not_finite(result); at != 0) return not_finite(at, 0);

  Eigen::VectorXd d(of.exact.size());
  for (Eigen::Index k = 0; k < d.size(); ++k)
    d(k) = to_double(dd_real(result[static_cast<std::size_t>(k)]) - of.exact(k));
  const Eigen::VectorXd root = impl_->elimination.diagonal.cwiseSqrt();
  j.error = impl_->error(problem, d);
  if (problem == Problem::inverse_dynamics) {
    j.worst_coordinate = largest(d.cwiseQuotient(root));
  } else {
    j.worst_coordinate = largest(d.cwiseProduct(root));
    Eigen::VectorXd size;
    const Vector<dd_real> r = impl_->residual(impl_->tree, widened<dd_real>(Impl::given(result)), &size);
    j.backward_error = 0;
    for (Eigen::Index k = 0; k < r.size(); ++k)
      j.backward_error = std::max(j.backward_error, ratio(std::abs(to_double(r(k))), size(k)));
  }
  j.sigma = of.sigma;
  j.certified_digits = of.certified_digits;
  set_verdict(j, problem, impl_->depth, impl_->layout.n,
              [this] { return impl_->smallest_scaled_eigenvalue(); });
  if (j.verdict == Verdict::F && problem == Problem::inverse_dynamics &&
      (d.cwiseAbs().array() <= limits::running_error(impl_->depth) * of.size.array()).all())
    j.verdict = Verdict::B, j.reason.clear();
  return j;
}

}  // namespace kintree::oracle
