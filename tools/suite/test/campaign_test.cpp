// A campaign that was begun, by many ranks, and goes on.
#include "suite/whole_runs/campaign.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "kintree/files/temporary_folder.hpp"
#include "kintree/model/error.hpp"
#include "kintree/report/store.hpp"
#include "suite/execution/share_out.hpp"
#include "suite/verification/verify.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

Plan five_chains() {
  PluginChoice plugins;
  plugins.names = {"crba"};
  plugins.folders = {KINTREE_PLUGINS};
  CaseChoice choice;
  choice.families = {"chain"};
  choice.bodies = 1;
  choice.trees = 5;
  return drawn_cases(choice, plugins.request());
}

struct Part {
  std::string name;
  std::int64_t first = 0, planned = 0, there = 0;
  std::string started, finished;  ///< empty: not finished
};

void begin(const std::filesystem::path& folder, const std::string& command, const Part& part,
           const std::string& commit = {}) {
  report::Store store(folder / part.name);
  report::Run run = describe_run(command);
  run.first_case = part.first;
  run.planned_cases = part.planned;
  run.started = part.started;
  if (!commit.empty()) run.commit = commit;
  const std::int64_t id = store.begin(run);
  const Plan plan = five_chains();
  for (std::int64_t k = 0; k < part.there; ++k) {
    const Task task = plan.at(static_cast<std::size_t>(part.first + k));
    store.add(id, verify_case(task.draw(), *task.request, task.command()));
  }
  if (!part.finished.empty()) store.finish(id, part.finished);
}

/// Returns the text that `work` prints on a terminal.
template <class Work>
std::string shown(Work&& work) {
  const int ours = posix_openpt(O_RDWR | O_NOCTTY);
  BOOST_TEST_REQUIRE((ours >= 0 && grantpt(ours) == 0 && unlockpt(ours) == 0));
  const int terminal = open(ptsname(ours), O_RDWR | O_NOCTTY), before = dup(STDERR_FILENO);
  dup2(terminal, STDERR_FILENO);
  close(terminal);
  work();
  dup2(before, STDERR_FILENO);
  close(before);
  std::string text;
  std::array<char, 4096> some{};
  for (ssize_t size = 0; (size = read(ours, some.data(), some.size())) > 0;)  // it comes in pieces
    text.append(some.data(), static_cast<std::size_t>(size));
  close(ours);
  return text;
}

std::string refusal(const CampaignOptions& options, const Plan& plan) {
  try {
    const auto ranks = ranks_of_this_process();
    run_campaign(plan, options, *ranks);
    merge_campaign(plan, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

constexpr const char* early = "2024-01-01T00:00:00Z";
constexpr const char* late = "2999-01-01T00:00:00Z";

}  // namespace

BOOST_AUTO_TEST_SUITE(campaigns)

// The text that a campaign prints on a terminal ends with exactly 51 stars, whatever preceded it.
BOOST_AUTO_TEST_CASE(a_folder_is_free_again) {
  const TemporaryFolder folder;
  const auto open_files = [] {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(begin(files), end(files));
  };
  const auto before = open_files();
  for (int k = 0; k < 2; ++k) {
    const FolderLock lock(folder.path(), "test");
    BOOST_CHECK_THROW(FolderLock(folder.path(), "test"), InputError);
  }
  BOOST_TEST(open_files() == before);
}

BOOST_AUTO_TEST_CASE(a_process_that_nobody_launched_is_one_rank) {
  const auto ranks = ranks_of_this_process();
  BOOST_TEST((ranks->rank() == 0 && ranks->size() == 1));
}

BOOST_AUTO_TEST_CASE(a_campaign_goes_on_in_the_parts_that_are_there) {
  const Plan plan = five_chains();
  const TemporaryFolder folder;
  begin(folder.path(), "a campaign", {"part-12-34.sqlite", 1, 2, 1, "2024-02-01T00:00:00Z", {}});
  begin(folder.path(), "a campaign", {"part-0-7.sqlite", 3, 1, 1, early, late});
  for (const char* other : {"notes.txt", "part-0-1.sqlite.old", "part-00-1.sqlite", "part-1.sqlite", "part-",
                            "part-0-1-2.sqlite", "party-0-1.sqlite"})
    std::ofstream(folder / other) << "no store";
  const CampaignOptions options{folder.path(), "a campaign", "", 1, 2};
  BOOST_CHECK_EXCEPTION(merge_campaign(plan, options), InputError, [](const InputError& error) {
    return std::string(error.what()).ends_with("case 0 is missing");
  });
  const auto ranks = ranks_of_this_process();
  const auto stars = [&] {
    const std::string text = shown([&] { run_campaign(plan, options, *ranks); });
    BOOST_TEST(text.find("0%") != std::string::npos, text);
    return std::count(text.begin(), text.end(), '*');
  };
  BOOST_TEST(stars() == 51);
  BOOST_TEST(stars() == 51);  // nothing was left

  {
    const auto runs = report::Store(folder / "part-12-34.sqlite").runs();
    BOOST_TEST_REQUIRE(runs.size() == 1U);
    BOOST_TEST(runs[0].cases == 2);
    BOOST_TEST(!runs[0].finished.empty());
    const auto mine = report::Store(folder / "part-0-0.sqlite").runs();
    BOOST_TEST_REQUIRE(mine.size() == 2U);
    BOOST_TEST((mine[0].first_case == 0 && mine[0].planned_cases == 1));
    BOOST_TEST((mine[1].first_case == 4 && mine[1].planned_cases == 1));
    BOOST_TEST(report::Store(folder / "part-0-7.sqlite").runs().size() == 1U);
  }
  for (int time = 0; time < 2; ++time) {
    report::Store merged(merge_campaign(plan, options));
    BOOST_TEST_REQUIRE(merged.runs().size() == 1U);
    const report::Run run = merged.runs()[0];
    BOOST_TEST((run.first_case == 0 && run.planned_cases == 0 && run.cases == 5));
    BOOST_TEST(run.started == early);
    BOOST_TEST(run.finished == late);
    std::vector<std::uint64_t> seeds;
    merged.for_each<report::Record>(run.id, [&](const report::Record& r) { seeds.push_back(r.id.seed); });
    BOOST_TEST(seeds == (std::vector<std::uint64_t>{1, 2, 3, 4, 5}), boost::test_tools::per_element());
  }
  for (const char* name : {"campaign.draft.sqlite", "campaign.copy.sqlite", "campaign.draft.sqlite-wal"})
    BOOST_TEST(!std::filesystem::exists(folder / name), name);
}

BOOST_AUTO_TEST_CASE(ranges_are_as_long_as_they_may_be) {
  const Plan plan = five_chains();
  const TemporaryFolder folder;
  const auto ranks = ranks_of_this_process();
  run_campaign(plan, {folder.path(), "a campaign", " --more", 1, 2}, *ranks);
  report::Store store(folder / "part-0-0.sqlite");
  std::vector<std::int64_t> first, planned;
  for (const report::Run& run : store.runs()) {
    first.push_back(run.first_case), planned.push_back(run.planned_cases);
    BOOST_TEST(store.rows<report::Record>(run.id).at(0).command.find(" --more") != std::string::npos);
  }
  BOOST_TEST(first == (std::vector<std::int64_t>{0, 2, 4}), boost::test_tools::per_element());
  BOOST_TEST(planned == (std::vector<std::int64_t>{2, 2, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(parts_of_something_else_are_refused) {
  const Plan plan = five_chains();
  const auto refused = [&](const std::string& command, const std::string& commit, std::int64_t again) {
    const TemporaryFolder folder;
    begin(folder.path(), command, {"part-0-0.sqlite", 1, 2, 2, early, early}, commit);
    begin(folder.path(), "a campaign", {"part-0-1.sqlite", again, 1, 1, early, early});
    const std::string said = refusal({folder.path(), "a campaign", "", 1, 2}, plan);
    return said.substr(said.find(": ") == std::string::npos ? 0 : said.find(": ") + 2);
  };
  BOOST_TEST(refused("another", {}, 3) == "holds cases of another campaign, another");
  BOOST_TEST(refused("a campaign", "abc", 3) ==
             "holds cases of another program, abc built by " + describe_run("").build);
  BOOST_TEST(refused("a campaign", {}, 1) == "case 1 was begun in another part, too");
  BOOST_TEST(refused("a campaign", {}, 3) == "accepted");
}

BOOST_AUTO_TEST_SUITE_END()
