// The suite as a library, linked without the command: plans, and the cases that they name.
#define BOOST_TEST_MODULE suite
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "built_plugin.hpp"
#include "chain.hpp"
#include "kintree/model/error.hpp"
#include "kintree/trees/metamorphic.hpp"
#include "suite/cases/seeds.hpp"
#include "suite/verification/verification.hpp"
#include "suite/verification/verify.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

BOOST_AUTO_TEST_CASE(a_case_is_verified) {
  CaseChoice choice;
  choice.families = {"chain"};
  choice.bodies = 5;
  choice.trees = 3;
  const Request request = request_for("aba");
  const Plan plan = drawn_cases(choice, request);
  BOOST_TEST_REQUIRE(plan.size() == 3u);
  const Task last = plan.at(2);
  const auto records = verify_case(last.draw(), *last.request, last.command());
  BOOST_TEST_REQUIRE(records.size() == 1u);
  BOOST_TEST(records[0].passed);
  BOOST_TEST(records[0].error > 0);
  BOOST_TEST(records[0].depth == records[0].bodies);  // a chain
  BOOST_TEST(records[0].condition > 1);
  BOOST_TEST(records[0].tree.substr(0, 1) == "0");
  BOOST_TEST(records[0].command ==
             "kintree verify --family chain --bodies 5 --seed 3 --trees 1 --plugin aba --problem "
             "forward_dynamics");
}

/// Every case that is drawn is the one that its task names: a run that is continued relies on it.
BOOST_AUTO_TEST_CASE(tasks_name_their_cases) {
  const Request request = request_for("armstrong");  // spherical joints alone
  const std::size_t trees = tree_families().size();
  CaseChoice choice;
  choice.bodies = 6;
  choice.trees = static_cast<int>(trees);
  Plan plan = drawn_cases(choice, request);
  BOOST_TEST(plan.size() == 2 * trees);
  ReportChoice report;
  report.trees = report.states = 1;
  plan.add(report_cases(report, request));
  BOOST_TEST(plan.size() == 2 * trees + 2 + testdata_families().size());
  for (std::size_t k = 0; k < plan.size(); ++k) {
    const Task task = plan.at(k);
    BOOST_TEST((task.draw().id == task.id), task.id.name());
    const bool within_domain = (k >= trees && k < 2 * trees) || k == 2 * trees + 1;
    BOOST_TEST(task.id.joints.empty() != within_domain, task.id.name());
  }
}

BOOST_AUTO_TEST_CASE(sources_take_turns_and_seeds_count_on) {
  CaseChoice choice;
  choice.families = {"chain", "star", "grid"};
  choice.trees = 1000000000;  // nothing is drawn or kept
  choice.seed = 5;
  const Plan plan = drawn_cases(choice, request_for("aba"));
  BOOST_TEST_REQUIRE(plan.size() == 1000000000u);
  for (const std::size_t k : {0u, 1u, 2u, 3u, 999999999u}) {
    BOOST_TEST(plan.at(k).id.family == choice.families[k % 3]);
    BOOST_TEST(plan.at(k).id.seed == 5 + k);
  }
}

BOOST_AUTO_TEST_CASE(a_case_is_transformed_again) {
  const Case c = random_case(Family::chain, 4, 3);
  const auto same = transformed_again(c, ""), mirrored = transformed_again(c, "mirrored");
  BOOST_TEST_REQUIRE((same && mirrored));
  const auto image = transformation("mirrored")->apply(c, c.id.seed);
  BOOST_TEST_REQUIRE(image.has_value());
  const auto place = [](const Case& of) { return of.model.bodies.back().joint.placement.xyz; };
  BOOST_TEST((place(*same) == place(c) && same->state.q == c.state.q));
  BOOST_TEST((place(*mirrored) == place(image->image) && place(*mirrored) != place(c)));
  BOOST_TEST(!transformed_again(c, "nonsense"));
  BOOST_TEST(!transformed_again(random_case(Family::chain, 1, 1), "tree_alone"));
}

// As long as one is found in ten thousand.
BOOST_AUTO_TEST_CASE(rare_sizes_are_looked_for_with_patience) {
  const Case one = chain(1), two = chain(2);
  const auto found = [&](std::uint64_t each, int count) {
    const std::vector<Source> sources{{.id = {}, .repeat = {}, .draw = [&, each](std::uint64_t seed) {
                                         return seed % each == 0 ? two : one;
                                       }}};
    return seeds_of_size(sources, 1, 2, count);
  };
  const std::vector<SeededCase> rare = found(9999, 3);
  BOOST_TEST_REQUIRE(rare.size() == 3u);
  for (std::size_t k = 0; k < rare.size(); ++k) BOOST_TEST(rare[k].seed == 9999 * (k + 1));
  BOOST_CHECK_EXCEPTION(found(10001, 3), InputError, [](const InputError& e) {
    return std::string(e.what()) == "of 10000 cases only 0 have 2 degrees of freedom";
  });
}
