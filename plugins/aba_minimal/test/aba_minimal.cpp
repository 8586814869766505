#define BOOST_TEST_MODULE aba_minimal
#include "aba_minimal/aba_minimal.hpp"

#include "aba/aba.hpp"
#include "aba_minimal/cost.hpp"
#include "chains.hpp"
#include "exact.hpp"
#include "kernels/test/counting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

const CaseOptions revolutes{
    .joints = {JointKind::revolute}, .numbering = {}, .multi_root = true, .state = {}};
const CaseOptions mixed{
    .joints = {JointKind::revolute, JointKind::revolute, JointKind::revolute, JointKind::fixed,
               JointKind::free, JointKind::prismatic, JointKind::universal},
    .numbering = {},
    .multi_root = true,
    .state = {}};

/// The dynamics' count; every phase of the formula is compared.
Operations check_cost(const Model& model, const State& given) {
  AbaMinimal<Counted> solver(model);
  const Widened<Counted> state(given);
  std::vector<Counted> qdd(state.tau.size());
  Counting counting;
  BOOST_TEST(ForwardDynamics::solve(solver, state, qdd).code == Status::ok);
  const auto counted = [&counting](const std::string& phase) {
    for (const PhaseCost& p : counting.phases())
      if (p.phase == phase) return p.operations;
    return Operations{};
  };
  for (const PhaseCost& p : aba_minimal_cost(model, {}))
    BOOST_TEST(m_and_a(counted(p.phase)) == m_and_a(p.operations),
               p.phase << " costs " << m_and_a(counted(p.phase)) << ", not " << m_and_a(p.operations));
  BOOST_TEST(counted("").total() == 0);
  return counted("dynamics");
}

bool far_normal(const Model& model) {
  const ScrewFrames<double> frames(model);
  for (int i = 1; i <= frames.N; ++i)
    if (frames.link[i].far_normal) return true;
  return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(answers_like_aba) {
  for (const CaseOptions& options : {CaseOptions{}, revolutes, mixed})
    check_equals<ForwardDynamics, AbaMinimal, Aba>(16, 3, options);
}

BOOST_AUTO_TEST_CASE(answers_like_aba_afloat) {
  const PrecisionScope precision(60);
  for (const CaseOptions& options : {CaseOptions{}, revolutes, mixed})
    for_cases(16, 2, options, [](const Case& drawn) {
      const Case floating = afloat(drawn);
      const Widened<Multiprecision> state(floating.state);
      AbaMinimal<Multiprecision> minimal(floating.model);
      Aba<Multiprecision> aba(floating.model);
      BOOST_TEST(relative_error(answer<ForwardDynamics>(minimal, state),
                                answer<ForwardDynamics>(aba, state)) <= 1e-45);
    });
}

BOOST_AUTO_TEST_CASE(costs_what_the_formula_says) {
  const auto check = [](const Case& drawn) {
    check_cost(drawn.model, drawn.state);
    const Case floating = afloat(drawn);
    check_cost(floating.model, floating.state);
    check_cost(drawn.model, neutral_state(drawn.model));
  };
  for (const CaseOptions& options : {CaseOptions{}, revolutes, mixed}) for_cases(16, 3, options, check);
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    check(random_case(Family::coincident_axes, 12, seed, revolutes));
}

/// Without common normals that are too far away, which cost 61m + 55a each.
BOOST_AUTO_TEST_CASE(the_papers_trees_cost_less_than_published) {
  int chains = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Case humanoid = topology_case(KINTREE_TESTDATA "/topologies/humanoid30.json", seed);
    const Case chain = topology_case(KINTREE_TESTDATA "/topologies/chain30.json", seed);
    if (!far_normal(humanoid.model)) {
      const Operations cost = check_cost(humanoid.model, humanoid.state);
      BOOST_TEST(m_and_a(cost) == "4711m + 4218a");
      BOOST_TEST((cost.m() < 5544 && cost.a() < 5054));
    }
    if (!far_normal(chain.model)) {
      const Operations cost = check_cost(chain.model, chain.state);
      BOOST_TEST(m_and_a(cost) == "4717m + 4219a");
      BOOST_TEST((cost.m() < 5346 && cost.a() < 4883));
      ++chains;
    }
  }
  BOOST_TEST(chains >= 6);
}

/// The common normal of almost parallel axes is 1/eps away: with it, digits are lost.
BOOST_AUTO_TEST_CASE(axes_that_are_almost_parallel, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(80);
  for (const double eps : {0.3, 1e-2, 1e-4, 1e-8, 1e-14, 1e-16, 0.0})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Case drawn = random_case(Family::chain, 6, seed, revolutes);
      for (std::size_t i = 2; i < drawn.model.bodies.size(); i += 2) {
        Joint& joint = drawn.model.bodies[i].joint;
        joint.axis = drawn.model.bodies[i - 1].joint.axis;
        joint.placement.rpy = {eps, 0, 0};
      }
      BOOST_TEST_CONTEXT("eps " << eps << " seed " << seed) {
        AbaMinimal<double> minimal(drawn.model);
        Aba<double> aba(drawn.model);
        const Widened<double> state(drawn.state);
        const double error =
            forward_error<Aba<Multiprecision>>(drawn, forward_dynamics(minimal, state, state.tau));
        const double usual =
            forward_error<Aba<Multiprecision>>(drawn, forward_dynamics(aba, state, state.tau));
        BOOST_TEST(error <= 20 * usual + 1e-15);
      }
    }
}

BOOST_AUTO_TEST_CASE(a_joint_without_inertia_is_a_breakdown_at_its_first_coordinate) {
  check_breakdown_without_inertia<AbaMinimal>(Coordinate::first);
}
