// The check in the field: equal answers, unequal ones, and plugins that cannot compute there.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "chain.hpp"
#include "counted.hpp"
#include "examined.hpp"
#include "kintree/arithmetic/arithmetic_of.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "suite/field/field_twin.hpp"
#include "suite/field/proof.hpp"
#include "suite/proof/prove.hpp"
#include "suite/verification/generic_point.hpp"

using namespace kintree;
using namespace kintree::suite;
using kintree::report::Record;
using kintree::suite::test::built_plugin;
using kintree::suite::test::chain;
using kintree::suite::test::found;
using kintree::suite::test::Renamed;

BOOST_AUTO_TEST_CASE(field_check_fails_missing_roots_unless_nesting_is_declared) {
  static const Arithmetic& field = arithmetic_of<Field>();
  Arithmetic nests = field;
  nests.from_double = [](void* context, double x) {
    sqrt(sqrt(Field(-1)));
    return field.from_double(context, x);
  };
  const Case c = field_twin(chain(3));
  const Proof proof(c, {Problem::mass_matrix}, true, 1);
  const auto outcome = [&](const Plugin& requested) {
    InProcess worker = proof.worker(requested);
    worker.compute_fields_in(nests);
    return proof.ask(worker, requested, Problem::mass_matrix);
  };
  const ProofOutcome silent = outcome(built_plugin("crba"));
  BOOST_TEST((silent.right == FieldCheck::wrong && silent.detail.find("a root of a number") == 0));
  BOOST_TEST((outcome(Renamed("crba", [](Description& d) { d.nested_roots = true; })).right ==
              FieldCheck::not_askable));
}

BOOST_AUTO_TEST_CASE(field_check_decides_nothing_about_unsolved_problems) {
  const Proof proof(field_twin(chain(3)), {Problem::mass_matrix}, true, 1);
  const Renamed aba("aba", [](Description& d) { d.claims.front().problem = Problem::mass_matrix; });
  InProcess worker = proof.worker(aba);
  const ProofOutcome outcome = proof.ask(worker, aba, Problem::mass_matrix);
  BOOST_TEST((outcome.right == FieldCheck::not_askable && !outcome.detail.empty()));
}

/// Solves in path rows with one entry more than the inertia there is.
class WrongRows final : public Plugin {
 public:
  const Description& description() const override { return built_plugin("crba_columns").description(); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return std::make_unique<Rows>(built_plugin("crba_columns").prepare(model, end_effectors, scalar));
  }
  void compute_in(const Arithmetic* arithmetic) const override {
    built_plugin("crba_columns").compute_in(arithmetic);
  }

 private:
  class Rows final : public Solves<Number, problems::MassMatrix> {
   public:
    explicit Rows(std::unique_ptr<SolverBase> sound) : prepared_(std::move(sound)) {}
    Status mass_matrix(VectorView<const Number> q, MatrixView<Number> H) override {
      return sound().mass_matrix(q, H);
    }
    Status mass_matrix_in_path_rows(VectorView<const Number> q, PathRows<Number> H) override {
      const Status status = sound().mass_matrix_in_path_rows(q, H);
      H.diagonal(2) = H.diagonal(2) + Number(1);
      return status;
    }

   private:
    Method<Number, problems::MassMatrix>& sound() { return method<Number, problems::MassMatrix>(*prepared_); }
    std::unique_ptr<SolverBase> prepared_;
  };
};

BOOST_AUTO_TEST_CASE(the_answer_in_path_rows_is_proved_too) {
  const Case c = field_twin(chain(3));
  const Proof proof(c, {Problem::mass_matrix}, true, 1);
  const auto outcome = [&](const Plugin& requested) {
    InProcess worker = proof.worker(requested);
    return proof.ask(worker, requested, Problem::mass_matrix);
  };
  BOOST_TEST((outcome(built_plugin("crba_columns")).right == FieldCheck::proved));
  const ProofOutcome wrong = outcome(WrongRows());
  BOOST_TEST((wrong.right == FieldCheck::wrong && wrong.detail == "in path rows"));
  BOOST_TEST((wrong.equality.row == 2 && wrong.equality.column == 2));
  const Renamed dense("crba_columns", [](Description& d) { d.claims.front().path_rows = false; });
  BOOST_TEST((outcome(dense).right == FieldCheck::proved));
}

/// `crba_columns`, which takes memory in one of the calls of a batch: of more states than a pack, of one pack, in path rows.
class TakesMemory final : public Plugin {
 public:
  enum Where { nowhere, in_batches, in_a_pack, in_path_rows };
  explicit TakesMemory(Where where) : where_(where) {}
  const Description& description() const override { return sound_.description(); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    return sound_.prepare(model, end_effectors, scalar);
  }
  std::unique_ptr<SolverBase> prepare_batch(const Model& model, const std::vector<EndEffector>& end_effectors,
                                            Scalar scalar) const override {
    return std::make_unique<Taking>(where_, sound_.prepare_batch(model, end_effectors, scalar),
                                    description().lanes.of(scalar));
  }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }

 private:
  class Taking final : public Solver<double> {
   public:
    Taking(Where where, std::unique_ptr<SolverBase> sound, int lanes)
        : where_(where), lanes_(lanes), prepared_(std::move(sound)) {}
    Status call(Problem problem, const Call<double>& call) override { return sound().call(problem, call); }
    void call_batch(Problem problem, const BatchCall<double>& batch) override {
      const Where here = batch.path_rows != nullptr ? in_path_rows
                         : batch.count > lanes_     ? in_batches
                                                    : in_a_pack;
      if (where_ == here) taken_ = std::make_unique<double>(1);
      sound().call_batch(problem, batch);
    }

   private:
    Solver<double>& sound() { return dynamic_cast<Solver<double>&>(*prepared_); }
    Where where_;
    int lanes_;
    std::unique_ptr<SolverBase> prepared_;
    std::unique_ptr<double> taken_;
  };

  Where where_;
  const Plugin& sound_ = built_plugin("crba_columns");
};

BOOST_AUTO_TEST_CASE(memory_that_is_taken_in_any_batch_is_seen,
                     *boost::unit_test::precondition(allocations_can_be_counted)) {
  const Case c = chain(3);
  BOOST_TEST(found(c, TakesMemory(TakesMemory::nowhere)).passed);
  // A batch of one, too, is a batch of a pack.
  for (const auto& [where, blocks] : {std::pair{TakesMemory::in_batches, "1 block"},
                                      {TakesMemory::in_a_pack, "2 blocks"},
                                      {TakesMemory::in_path_rows, "1 block"}}) {
    const Record f = found(c, TakesMemory(where));
    BOOST_TEST((!f.passed && f.reason == Reason::allocates && f.detail == blocks), where << ": " << f.detail);
  }
}

/// A plugin of a foreign library that rejects the model only when it is called in S.
template <class S>
class Refuses final : public Plugin, public WrapsLibrary {
 public:
  const Description& description() const override { return built_plugin("crba_columns").description(); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    if (scalar == (std::is_same_v<S, double> ? Scalar::double_precision : Scalar::number))
      return std::make_unique<Refusing>();
    return built_plugin("crba_columns").prepare(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override {
    built_plugin("crba_columns").compute_in(arithmetic);
  }
  bool may_allocate() const override { return false; }

 private:
  class Refusing final : public Solves<S, problems::MassMatrix> {
   public:
    Status mass_matrix(VectorView<const S>, MatrixView<S>) override {
      throw OutsideDomain("a loop of joints");
    }
  };
};

BOOST_AUTO_TEST_CASE(field_check_decides_nothing_if_a_library_refuses) {
  const Proof proof(field_twin(chain(3)), {Problem::mass_matrix}, true, 1);
  const Refuses<Number> refuses;
  InProcess worker = proof.worker(refuses);
  const ProofOutcome outcome = proof.ask(worker, refuses, Problem::mass_matrix);
  BOOST_TEST((outcome.right == FieldCheck::not_askable && outcome.equality.holds()));
  BOOST_TEST(outcome.detail == "a loop of joints");
}

BOOST_AUTO_TEST_CASE(examination_puts_library_refusals_outside_the_domain) {
  const Record f = found(chain(3), Refuses<double>());
  BOOST_TEST((f.standing == ResultStatus::unsupported && f.reason == Reason::outside_domain));
  BOOST_TEST(f.detail == "a loop of joints");
  BOOST_TEST((std::isnan(f.error) && std::isnan(f.limit)));
}

// By the residual, in linear time.
BOOST_AUTO_TEST_CASE(large_trees_are_proved_too) {
  const Record f = found(chain(automatic_dense_limit + 50), built_plugin("aba"));
  BOOST_TEST((f.right == FieldCheck::proved && f.passed));
}

// As of large trees, whose matrices have too many entries for the dense oracle.
BOOST_AUTO_TEST_CASE(field_check_finds_one_wrong_entry_by_products) {
  constexpr std::size_t n = 40;
  const ProblemSet derivatives{Problem::inverse_dynamics_derivatives, Problem::forward_dynamics_derivatives};
  const Proof proof(field_twin(chain(n)), {}, false, 1, {}, derivatives);
  for (const auto& [name, problem] : {std::pair("idsva", Problem::inverse_dynamics_derivatives),
                                      {"idsva_ltdl", Problem::forward_dynamics_derivatives}}) {
    InProcess worker = proof.worker(built_plugin(name));
    BOOST_TEST((proof.ask(worker, built_plugin(name), problem).right == FieldCheck::proved), name);
    const ProofOutcome wrong = proof.ask(worker, built_plugin(name), problem, [](Outcome<Field>& out) {
      out.outputs[1][(n - 1) * n + 3] += Field(0x1p-52);
    });
    BOOST_TEST((wrong.right == FieldCheck::wrong && wrong.equality.row == n && wrong.equality.output == 1),
               name);
  }
}

/// A plugin that returns zeros, in every scalar.
class Zeros final : public Plugin {
 public:
  const Description& description() const override { return built_plugin("crba_columns").description(); }
  std::unique_ptr<SolverBase> prepare(const Model&, const std::vector<EndEffector>&,
                                      Scalar scalar) const override {
    if (scalar == Scalar::number) return std::make_unique<Solver<Number>>();
    return std::make_unique<Solver<double>>();
  }
  void compute_in(const Arithmetic* arithmetic) const override {
    built_plugin("crba_columns").compute_in(arithmetic);
  }

 private:
  template <class S>
  class Solver final : public Solves<S, problems::MassMatrix> {
   public:
    Status mass_matrix(VectorView<const S>, MatrixView<S> H) override {
      clear(H);
      return {};
    }
  };
};

BOOST_AUTO_TEST_CASE(examination_fails_a_wrong_answer_of_a_large_tree) {
  const Record f = found(chain(automatic_dense_limit + 1), Zeros());
  BOOST_TEST((f.right == FieldCheck::wrong && !f.passed && f.verdict == Verdict::F));
  BOOST_TEST(f.worst == "joint 'joint1'");
}

BOOST_AUTO_TEST_CASE(the_twin_of_a_case) {
  const auto whole_length = [](const Triple& a) {
    const double squared = a[0] * a[0] + a[1] * a[1] + a[2] * a[2], length = std::round(std::sqrt(squared));
    // Exactly, in the field.
    const Field l(length);
    Field sum;
    for (const double x : a) sum += Field(x) * Field(x);
    return sum == l * l && sqrt(sum) == l;
  };
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Case c = random_case(families[seed % families.size()].family, 8, seed), twin = field_twin(c);
    for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
      const Joint &was = c.model.bodies[i].joint, &is = twin.model.bodies[i].joint;
      const JointKindInfo& kind = info(was.kind);
      if (kind.velocities == 0) continue;
      if (was.axis == Triple{}) continue;
      BOOST_TEST(whole_length(is.axis));
      double along = 0, before = 0, after = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        along += was.axis[k] * is.axis[k];
        before += was.axis[k] * was.axis[k];
        after += is.axis[k] * is.axis[k];
      }
      BOOST_TEST(along / std::sqrt(before * after) > 1 - 1e-12);
      for (std::size_t k = 0; k < 3; ++k)
        BOOST_TEST((was.placement.rpy[k] == 0) == (is.placement.rpy[k] == 0));
    }
  }
  const Triple a{0.3, -0.2, 0.1}, minus_a{-0.3, 0.2, -0.1};
  for (std::size_t k = 0; k < 3; ++k) BOOST_TEST(rational_axis(a)[k] == -rational_axis(minus_a)[k]);
  BOOST_TEST((rational_axis({0, -0.25, 0}) == Triple{0, -1, 0}));
  BOOST_TEST(whole_length(rational_axis({0, 1e-3, -5})));
}

BOOST_AUTO_TEST_CASE(the_parameters_of_a_generic_point) {
  // Nothing in the case may be zero or the same twice.
  const auto small = [](std::uint64_t index) { return small_tree(index, 1); };
  int helical = 0;
  for (const std::uint64_t index : {0, 1, 2, 3, 4, 5, 6, 7, 8, 90, 160}) {
    const Case c = small(index);
    const GenericPoint here = generic_point(c, 1), there = generic_point(c, 2);
    BOOST_TEST(here.values.size() == here.degrees.size());
    for (const auto& [name, value] : here.values)
      BOOST_TEST((!(value == there.values.at(name)) && !(value == Field()) && value.imaginary() == 0));
    const FieldPoint point(1, &here.values);
    for (const Body& body : c.model.bodies) {
      BOOST_TEST((Field(-body.inertial.mass) + Field(body.inertial.mass) == Field()));
      if (!has_axis(body.joint.kind)) continue;
      Field squared;
      for (const double x : body.joint.axis) squared += Field(x) * Field(x);
      BOOST_TEST((sqrt(squared) * sqrt(squared) == squared && !(squared == Field(1))));
      if (body.joint.kind != JointKind::helical) continue;
      for (std::uint64_t at = 1; at <= 12; ++at) {
        const GenericPoint other = generic_point(c, at);
        const FieldPoint with_root(at, &other.values);
        const Field h(body.joint.pitch), one(1);
        BOOST_TEST((sqrt(one + h * h) * sqrt(one + h * h) == one + h * h));
        BOOST_TEST((sqrt(one + h * h).imaginary() == 0));
      }
      ++helical;
    }
    BOOST_TEST(!point.without_root());
    BOOST_TEST((Field(2) == Field(1) + Field(1)));
  }
  BOOST_TEST(helical > 0);
  Case twice = small(1);
  twice.state.tau.front() = twice.state.qdd.front();
  BOOST_CHECK_THROW(generic_point(twice, 1), std::logic_error);
  twice.state.tau.front() = 0;
  BOOST_CHECK_THROW(generic_point(twice, 1), std::logic_error);
}
