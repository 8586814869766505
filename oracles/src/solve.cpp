#include "kintree/data/error.hpp"
#include "norm.hpp"
#include "scalars.hpp"

namespace kintree::oracle {

template <class T>
Dynamics<T> evaluate(const Model& model, const State& state, const ProblemSet& problems) {
  return dynamics(read<T>(model, state, [](double x) { return T(x); }), problems, epsilon<T>(), true);
}

template Dynamics<Real> evaluate<Real>(const Model&, const State&, const ProblemSet&);
template Dynamics<ManyDigits> evaluate<ManyDigits>(const Model&, const State&, const ProblemSet&);
template Dynamics<Exact> evaluate<Exact>(const Model&, const State&, const ProblemSet&);
template Dynamics<Check> evaluate<Check>(const Model&, const State&, const ProblemSet&);
template Dynamics<dd_real> evaluate<dd_real>(const Model&, const State&, const ProblemSet&);
template Dynamics<double> evaluate<double>(const Model&, const State&, const ProblemSet&);

std::string joint_of_coordinate(const Model& model, int coordinate) {
  const Layout layout(model);
  return model.bodies[static_cast<std::size_t>(layout.body_of_velocity[static_cast<std::size_t>(coordinate)])]
      .joint.name;
}

namespace {

constexpr int most_digits = 1000;

/// The decimal digits on which two answers to a state agree, in the norms of the judge.
int agreeing_digits(const Dynamics<Real>& a, const Dynamics<Real>& b, const State& state,
                    const ProblemSet& problems) {
  double worst = 0;
  const auto take = [&](double error) {
    if (!(error <= worst)) worst = error;
  };
  const auto apart = [](const auto& x, const auto& y) { return rounded(x - y); };
  const auto entries = [&](const auto& x, const auto& y) {
    take(EntryNorm(rounded(y).diagonal()).measure(apart(x, y)).error);
  };
  const bool inverse_dynamics = problems.contains(Problem::inverse_dynamics);
  const bool forward_dynamics = problems.contains(Problem::forward_dynamics);
  const bool bias = inverse_dynamics || forward_dynamics;
  entries(a.H, b.H);
  if (b.singular_at == 0) {
    const FactorMetric metric(rounded(b.L));
    if (bias) take(ForceNorm(metric, rounded(b.C), b.C_size).measure(apart(a.C, b.C)).error);
    if (inverse_dynamics)
      take(ForceNorm(metric, rounded(b.tau), b.tau_size).measure(apart(a.tau, b.tau)).error);
    if (forward_dynamics)
      take(AccelerationNorm(metric, rounded(b.qdd), net_force_size(state.tau, b.C_size))
               .measure(apart(a.qdd, b.qdd))
               .error);
    if (problems.contains(Problem::mass_matrix_inverse)) entries(a.H_inverse, b.H_inverse);
    if (problems.contains(Problem::inverse_osim))
      take(EntryNorm(osim_scale(rounded(b.Lambda_inverse).diagonal(), b.reach))
               .measure(apart(a.Lambda_inverse, b.Lambda_inverse))
               .error);
  } else {
    // Without H^-1 there is no norm of forces: the plain relative one serves.
    const auto plain = [&](const auto& x, const auto& y, const Eigen::VectorXd& size) {
      take(ratio(apart(x, y).norm(), std::max(rounded(y).norm(), limits::u * size.norm())));
    };
    if (bias) plain(a.C, b.C, b.C_size);
    if (inverse_dynamics) plain(a.tau, b.tau, b.tau_size);
  }
  return digits_left(worst, most_digits);
}

}  // namespace

CertifiedDynamics solve(const Model& model, const State& state, const ProblemSet& problems, int digits) {
  const bool needs_inverse =
      problems.intersects({Problem::forward_dynamics, Problem::mass_matrix_inverse, Problem::inverse_osim});
  const auto at = [&](int working_digits) {
    const Digits scope(static_cast<unsigned>(working_digits));
    Dynamics<Real> a = evaluate<Real>(model, state, problems);
    if (needs_inverse && a.singular_at != 0)
      throw InputError(
          "joint '" + joint_of_coordinate(model, a.singular_at) +
          "': the mass matrix is singular in this state, so accelerations and inverses do not exist");
    return a;
  };
  int working = digits + 10;
  Dynamics<Real> coarse = at(working);
  while (working <= 16 * digits + 100) {
    const int coarse_digits = working;  // no claim beyond the arithmetic of either
    working += digits / 2 + 20;
    Dynamics<Real> fine = at(working);
    const Digits scope(static_cast<unsigned>(working));
    const int certified = std::min(agreeing_digits(coarse, fine, state, problems), coarse_digits);
    if (certified >= digits) return {std::move(fine), certified};
    coarse = std::move(fine);
  }
  throw InputError("the answer is too sensitive for " + std::to_string(digits) + " certified digits");
}

}  // namespace kintree::oracle
