#include "answers/tree_solve.hpp"

#include "mechanics/scalars.hpp"

namespace kintree::oracle {
namespace {

/// Rounded outwards to the current precision.
Interval narrowed(const Interval& x) {
  Interval y;
  mpfi_set(y.backend().data(), x.backend().data());
  return y;
}

template <class M>
void narrow(M& m) {
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) m(i, j) = narrowed(m(i, j));
}

/// The mechanics, rounded outwards. Products of many rotations widen intervals by a factor at every joint, so that poses are
/// found with more digits.
TreeMechanics<Interval> mechanics(const Model& model, const State& state, int n) {
  const auto digits = Interval::default_precision();
  const auto of_poses = [&] {
    const Precision<Interval> scope(digits + 15 + static_cast<unsigned>(n));
    return TreeMechanics<Interval>(read<Interval>(model, state, [](double x) { return Interval(x); }));
  };
  TreeMechanics<Interval> tree = of_poses();
  for (auto& body : tree.bodies) {
    for (auto* v : {&body.p, &body.arm, &body.centre}) narrow(*v);
    for (auto* m : {&body.tensor, &body.axes}) narrow(*m);
    body.mass = narrowed(body.mass);
  }
  for (auto& line : tree.lines)
    for (auto* v : {&line.angular, &line.linear}) narrow(*v);
  narrow(tree.C);
  return tree;
}

Vector<Interval> enclosed(const std::vector<double>& numbers) {
  Vector<Interval> result(static_cast<Eigen::Index>(numbers.size()));
  for (std::size_t k = 0; k < numbers.size(); ++k)
    result(static_cast<Eigen::Index>(k)) = Interval(numbers[k]);
  return result;
}

Real upper_bound(const Interval& x) {
  Real most;
  mpfi_mag(most.backend().data(), x.backend().data());
  return most;
}

Interval with_error(const Real& x, const Real& error) {
  Interval y;
  mpfr_sub(y.backend().left_data(), x.backend().data(), error.backend().data(), MPFR_RNDD);
  mpfr_add(y.backend().right_data(), x.backend().data(), error.backend().data(), MPFR_RNDU);
  return y;
}

/// Solutions with H.
class Solutions {
 public:
  Solutions(const TreeMechanics<Interval>& tree, const EliminationIn<Real>& elimination,
            const ScaledMatrix& H)
      : tree_(tree), elimination_(elimination), H_(H) {}

  struct Solution {
    Vector<Real> x;
    Real residual;  ///< a bound of |S (r - H x)|
  };

  Solution operator()(const Vector<Interval>& r) const {
    Vector<Real> middle(r.size());
    for (Eigen::Index k = 0; k < r.size(); ++k) middle(k) = midpoint(r(k));
    Solution s{elimination_.solve(middle), {}};
    Vector<Interval> x(r.size());
    for (Eigen::Index k = 0; k < x.size(); ++k) x(k) = with_error(s.x(k), Real(0));
    s.residual = scaled_norm(Vector<Interval>(r - tree_.times_H(x)));
    return s;
  }

  Vector<Interval> enclosure(const Solution& s) const {
    Vector<Interval> x(s.x.size());
    for (Eigen::Index k = 0; k < x.size(); ++k)
      x(k) = with_error(s.x(k), s.residual * H_.scale(k) / H_.smallest * slack);
    return x;
  }

  /// |S f|, rounded up.
  Real scaled_norm(const Vector<Interval>& f) const {
    Real sum(0);
    for (Eigen::Index k = 0; k < f.size(); ++k) {
      const Real size = upper_bound(f(k)) * H_.scale(k);
      sum += size * size;
    }
    return sqrt(sum) * slack;
  }

  /// The error of f . x for a solution x: |f^T H^-1 (r - H x)| <= |S f| |S (r - H x)| / lambda.
  Real error_of_product(const Real& scaled_norm_of_f, const Solution& s) const {
    return scaled_norm_of_f * s.residual / H_.smallest * slack;
  }

 private:
  /// More than the roundings to nearest, of 30 digits and more, of the sums and products above.
  static constexpr double slack = 1 + 0x1p-40;

  const TreeMechanics<Interval>& tree_;
  const EliminationIn<Real>& elimination_;
  const ScaledMatrix& H_;
};

/// In end-effector axes, angular rows first; and the length of the path to each.
void add_jacobian(const TreeMechanics<Interval>& tree, const State& state, Dynamics<Interval>& result) {
  const auto count = static_cast<Eigen::Index>(state.end_effectors.size());
  result.J = Matrix<Interval>::Constant(6 * count, tree.n(), Interval(0));
  result.reach = Eigen::VectorXd::Zero(count);
  for (Eigen::Index e = 0; e < count; ++e) {
    const EndEffector& end = state.end_effectors[static_cast<std::size_t>(e)];
    const Pose<Interval> in_body = pose(read<Interval>(end.pose, [](double x) { return Interval(x); }));
    auto b = static_cast<std::size_t>(end.body);
    const Matrix3<Interval> to_end = (tree.bodies[b].axes * in_body.R).transpose();
    Vector3<Interval> arm = tree.bodies[b].axes * in_body.p;  // from the origin of body b
    result.reach(e) = length(arm);
    for (; b != 0; b = static_cast<std::size_t>(tree.bodies[b].parent)) {
      const auto& body = tree.bodies[b];
      for (int k = body.first; k < body.first + body.dof; ++k) {
        const auto& line = tree.lines[static_cast<std::size_t>(k)];
        result.J.col(k).segment(6 * e, 3) = to_end * line.angular;
        result.J.col(k).segment(6 * e + 3, 3) = to_end * (line.linear + cross(line.angular, arm));
      }
      arm += body.arm;
      result.reach(e) += length(body.arm);
    }
  }
}

/// The answers without a residual that divide by nothing, by dense sums; H is there already.
void add_sums(const Model& model, const State& state, const ProblemSet& problems,
              Dynamics<Interval>& result) {
  ProblemSet sums = problems.where([](const ProblemInfo& p) { return !p.divides() && p.derivatives == 0; }) -
                    problems.that_have_residuals();
  sums.erase(problem_of(quantity::H));
  if (sums.empty()) return;
  const auto in = read<Interval>(model, state, [](double x) { return Interval(x); });
  add_answers(Words<Interval>(in, Interval(0), true), sums, true, result);
}

void add_inverse_osim(const Solutions& solve, bool consistent, Dynamics<Interval>& result) {
  const Eigen::Index rows = result.J.rows();
  std::vector<Solutions::Solution> Y;
  std::vector<Real> norms;
  for (Eigen::Index r = 0; r < rows; ++r) {
    const Vector<Interval> row = result.J.row(r).transpose();
    Y.push_back(solve(row));
    norms.push_back(solve.scaled_norm(row));
  }
  Matrix<Interval>& Lambda_inverse = result.of(problem_of(quantity::Lambda_inverse));
  Lambda_inverse.resize(rows, rows);
  for (Eigen::Index r = 0; r < rows; ++r)
    for (Eigen::Index s = 0; s <= r; ++s) {
      const auto& y = Y[static_cast<std::size_t>(s)];
      Interval sum = with_error(Real(0), solve.error_of_product(norms[static_cast<std::size_t>(r)], y));
      for (Eigen::Index k = 0; k < result.J.cols(); ++k) sum += result.J(r, k) * with_error(y.x(k), Real(0));
      Lambda_inverse(r, s) = sum;
      if (r != s) Lambda_inverse(s, r) = sum;
    }
  if (!consistent) return;
  result.of_J.dependent_row = cholesky(Lambda_inverse, Interval(0), result.of_J.factor);
  if (result.of_J.dependent_row != 0) return;
  Matrix<Interval> Lambda_Y(rows, result.J.cols());
  for (Eigen::Index r = 0; r < rows; ++r)
    Lambda_Y.row(r) = solve.enclosure(Y[static_cast<std::size_t>(r)]).transpose();
  solve_lower(result.of_J.factor, Lambda_Y);
  solve_upper(result.of_J.factor, Lambda_Y);
  result.of(problem_of(quantity::J_bar)) = Lambda_Y.transpose();
}

/// c less what roundings may take, if A - c 1 can be factored; c falls from the estimate. `distance`: of A from the matrix that
/// is meant, in the 2-norm.
template <class T>
double proved_eigenvalue(const Matrix<T>& A, double estimate, double distance, double u) {
  const auto n = static_cast<double>(A.rows());
  const double gamma = limits::gamma(n + 2, u);
  const double lost = gamma / (1 - gamma) * 4 * n + distance;
  Matrix<T> L;
  for (double c = estimate / 2; c > 4 * lost; c /= 16) {
    Matrix<T> shifted = A;
    for (Eigen::Index k = 0; k < A.rows(); ++k) shifted(k, k) -= T(c);
    if (cholesky(shifted, T(0), L) == 0) return c - 2 * lost;
  }
  return 0;
}

}  // namespace

ScaledMatrix::ScaledMatrix(const Matrix<Interval>& H, const EliminationIn<Real>& elimination, bool last)
    : scale(Eigen::VectorXd::Zero(H.rows())) {
  const Eigen::Index n = H.rows();
  for (Eigen::Index k = 0; k < n && singular_at == 0; ++k) {
    is_exact = mpfi_is_zero(H(k, k).backend().data()) != 0;
    if (!(H(k, k) > Interval(0)))
      singular_at = static_cast<int>(k) + 1;
    else
      scale(k) = std::exp2(-std::floor(std::log2(to_double(midpoint(H(k, k)))) / 2));
  }
  if (singular_at != 0) return;
  Matrix<Real> A(n, n);
  double width = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) {
      A(i, j) = midpoint(H(i, j)) * scale(i) * scale(j);
      Real diameter;
      mpfi_diam_abs(diameter.backend().data(), H(i, j).backend().data());
      width = std::max(width, to_double(Real(diameter * scale(i) * scale(j))));
    }
  // The smallest eigenvalue, from above, by inverse iteration.
  double estimate = 4;
  Vector<Real> x = Vector<Real>::Constant(n, Real(1));
  for (int k = 0; k < 20 && elimination.broken == 0; ++k) {
    Real before(0), product(0);
    Vector<Real> y = elimination.solve(Vector<Real>(scale.cwiseInverse().cast<Real>().cwiseProduct(x)));
    for (Eigen::Index i = 0; i < n; ++i) {
      y(i) /= scale(i);
      before += x(i) * x(i);
      product += x(i) * y(i);
    }
    const double next = to_double(Real(before / product));
    if (!(next > 0)) break;
    const bool settled = next > 0.9 * estimate;
    estimate = std::min(estimate, next);
    if (settled) break;
    x = y / Real(sqrt(Real(y.dot(y))));
  }
  const double rows = static_cast<double>(n);
  Matrix<dd_real> rough(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) {
      const double high = to_double(A(i, j));
      rough(i, j) = dd_real(high) + dd_real(to_double(Real(A(i, j) - high)));
    }
  const double u_rough = to_double(epsilon<dd_real>());
  smallest = proved_eigenvalue(rough, estimate, rows * (width + 8 * u_rough), u_rough);
  if (smallest > 0) return;
  const double u = to_double(epsilon<Real>());
  smallest = proved_eigenvalue(A, estimate, rows * (width + 8 * u), u);
  if (smallest > 0 || !last) return;
  Matrix<Real> L;
  singular_at = cholesky(A, epsilon<Real>(), L);
  if (singular_at == 0) singular_at = static_cast<int>(n);
}

TreeEnclosure enclose_tree(const Model& model, const State& state, const ProblemSet& problems,
                           const ProblemSet& open, int digits, bool last, const SolveProgress& progress) {
  const Layout layout(model);
  const TreeMechanics<Interval> tree = mechanics(model, state, layout.n);
  TreeEnclosure result;
  Dynamics<Interval>& a = result.dynamics;
  a.H = tree.mass_matrix();
  if (problems.contains(problem_of(quantity::H))) a.of(problem_of(quantity::H)) = a.H;
  a.H_size = tree.diagonal_size().asDiagonal();
  a.C = tree.C;
  a.C_size = tree.C_size;
  for (const Problem problem : problems.that_have_residuals() - problems.that_divide()) {
    a.of(problem) = tree.C;
    a.sizes_of(problem) = tree.C_size;
    if (!reads(problem, quantity::qdd)) continue;
    Eigen::VectorXd sizes;
    a.of(problem) += tree.times_H(enclosed(state.qdd), &sizes);
    a.sizes_of(problem) += sizes;
  }
  if (!problems.that_read(quantity::end_effectors).empty()) add_jacobian(tree, state, a);
  add_sums(model, state, problems, a);

  const EliminationIn<Real> elimination(tree);
  const ScaledMatrix H(a.H, elimination, last);
  result.is_exactly_singular = H.singular_at != 0 && H.is_exact;
  a.singular_at = H.singular_at;
  if (H.smallest == 0) {
    if (a.singular_at == 0) a.singular_at = layout.n;  // not proved yet
    return result;
  }
  result.bounds.emplace(H);
  // Errors are residuals over lambda, and enclosures are measured in norms that cost its root once more.
  const int wanted = digits + 10 + static_cast<int>(1.5 * std::log10(4 * layout.n / H.smallest));
  result.lacking = std::max(0, wanted - static_cast<int>(Interval::default_precision()));
  if (result.lacking > 0 && !last) return result;

  const Solutions solve(tree, elimination, H);
  if (open.contains(problem_of(quantity::qdd))) {
    a.of(problem_of(quantity::qdd)) = solve.enclosure(solve(Vector<Interval>(enclosed(state.tau) - a.C)));
    a.sizes_of(problem_of(quantity::qdd)) = net_force_size(state.tau, a.C_size);
  }
  const bool consistent = open.contains(problem_of(quantity::J_bar));
  if (consistent || open.contains(problem_of(quantity::Lambda_inverse)))
    add_inverse_osim(solve, consistent, a);
  result.lacking = std::max(0, digits_of_rank(digits) - static_cast<int>(Interval::default_precision()));
  if (a.of_J.dependent_row != 0 && result.lacking > 0 && !last) return result;
  result.lacking = 0;
  if (open.contains(problem_of(quantity::H_inverse))) {
    Matrix<Interval>& H_inverse = a.of(problem_of(quantity::H_inverse));
    H_inverse.resize(layout.n, layout.n);
    for (int k = 0; k < layout.n; ++k) {
      Vector<Interval> unit = Vector<Interval>::Constant(layout.n, Interval(0));
      unit(k) = Interval(1);
      const Vector<Interval> column = solve.enclosure(solve(unit));
      for (int i = k; i < layout.n; ++i) {
        H_inverse(i, k) = column(i);
        if (i != k) H_inverse(k, i) = column(i);
      }
      if (progress) progress((k + 1.0) / layout.n);
    }
  }
  return result;
}

}  // namespace kintree::oracle
