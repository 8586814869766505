#include "kintree/oracle/solve.hpp"

#include <optional>

#include "answers/proof.hpp"
#include "answers/tree_solve.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/oracle/oracle.hpp"

namespace kintree::oracle {
namespace {

template <class M, class N>
void take_midpoints(const M& enclosures, N& result) {
  result.resize(enclosures.rows(), enclosures.cols());
  for (Eigen::Index i = 0; i < enclosures.rows(); ++i)
    for (Eigen::Index j = 0; j < enclosures.cols(); ++j) result(i, j) = midpoint(enclosures(i, j));
}

/// The enclosures of one precision.
struct Attempt {
  Dynamics<Interval> dynamics;
  std::unique_ptr<const NormBounds> bounds = nullptr;  ///< where H is proved to be positive definite
  bool is_exactly_singular = false;                    ///< H_kk is exactly zero, k = dynamics.singular_at
  int lacking = 0;                                     ///< digits of precision, if that is known
};

/// Puts zeros where every term of an entry is zero. The mechanics of the tree show this. Dense sums of world
/// coordinates do not, since there the distance of a point from itself is an interval. Returns true if some
/// H_kk is zero.
bool put_exact_zeros(const Model& model, const State& state, Dynamics<Interval>& dense) {
  const auto in = read<Interval>(model, state, [](double x) { return Interval(x); });
  const TreeMechanics<Interval> tree(in);
  const auto put = [](const auto& exact, auto& m) {
    for (Eigen::Index i = 0; i < m.rows(); ++i)
      for (Eigen::Index j = 0; j < m.cols(); ++j)
        if (mpfi_is_zero(exact(i, j).backend().data()) != 0) m(i, j) = Interval(0);
  };
  const Matrix<Interval> H = tree.mass_matrix();
  put(H, dense.H);
  put(H, dense.of(problem_of(quantity::H)));
  put(tree.C, dense.C);
  // A coordinate that moves no inertia has no Coriolis terms: C_kj^2 <= H_kk times the size of column j, by
  // Cauchy's inequality.
  Matrix<Interval>& coriolis = dense.of(problem_of(quantity::coriolis));
  for (Eigen::Index k = 0; k < coriolis.rows(); ++k)
    if (mpfi_is_zero(H(k, k).backend().data()) != 0) coriolis.row(k).setConstant(Interval(0));
  Matrix<Interval>& H_dot = dense.of(problem_of(quantity::H_dot));
  const Eigen::MatrixXd& terms = dense.sizes_of(problem_of(quantity::H_dot));
  for (Eigen::Index i = 0; i < H_dot.rows(); ++i)
    for (Eigen::Index j = 0; j < H_dot.cols(); ++j)
      if (terms(i, j) == 0) H_dot(i, j) = Interval(0);
  const Vector<Interval> zero = Vector<Interval>::Constant(tree.n(), Interval(0));
  for (const Problem problem : ProblemSet::all().that_have_residuals())
    if (!info(problem).divides()) put(residual<Interval>({in, tree}, problem, zero), dense.of(problem));
  for (Eigen::Index k = 0; k < tree.n(); ++k)
    if (mpfi_is_zero(dense.H(k, k).backend().data()) != 0 && dense.held_at == 0) {
      dense.singular_at = static_cast<int>(k) + 1;
      return true;
    }
  return false;
}

Attempt by_dense_methods(const Model& model, const State& state, const ProblemSet& problems) {
  Attempt a{evaluate<Interval>(model, state, problems)};
  a.is_exactly_singular = put_exact_zeros(model, state, a.dynamics);
  if (a.dynamics.singular_at == 0) a.bounds = std::make_unique<FactorBounds>(a.dynamics.L);
  return a;
}

/// `problems` are the requested ones. The inverse of H is used for the `open` ones.
Attempt by_the_tree(const Model& model, const State& state, const ProblemSet& problems,
                    const ProblemSet& open, int digits, bool last, const SolveProgress& progress) {
  TreeEnclosure e = enclose_tree(model, state, problems, open, digits, last, progress);
  Attempt a{std::move(e.dynamics)};
  if (e.bounds) a.bounds = std::make_unique<ScaledBounds>(*e.bounds);
  a.is_exactly_singular = e.is_exactly_singular;
  a.lacking = last ? 0 : e.lacking;
  return a;
}

/// `digits`: to which it is found, or 0 where it is exact.
std::string singular(const std::string& joint, int digits) {
  if (digits == 0) return "the mass matrix is singular: joint '" + joint + "' moves no inertia";
  return "the mass matrix is singular to " + std::to_string(digits) + " digits: joint '" + joint +
         "' moves no inertia that the joints before it do not move";
}

/// The degrees of freedom of the largest trees for which a problem is solved: derivatives and constraints by dense methods alone.
int limit(const ProblemInfo& p) {
  if (p.derivatives > 0) return derivatives_limit(p.derivatives);
  return p.solves_with == SolvesWith::constraints ? dense_solve_limit : std::numeric_limits<int>::max();
}

ProblemSet beyond_limit(const ProblemSet& problems, int n) {
  return problems.where([n](const ProblemInfo& p) { return n > limit(p); });
}

/// The problems with constraints, if H is singular and not all that divide by it have them: they are solved by themselves.
ProblemSet held_alone(const Model& model, const State& state, const ProblemSet& problems) {
  const ProblemSet held = problems.that_solve_with(SolvesWith::constraints);
  if (held.empty() || problems.divide_for_constraints_alone() || Layout(model).n > dense_solve_limit)
    return {};
  return evaluate<Exact>(model, state, {}).singular_at == 0 ? ProblemSet() : held;
}

/// The problems that have no answer since rows depend on each other.
ProblemSet without_rank(const ProblemSet& problems, const auto& dynamics) {
  return problems.where([&](const ProblemInfo& p) {
    return p.needs_independent_rows() && dynamics.rows(p.solves_with).dependent_row != 0;
  });
}

}  // namespace

std::string no_answer(const Model& model, Problem problem, int row) {
  if (info(problem).solves_with == SolvesWith::Lambda)
    return dependent_at(SolvesWith::Lambda, row).to_string(model) +
           ", so its dynamically consistent inverse does not exist";
  return "row " + std::to_string(row) + " of the constraints, of " +
         in_quotes(constraint_of_row(model, row).name) +
         ", is zero or a combination of others, so their forces are not unique";
}

ProblemSet answerable(const Model& model, const State& state, ProblemSet problems) {
  problems = problems - beyond_limit(problems, Layout(model).n);
  if (model.constraints.empty())
    problems = problems.where([](const ProblemInfo& p) { return !p.is_about_constraints(); });
  const ProblemSet divided = problems.that_need_independent_rows();
  if (divided.empty()) return problems;
  for (const SolvesWith with : {SolvesWith::Lambda, SolvesWith::constraints}) {
    const ProblemSet some = divided.that_solve_with(with);
    const Dynamics<Exact> a = evaluate<Exact>(model, state, some);
    problems = problems - (a.singular_at != 0 ? some : without_rank(some, a));
  }
  return problems;
}

Dynamics<Real> CertifiedDynamics::midpoints() const {
  const Dynamics<Interval>& a = enclosures;
  Dynamics<Real> result;
  take_midpoints(a.H, result.H);
  take_midpoints(a.C, result.C);
  take_midpoints(a.L, result.L);
  take_midpoints(a.J, result.J);
  take_midpoints(a.of_J.factor, result.of_J.factor);
  take_midpoints(a.of_K.factor, result.of_K.factor);
  for (const Problem problem : all_problems) take_midpoints(a.of(problem), result.of(problem));
  result.singular_at = a.singular_at;
  return result;
}

CertifiedDynamics solve_what_exists(const Model& model, const State& state, const ProblemSet& problems,
                                    int digits, const SolveProgress& progress) {
  if (const ProblemSet held = held_alone(model, state, problems); !held.empty()) {
    CertifiedDynamics result = solve_what_exists(model, state, problems - held, digits, progress),
                      of_held = solve_what_exists(model, state, held, digits, progress);
    for (const Problem problem : held)
      for (std::size_t k = 0; k < outputs(problem).size(); ++k)
        result.enclosures.of(problem, k) = std::move(of_held.enclosures.of(problem, k));
    result.unanswered.merge(of_held.unanswered);
    result.digits = std::min(result.digits, of_held.digits);
    return result;
  }
  CertifiedDynamics result;
  ProblemSet open = problems;
  const ProblemSet dividing = problems.that_divide();
  const auto give_up = [&](const ProblemSet& on, const std::string& why) {
    for (const Problem problem : on)
      if (open.contains(problem)) {
        open.erase(problem);
        result.unanswered.emplace(problem, why);
      }
  };
  const int n = Layout(model).n;
  const bool by_tree = n > dense_solve_limit;
  for (const Problem problem : beyond_limit(problems, n)) {
    const int order = info(problem).derivatives;
    give_up({problem}, std::string(order == 0   ? "constraints"
                                   : order == 1 ? "derivatives"
                                                : "second derivatives") +
                           " are solved for at most " + std::to_string(limit(info(problem))) +
                           " degrees of freedom; the model has " + std::to_string(n));
  }
  const int most = 16 * digits + 100 + n;
  for (int working = digits + 15 + (by_tree ? 0 : n / 2);;) {
    const Precision<Interval> scope(static_cast<unsigned>(working));
    const Digits real_scope(static_cast<unsigned>(working));
    const bool last = working == most;
    Attempt a = by_tree ? by_the_tree(model, state, problems, open, digits, last, progress)
                        : by_dense_methods(model, state, problems);
    const Dynamics<Interval>& d = a.dynamics;
    if (d.singular_at != 0 && (last || a.is_exactly_singular))
      give_up(dividing,
              singular(joint_of_coordinate(model, d.singular_at), a.is_exactly_singular ? 0 : working));
    const ProblemSet dependent = d.singular_at == 0 ? without_rank(problems, d) : ProblemSet();
    if (last || (by_tree && working >= digits_of_rank(digits)))
      for (const Problem problem : dependent)
        give_up({problem}, no_answer(model, problem, d.rows(info(problem).solves_with).dependent_row));
    const bool has_inverse = d.singular_at == 0 || !open.intersects(dividing);
    const bool has_rank = !open.intersects(dependent);
    const auto proof_of = [&](const ProblemSet& some) { return Proof(d, some, digits, a.bounds.get()); };
    int missing = working / 2;
    if (a.lacking > 0) {
      missing = a.lacking;
    } else if (has_inverse && has_rank) {
      if (last)
        for (const Problem problem : problems)
          if (open.contains(problem) && !proof_of({problem}).complete())
            give_up({problem},
                    "the answer is too sensitive for " + std::to_string(digits) + " certified digits");
      const Proof proof = proof_of(open);
      if (proof.complete() || last) {
        result.digits = std::min(proof.proved(), working);
        result.enclosures = std::move(a.dynamics);
        return result;
      }
      missing = proof.missing();
    }
    working = std::min(most, working + std::max(missing + 10, working / 8));
  }
}

CertifiedDynamics solve(const Model& model, const State& state, const ProblemSet& problems, int digits) {
  CertifiedDynamics result = solve_what_exists(model, state, problems, digits);
  if (!result.unanswered.empty()) {
    const auto& [problem, why] = *result.unanswered.begin();
    throw InputError(why + "; no answer to " + std::string(name(problem)));
  }
  return result;
}

}  // namespace kintree::oracle
