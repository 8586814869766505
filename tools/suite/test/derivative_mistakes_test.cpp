// Mistakes of derivatives, Coriolis matrices, momenta, Jacobians and regressors: the diagnosis of the answers
// that they give.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <optional>

#include "kintree/oracle/limits.hpp"
#include "kintree/trees/random.hpp"
#include "suite/vectors/mistakes.hpp"

using namespace kintree;
using namespace kintree::suite;
using mistakes::ComputedMistake;

namespace {

std::vector<ComputedMistake> all_mistakes() {
  std::vector<ComputedMistake> list = mistakes::mistakes_of_sweeps();
  for (ComputedMistake& mistake : mistakes::mistakes_of_outputs()) list.push_back(std::move(mistake));
  return list;
}

/// Trees of these joints, with gravity, external forces and end-effectors. Small ones for second derivatives, which take long. With
/// a mistake, only those where it shows.
std::vector<Case> drawn(Problem problem, const std::vector<JointKind>& joints = {},
                        std::optional<Family> wanted = {}, const ComputedMistake* mistake = nullptr) {
  CaseOptions options;
  options.joints = joints;
  options.floating_base = joints.empty();
  std::vector<Case> cases;
  const Family family =
      wanted.value_or(info(problem).is_about_constraints() ? Family::contacts : Family::recursive);
  for (std::uint64_t seed = 1; cases.size() < 2; ++seed) {
    Case c = random_case(family, info(problem).derivatives < 2 ? 5 : 2, seed, options);
    const auto exact = exact_answer(c, problem);
    if (exact && (mistake == nullptr || mistake->answer(c, problem, 0) != exact))
      cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<mistakes::Observation> observations(const std::vector<Case>& cases, Problem problem,
                                                const ComputedMistake& mistake) {
  std::vector<mistakes::Observation> list;
  for (const Case& c : cases) {
    const Values exact = exact_answer(c, problem).value();
    list.push_back({.id = "a case",
                    .c = &c,
                    .problem = problem,
                    .answered = mistake.answer(c, problem, 0).value(),
                    .exact = exact,
                    .tolerance = Values::Zero(exact.rows(), exact.cols()),
                    .loss = oracle::limits::running_error(5, oracle::limits::u_double)});
  }
  return list;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(derivative_mistakes)

BOOST_AUTO_TEST_CASE(each_mistake_is_named_alone) {
  for (const ComputedMistake& mistake : all_mistakes())
    for (const Problem problem : mistake.changed) {
      std::optional<Family> wanted;
      if (mistake.name.starts_with("coupling")) wanted = Family::gears;
      if (mistake.name.starts_with("armature")) wanted = Family::rotors;
      const std::vector<Case> cases = drawn(problem, {}, wanted, wanted ? &mistake : nullptr);
      const auto found = mistakes::computed_explanations(observations(cases, problem, mistake), 0);
      const std::string where = mistake.name + " in " + std::string(name(problem));
      for (const auto& each : found) BOOST_TEST_INFO(each.description);
      BOOST_TEST_REQUIRE(found.size() == 1, where << ": " << found.size() << " mistakes are found");
      BOOST_TEST(found.front().description == mistake.description, where);
    }
}

// The sweeps themselves are right: where a mistake changes nothing, they give the exact answer.
BOOST_AUTO_TEST_CASE(mistakes_that_do_not_show_leave_exact_answers) {
  struct Hidden {
    const char* mistake;
    std::vector<JointKind> joints;
    bool has_gravity, has_forces;
  };
  const std::vector<JointKind> one{JointKind::revolute, JointKind::prismatic, JointKind::helical,
                                   JointKind::universal};
  const auto list = all_mistakes();
  for (const Hidden& hidden : {Hidden{"gravity_missing_in_the_turned_axes", {}, false, true},
                               Hidden{"external_forces_fixed_in_the_base", {}, true, false},
                               Hidden{"external_forces_fixed_in_base_axes", {}, true, false},
                               Hidden{"body_velocity_in_place_of_the_parents", one, true, true},
                               Hidden{"joint_velocity_missing_in_the_rate_of_axes", one, true, true},
                               Hidden{"derivative_by_coordinates", one, true, true},
                               Hidden{"twice_the_coriolis_matrix", one, true, true},
                               Hidden{"half_the_derivative_by_v", one, true, true}}) {
    for (const ComputedMistake& mistake : list)
      for (const Problem problem : mistake.changed) {
        if (mistake.name != hidden.mistake) continue;
        std::vector<Case> cases = drawn(problem, hidden.joints);
        for (Case& c : cases) {
          if (!hidden.has_gravity) c.model.gravity = {};
          if (!hidden.has_forces) std::fill(c.state.f_ext.begin(), c.state.f_ext.end(), Wrench{});
        }
        for (const mistakes::Observation& o : observations(cases, problem, mistake))
          BOOST_TEST(!o.is_wrong(), mistake.description << ": " << name(problem));
      }
  }
}

// The derivative by q of a pendulum at rest is gravity's alone.
BOOST_AUTO_TEST_CASE(missing_gravity_leaves_nothing_of_a_pendulum_at_rest) {
  CaseOptions options;
  options.joints = {JointKind::revolute};
  Case c = random_case(Family::recursive, 1, 1, options);
  for (std::vector<double>* rates : {&c.state.v, &c.state.qdd}) std::fill(rates->begin(), rates->end(), 0.0);
  const Problem problem = Problem::inverse_dynamics_derivatives;
  BOOST_TEST((*exact_answer(c, problem))(0, 0) != 0);
  for (const ComputedMistake& mistake : all_mistakes())
    if (mistake.name == "gravity_missing_in_the_turned_axes")
      BOOST_TEST((*mistake.answer(c, problem, 0))(0, 0) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
