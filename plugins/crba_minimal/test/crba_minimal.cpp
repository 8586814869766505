#define BOOST_TEST_MODULE crba_minimal
#include "crba_minimal/crba_minimal.hpp"

#include "crba_screw/test/mass_matrices.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(counts) {
  for (std::uint64_t seed = 3; seed <= 6; ++seed)
    for (const char* name : {"humanoid30", "chain30"}) {
      const Case drawn = of_the_papers(name, seed);
      const auto counted = count_mass_matrix<CrbaMinimal>(drawn);
      for (const PhaseCost& p : counted)
        BOOST_TEST_MESSAGE(name << " " << p.phase << " " << m_and_a(p.operations));
      BOOST_TEST_MESSAGE(name << m_and_a(sum_of(counted, {"composites", "columns"})));
      check_formula<CrbaMinimal>(drawn, crba_minimal_cost);
    }
}

BOOST_AUTO_TEST_CASE(counts_are_the_formulas_on_random_trees) {
  for (const CaseOptions& options : {CaseOptions{}, revolutes})
    for_cases(20, 3, options, [](const Case& drawn) {
      check_formula<CrbaMinimal>(drawn, crba_minimal_cost);
      check_formula<CrbaMinimal>(afloat(drawn), crba_minimal_cost);
    });
}

BOOST_AUTO_TEST_CASE(answers_like_the_algorithm_in_the_callers_frames) {
  check_answers_like<MassMatrix, CrbaMinimal, Crba>(16, 3, 1e-50);
  check_answers_like<MassMatrix, CrbaMinimal, Crba>(16, 3, 1e-50, revolutes);
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  check_leaves_nothing_behind<MassMatrix, CrbaMinimal>();
}
BOOST_AUTO_TEST_CASE(allocates_nothing) {
  check_calls_allocate_nothing<MassMatrix, CrbaMinimal>();
}
