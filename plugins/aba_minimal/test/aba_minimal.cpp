#define BOOST_TEST_MODULE aba_minimal
#include "aba_minimal/aba_minimal.hpp"

#include "aba/aba.hpp"
#include "calls.hpp"
#include "counting.hpp"

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

}  // namespace

BOOST_AUTO_TEST_CASE(answers_like_aba) {
  for (const CaseOptions& options : {CaseOptions{}, revolutes, mixed})
    check_answers_like<ForwardDynamics, AbaMinimal, Aba>(16, 3, 1e-45, options);
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

BOOST_AUTO_TEST_CASE(counts) {
  for (const char* name : {"humanoid30", "chain30"})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Case drawn = topology_case(std::string(KINTREE_TESTDATA "/topologies/") + name + ".json", seed);
      const Widened<Counted> state(drawn.state);
      AbaMinimal<Counted> solver(drawn.model);
      std::vector<Counted> qdd(state.tau.size());
      Counting counting;
      ForwardDynamics::solve(solver, state, qdd);
      for (const PhaseCost& p : counting.phases()) BOOST_TEST_MESSAGE(name << " " << seed << " " << p.phase << ": " << m_and_a(p.operations));
    }
}

BOOST_AUTO_TEST_CASE(a_joint_without_inertia_is_a_breakdown_at_its_first_coordinate) {
  check_breakdown_without_inertia<AbaMinimal>(Coordinate::first);
}
BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  check_leaves_nothing_behind<ForwardDynamics, AbaMinimal>();
}
BOOST_AUTO_TEST_CASE(allocates_nothing) {
  check_calls_allocate_nothing<ForwardDynamics, AbaMinimal>();
}
