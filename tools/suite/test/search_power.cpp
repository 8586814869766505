// The power of hunts: of planted weak spots, how many they find, and how many as many random draws find. The spots are drawn from
// seeds that nothing was tuned to.
#define BOOST_TEST_MODULE search_power
#include <boost/test/unit_test.hpp>
#include <cstdio>

#include "planted_weakness.hpp"
#include "suite/verification/run.hpp"
#include "suite/worst_cases/search.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

BOOST_AUTO_TEST_CASE(hunts_find_what_random_draws_do_not) {
  constexpr int spots = 10;
  constexpr std::uint64_t held_out = 900000;
  CaseChoice choice;
  choice.families = {"chain", "recursive"};
  choice.bodies = 2;
  choice.joints = {JointKind::revolute};
  const std::vector<Source> trees = choice.sources();
  std::printf("found (alpha >= 1e4) of %d spots  drawn  hunted\n", spots);
  int all_drawn = 0, all_hunted = 0;
  for (const int codimension : {1, 2, 3})
    for (const double radius : {1.0, 0.1, 0.03}) {
      int drawn = 0, hunted = 0;
      for (int k = 0; k < spots; ++k) {
        const std::uint64_t seed = held_out + static_cast<std::uint64_t>(k);
        const PlantedWeakness plugin(WeakSpot(seed, codimension, radius));
        const SearchTarget target{&plugin, Problem::inverse_dynamics};
        const SearchOptions options{.evaluations = 2000, .seed = 10000 * seed, .threads = default_threads()};
        constexpr double found = 1e4;
        drawn += worst_drawn(target, trees, options).score.alpha >= found ? 1 : 0;
        hunted += hunt(target, trees, options).score.alpha >= found ? 1 : 0;
      }
      std::printf("codimension %d, radius %4.2f:        %5d  %6d\n", codimension, radius, drawn, hunted);
      all_drawn += drawn;
      all_hunted += hunted;
    }
  BOOST_TEST(all_hunted >= 2 * all_drawn);
  BOOST_TEST(all_hunted >= 45);  // of 90
}
