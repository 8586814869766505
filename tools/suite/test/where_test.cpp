// Where digits are lost.
#include "kintree/suite/where.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "built_plugin.hpp"
#include "kintree/suite/worker.hpp"

using namespace kintree;
using namespace kintree::suite;
using kintree::suite::test::built_plugin;

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
            // What first order leaves out is of the size of the error's square, and of a rounding of the roundings.
            const double left_out =
                std::max(10 * relative, 1e-3) * std::abs(loss->error) + 1e-3 * u * std::abs(loss->value);
            BOOST_TEST(std::abs(loss->explained - loss->error) <= left_out);
            BOOST_TEST(loss->operations > 100);
            double phases = 0;
            for (const RoundingShare& phase : loss->phases) phases += phase.share;
            BOOST_TEST((loss->phases.empty() || (phases > 0.9 && phases <= 1 + 1e-12)));
          }
        }
  BOOST_TEST(traced > 90);
}

BOOST_AUTO_TEST_CASE(it_is_the_answer_of_the_plugin) {
  const Plugin& plugin = built_plugin("aba");
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Case c = random_case(Family::complete, 8, seed);
    const auto loss = loss_of_digits(plugin, Problem::forward_dynamics, c);
    if (!loss) continue;
    const std::vector<double> answer = InProcess(plugin, c.model, c.state.end_effectors)
                                           .in_double({Problem::forward_dynamics, c.state})
                                           .values;
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
  const std::string text = words(*loss);
  BOOST_TEST(text.find("digits are lost at joint1, tips to base") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_has_no_answer_is_not_traced) {
  const Plugin& plugin = built_plugin("aba");
  Model model;
  Body body;
  body.name = "body", body.joint.name = "joint", body.joint.kind = JointKind::revolute,
  body.joint.axis = {0, 0, 1};
  model.bodies.push_back(body);  // without inertia
  const Case c{{"singular", {}, {}, 1}, model, neutral_state(model)};
  BOOST_TEST(!loss_of_digits(plugin, Problem::forward_dynamics, c).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
