// Breakdowns, in the case itself and in its singular neighbours, and what one call leaves to the next.
#include <boost/test/unit_test.hpp>

#include "chain.hpp"
#include "examined.hpp"
#include "fake_answers_ones.hpp"
#include "suite/cases/singular.hpp"
#include "suite/field/entry.hpp"
#include "suite/verification/candidate.hpp"

using namespace kintree;
using namespace kintree::suite;
using kintree::report::Record;
using kintree::suite::test::built_plugin;
using kintree::suite::test::chain;
using kintree::suite::test::found;
using kintree::suite::test::Renamed;

// A body without inertia of its own moves what is beyond it.
BOOST_AUTO_TEST_CASE(a_joint_breaks_where_nothing_beyond_it_has_inertia) {
  Case c = chain(4);
  c.model.bodies[2].inertial = {};
  const Singular last = Singular::body(c);
  BOOST_TEST(last.chosen == 4);
  for (int k = 0; k <= 5; ++k) BOOST_TEST(last.breaks_at(k) == (k == 4), k);
  c.model.bodies[3].inertial = {};
  const Singular two = Singular::body(c);
  BOOST_TEST(two.chosen == 4);
  for (int k = 0; k <= 5; ++k) BOOST_TEST(two.breaks_at(k) == (k >= 2 && k <= 4), k);
  for (double Inertial::*const some : {&Inertial::mass, &Inertial::ixx, &Inertial::iyy, &Inertial::izz}) {
    c.model.bodies[3].inertial.*some = 1;
    const Singular one = Singular::body(c);
    c.model.bodies[3].inertial = {};
    for (int k = 0; k <= 5; ++k) BOOST_TEST(one.breaks_at(k) == (k == 4), k);
  }
}

// aba names the joint that breaks down, and says here that it names none. Where no body may be without inertia, the case has no
// singular neighbour.
BOOST_AUTO_TEST_CASE(no_breakdown_is_wanted_outside_the_domain) {
  const Case c = random_case(Family::chain, 8, 1);
  for (const bool massless : {true, false}) {
    const Renamed misnaming("aba", [&](Description& d) {
      d.has_pivots = false;
      d.domain.massless_bodies = massless;
    });
    const Record f = found(c, misnaming);
    BOOST_TEST((f.standing == ResultStatus::judged));
    BOOST_TEST(f.passed == !massless);
    BOOST_TEST((f.reason == (massless ? Reason::wrong_breakdown : Reason::none)));
  }
}

/// `aba`, called by a process that ends when a body has no inertia.
class Crashing final : public Plugin, public WorkerSource {
 public:
  const Description& description() const override { return sound_.description(); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return sound_.prepare(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }
  std::unique_ptr<Worker> worker(Model model, std::vector<EndEffector> end_effectors) const override {
    return std::make_unique<Process>(sound_, std::move(model), std::move(end_effectors));
  }

 private:
  class Process final : public Worker {
   public:
    Process(const Plugin& sound, Model model, std::vector<EndEffector> end_effectors)
        : crashes_(std::any_of(model.bodies.begin() + 1, model.bodies.end(),
                               [](const Body& b) { return b.inertial.mass == 0; })),
          sound_(sound, std::move(model), std::move(end_effectors)) {}

    Outcome<double> in_double(const SolverRequest& question) override {
      if (!crashes_) return sound_.in_double(question);
      Outcome<double> none;
      none.fault = {Reason::crashed, "signal 11"};
      return none;
    }
    Outcome<float> in_float(const SolverRequest& question) override { return sound_.in_float(question); }
    std::vector<Outcome<double>> in_batch(Format format, Problem problem, const std::vector<State>& states,
                                          const std::vector<double>& H) override {
      return sound_.in_batch(format, problem, states, H);
    }
    Cost count(const SolverRequest& question, const std::vector<std::string>& free) override {
      return sound_.count(question, free);
    }
    Outcome<Number> in_digits(const SolverRequest& question, unsigned digits) override {
      return sound_.in_digits(question, digits);
    }
    bool has_field() const override { return sound_.has_field(); }
    Outcome<Field> in_field(const SolverRequest& question, const std::vector<Field>& H) override {
      return sound_.in_field(question, H);
    }
    Outcome<Number> in_arithmetic(const Arithmetic& arithmetic, const SolverRequest& question) override {
      return sound_.in_arithmetic(arithmetic, question);
    }
    Outcome<Degree> in_degrees(const SolverRequest& question, const std::vector<Degree>& H) override {
      return sound_.in_degrees(question, H);
    }

   private:
    bool crashes_;
    InProcess sound_;
  };

  const Plugin& sound_ = built_plugin("aba");
};

BOOST_AUTO_TEST_CASE(a_crash_where_a_breakdown_is_wanted_is_named) {
  const Record f = found(random_case(Family::chain, 8, 1), Crashing());
  BOOST_TEST((!f.passed && f.right == FieldCheck::proved && f.reason == Reason::wrong_breakdown));
  BOOST_TEST(f.detail.starts_with("without inertia beyond joint"), f.detail);
  BOOST_TEST(f.detail.ends_with("signal 11"), f.detail);
}

// Packs are called only after a single call has named the joint.
BOOST_AUTO_TEST_CASE(a_breakdown_is_first_that_of_one_state) {
  const Renamed misnaming("crba_ltdl", [](Description& d) { d.has_pivots = false; });
  BOOST_TEST_REQUIRE(misnaming.description().lanes.of_double > 1);
  const Record f = found(random_case(Family::chain, 8, 1), misnaming);
  BOOST_TEST((!f.passed && f.reason == Reason::wrong_breakdown));
  BOOST_TEST(f.detail.find("batch") == std::string::npos, f.detail);
}

/// `aba`, which returns a given status in double.
class FakeThatBreaksDown final : public Plugin {
 public:
  explicit FakeThatBreaksDown(const Status& status) : status_(status) {}
  const Description& description() const override { return sound_.description(); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    if (scalar == Scalar::double_precision) return std::make_unique<FakeSolver>(status_);
    return sound_.prepare(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }

 private:
  class FakeSolver final : public Solves<double, problems::ForwardDynamics> {
   public:
    explicit FakeSolver(const Status& status) : status_(status) {}
    Status forward_dynamics(const Input<double, problems::ForwardDynamics>& /*in*/,
                            VectorView<double> /*qdd*/) override {
      return status_;
    }

   private:
    Status status_;
  };

  const Plugin& sound_ = built_plugin("aba");
  Status status_;
};

BOOST_AUTO_TEST_CASE(a_breakdown_stands_at_its_coordinate) {
  const Case c = chain(3);
  const Record broken = found(c, FakeThatBreaksDown(Status::breakdown_at(2))),
               dependent = found(c, FakeThatBreaksDown(Status::dependent_at(2)));
  for (const Record* f : {&broken, &dependent})
    BOOST_TEST((f->right == FieldCheck::proved && !f->passed && f->standing == ResultStatus::breakdown));
  BOOST_TEST(broken.worst == entry_name(c, Problem::forward_dynamics, 2, 0));
  BOOST_TEST(dependent.worst == entry_name(c, Problem::forward_dynamics, 0, 2));
}

/// Answers with ones, or with twos after a call for a mass matrix.
template <class S>
class FakeThatForgets final : public Solves<S, problems::MassMatrix, problems::ForwardDynamics> {
 public:
  explicit FakeThatForgets(const Model& model) : n_(Layout(model).n) {}
  Status mass_matrix(VectorView<const S> /*q*/, MatrixView<S> H) override {
    for (int i = 1; i <= n_; ++i)
      for (int j = 1; j <= n_; ++j) H(i, j) = S(1);
    answer_ = S(2);
    return {};
  }
  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& /*in*/, VectorView<S> qdd) override {
    for (int i = 1; i <= n_; ++i) qdd(i) = answer_;
    return {};
  }

 private:
  int n_;
  S answer_ = S(1);
};

BOOST_AUTO_TEST_CASE(candidate_is_not_repeatable_if_another_problem_interferes) {
  Description d = test::says.description();
  d.claims.push_back(d.claims.front());
  d.claims.back().problem = Problem::mass_matrix;
  const PluginOf<FakeThatForgets> forgetful(d);
  const Case c = chain(3);
  Candidate candidate(forgetful, c, ProblemSet::all());
  BOOST_TEST((candidate.reply(Problem::forward_dynamics, {}).refused.reason == Reason::not_repeatable));
}

// H x = tau - C can be solved with a singular H if no force acts on bodies without inertia. A method without pivots is
// therefore called with such a force.
BOOST_AUTO_TEST_CASE(a_singular_neighbour_is_pushed_where_it_has_no_inertia) {
  const Renamed iterative("conjugate_gradient", [](Description&) {});
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Case c = random_case(Family::chain, 8, seed);
    std::fill(c.state.f_ext.begin(), c.state.f_ext.end(), Wrench{});
    for (std::size_t k = 1; k < c.state.tau.size(); ++k) c.state.tau[k] = 0;
    BOOST_TEST(found(c, iterative).passed);
  }
}
