// Runs of many cases: the order of their records, how they end, and how they are continued.
#include "suite/verification/run.hpp"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "built_plugin.hpp"
#include "kintree/files/temporary_folder.hpp"
#include "kintree/model/error.hpp"
#include "kintree/report/store.hpp"
#include "suite/proof/prove.hpp"
#include "suite/verification/verification.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

Case one_body(std::uint64_t seed) {
  return random_case(Family::chain, 1, seed);
}

/// Waits, but not for ever.
template <class Condition>
bool comes_true(Condition&& condition) {
  for (int i = 0; i < 3000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return condition();
}

PluginChoice crba() {
  PluginChoice choice;
  choice.names = {"crba"};
  choice.folders = {KINTREE_PLUGINS};
  return choice;
}

}  // namespace

BOOST_AUTO_TEST_CASE(records_come_in_the_order_of_the_plan) {
  Plan plan;
  plan.add({{.id = {.family = "one", .joints = {}}, .repeat = "", .draw = one_body}}, 1, 40,
           request_for("crba"));
  std::uint64_t seed = 11;
  run_cases(plan, 10, "", 4, [&](const auto& records) {
    BOOST_TEST_REQUIRE(records.size() == 1u);
    BOOST_TEST(records[0].id.seed == seed++);
  });
  BOOST_TEST(seed == 41u);
}

/// While the first case takes long, the others go on until so many records wait, and no further.
BOOST_AUTO_TEST_CASE(a_slow_case_bounds_what_waits_for_it) {
  constexpr std::size_t most = 10;
  std::atomic<std::size_t> drawn{0}, ahead{0};
  const auto draw = [&](std::uint64_t seed) {
    ++drawn;
    if (seed == 1) {
      comes_true([&] { return drawn == most + 1; });
      std::this_thread::sleep_for(std::chrono::milliseconds(200));  // would they go on?
      ahead = drawn.load();
    }
    return one_body(seed);
  };
  Plan plan;
  plan.add({{.id = {.family = "one", .joints = {}}, .repeat = "", .draw = draw}}, 1, 2000,
           request_for("crba"));
  std::size_t cases = 0;
  run_cases(
      plan, 0, "", 2, [&](const auto&) { ++cases; }, most);
  BOOST_TEST(ahead == most + 1);
  BOOST_TEST(cases == 2000u);
}

BOOST_AUTO_TEST_CASE(a_run_ends_with_the_first_exception) {
  const auto run = [&](const std::function<Case(std::uint64_t)>& draw, std::size_t last) {
    Plan plan;
    plan.add({{.id = {.family = "one", .joints = {}}, .repeat = "", .draw = draw}}, 1, 100000,
             request_for("crba"));
    std::size_t cases = 0;
    run_cases(plan, 0, "", 2, [&](const auto&) {
      if (++cases == last) throw std::runtime_error("taken");
    });
  };
  BOOST_CHECK_THROW(run(one_body, 5), std::runtime_error);
  const auto fails = [](std::uint64_t seed) {
    if (seed == 7) throw std::logic_error("drawn");
    return one_body(seed);
  };
  BOOST_CHECK_THROW(run(fails, 100000), std::logic_error);
}

// While its records are waited for.
BOOST_AUTO_TEST_CASE(a_case_that_cannot_be_drawn_ends_the_run) {
  const auto draw = [](std::uint64_t) -> Case {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    throw std::runtime_error("nothing is drawn");
  };
  Plan plan;
  plan.add({{.id = {.family = "none", .joints = {}}, .repeat = "", .draw = draw}}, 1, 3, request_for("crba"));
  for (const int threads : {1, 2})
    BOOST_CHECK_EXCEPTION(run_cases(plan, 0, "", threads, [](const auto&) {}), std::runtime_error,
                          [](const auto& error) { return std::string(error.what()) == "nothing is drawn"; });
}

/// An unfinished run of the same command goes on after the cases that it has, if the sources are known.
BOOST_AUTO_TEST_CASE(an_unfinished_run_is_continued) {
  const TemporaryFolder folder;
  report::Store store(folder / "store.sqlite");
  CaseChoice choice;
  choice.families = {"chain"};
  choice.bodies = 2;
  const auto verified = [&](int trees, const std::string& command) {
    choice.trees = trees;
    return verify_into(store, command, drawn_cases(choice, request_for("crba")),
                       {.plugin_options = "", .threads = 1});
  };
  const bool known = describe_run("x").commit.find("-dirty") == std::string::npos;
  const std::int64_t first = verified(3, "a command"), again = verified(5, "a command");
  BOOST_TEST((again == first) == known);
  std::vector<std::uint64_t> seeds;
  store.for_each<report::Record>(again, [&](const report::Record& r) { seeds.push_back(r.id.seed); });
  BOOST_TEST(seeds == (std::vector<std::uint64_t>{1, 2, 3, 4, 5}), boost::test_tools::per_element());
  BOOST_TEST(verified(2, "another command") != again);
  store.finish(again);
  BOOST_TEST(verified(2, "a command") != again);
}

/// For all seconds from 1970 to the end of the year 9999.
BOOST_AUTO_TEST_CASE(the_time_of_a_run_can_be_given) {
  const auto said = [](const char* seconds) {
    const char* const before = std::getenv("SOURCE_DATE_EPOCH");
    const std::string kept = before != nullptr ? before : "";
    setenv("SOURCE_DATE_EPOCH", seconds, 1);
    std::string text;
    try {
      text = time_of_run();
    } catch (const InputError& error) {
      text = error.what();
    }
    if (before != nullptr)
      setenv("SOURCE_DATE_EPOCH", kept.c_str(), 1);
    else
      unsetenv("SOURCE_DATE_EPOCH");
    return text;
  };
  BOOST_TEST(said("0") == "1970-01-01T00:00:00Z");
  BOOST_TEST(said("1700000000") == "2023-11-14T22:13:20Z");
  BOOST_TEST(said("253402300799") == "9999-12-31T23:59:59Z");
  for (const char* wrong : {"253402300800", "-1", "1x", "", "99999999999999999999"})
    BOOST_TEST(said(wrong) ==
               std::string("SOURCE_DATE_EPOCH: '") + wrong + "' is no number of seconds since 1970");
}

// On any thread: the others stop, and nothing is returned.
BOOST_AUTO_TEST_CASE(work_in_parallel_ends_with_an_exception) {
  for (const int threads : {1, 2}) {
    std::atomic<int> trees = 0;
    const auto progress = [&] {
      if (++trees == 5) throw std::runtime_error("the fifth tree");
      return true;
    };
    BOOST_CHECK_EXCEPTION(prove({.plugins = crba(), .bodies = 1, .seed = 1, .threads = threads}, progress),
                          std::runtime_error,
                          [](const auto& error) { return std::string(error.what()) == "the fifth tree"; });
    BOOST_TEST(trees <= 5 + threads - 1);
  }
}

BOOST_AUTO_TEST_CASE(a_proof_ends_when_it_is_told) {
  int trees = 0;
  const auto rows =
      prove({.plugins = crba(), .bodies = 1, .seed = 1, .threads = 1}, [&] { return ++trees < 5; });
  BOOST_TEST(trees == 5);
  BOOST_TEST(rows.at(0).proved + 1 >= trees);  // one of the five cannot move
  BOOST_TEST(rows.at(0).trees <= trees);
}
