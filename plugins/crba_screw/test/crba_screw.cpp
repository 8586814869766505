#define BOOST_TEST_MODULE crba_screw
#include "crba_screw/crba_screw.hpp"

#include "crba_screw/cost.hpp"
#include "mass_matrices.hpp"

using namespace kintree;
using namespace kintree::test;

/// Featherstone 2005, sec. 6. A node whose common normal is too
/// far away is a non-DH node: that is drawn twice.
BOOST_AUTO_TEST_CASE(the_published_counts) {
  int plain = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const auto& [name, published] :
         {std::pair("humanoid30", Operations{2475, 2124}), std::pair("chain30", Operations{6462, 4419})}) {
      const Case drawn = of_the_papers(name, seed);
      const ScrewFrames<double> tree(drawn.model);
      Operations expected = published;
      for (int i = 1; i <= tree.N; ++i)
        if (tree.link[i].far_normal) expected += Operations{15, 15} + tree.subtree[i] * Operations{4, 6};
      plain += expected == published ? 1 : 0;
      const auto counted = count_mass_matrix<CrbaScrew>(drawn);
      BOOST_TEST(m_and_a(sum_of(counted, {"composites", "columns"})) == m_and_a(expected));
      BOOST_TEST(m_and_a(total(crba_screw_cost(drawn.model, {}))) == m_and_a(expected));
    }
  BOOST_TEST(plain == 18);
}

/// The costs that the paper leaves out: the sum theta = q + theta_0 by sines and cosines, E = E_0 R_z(theta),
/// and the caller's frame of the base.
BOOST_AUTO_TEST_CASE(the_other_phases) {
  const auto humanoid = count_mass_matrix<CrbaScrew>(of_the_papers("humanoid30", 1));
  const auto chain = count_mass_matrix<CrbaScrew>(of_the_papers("chain30", 3));
  BOOST_TEST(m_and_a(sum_of(humanoid, {"set-up"})) == "106m + 50a");
  BOOST_TEST(m_and_a(sum_of(chain, {"set-up"})) == "88m + 44a");
  BOOST_TEST(m_and_a(sum_of(humanoid, {"conversion"})) == "645m + 486a");
  BOOST_TEST(m_and_a(sum_of(chain, {"conversion"})) == "645m + 486a");
}

/// The common normal of almost parallel axes is 1/eps away: H would lose u/eps^2.
BOOST_AUTO_TEST_CASE(axes_that_are_almost_parallel, *boost::unit_test::label("trap")) {
  for (const double eps : {0.3, 1e-2, 1e-4, 1e-8, 1e-14, 1e-16, 0.0})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) check_almost_parallel<CrbaScrew>(eps, seed);
}
