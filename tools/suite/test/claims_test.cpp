// Counted operations against what a plugin or a paper states about them.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "built_plugin.hpp"
#include "kintree/model/error.hpp"
#include "suite/counting/cost.hpp"
#include "suite/counting/growth.hpp"
#include "suite/papers/reproduce.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

// 3 x^2: each point counts.
BOOST_AUTO_TEST_CASE(a_power_law_has_its_exponent) {
  const std::vector<double> x{1, 2, 4, 8}, y{3, 12, 48, 192};
  const Exponent e = fit_exponent(x, y);
  BOOST_TEST(e.k == 2.0, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(e.half_width < 1e-12);
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> other = y;
    other[i] *= 1.5;
    BOOST_TEST(fit_exponent(x, other).half_width > 0.1);
  }
}

BOOST_AUTO_TEST_CASE(costs_that_are_as_expected_have_no_difference) {
  const std::vector<PhaseCost> phases{{"sweep", {.multiplications = 3, .additions = 2}}};
  std::vector<PhaseCost> more = phases;
  more.front().operations.additions = 3;
  BOOST_TEST((Comparison{CostFormula::at_most, phases, phases, true}.difference().empty()));
  BOOST_TEST((Comparison{CostFormula::published, phases, more, true}.difference().empty()));
  BOOST_TEST((Comparison{CostFormula::at_most, more, phases, true}.difference().empty()));
  BOOST_TEST((Comparison{CostFormula::at_most, phases, more, false}.difference() ==
              "costs 3 m, 3 a in its phase 'sweep', not at most 3 m, 2 a"));
  BOOST_TEST((Comparison{CostFormula::equal, more, phases, false}.difference() ==
              "costs 3 m, 2 a in its phase 'sweep', not 3 m, 3 a"));
}

BOOST_AUTO_TEST_CASE(a_claim_about_all_trees_is_one_about_some) {
  BOOST_TEST((on_all(1, 1).outcome == Measurement::agrees));
  BOOST_TEST((on_all(1, 2).outcome == Measurement::differs));
  BOOST_TEST((on_all(0, 0).outcome == Measurement::differs));
}

// Each of the 512 bodies supports an end-effector, for which it passes a 6 x 6 matrix on.
BOOST_AUTO_TEST_CASE(growth_with_depth_has_an_end_effector_on_every_body) {
  const Request request = request_for("pv_osimr");
  ClaimContext context(request.plugins);
  const report::CostGrowth& g = context.growth_of("pv_osimr", Problem::inverse_osim, "d");
  const Case c = tree(chain_parents(512), {JointKind::revolute});
  const CountedRun without = counted_run(*request.plugins.front(), Problem::inverse_osim, c);
  BOOST_TEST_REQUIRE((bool(without) && c.state.end_effectors.empty()));
  for (const double operations : g.operations)
    BOOST_TEST(operations > static_cast<double>(without.cost.operations().total()) + 512 * 36);
}

BOOST_AUTO_TEST_CASE(claim_context_names_missing_statements_of_a_plugin) {
  const Request request = request_for("aba");
  ClaimContext context(request.plugins);
  const auto says = [](const std::string& message) {
    return [message](const InputError& error) { return std::string(error.what()).starts_with(message); };
  };
  const Case c = random_case(Family::chain, 1, 1);
  BOOST_CHECK_EXCEPTION(context.paper_count("aba", Problem::forward_dynamics, c), InputError,
                        says("plugin 'aba' has no formula for "));
  BOOST_CHECK_EXCEPTION(context.phase_count("aba", Problem::forward_dynamics, c, "sweep 7"), InputError,
                        says("plugin 'aba' has no phase 'sweep 7'"));
  BOOST_CHECK_EXCEPTION(context.count("aba", Problem::mass_matrix, c), InputError,
                        says("plugin 'aba' does not solve mass_matrix"));
  BOOST_CHECK_EXCEPTION(context.growth_of("aba", Problem::mass_matrix, "N"), InputError,
                        says("plugin 'aba' states no order of N"));
}
