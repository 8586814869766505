// Support for the tests of the judge: cases, their oracles, and their exact answers rounded to double.
#pragma once

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "check.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::test {

using oracle::Digits;
using oracle::Dynamics;
using oracle::Judgement;
using oracle::Oracle;
namespace limits = oracle::limits;

/// A case, its oracle, and the exact answers rounded to double.
struct Setting {
  Model model;
  State state;
  Dynamics<Real> exact;
  Oracle oracle;

  Setting(Model m, State s)
      : model(std::move(m)),
        state(std::move(s)),
        exact(at_sixty_digits(model, state)),
        oracle(Oracle::dense(model, state, without_derivatives, 4711)) {}
  explicit Setting(const Case& c) : Setting(c.model, c.state) {}

  static Dynamics<Real> at_sixty_digits(const Model& model, const State& state) {
    const Digits scope(60);
    return oracle::evaluate<Real>(model, state, without_derivatives);
  }

  const Matrix<Real>& exact_answer(Problem problem) const { return exact.of(problem); }

  std::vector<double> rounded(Problem problem) const {
    const Matrix<Real> X = exact_answer(problem);
    std::vector<double> result;
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index j = 0; j < X.cols(); ++j) result.push_back(static_cast<double>(X(i, j)));
    return result;
  }

  /// By entry: what an error of 1 in the problem's norm is worth there, if that entry alone is wrong.
  std::vector<double> scales(Problem problem) const {
    const Digits scope(60);
    const Matrix<Real> X = exact_answer(problem);
    std::vector<double> result;
    const Vector<Real> qdd = exact.of(Problem::forward_dynamics), tau = exact.of(Problem::inverse_dynamics);
    const Matrix<Real>& H_inverse = exact.of(Problem::mass_matrix_inverse);
    const Real length = problem == Problem::forward_dynamics
                            ? Real(sqrt(qdd.dot(Vector<Real>(exact.H * qdd))))
                            : Real(sqrt(tau.dot(Vector<Real>(H_inverse * tau))));
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index j = 0; j < X.cols(); ++j)
        result.push_back(static_cast<double>(
            problem == Problem::dynamically_consistent_inverse ? Real(sqrt(column_scale(j) / exact.H(i, i)))
            : problem == Problem::forward_dynamics             ? Real(length / sqrt(exact.H(i, i)))
            : problem == Problem::inverse_dynamics             ? Real(length / sqrt(H_inverse(i, i)))
                                                               : Real(sqrt(X(i, i) * X(j, j)))));
    return result;
  }

  /// The scale of a column of J-bar. It is the largest diagonal entry of J-bar^T H J-bar = Lambda, among the
  /// three columns about or along one frame.
  Real column_scale(Eigen::Index column) const {
    Real most(0);
    for (Eigen::Index r = column / 3 * 3; r < column / 3 * 3 + 3; ++r) {
      const Vector<Real> x = exact.of(Problem::dynamically_consistent_inverse).col(r);
      most = std::max(most, Real(x.dot(Vector<Real>(exact.H * x))));
    }
    return most;
  }

  int columns(Problem problem) const { return static_cast<int>(exact_answer(problem).cols()); }
};

/// Twelve settings: random trees of all moderate families.
inline const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = [] {
    std::vector<Setting> result;
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
      result.emplace_back(random_case(moderate_families[seed % moderate_families.size()].family, 6, seed));
    return result;
  }();
  return all;
}

inline Judgement judge(const Oracle& oracle, Problem problem, const std::vector<double>& values);

/// Twelve more, with one end-effector, whose J has full row rank by a wide margin: B allows no more than 1e-10.
inline const std::vector<Setting>& settings_with_J_bar() {
  static const std::vector<Setting> all = [] {
    std::vector<Setting> result;
    for (std::uint64_t seed = 1; result.size() < 12; ++seed) {
      Case c = random_case(moderate_families[seed % moderate_families.size()].family, 6, seed);
      c.state.end_effectors.resize(1);
      c.state.end_effectors[0].body = c.model.body_count();
      Setting setting(c);
      constexpr Problem J_bar = Problem::dynamically_consistent_inverse;
      if (setting.exact.of_J.dependent_row == 0 && !setting.oracle.of(J_bar)->ill_posed() &&
          judge(setting.oracle, J_bar, std::vector<double>(setting.rounded(J_bar).size(), 1e9)).limit < 1e-10)
        result.push_back(std::move(setting));
    }
    return result;
  }();
  return all;
}

/// The problems in whose answers errors are planted.
inline constexpr std::array judged_problems{
    Problem::mass_matrix,      Problem::mass_matrix_inverse, Problem::inverse_dynamics,
    Problem::forward_dynamics, Problem::inverse_osim,        Problem::dynamically_consistent_inverse};

/// Calls f with each setting and each of these problems.
template <class F>
void for_each_setting(F&& f) {
  int number = 0;
  for (const Problem problem : judged_problems)
    for (const Setting& setting :
         problem == Problem::dynamically_consistent_inverse ? settings_with_J_bar() : settings())
      BOOST_TEST_CONTEXT(setting.model.name << " " << name(problem)) {
        f(setting, problem);
        ++number;
      }
  BOOST_TEST(number == 72);
}

inline bool passes(const Judgement& j) {
  return j.verdict == Verdict::A || j.verdict == Verdict::B;
}

inline std::string in_words(const Judgement& j) {
  return std::string(name(j.verdict)) + " " + std::string(name(j.reason)) + ", error " +
         std::to_string(j.error / limits::u_double) + " u, sigma " +
         std::to_string(j.sigma / limits::u_double) + " u, at (" + std::to_string(j.row) + ", " +
         std::to_string(j.column) + ")";
}

/// A chain of links about parallel axes, stretched: its scaled mass matrix is near singular.
inline Setting long_chain(int bodies) {
  Model model;
  for (int i = 0; i < bodies; ++i) {
    Body& body = add_body(model, i, JointKind::revolute);
    if (i > 0) body.joint.placement.xyz = {0, 1, 0};
    body.inertial = solid(1, {0, 0.5, 0.125}, {0.1, 0.05, 0.1});
  }
  State state = neutral_state(model);
  Generator generator = make_generator({word("long chain")});
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    state.q[i] = uniform(generator, -0.1, 0.1);
    state.v[i] = uniform(generator, -1, 1);
    state.tau[i] = uniform(generator, -1, 1);
  }
  return {std::move(model), std::move(state)};
}

/// The judgement of an answer that is one vector or matrix.
inline Judgement judge(const Oracle& oracle, Problem problem, const std::vector<double>& values) {
  return oracle.of(problem)->judge({.outputs = {values}});
}

}  // namespace kintree::test
