#define BOOST_TEST_MODULE measurements
#include "suite/whole_runs/measurements.hpp"

#include <boost/test/unit_test.hpp>
#include <ctime>

#include "kintree/files/temporary_folder.hpp"
#include "suite/papers/papers.hpp"
#include "suite/verification/run.hpp"

namespace {

using namespace kintree;

suite::MeasurementChoice costs_of_ltdl() {
  using enum suite::Quantity;
  suite::MeasurementChoice choice;
  choice.plugins.folders = {KINTREE_PLUGINS};
  choice.plugins.names = {"ltdl"};
  choice.skipped = {power, growth, claims, throughput, large_trees};
  return choice;
}

/// A run in a store, and the measurements to be added to it.
struct MeasuredRun {
  MeasuredRun() { choice.plugins.folders = {KINTREE_PLUGINS}; }

  const TemporaryFolder folder;
  report::Store store{folder / "store.sqlite"};
  const std::int64_t run = store.begin(suite::describe_run("test"));
  suite::MeasurementChoice choice;
};

BOOST_FIXTURE_TEST_CASE(measure_into_measures_only_missing_quantities, MeasuredRun) {
  suite::measure_into(store, run, costs_of_ltdl());
  const auto costs = store.rows<report::CountedCost>(run);
  BOOST_TEST_REQUIRE(costs.size() == 3u);  // humanoid30, chain30, asimo
  BOOST_TEST(costs[0].plugin == "ltdl");
  BOOST_TEST(costs[0].operations().total() > 0);
  BOOST_TEST(store.count<report::CostGrowth>(run) == 0);
  BOOST_TEST(store.count<report::ReproducedClaim>(run) == 0);

  report::CountedCost marked = costs[0];
  marked.tree = "marked";
  store.replace<report::CountedCost>(run, {marked});
  suite::measure_into(store, run, costs_of_ltdl());
  BOOST_TEST(store.rows<report::CountedCost>(run).size() == 1u);
  BOOST_TEST(store.rows<report::CountedCost>(run).at(0).tree == "marked");

  store.replace<report::CountedCost>(run, {});
  suite::measure_into(store, run, costs_of_ltdl());
  BOOST_TEST((store.rows<report::CountedCost>(run) == costs));
}

BOOST_AUTO_TEST_CASE(hard_families_are_those_of_the_generator_and_of_searches) {
  const report::HardFamilies hard = suite::hard_families();
  BOOST_TEST(hard.at("thin") == "rods and point masses on or near the joint axes");
  BOOST_TEST((hard.contains("mass_ratio") && hard.contains("tiny_bodies") && hard.contains("worst")));
  BOOST_TEST((!hard.contains("shapes") && !hard.contains("contacts") && !hard.contains("robot")));
}

BOOST_FIXTURE_TEST_CASE(measure_into_leaves_out_skipped_quantities, MeasuredRun) {
  choice = costs_of_ltdl();
  choice.skipped.insert(suite::Quantity::costs);
  suite::measure_into(store, run, choice);
  BOOST_TEST(store.count<report::CountedCost>(run) == 0);
}

// The errors that the judge still flags are measured with plugins that are known to be sound, not with all that are chosen.
BOOST_FIXTURE_TEST_CASE(power_is_that_before_sound_plugins, MeasuredRun) {
  choice.plugins.names = {"unit_vector"};
  using enum suite::Quantity;
  choice.skipped = {growth, claims, costs, proofs, float_digits, throughput, large_trees};
  store.replace<report::FieldPower>(run, {report::FieldPower{}});  // measured before
  suite::measure_into(store, run, choice);
  BOOST_TEST(store.count<report::PowerCurve>(run) == 0);
  BOOST_TEST(store.count<report::FieldPower>(run) == 1);
  BOOST_TEST(store.count<report::PluginClaim>(run) == 1);
}

// If plugins or problems are named, claims of papers are not requested, and the existing ones stay.
BOOST_FIXTURE_TEST_CASE(claims_of_papers_are_about_all_plugins, MeasuredRun) {
  using enum suite::Quantity;
  choice.skipped = {growth, power, costs, proofs, float_digits, throughput, large_trees};
  choice.plugins.names = {"unit_vector"};
  suite::measure_into(store, run, choice);
  choice.plugins.names = {};
  choice.plugins.problems = {Problem::forward_dynamics};
  suite::measure_into(store, run, choice);
  for (const bool there : {false, true}) {
    BOOST_TEST(store.count<report::ReproducedClaim>(run) == (there ? 1 : 0));
    BOOST_TEST(store.count<report::MissingClaim>(run) == 0);
    BOOST_TEST(store.count<report::Erratum>(run) == 0);
    BOOST_TEST(store.count<report::Curve>(run) == 0);
    if (there) break;
    store.replace<report::ReproducedClaim>(run, {report::ReproducedClaim{}});
    choice.plugins.problems = {};
    suite::measure_into(store, run, choice);
  }
}

BOOST_FIXTURE_TEST_CASE(keep_beside_claims_stores_curves_gaps_and_errata, MeasuredRun) {
  suite::Reproduction reproduction;
  reproduction.curves.resize(2);
  reproduction.missing.resize(3);
  reproduction.errata.resize(4);
  suite::keep_beside_claims(store, run, reproduction);
  BOOST_TEST(store.count<report::Curve>(run) == 2);
  BOOST_TEST(store.count<report::MissingClaim>(run) == 3);
  BOOST_TEST(store.count<report::Erratum>(run) == 4);
  BOOST_TEST(store.count<report::ReproducedClaim>(run) == 0);
}

// The seconds are those of this process. They are no more than its total time, and most of it, because it
// does little else than judge.
BOOST_FIXTURE_TEST_CASE(judged_cases_a_second, MeasuredRun) {
  using enum suite::Quantity;
  choice.plugins.names = {"aba"};
  choice.skipped = {power, growth, claims, costs, proofs, float_digits, large_trees};
  const std::clock_t start = std::clock();
  suite::measure_into(store, run, choice);
  const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const auto measured = store.rows<report::Throughput>(run);
  BOOST_TEST_REQUIRE(measured.size() == 1U);
  BOOST_TEST((measured[0].seconds > 0.5 * taken && measured[0].seconds <= taken));
  BOOST_TEST(measured[0].plugin == "aba");
  BOOST_TEST((measured[0].problem == Problem::forward_dynamics));
  BOOST_TEST(measured[0].degrees_of_freedom == 30);
  BOOST_TEST(measured[0].cases == 200);
}

BOOST_FIXTURE_TEST_CASE(large_trees_have_the_bodies_asked_for, MeasuredRun) {
  using enum suite::Quantity;
  choice.plugins.names = {"aba"};
  choice.skipped = {power, growth, claims, costs, proofs, float_digits, throughput};
  choice.largest_tree = 9999;
  suite::measure_into(store, run, choice);
  const auto measured = store.rows<report::LargeTree>(run);
  BOOST_TEST_REQUIRE(measured.size() == 1U);
  BOOST_TEST((measured[0].plugin == "aba" && measured[0].bodies == 1000));
  BOOST_TEST((measured[0].right == FieldCheck::proved && measured[0].peak_bytes > 0));
}

// Times are not compared with a limit. The trees and plugins of the figures are known.
BOOST_AUTO_TEST_CASE(figures_in_time) {
  suite::PluginChoice plugins;
  plugins.folders = {KINTREE_PLUGINS};
  const std::vector<report::Curve> curves = suite::yamane_nakamura_times(plugins.load());
  BOOST_TEST_REQUIRE(curves.size() == 6U);
  const std::vector<std::string> names{"as given", "with splitting", "unit-vector method"};
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const report::Curve& c = curves[k];
    const bool serial = k < 3;
    BOOST_TEST(c.name == names[k % 3]);
    BOOST_TEST(c.figure == "Yamane & Nakamura 2002, Fig. " + std::string(serial ? "6" : "7") + ", in time");
    std::vector<double> n;
    for (int joints = serial ? 2 : 3; joints <= (serial ? 16 : 13); ++joints) n.push_back(3.0 * joints);
    BOOST_TEST(c.x == n, boost::test_tools::per_element());
    BOOST_TEST_REQUIRE(c.y.size() == n.size());
    for (const double microseconds : c.y) BOOST_TEST((microseconds > 0.01 && microseconds < 1e5));
  }
}

}  // namespace
