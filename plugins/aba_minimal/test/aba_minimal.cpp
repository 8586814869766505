#define BOOST_TEST_MODULE aba_minimal
#include "aba_minimal/aba_minimal.hpp"

#include "aba/aba.hpp"
#include "aba_minimal/cost.hpp"
#include "chains.hpp"
#include "kernels/test/counting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

const CaseOptions revolutes{
    .joints = {JointKind::revolute}, .numbering = {}, .multi_root = true, .state = {}};

bool far_normal(const Model& model) {
  const ScrewFrames<double> frames(model);
  for (int i = 1; i <= frames.N; ++i)
    if (frames.link[i].far_normal) return true;
  return false;
}

}  // namespace

/// What is left of an inertia and what is regrouped of it, J, are the whole, and a turn about z leaves J as it is.
BOOST_AUTO_TEST_CASE(what_is_regrouped_turns_without_a_change) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Draw draw(seed);
    RigidInertia<Counted> I{draw.scalar(), draw.vector(), draw.symmetric()};
    const RigidInertia<Counted> before = I, J = regroup(I);
    RigidInertia<Counted> both = I;
    both += J;
    BOOST_TEST(close(articulated(both), articulated(before)));
    const RigidInertia<Counted> turned = to_parent(screw_pose(2, draw.angle(true), Counted(0)), J);
    BOOST_TEST(close(articulated(turned), articulated(J)));
    BOOST_TEST((I.m.value == 0 && I.h.z.value == 0 && I.I.yy.value == 0));
  }
}

/// Without common normals that are too far away, which cost 61m + 55a each. That the formula is the count is a check of its own.
BOOST_AUTO_TEST_CASE(the_papers_trees_cost_less_than_published) {
  for (const auto& [name, least] :
       {std::pair("humanoid30", "4711m + 4218a"), std::pair("chain30", "4717m + 4219a")}) {
    int plain = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const Case drawn = topology_case(std::string(KINTREE_TESTDATA "/topologies/") + name + ".json", seed);
      if (far_normal(drawn.model)) continue;
      BOOST_TEST(m_and_a(aba_minimal_cost(drawn.model, {}).front().operations) == least);
      ++plain;
    }
    BOOST_TEST(plain >= 6);
  }
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
