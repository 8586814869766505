// How small an error the judge still flags, of few and small trees.
#include "kintree/suite/power.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kintree/data/error.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

PowerChoice few() {
  PowerChoice choice;
  choice.plugins.folders = {KINTREE_PLUGINS};
  choice.plugins.oracle = OracleChoice::dense;
  choice.cases.trees = 3;
  choice.cases.seed = 5;
  choice.degrees_of_freedom = 4;
  choice.trials = 2;
  return choice;
}

}  // namespace

BOOST_AUTO_TEST_CASE(errors_are_planted_from_large_to_small) {
  const Power power = measure_power(few());
  BOOST_TEST(power.cases == 3U);
  BOOST_TEST(power.first_seed >= 5U);
  BOOST_TEST(power.last_seed > power.first_seed);
  BOOST_TEST(power.false_alarms.empty());
  std::string planted;
  for (const report::PowerCurve& c : power.curves) {
    planted += c.plugin + " " + std::string(name(c.problem)) + ": " + c.planted + "\n";
    BOOST_TEST(c.degrees_of_freedom == 4);
    BOOST_TEST(c.trials == 6);
    BOOST_TEST(c.false_alarms == 0);
    BOOST_TEST_REQUIRE(c.errors.size() == 43U);
    BOOST_TEST_REQUIRE(c.flagged.size() == 43U);
    for (std::size_t k = 0; k < 43; ++k) {
      BOOST_TEST(c.errors[k] == std::ldexp(1.0, -10 - static_cast<int>(k)));
      const double trials = 6 * c.flagged[k];
      BOOST_TEST((trials == std::round(trials) && trials <= 6));
    }
    // What is not flagged at first counts as unseen; of the others the largest error is flagged, and a rounding is not.
    BOOST_TEST(6 * c.flagged.front() == static_cast<double>(6 - c.unseen),
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(c.flagged.back() <= 0.5);
    BOOST_TEST((c.unseen < 6 && c.half <= c.most && c.most <= c.always && c.always <= 0x1p-10));
    BOOST_TEST(c.half < 0x1p-20);
  }
  BOOST_TEST(planted ==
             "crba mass_matrix: one inertia parameter of one body\n"
             "crba mass_matrix: one entry of the H returned\n"
             "ltdl factorization: one entry of the H factorized\n"
             "rnea inverse_dynamics: one inertia parameter of one body\n"
             "rnea inverse_dynamics: the bias force of one body\n"
             "aba forward_dynamics: one inertia parameter of one body\n"
             "aba forward_dynamics: the bias force of one body\n");
}

BOOST_AUTO_TEST_CASE(power_is_that_of_the_dense_oracle) {
  PowerChoice choice = few();
  choice.plugins.oracle = OracleChoice::tree;
  BOOST_CHECK_THROW(measure_power(choice), InputError);
}
