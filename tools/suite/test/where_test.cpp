// Where digits are lost.
#include "suite/worst_cases/where.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <regex>
#include <set>

#include "built_plugin.hpp"
#include "chain.hpp"
#include "fake_answers_ones.hpp"
#include "suite/execution/worker.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

Problem problem_of(const Plugin& plugin) {
  return plugin.description().claims.front().problem;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(where)

// The traced computation is the plugin's own; its roundings, to first order, are its error.
BOOST_AUTO_TEST_CASE(roundings_explain_the_error) {
  int traced = 0;
  for (const char* name : {"aba", "crba", "rnea", "crba_ltdl"})
    for (const Family family : {Family::complete, Family::long_chain, Family::mass_ratio})
      for (const Format format : {Format::binary64, Format::binary32})
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          const Plugin& plugin = built_plugin(name);
          const Case c = random_case(family, 8, seed);
          const auto loss = loss_of_digits(plugin, problem_of(plugin), c, format);
          if (!loss) continue;
          ++traced;
          BOOST_TEST_CONTEXT(name << " " << c.id.name() << " " << kintree::name(format)) {
            const double u = unit_roundoff(format), relative = std::abs(loss->error / loss->value);
            // First order omits terms of the size of the error's square, and of a rounding of the roundings.
            const double left_out =
                std::max(10 * relative, 1e-3) * std::abs(loss->error) + 1e-3 * u * std::abs(loss->value);
            BOOST_TEST(std::abs(loss->explained - loss->error) <= left_out);
            BOOST_TEST(loss->operations > 100);
            double phases = 0;
            for (const RoundingShare& phase : loss->phases) phases += phase.share;
            for (const auto* listed : {&loss->phases, &loss->joints})
              for (const RoundingShare& share : *listed) BOOST_TEST(share.share > 0.01);
            BOOST_TEST((loss->phases.empty() || (phases > 0.9 && phases <= 1 + 1e-12)));
          }
        }
  BOOST_TEST(traced > 90);
}

BOOST_AUTO_TEST_CASE(loss_of_digits_traces_the_answer_of_the_plugin) {
  const Plugin& plugin = built_plugin("aba");
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Case c = random_case(Family::complete, 8, seed);
    const auto loss = loss_of_digits(plugin, Problem::forward_dynamics, c);
    if (!loss) continue;
    const std::vector<double> answer = InProcess(plugin, c.model, c.state.end_effectors)
                                           .in_double({Problem::forward_dynamics, c.state})
                                           .outputs[0];
    BOOST_TEST((std::find(answer.begin(), answer.end(), loss->value) != answer.end()));
  }
}

// External forces along z, which joint 2 passes on: they cancel at joint 1.
BOOST_AUTO_TEST_CASE(a_planted_cancellation_is_named) {
  Model model;
  for (int i = 0; i < 2; ++i) {
    Body body;
    body.name = "body" + std::to_string(i + 1);
    body.parent = i;
    body.joint.name = "joint" + std::to_string(i + 1);
    body.joint.kind = JointKind::prismatic;
    body.joint.axis = {i == 1 ? 1.0 : 0.0, 0, i == 1 ? 0.0 : 1.0};
    body.inertial.mass = 1.25 + i;
    body.inertial.ixx = body.inertial.iyy = body.inertial.izz = 1;
    model.bodies.push_back(body);
  }
  model.gravity = {0, 0, 0};
  Case c{{"planted", {}, {}, 1}, model, neutral_state(model)};
  c.state.qdd = {0.3, 0.7};
  c.state.f_ext[2] = {0, 0, 0, 0, 0, 3.3e9};
  c.state.f_ext[1] = {0, 0, 0, 0, 0, -3.3e9};
  const auto loss = loss_of_digits(built_plugin("rnea"), Problem::inverse_dynamics, c);
  BOOST_TEST_REQUIRE(loss.has_value());
  BOOST_TEST_REQUIRE(!loss->losses.empty());
  const DigitLoss& worst = loss->losses.front();
  BOOST_TEST(worst.joint == "joint1");
  BOOST_TEST(worst.phase == "tips to base");
  BOOST_TEST(worst.digits > 8);
  BOOST_TEST(std::abs(std::abs(worst.a) - 3.3e9) < 100);
  BOOST_TEST(std::abs(worst.result) < 100);
  BOOST_TEST(
      std::regex_replace(to_string(*loss), std::regex("[0-9]+ operations"), "N operations") ==
      "  joint 'joint1': 1.0500001907348633, error 1.91e-07; its roundings, to first order: 1.91e-07 "
      "(N operations)\n"
      "    roundings by phase: base to tips 100 %\n"
      "    by joint: joint2 100 %\n"
      "    9.2 digits are lost at joint1, tips to base: sum of 3300000000.375 and -3299999999.3249998 is "
      "1.05\n");
}

// Every other number is 0, 1 or 2, or the same for all bodies. Such a number has no owner.
BOOST_AUTO_TEST_CASE(each_number_of_the_state_belongs_to_its_joint) {
  Model model;
  for (const JointKind kind : {JointKind::revolute, JointKind::spherical, JointKind::revolute}) {
    Body body;
    body.parent = static_cast<int>(model.bodies.size()) - 1;
    body.name = "body" + std::to_string(model.bodies.size());
    body.joint.name = "joint" + std::to_string(model.bodies.size());
    body.joint.kind = kind;
    body.joint.axis = {0, 1, 0};
    body.joint.placement.xyz = {1, 0, 2};
    body.inertial.mass = 3;
    body.inertial.origin.xyz = {1, 5, 7};
    body.inertial.ixx = body.inertial.iyy = body.inertial.izz = 11;
    model.bodies.push_back(body);
  }
  model.gravity = {0, 0, -1};
  const auto joints = [&](std::vector<double> State::*numbers, std::size_t k) {
    Case c{{"joints", {}, {}, 1}, model, neutral_state(model)};
    c.state.q.assign(6, 1);
    c.state.v.assign(5, 1);
    c.state.qdd.assign(5, 1);
    (c.state.*numbers)[k] = 0.3;
    std::set<std::string> names;
    if (const auto loss = loss_of_digits(built_plugin("rnea"), Problem::inverse_dynamics, c))
      for (const RoundingShare& share : loss->joints) names.insert(share.name);
    names.erase("no joint");
    return names;
  };
  const char* const of_velocity[] = {"joint1", "joint2", "joint2", "joint2", "joint3"};
  for (std::size_t k = 0; k < 5; ++k) {
    BOOST_TEST((joints(&State::v, k) == std::set<std::string>{of_velocity[k]}), "v " << k);
    BOOST_TEST((joints(&State::qdd, k) == std::set<std::string>{of_velocity[k]}), "qdd " << k);
  }
  const char* const of_position[] = {"joint1", "joint2", "joint2", "joint2", "joint2", "joint3"};
  for (std::size_t k = 0; k < 6; ++k)
    BOOST_TEST((joints(&State::q, k) == std::set<std::string>{of_position[k]}), "q " << k);
}

// A half, one and two are also constants of formulas, so a use of them has no owner.
BOOST_AUTO_TEST_CASE(numbers_of_formulas_belong_to_no_joint) {
  Case c{{"numbers", {}, {}, 1}, {}, {}};
  for (int i = 0; i < 2; ++i) {
    Body body;
    body.parent = i;
    body.name = "body" + std::to_string(i + 1);
    body.joint.name = "joint" + std::to_string(i + 1);
    body.joint.kind = JointKind::revolute;
    body.joint.axis = {0.6, 0.8, 0};
    body.joint.placement.xyz = {3, 0, 7};
    body.inertial.mass = 3;
    body.inertial.origin.xyz = {11, 5, 7};
    body.inertial.ixx = body.inertial.iyy = body.inertial.izz = 11;
    c.model.bodies.push_back(body);
  }
  c.model.gravity = {0, 0, 0};
  c.state = neutral_state(c.model);
  c.state.qdd = {0.3, 0.3};
  const auto joints = [&](double v) {
    c.state.v = {v, 0.3};
    std::set<std::string> names;
    if (const auto loss = loss_of_digits(built_plugin("rnea"), Problem::inverse_dynamics, c))
      for (const RoundingShare& share : loss->joints) names.insert(share.name);
    return names;
  };
  const std::set<std::string> nobody{"no joint"};
  for (const double v : {0.5, 1.0, 2.0, 0.0})
    for (const double sign : {1, -1}) BOOST_TEST((joints(sign * v) == nobody), sign * v);
  for (const double v : {0.25, 1.5, 4.0, -1.25, 6.0}) BOOST_TEST(joints(v).contains("joint1"), v);
  for (const double v : {3.0, 7.0, -11.0}) BOOST_TEST((joints(v) == nobody), v << " is of both");
}

BOOST_AUTO_TEST_CASE(loss_of_digits_traces_nothing_without_an_answer) {
  const Plugin& plugin = built_plugin("aba");
  Model model;
  Body body;
  body.name = "body", body.joint.name = "joint", body.joint.kind = JointKind::revolute,
  body.joint.axis = {0, 0, 1};
  model.bodies.push_back(body);  // without inertia
  const Case c{{"singular", {}, {}, 1}, model, neutral_state(model)};
  BOOST_TEST(!loss_of_digits(plugin, Problem::forward_dynamics, c).has_value());

  Case exact = c;  // no digit is lost
  exact.model.bodies[1].inertial = {.origin = {}, .mass = 1, .ixx = 1, .iyy = 1, .izz = 1};
  BOOST_TEST(!loss_of_digits(built_plugin("crba"), Problem::mass_matrix, exact).has_value());

  const Case regular = chain(3, "arm");
  said = {};
  BOOST_TEST(loss_of_digits(says, Problem::forward_dynamics, regular).has_value());
  said = Status::breakdown_at(1);
  BOOST_TEST(!loss_of_digits(says, Problem::forward_dynamics, regular).has_value());

  said = {};
  Description of_chains = says.description();
  of_chains.domain.shape = Domain::serial_chain;
  const PluginOf<FakeThatAnswersOnes> chains(of_chains);
  Case branched = regular;
  branched.model.bodies[3].parent = 1;
  BOOST_TEST(loss_of_digits(chains, Problem::forward_dynamics, regular).has_value());
  BOOST_TEST(loss_of_digits(says, Problem::forward_dynamics, branched).has_value());
  BOOST_TEST(!loss_of_digits(chains, Problem::forward_dynamics, branched).has_value());

  // A rounding of H may change every digit of the solution, and ldlt has one.
  const Case ill_posed = random_case(Family::mass_ratio, 3, 61);
  BOOST_TEST(!loss_of_digits(built_plugin("ldlt"), Problem::factorization, ill_posed).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
