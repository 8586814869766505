// The worst cases that are kept in a file, and read again.
#include "suite/worst_cases/worst_cases.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "built_plugin.hpp"
#include "case_text.hpp"
#include "kintree/files/temporary_folder.hpp"
#include "kintree/model/error.hpp"
#include "suite/worst_cases/search.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

namespace {

Hunt hunt_of(const Plugin& plugin, Problem problem, const Case& c) {
  Hunt h;
  h.target = {&plugin, problem};
  h.shrunk = {c, confirmed_score(h.target, c)};
  h.command = "kintree search";
  return h;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(searching)

BOOST_AUTO_TEST_CASE(the_worst_is_kept_and_read_again) {
  const TemporaryFolder folder;
  const auto file = folder / "worst.json";
  const Plugin& aba = built_plugin("aba");
  std::vector<Hunt> hunts;
  for (std::uint64_t seed = 1; seed <= 2; ++seed)
    hunts.push_back(hunt_of(aba, Problem::forward_dynamics, random_case(Family::chain, 3, seed)));
  std::sort(hunts.begin(), hunts.end(),
            [](const Hunt& a, const Hunt& b) { return a.shrunk.score.value < b.shrunk.score.value; });
  BOOST_TEST(keep_worst(file, {hunts[0]}) == 1);
  BOOST_TEST(keep_worst(file, {hunts[1]}) == 1);
  BOOST_TEST(keep_worst(file, {hunts[0]}) == 0);
  const WorstCases read = read_worst_cases(file, "aba");
  BOOST_TEST_REQUIRE(read.cases.size() == 1u);
  BOOST_TEST((text(read.cases[0].c) == text(hunts[1].shrunk.c)));
  BOOST_TEST(read.cases[0].score.value == hunts[1].shrunk.score.value);
  BOOST_TEST((read.cases[0].c.id.family == "worst" && read.cases[0].c.id.seed == 1));

  const Hunt thin = hunt_of(aba, Problem::forward_dynamics, random_case(Family::mass_ratio, 6, 1));
  BOOST_CHECK_THROW(keep_worst(folder / "thin.json", {thin}), InputError);
  BOOST_TEST(!std::filesystem::exists(folder / "thin.json"));
  BOOST_CHECK_THROW(
      keep_worst(file, {hunt_of(built_plugin("crba"), Problem::mass_matrix, hunts[0].shrunk.c)}), InputError);

  Request requested;
  requested.plugins = {&aba};
  requested.problems = ProblemSet::all();
  std::filesystem::create_directory(folder / "aba");
  std::filesystem::copy(file, folder / "aba" / "worst.json");
  const Plan plan = known_worst_cases(requested, {folder.path()});
  BOOST_TEST_REQUIRE(plan.size() == 1u);
  BOOST_TEST(plan.at(0).command() ==
             "kintree verify --worst " + (folder / "aba" / "worst.json").string() + " --seed 1 --trees 1");
  BOOST_TEST((text(plan.at(0).draw()) == text(hunts[1].shrunk.c)));
}

BOOST_AUTO_TEST_CASE(worst_cases_of_takes_the_requested_cases_of_a_file) {
  const TemporaryFolder folder;
  const auto file = folder / "worst.json";
  const Plugin& aba = built_plugin("aba");
  Hunt by_alpha = hunt_of(aba, Problem::forward_dynamics, random_case(Family::chain, 3, 1)),
       by_error = by_alpha;
  by_error.target.aim = Aim::error;
  by_error.shrunk.score = confirmed_score(by_error.target, by_error.shrunk.c);
  BOOST_TEST_REQUIRE(keep_worst(file, {by_alpha, by_error}) == 2);
  Request requested;
  requested.plugins = {&aba};
  requested.problems = ProblemSet::all();
  for (const auto& [first, count, numbers] :
       {std::tuple{1, 1, "1 "}, {2, 1, "2 "}, {1, 2, "1 2 "}, {2, 9, "2 "}, {0, 2, "1 "}}) {
    const Plan plan = worst_cases_of(file, requested, static_cast<std::uint64_t>(first), count);
    std::string text;
    for (std::size_t k = 0; k < plan.size(); ++k) text += std::to_string(plan.at(k).id.seed) + " ";
    BOOST_TEST(text == numbers);
  }
  BOOST_CHECK_THROW(worst_cases_of(file, requested, 3, 1), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
