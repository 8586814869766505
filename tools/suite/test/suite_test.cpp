// The suite as a library, linked without the command: plans, cases, runs, and their counts.
#define BOOST_TEST_MODULE suite
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>
#include <thread>

#include "chain.hpp"
#include "kintree/data/error.hpp"
#include "kintree/input/temporary_folder.hpp"
#include "kintree/report/store.hpp"
#include "kintree/trees/metamorphic.hpp"
#include "suite/cases/seeds.hpp"
#include "suite/counting/cost.hpp"
#include "suite/counting/growth.hpp"
#include "suite/execution/allocations.hpp"
#include "suite/execution/ranks.hpp"
#include "suite/papers/reproduce.hpp"
#include "suite/proof/prove.hpp"
#include "suite/support/plugin_folders.hpp"
#include "suite/support/quantiles.hpp"
#include "suite/verification/run.hpp"
#include "suite/verification/verification.hpp"
#include "suite/verification/verify.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

Request request_for(const std::string& plugin) {
  PluginChoice choice;
  choice.names = {plugin};
  choice.folders = {KINTREE_PLUGINS};
  return choice.request();
}

Case one_body(std::uint64_t seed) {
  return random_case(Family::chain, 1, seed);
}

/// Waits, but not for ever.
template <class Condition>
bool comes_true(Condition&& condition) {
  for (int i = 0; i < 3000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return condition();
}

boost::test_tools::assertion_result allocations_can_be_counted(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result possible(AllocationCount::possible());
  possible.message() << "another allocator is in the place of the counting one";
  return possible;
}

}  // namespace

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

BOOST_AUTO_TEST_CASE(allocations_of_this_thread_are_counted,
                     *boost::unit_test::precondition(allocations_can_be_counted)) {
  std::atomic<bool> go = false, gone = false;
  std::jthread other([&] {
    while (!go) std::this_thread::yield();
    void* volatile block = ::operator new(8);
    ::operator delete(block);
    gone = true;
  });
  std::uint64_t none = 0, all = 0;
  {
    const AllocationCount count;
    go = true;
    while (!gone) std::this_thread::yield();
    none = count.blocks();
    // Volatile, or the compiler leaves out unused code.
    void* volatile block = ::operator new(8);
    ::operator delete(block);
    block = ::operator new(64, std::align_val_t(64));
    ::operator delete(block, std::align_val_t(64));
    block = std::malloc(8);
    block = std::realloc(block, 16);
    std::free(block);
    block = std::calloc(2, 8);
    std::free(block);
    all = count.blocks();
  }
  BOOST_TEST(none == 0u);
  BOOST_TEST(all == 5u);
}

// As POSIX has it: a power of two, of pointers' sizes.
BOOST_AUTO_TEST_CASE(alignments_that_are_none_are_refused) {
  void* block = nullptr;
  for (const std::size_t alignment : {0u, 1u, 2u, 4u, 12u, 24u, 40u})
    BOOST_TEST(posix_memalign(&block, alignment, 8) == EINVAL, alignment);
  BOOST_TEST_REQUIRE(posix_memalign(&block, 64, 8) == 0);
  BOOST_TEST(reinterpret_cast<std::uintptr_t>(block) % 64 == 0u);
  std::free(block);
}

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

BOOST_AUTO_TEST_CASE(quantiles_are_those_of_the_values) {
  Quantiles q;
  for (int k = 1; k <= 10000; ++k) q.add(k);
  BOOST_TEST(q.count() == 10000u);
  for (const double p : {0.5, 0.9, 0.99, 0.999}) {
    const Quantile at = q.at(p);
    BOOST_TEST(std::abs(at.value - 10000 * p) <= 0.016 * 10000 * p);
    BOOST_TEST((at.low <= at.value && at.value <= at.high && at.high <= 10000));
  }
  BOOST_TEST(q.at(0.9999).high == std::numeric_limits<double>::infinity());  // rank 10001 of 10000
  BOOST_TEST(q.largest() == 10000);
  q.add(std::numeric_limits<double>::quiet_NaN());
  BOOST_TEST(q.largest() == std::numeric_limits<double>::infinity());
}

/// The interval holds in 95 % of samples. Among 1000 samples, 21 more or less are three standard deviations,
/// and bins are wider by 3 %.
BOOST_AUTO_TEST_CASE(quantiles_have_the_confidence_that_they_claim) {
  Generator generator = make_generator({word("quantiles")});
  int held = 0;
  for (int sample = 0; sample < 1000; ++sample) {
    Quantiles q;
    for (int k = 0; k < 2000; ++k) q.add(std::exp(uniform(generator, 0, 100)));  // every decade is as likely
    const Quantile at = q.at(0.9);
    held += at.low <= std::exp(90) && std::exp(90) <= at.high ? 1 : 0;
  }
  BOOST_TEST(held >= 950 - 21);
  BOOST_TEST(held <= 950 + 21 + 9);
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
  BOOST_TEST(!transformed_again(one_body(1), "tree_alone"));
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
  const Case c = one_body(1);
  BOOST_CHECK_EXCEPTION(context.paper_count("aba", Problem::forward_dynamics, c), InputError,
                        says("plugin 'aba' has no formula for "));
  BOOST_CHECK_EXCEPTION(context.phase_count("aba", Problem::forward_dynamics, c, "sweep 7"), InputError,
                        says("plugin 'aba' has no phase 'sweep 7'"));
  BOOST_CHECK_EXCEPTION(context.count("aba", Problem::mass_matrix, c), InputError,
                        says("plugin 'aba' does not solve mass_matrix"));
  BOOST_CHECK_EXCEPTION(context.growth_of("aba", Problem::mass_matrix, "N"), InputError,
                        says("plugin 'aba' states no order of N"));
}

// On any thread: the others stop, and nothing is returned.
BOOST_AUTO_TEST_CASE(work_in_parallel_ends_with_an_exception) {
  PluginChoice crba;
  crba.names = {"crba"};
  crba.folders = {KINTREE_PLUGINS};
  for (const int threads : {1, 2}) {
    std::atomic<int> trees = 0;
    const auto progress = [&] {
      if (++trees == 5) throw std::runtime_error("the fifth tree");
      return true;
    };
    BOOST_CHECK_EXCEPTION(prove({.plugins = crba, .bodies = 1, .seed = 1, .threads = threads}, progress),
                          std::runtime_error,
                          [](const auto& error) { return std::string(error.what()) == "the fifth tree"; });
    BOOST_TEST(trees <= 5 + threads - 1);
  }
}

BOOST_AUTO_TEST_CASE(a_proof_ends_when_it_is_told) {
  PluginChoice crba;
  crba.names = {"crba"};
  crba.folders = {KINTREE_PLUGINS};
  int trees = 0;
  const auto rows =
      prove({.plugins = crba, .bodies = 1, .seed = 1, .threads = 1}, [&] { return ++trees < 5; });
  BOOST_TEST(trees == 5);
  BOOST_TEST(rows.at(0).proved + 1 >= trees);  // one of the five cannot move
  BOOST_TEST(rows.at(0).trees <= trees);
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

BOOST_AUTO_TEST_CASE(folders_of_plugins_are_those_of_the_environment) {
  const auto folders = [](const char* path) {
    const char* const before = std::getenv("KINTREE_PLUGIN_PATH");
    const std::string kept = before != nullptr ? before : "";
    setenv("KINTREE_PLUGIN_PATH", path, 1);
    const std::vector<std::filesystem::path> found = plugin_folders({});
    BOOST_TEST((plugin_folders({"chosen"}) == std::vector<std::filesystem::path>{"chosen"}));
    if (before != nullptr)
      setenv("KINTREE_PLUGIN_PATH", kept.c_str(), 1);
    else
      unsetenv("KINTREE_PLUGIN_PATH");
    return found;
  };
  BOOST_TEST((folders("a:b/c") == std::vector<std::filesystem::path>{"a", "b/c"}));
  BOOST_TEST((folders(":a::b:") == std::vector<std::filesystem::path>{"a", "b"}));
}

// As long as one is found in ten thousand.
BOOST_AUTO_TEST_CASE(rare_sizes_are_looked_for_with_patience) {
  const Case one = kintree::suite::test::chain(1), two = kintree::suite::test::chain(2);
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

BOOST_AUTO_TEST_CASE(ranks_without_their_library_are_refused) {
  BOOST_CHECK_EXCEPTION(ranks_of_launcher("/nowhere/libkintree_mpi.so"), InputError, [](const InputError& e) {
    return std::string(e.what()).starts_with(
        "/nowhere/libkintree_mpi.so: not there, but a launcher of MPI started this process; build Kintree");
  });
}
