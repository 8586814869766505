#define BOOST_TEST_MODULE worker
#include "suite/execution/worker.hpp"

#include <boost/multiprecision/mpfr.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <numeric>
#include <thread>

#include "kintree/numbers/pivots.hpp"
#include "kintree/plugin/register.hpp"
#include "kintree/trees/case.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

/// Answers every problem with functions of its input, so that input and output can be checked. Leaves the
/// last number of a mass matrix unwritten, and breaks down if q-dot begins with a negative number.
template <class S>
class Echo final
    : public Solves<S, problems::MassMatrix, problems::Factorization, problems::MassMatrixInverse,
                    problems::InverseDynamics, problems::ForwardDynamics, problems::InverseOsim,
                    problems::DynamicallyConsistentInverse, problems::BiasForce> {
 public:
  Echo(const Model& model, const std::vector<EndEffector>& end_effectors)
      : n_(Layout(model).n), m_(static_cast<int>(end_effectors.size())), third_(S(1) / S(3)) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> H) override {
    for (int i = 1; i <= n_; ++i)
      for (int j = 1; j <= n_; ++j)
        if (i + j < 2 * n_) H(i, j) = q(1) * third_;
    return {};
  }
  Status factorization(const Input<S, problems::Factorization>& in,
                       Output<S, problems::Factorization> result) override {
    for (int i = 1; i <= n_; ++i) {
      for (int j = 1; j <= n_; ++j) result.L(i, j) = in.H(i, j), result.D(i, j) = in.H(j, i) + in.q(1);
      result.x(i) = in.tau(i);
    }
    return {};
  }
  Status mass_matrix_inverse(VectorView<const S> q, MatrixView<S> H) override {
    for (int i = 1; i <= n_; ++i)
      for (int j = 1; j <= n_; ++j) H(i, j) = q(1) * S(i);
    return {};
  }
  Status inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) override {
    return sum(in, in.qdd, tau);
  }
  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    return sum(in, in.tau, qdd);
  }
  Status bias_force(const Input<S, problems::BiasForce>& in, VectorView<S> C) override {
    return sum(in, in.v, C);
  }
  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    for (int i = 1; i <= 6 * m_; ++i)
      for (int j = 1; j <= 6 * m_; ++j) Lambda_inverse(i, j) = q(1) - S(j);
    return {};
  }
  Status dynamically_consistent_inverse(VectorView<const S> q, MatrixView<S> J_bar) override {
    for (int i = 1; i <= n_; ++i)
      for (int j = 1; j <= 6 * m_; ++j) J_bar(i, j) = q(1) * S(i) - S(j);
    return Status::dependent_at(6 * m_);
  }

 private:
  Status sum(const auto& in, VectorView<const S> given, VectorView<S> result) {
    const Phase<S> phase("sum");
    for (int i = 1; i <= n_; ++i) result(i) = in.v(i) + given(i) + in.f_ext[1].n.x + in.f_ext[1].f.z;
    Pivots<S> pivots;
    pivots.check(is_positive(in.v(1)), 1);
    return pivots.status();
  }

  int n_, m_;
  S third_;
};

const PluginOf<Echo> plugin(Description{.name = "echo", .citation = "", .claims = {}});

/// The same, built for double alone.
class EchoInDouble final : public Plugin {
 public:
  const Description& description() const override { return plugin.description(); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return scalar == Scalar::double_precision ? plugin.prepare(model, end_effectors, scalar) : nullptr;
  }
  void compute_in(const Arithmetic* arithmetic) const override { plugin.compute_in(arithmetic); }
};

/// A case with v > 0 and two end-effectors.
Case drawn(std::uint64_t seed) {
  Case c = random_case(Family::chain, 5, seed);
  for (double& v : c.state.v) v = 0.5 + std::abs(v);
  c.state.end_effectors = {{1, {}}, {1, {}}};
  return c;
}

template <class S>
bool same_bits(const std::vector<S>& a, const std::vector<S>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(S)) == 0);
}

std::vector<double> matrix(int n) {
  std::vector<double> H(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  std::iota(H.begin(), H.end(), 0.0);
  return H;
}

}  // namespace

BOOST_AUTO_TEST_CASE(worker_passes_the_request_and_returns_the_answer) {
  const Case c = drawn(1);
  const int n = Layout(c.model).n;
  InProcess worker(plugin, c.model, c.state.end_effectors);
  const Outcome<double> tau = worker.in_double({Problem::inverse_dynamics, c.state});
  BOOST_TEST((tau.status.code == Status::ok));
  BOOST_TEST_REQUIRE(tau.outputs[0].size() == std::size_t(n));
  for (std::size_t i = 0; i < tau.outputs[0].size(); ++i)
    BOOST_TEST(tau.outputs[0][i] ==
               c.state.v[i] + c.state.qdd[i] + c.state.f_ext[1][0] + c.state.f_ext[1][5]);
  const Outcome<double> factors = worker.in_double({Problem::factorization, c.state, matrix(n)});
  BOOST_TEST(factors.outputs[0] == matrix(n), boost::test_tools::per_element());
  BOOST_TEST(factors.outputs[1].size() == std::size_t(n * n));
  BOOST_TEST(factors.outputs[2] == c.state.tau, boost::test_tools::per_element());
  const Outcome<float> single = worker.in_float({Problem::mass_matrix_inverse, c.state});
  BOOST_TEST_REQUIRE(single.outputs[0].size() == std::size_t(n * n));
  BOOST_TEST(single.outputs[0][0] == static_cast<float>(c.state.q[0]));
}

BOOST_AUTO_TEST_CASE(worker_is_unsupported_in_scalars_it_is_not_built_for) {
  const Case c = drawn(1);
  const EchoInDouble in_double;
  InProcess worker(in_double, c.model, c.state.end_effectors);
  const SolverRequest question{Problem::inverse_dynamics, c.state};
  BOOST_TEST((worker.in_double(question).status.code == Status::ok));
  BOOST_TEST((worker.in_float(question).status.code == Status::unsupported));
  const auto in_batch = worker.in_batch(Format::binary32, Problem::inverse_dynamics, {c.state, c.state}, {});
  BOOST_TEST_REQUIRE(in_batch.size() == 2u);
  for (const auto& out : in_batch) BOOST_TEST((out.status.code == Status::unsupported));
  BOOST_TEST(worker.in_batch(Format::binary64, Problem::inverse_dynamics, {}, {}).empty());
  BOOST_TEST((worker.in_digits(question, 30).status.code == Status::unsupported));
  BOOST_TEST((worker.count(question, {}).status.code == Status::unsupported));
}

BOOST_AUTO_TEST_CASE(worker_returns_nan_where_nothing_is_written) {
  const Case c = drawn(2);
  InProcess worker(plugin, c.model, c.state.end_effectors);
  BOOST_TEST(std::isnan(worker.in_double({Problem::mass_matrix, c.state}).outputs[0].back()));
  BOOST_TEST(std::isnan(worker.in_float({Problem::mass_matrix, c.state}).outputs[0].back()));
  const Outcome<Number> many = worker.in_digits({Problem::mass_matrix, c.state}, 50);
  BOOST_TEST(std::isnan(Digits::to_double(many.outputs[0].back())));
  BOOST_TEST(!std::isnan(Digits::to_double(many.outputs[0].front())));
}

/// Every problem, three states at once, one of which breaks down.
BOOST_AUTO_TEST_CASE(a_batch_answers_as_single_calls_do) {
  const Case c = drawn(3);
  const int n = Layout(c.model).n;
  std::vector<State> states(3, c.state);
  for (std::size_t k = 0; k < 3; ++k)
    for (std::vector<double>* numbers : {&states[k].q, &states[k].v, &states[k].tau, &states[k].qdd})
      for (double& x : *numbers) x += static_cast<double>(k);
  states[1].v[0] = -1;
  for (const Problem problem : all_problems) {
    const std::vector<double> H = problem == Problem::factorization ? matrix(n) : std::vector<double>();
    InProcess together(plugin, c.model, c.state.end_effectors), one(plugin, c.model, c.state.end_effectors);
    const std::vector<Outcome<double>> answers = together.in_batch(Format::binary64, problem, states, H);
    BOOST_TEST_REQUIRE(answers.size() == 3u);
    for (std::size_t k = 0; k < 3; ++k) {
      const Outcome<double> single = one.in_double({problem, states[k], H});
      BOOST_TEST(answers[k].status.code == single.status.code, name(problem));
      BOOST_TEST(answers[k].status.coordinate == single.status.coordinate);
      // A mass matrix leaves a number unwritten, which is poisoned in one alone.
      if (problem == Problem::mass_matrix || single.status.code == Status::unsupported) continue;
      for (std::size_t i = 0; i < single.outputs.size(); ++i)
        BOOST_TEST(same_bits(answers[k].outputs[i], single.outputs[i]), name(problem));
    }
  }
}

BOOST_AUTO_TEST_CASE(counts_leave_out_what_prepare_does_and_free_phases) {
  const Case c = drawn(4);
  const int n = Layout(c.model).n;
  InProcess worker(plugin, c.model, c.state.end_effectors);
  const Cost cost = worker.count({Problem::forward_dynamics, c.state}, {});
  BOOST_TEST((cost.operations() == Operations{.multiplications = 0, .additions = 3 * std::int64_t{n}}));
  BOOST_TEST(cost.depth == 3);
  BOOST_TEST(cost.phases.back().phase == "sum");
  const Cost free = worker.count({Problem::forward_dynamics, c.state}, {"sum"});
  BOOST_TEST((free.operations() == Operations{}));
  BOOST_TEST(free.depth == 0);
}

BOOST_AUTO_TEST_CASE(digits_are_those_asked_for_and_calls_repeat) {
  const Case c = drawn(5);
  InProcess worker(plugin, c.model, c.state.end_effectors);
  using Wide = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<300>,
                                             boost::multiprecision::et_off>;
  const Wide exact = Wide(c.state.q[0]) / 3;
  for (const unsigned digits : {50U, 100U, 50U}) {
    const Outcome<Number> answer = worker.in_digits({Problem::mass_matrix, c.state}, digits);
    const Wide error = abs(Digits::read<Wide>(answer.outputs[0].front()) / exact - 1);
    BOOST_TEST(error < pow(Wide(10), -static_cast<int>(digits)));
    BOOST_TEST(error > pow(Wide(10), -static_cast<int>(digits) - 5));
  }
  BOOST_TEST(Number::arithmetic == nullptr);
}

BOOST_AUTO_TEST_CASE(threads_ask_in_different_digits_at_once) {
  const Case c = drawn(6);
  using Wide = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<300>,
                                             boost::multiprecision::et_off>;
  const auto error_at = [&c](unsigned digits, Wide& worst) {
    InProcess worker(plugin, c.model, c.state.end_effectors);
    for (int call = 0; call < 200; ++call) {
      const Outcome<Number> answer = worker.in_digits({Problem::mass_matrix, c.state}, digits);
      worst = abs(Digits::read<Wide>(answer.outputs[0].front()) * 3 / Wide(c.state.q[0]) - 1);
    }
  };
  Wide at_50, at_100;
  std::thread one([&] { error_at(50, at_50); }), other([&] { error_at(100, at_100); });
  one.join();
  other.join();
  BOOST_TEST(at_50 > 1e-56);
  BOOST_TEST(at_100 < 1e-99);
}
