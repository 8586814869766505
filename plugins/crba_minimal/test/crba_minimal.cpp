#define BOOST_TEST_MODULE crba_minimal
#include "crba_minimal/crba_minimal.hpp"

#include <map>
#include <tuple>

#include "crba_screw/cost.hpp"
#include "crba_screw/test/mass_matrices.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

bool has_far_normal(const Model& model) {
  const ScrewFrames<double> tree(model);
  for (int i = 1; i <= tree.N; ++i)
    if (tree.link[i].far_normal) return true;
  return false;
}

}  // namespace

/// Of 2475m + 2124a and 6462m + 4419a. Those with a node whose common normal is too far away are left to the
/// formula.
BOOST_AUTO_TEST_CASE(below_the_published_counts) {
  int plain = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const auto& [name, expected] :
         {std::pair("humanoid30", "2095m + 1674a"), std::pair("chain30", "3465m + 2855a")}) {
      const Case drawn = of_the_papers(name, seed);
      check_formula<CrbaMinimal>(drawn, crba_minimal_cost);
      if (has_far_normal(drawn.model)) continue;
      const auto counted = count_mass_matrix<CrbaMinimal>(drawn);
      BOOST_TEST(m_and_a(sum_of(counted, {"composites", "columns"})) == expected);
      ++plain;
    }
  BOOST_TEST(plain == 18);
}

BOOST_AUTO_TEST_CASE(by_phase) {
  const auto humanoid = count_mass_matrix<CrbaMinimal>(of_the_papers("humanoid30", 3));
  const auto chain = count_mass_matrix<CrbaMinimal>(of_the_papers("chain30", 3));
  BOOST_TEST(m_and_a(sum_of(humanoid, {"composites"})) == "701m + 814a");
  BOOST_TEST(m_and_a(sum_of(humanoid, {"columns"})) == "1394m + 860a");
  BOOST_TEST(m_and_a(sum_of(humanoid, {"set-up"})) == "106m + 50a");
  BOOST_TEST(m_and_a(sum_of(humanoid, {"conversion"})) == "645m + 486a");
  BOOST_TEST(m_and_a(sum_of(chain, {"composites"})) == "674m + 793a");
  BOOST_TEST(m_and_a(sum_of(chain, {"columns"})) == "2791m + 2062a");
  BOOST_TEST(m_and_a(sum_of(chain, {"set-up"})) == "88m + 44a");
  BOOST_TEST(m_and_a(sum_of(chain, {"conversion"})) == "645m + 486a");
}

/// No tree costs more than by eq. (21).
BOOST_AUTO_TEST_CASE(never_above_the_published_formula) {
  for_cases(30, 4, revolutes, [](const Case& drawn) {
    for (const Case& each : {drawn, afloat(drawn)}) {
      const Operations least = total(crba_minimal_cost(each.model, {})),
                       published = total(crba_screw_cost(each.model, {}));
      BOOST_TEST((least.m() <= published.m() && least.a() <= published.a()));
    }
  });
}

/// Columns in the root's frame below a floating and a fixed base, over DH and non-DH nodes, at every depth.
BOOST_AUTO_TEST_CASE(both_ways_answer_alike) {
  const PrecisionScope precision(60);
  std::map<std::tuple<Link, bool, int>, int> seen;  // kind, whether by the root's frame, depth below the root
  for_cases(40, 4, revolutes, [&seen](const Case& drawn) {
    for (const Case& each : {drawn, afloat(drawn)}) {
      const RegroupedTree<Multiprecision> tree(each.model);
      for (int i = 1; i <= tree.N; ++i) {
        if (tree.top[i] == 0) continue;
        const int depth = i == tree.top[i] ? 1 : tree.parent[i] == tree.top[i] ? 2 : 3;
        ++seen[{tree.link[i].kind, goes_by_root_frame(tree, tree.top[i]), depth}];
      }
      const Widened<Multiprecision> state(each.state);
      CrbaMinimal<Multiprecision> solver(each.model);
      Crba<Multiprecision> other(each.model);
      BOOST_TEST(relative_error(answer<MassMatrix>(solver, state), answer<MassMatrix>(other, state)) <=
                 1e-50);
    }
  });
  for (const bool root_frame : {false, true})
    for (const int depth : {1, 2, 3})
      for (const Link kind : {Link::dh, Link::non_dh}) BOOST_TEST((seen[{kind, root_frame, depth}] > 0));
  BOOST_TEST((seen[{Link::privileged, true, 1}] > 0));
}

/// About the origin of a root that is far away, entries between small bodies would cancel.
BOOST_AUTO_TEST_CASE(a_long_chain_far_from_its_root_goes_by_links, *boost::unit_test::label("trap")) {
  Case drawn = of_the_papers("chain30", 3);
  BOOST_TEST(goes_by_root_frame(RegroupedTree<double>(drawn.model), 2));
  drawn.model.bodies[3].joint.placement.xyz = {1e6, 1e6, 1e6};
  BOOST_TEST(!goes_by_root_frame(RegroupedTree<double>(drawn.model), 2));
  check_formula<CrbaMinimal>(drawn, crba_minimal_cost);
  const PrecisionScope precision(60);
  CrbaMinimal<double> solver(drawn.model);
  Crba<Multiprecision> exact(drawn.model);
  const int n = 30, last = n * n - 2;
  const double H = answer<MassMatrix>(solver, Widened<double>(drawn.state))[last];  // of the last two joints
  const Multiprecision expected = answer<MassMatrix>(exact, Widened<Multiprecision>(drawn.state))[last];
  BOOST_TEST(abs(H - expected) <= 1e-13 * abs(expected));
}

/// Every link is near its parent for its size, and still the last ones are far from the root.
BOOST_AUTO_TEST_CASE(distances_from_the_root_add_up, *boost::unit_test::label("trap")) {
  Case drawn = of_the_papers("chain30", 3);
  for (int i = 3; i <= 30; ++i)
    for (double& x : drawn.model.bodies[static_cast<std::size_t>(i)].joint.placement.xyz) x *= 30;
  BOOST_TEST(!RegroupedTree<double>(drawn.model).near_root(2));
  drawn.model.bodies.resize(4);
  BOOST_TEST(RegroupedTree<double>(drawn.model).near_root(2));
}

BOOST_AUTO_TEST_CASE(axes_that_are_almost_parallel, *boost::unit_test::label("trap")) {
  for (const double eps : {0.3, 1e-2, 1e-4, 1e-8, 1e-14, 1e-16, 0.0})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) check_almost_parallel<CrbaMinimal>(eps, seed);
}
