// The diagnosis in words: where the answer is right, and what no known mistake explains.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "misreading_plugin.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

BOOST_AUTO_TEST_CASE(diagnosis_reports_where_the_answer_is_right) {
  const Case c = example(2);
  const FakePluginThatMisreads still(built_plugin("rnea"), known_mistake("velocity_terms_missing")->misread);
  const auto d = diagnose(still, Problem::inverse_dynamics, c, Format::binary64);
  BOOST_REQUIRE(d.has_value());
  BOOST_TEST((std::find(d->right.begin(), d->right.end(), "at rest") != d->right.end()));
  BOOST_TEST(to_string(*d).find("the answer is right at rest") != std::string::npos, to_string(*d));
  BOOST_TEST(to_string(*d).find("it looks as if the velocity terms are missing (velocity_terms_missing)") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(diagnosis_reports_mistakes_at_other_joints_and_in_one_triangle) {
  const auto read = [](const Case& given) -> std::optional<Misreading> {
    const auto& bodies = given.model.bodies;
    const bool is_simple = std::all_of(bodies.begin() + 1, bodies.end(), [](const Body& b) {
      return b.joint.kind == JointKind::revolute || b.joint.kind == JointKind::fixed;
    });
    if (is_simple) return {};
    return known_mistake("lower_triangle_only")->misread(given);
  };
  const auto d = diagnose(FakePluginThatMisreads(built_plugin("crba"), read), Problem::mass_matrix,
                          example(2), Format::binary64);
  BOOST_TEST_REQUIRE(d.has_value());
  const std::vector<std::string> right{"with free joints fixed", "with revolute joints alone"};
  BOOST_TEST(d->right == right, boost::test_tools::per_element());
  const std::string text = to_string(*d);
  for (const char* line :
       {"\n  only entries above the diagonal are wrong, and the exact matrix is symmetric\n",
        "\n  the answer is right with free joints fixed, and with revolute joints alone\n"})
    BOOST_TEST(text.find(line) != std::string::npos, text);
}

// Neither where there is nothing left to be answered, nor where the plugin is not for the tree.
BOOST_AUTO_TEST_CASE(diagnosis_does_not_report_changes_without_an_answer) {
  const auto is_right = [](const std::vector<JointKind>& joints, const Domain& domain) {
    Topology topology;
    for (const JointKind kind : joints) {
      topology.parent.push_back(topology.body_count());
      topology.joints.push_back(kind);
    }
    Generator generator = make_generator({word("not asked")});
    Case c;
    c.model = random_model("floating", topology, generator);
    c.state = random_state(c.model, generator);
    // Wrong as long as a joint is free.
    const auto read = [](const Case& given) -> std::optional<Misreading> {
      if (given.model.bodies[1].joint.kind != JointKind::free) return {};
      return known_mistake("lower_triangle_only")->misread(given);
    };
    const auto d = diagnose(FakePluginThatMisreads(built_plugin("crba"), read, domain), Problem::mass_matrix,
                            c, Format::binary64);
    BOOST_TEST_REQUIRE(d.has_value());
    return std::count(d->right.begin(), d->right.end(), "with free joints fixed") > 0;
  };
  using enum JointKind;
  BOOST_TEST(is_right({free, revolute}, {}));
  BOOST_TEST(!is_right({free, revolute}, {.joints = {free, revolute}}));
  BOOST_TEST(!is_right({free}, {}));
}

/// Answers with the rows and columns of coordinates 2 and 3 swapped, in every case.
class FakePluginThatSwapsCoordinates final : public Plugin {
 public:
  const Description& description() const override { return sound_.description(); }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& ends,
                                      Scalar scalar) const override {
    if (scalar != Scalar::double_precision) return nullptr;
    struct Swaps final : Solver<double> {
      Status call(Problem problem, const Call<double>& call) override {
        const Status status = sound->call(problem, call);
        for (std::size_t k = 0; k < n; ++k) std::swap(call.out[0][n + k], call.out[0][2 * n + k]);
        for (std::size_t k = 0; k < n; ++k) std::swap(call.out[0][k * n + 1], call.out[0][k * n + 2]);
        return status;
      }
      std::unique_ptr<SolverBase> prepared;
      Solver<double>* sound = nullptr;
      std::size_t n = 0;
    };
    auto solver = std::make_unique<Swaps>();
    solver->prepared = sound_.prepare(model, ends, scalar);
    solver->sound = dynamic_cast<Solver<double>*>(solver->prepared.get());
    solver->n = static_cast<std::size_t>(Layout(model).n);
    return solver;
  }

 private:
  const Plugin& sound_ = built_plugin("crba");
};

BOOST_AUTO_TEST_CASE(diagnosis_names_another_order_in_one_answer) {
  CaseOptions options;
  options.joints = {JointKind::revolute, JointKind::prismatic};
  Case c = random_case(Family::chain, 4, 1, options);
  for (std::uint64_t seed = 2; Layout(c.model).n != 4; ++seed)
    c = random_case(Family::chain, 4, seed, options);
  const auto d = diagnose(FakePluginThatSwapsCoordinates(), Problem::mass_matrix, c, Format::binary64,
                          Answered::this_case);
  BOOST_REQUIRE(d.has_value());
  BOOST_TEST(to_string(*d).find("(rows_in_another_order)") != std::string::npos, to_string(*d));
}

BOOST_AUTO_TEST_CASE(diagnosis_reports_that_no_known_mistake_explains_it) {
  const Case c = example(1);
  const FakePluginThatMisreads doubled(built_plugin("crba"), [](const Case& given) {
    auto m = known_mistake("lower_triangle_only")->misread(given);
    m->part = Misreading::all;
    m->maps.forces.entries.front().factor = 2;
    return m;
  });
  const auto d = diagnose(doubled, Problem::mass_matrix, c, Format::binary64);
  BOOST_REQUIRE(d.has_value());
  BOOST_TEST(d->slips.empty(), to_string(*d));
  BOOST_TEST(to_string(*d).find("no known mistake") != std::string::npos);
}
