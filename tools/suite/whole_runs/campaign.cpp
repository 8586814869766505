#include "suite/whole_runs/campaign.hpp"

#include <unistd.h>
#include <algorithm>
#include <deque>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>

#include <spdlog/spdlog.h>
#include <boost/timer/progress_display.hpp>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/report/store.hpp"
#include "suite/execution/share_out.hpp"
#include "suite/verification/verify.hpp"
#include "suite/worst_cases/shrink.hpp"

namespace kintree::suite {
namespace {

namespace fs = std::filesystem;

fs::path part_file(const fs::path& folder, const PartName& part) {
  return folder / ("part-" + std::to_string(part.rank) + "-" + std::to_string(part.thread) + ".sqlite");
}

/// Parses a name that part_file gives.
std::optional<PartName> part_of(const fs::path& file) {
  const std::string name = file.filename().string();
  std::istringstream text(name);
  PartName part;
  text.ignore(5) >> part.rank;
  text.ignore(1) >> part.thread;
  if (part_file({}, part) != name) return {};
  return part;
}

/// A range that was begun: a run of a part.
struct Begun {
  PartName part;
  report::Run run;
};

/// By the index of their first case. Throws InputError if one is not of this campaign.
std::map<std::int64_t, Begun> begun_ranges(const CampaignOptions& options) {
  const report::Run mine = describe_run(options.command);
  std::map<std::int64_t, Begun> ranges;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(options.folder, error)) {
    const auto part = part_of(entry.path());
    if (!part) continue;
    for (report::Run& run : report::Store(entry.path()).runs()) {
      const auto refuse = [&](const std::string& why) {
        throw InputError(message_name(entry.path()) + ": " + why);
      };
      if (run.command != mine.command) refuse("holds cases of another campaign, " + run.command);
      if (run.commit != mine.commit || run.build != mine.build)
        refuse("holds cases of another program, " + run.commit + " built by " + run.build);
      const std::int64_t first = run.first_case;
      if (!ranges.try_emplace(first, Begun{*part, std::move(run)}).second)
        refuse("case " + std::to_string(first) + " was begun in another part, too");
    }
  }
  if (error) throw InputError(message_name(options.folder) + ": " + error.message());
  return ranges;
}

/// Returns the ranges that are left to do.
std::deque<CaseRange> ranges_left(std::int64_t size, const CampaignOptions& options) {
  std::deque<CaseRange> left;
  std::int64_t next = 0;
  const auto fill = [&](std::int64_t end) {
    for (; next < end; next += left.back().count)
      left.push_back({next, std::min(options.range, end - next), {}, 0});
  };
  for (const auto& [first, begun] : begun_ranges(options)) {
    fill(first);
    const report::Run& run = begun.run;
    if (run.finished.empty()) left.push_back({first, run.planned_cases, begun.part, run.id});
    next = first + run.planned_cases;
  }
  fill(size);
  return left;
}

/// Does a worker's ranges, one after another. `next` gets the number of cases of the last one, as Dispatcher
/// counts them.
void work(const Plan& plan, const CampaignOptions& options, const PartName& mine, const NextRange& next) {
  // That of the last range: a continued campaign may have more parts than a process may have files.
  std::optional<report::Store> open;
  PartName opened;
  for (CaseRange range = next({}); range.count > 0; range = next({.cases = range.count})) {
    const PartName part = range.run == 0 ? mine : range.part;
    if (!open || opened < part || part < opened) {
      open.emplace(part_file(options.folder, part));
      opened = part;
    }
    report::Store& store = *open;
    if (range.run == 0) {
      report::Run run = describe_run(options.command);
      run.first_case = range.first;
      run.planned_cases = range.count;
      range.run = store.begin(run);
    }
    for (std::int64_t k = store.run(range.run).cases; k < range.count; ++k) {
      const Task task = plan.at(static_cast<std::size_t>(range.first + k));
      store.add(range.run, verify_case(task.draw(), *task.request, task.command() + options.plugin_options));
    }
    store.finish(range.run, time_of_run());
  }
}

/// The ranges that are left.
class Dispatcher {
 public:
  Dispatcher(std::deque<CaseRange> left, std::int64_t size) : left_(std::move(left)) {
    std::int64_t cases = 0;
    for (const CaseRange& range : left_) cases += range.count;
    if (isatty(STDERR_FILENO) == 0) return;
    display_ = std::make_unique<boost::timer::progress_display>(size, std::cerr);
    *display_ += size - cases;
  }

  CaseRange next(const Progress& done) {
    // Without a case more it would show a star more.
    if (display_ != nullptr && done.cases > 0) *display_ += done.cases;
    if (left_.empty()) return {};
    const CaseRange range = left_.front();
    left_.pop_front();
    return range;
  }

 private:
  std::deque<CaseRange> left_;
  std::unique_ptr<boost::timer::progress_display> display_;
};

}  // namespace

void run_campaign(const Plan& plan, const CampaignOptions& options, Ranks& ranks) {
  std::optional<FolderLock> lock;
  std::optional<Dispatcher> dispatcher;
  if (ranks.rank() == 0) {
    make_folder(options.folder);
    lock.emplace(options.folder, "campaign");
    const auto size = static_cast<std::int64_t>(plan.size());
    std::deque<CaseRange> left = ranges_left(size, options);
    std::int64_t cases = 0;
    for (const CaseRange& range : left) cases += range.count;
    if (cases < size) {
      spdlog::info("continuing a campaign: of {} cases {} are in finished ranges", size, size - cases);
      if (const std::string commit = describe_run({}).commit; commit.ends_with("-dirty"))
        spdlog::warn("sources were changed since {}: nobody knows whether what is there is of the same ones",
                     commit);
    }
    dispatcher.emplace(std::move(left), size);
  }
  share_out(
      ranks, options.threads, [&](const Progress& done) { return dispatcher->next(done); },
      [&](int thread, const NextRange& next) {
        work(plan, options, {ranks.rank(), thread}, next);
      });
}

fs::path merge_campaign(const Plan& plan, const CampaignOptions& options) {
  const std::map<std::int64_t, Begun> ranges = begun_ranges(options);
  std::int64_t next = 0;
  for (const auto& [first, begun] : ranges) {
    if (first != next || begun.run.finished.empty()) break;
    next += begun.run.planned_cases;
  }
  if (next != static_cast<std::int64_t>(plan.size()))
    throw InputError(message_name(options.folder) + ": case " + std::to_string(next) + " is missing");

  fs::path merged = options.folder / "campaign.sqlite";
  const fs::path draft = options.folder / "campaign.draft.sqlite",
                 copy = options.folder / "campaign.copy.sqlite";
  const auto remove = [&] {
    for (const fs::path& file : {draft, copy})
      for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(file.string() + suffix);
  };
  remove();
  {
    report::Store store(draft);
    report::Run run = ranges.begin()->second.run;
    std::string finished;
    for (const auto& [first, begun] : ranges) {
      run.started = std::min(run.started, begun.run.started);
      finished = std::max(finished, begun.run.finished);
    }
    run.first_case = run.planned_cases = 0;
    const std::int64_t id = store.begin(run);
    for (const auto& [first, begun] : ranges)
      store.adopt(id, part_file(options.folder, begun.part), begun.run.id);
    store.finish(id, finished);
    store.copy_to(copy);
  }
  fs::rename(copy, merged);
  remove();
  return merged;
}

}  // namespace kintree::suite
