#include "suite/worst_cases/hunts.hpp"

#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "kintree/files/model_json.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "suite/execution/share_out.hpp"
#include "suite/support/text.hpp"
#include "suite/verification/verify.hpp"
#include "suite/worst_cases/find_store.hpp"
#include "suite/worst_cases/shrink.hpp"

namespace kintree::suite {
namespace {

using Clock = std::chrono::steady_clock;

CaseChoice ground(const SearchTarget& target, const HuntChoice& choice) {
  CaseChoice cases = hunting_ground(target.plugin->description().domain, choice.bodies);
  if (choice.families.empty()) return cases;
  cases.families = choice.families;
  return cases;
}

std::string command(const SearchTarget& target, const HuntChoice& choice, std::uint64_t seed) {
  std::string text = fmt::format("kintree search{} --plugin {} --problem {}", choice.repeat,
                                 quoted(target.plugin->description().name), name(target.problem));
  for (const std::string& family : choice.families) text += " --family " + quoted(family);
  if (target.against != nullptr)
    text += " --against " + quoted(target.against->description().name);
  else if (target.aim != Aim::alpha)
    text += fmt::format(" --aim {}", name(target.aim));
  return text +
         fmt::format(" --bodies {} --cases {} --seed {}", choice.bodies, choice.search.evaluations, seed);
}

report::Record verified(const SearchTarget& target, Case c, const std::string& repeat) {
  c.id = {.family = std::string(worst_family), .joints = {}, .seed = 1};
  const Request requested{{target.plugin}, {target.problem}};
  report::Record record = verify_case(c, requested, repeat).at(0);
  record.command = repeat;
  return record;
}

/// The hunts of all targets: those that are left to do, and the results.
class Hunts {
 public:
  Hunts(std::vector<SearchTarget> targets, const HuntChoice& choice)
      : targets_(std::move(targets)), choice_(choice), finds_(choice.folder), begun_(targets_.size()) {
    for (const SearchTarget& target : targets_) sources_.push_back(ground(target, choice).sources());
  }

  /// The next hunt that has not been done; its `first` is its place, count 1.
  CaseRange next() {
    for (; target_ < targets_.size(); ++target_) {
      std::int64_t& begun = begun_[target_];
      if (begun == 0) begin_ = Clock::now();
      while (begun < choice_.starts || hours(Clock::now() - begin_) < choice_.hours)
        if (const std::int64_t number = begun++; !find(target_, number))
          return {place(target_, number), 1, {}, 0};
    }
    return {};
  }

  /// Hunts it, on so many threads.
  void run(const CaseRange& range, int threads, bool progress) {
    const auto [target, number] = at(range);
    SearchOptions options = options_of(number);
    options.threads = threads;
    options.progress = progress;
    finds_.put(targets_[target], number + 1, command_of(target, number),
               hunt(targets_[target], sources_[target], options));
  }

  /// Returns the worst find of each target, and its final form.
  std::vector<Hunt> results() const {
    std::vector<Hunt> hunts;
    for (std::size_t q = 0; q < targets_.size(); ++q) hunts.push_back(result(q));
    return hunts;
  }

 private:
  static double hours(Clock::duration time) { return std::chrono::duration<double>(time).count() / 3600; }
  std::int64_t place(std::size_t target, std::int64_t number) const {
    return number * std::ssize(targets_) + static_cast<std::int64_t>(target);
  }
  std::pair<std::size_t, std::int64_t> at(const CaseRange& range) const {
    return {static_cast<std::size_t>(range.first % std::ssize(targets_)), range.first / std::ssize(targets_)};
  }
  SearchOptions options_of(std::int64_t number) const {
    SearchOptions options = choice_.search;
    options.seed += static_cast<std::uint64_t>(number * options.evaluations);
    return options;
  }
  std::string command_of(std::size_t target, std::int64_t number) const {
    return command(targets_[target], choice_, options_of(number).seed);
  }
  std::optional<Find> find(std::size_t target, std::int64_t number) const {
    return finds_.get(targets_[target], number + 1, command_of(target, number));
  }

  Hunt result(std::size_t q) const {
    Hunt best;
    best.target = targets_[q];
    best.evaluations = begun_[q] * choice_.search.evaluations;
    for (std::int64_t number = 0; number < begun_[q]; ++number) {
      const Find found = find(q, number).value();
      if (number > 0 && !(found.score.value > best.found.score.value)) continue;
      best.found = found;
      best.command = command_of(q, number);
    }
    if (choice_.compare) {
      SearchOptions all = choice_.search;
      all.evaluations = best.evaluations;
      best.drawn = worst_drawn(best.target, sources_[q], all);
    }
    best.shrunk = shrunk(best.target, best.found);
    best.record = verified(best.target, best.shrunk.c, best.command);
    return best;
  }

  std::vector<SearchTarget> targets_;
  const HuntChoice& choice_;
  std::vector<std::vector<Source>> sources_;
  FindStore finds_;
  std::vector<std::int64_t> begun_;  ///< of each target: hunts that were handed out, or are in the folder
  std::size_t target_ = 0;           ///< whose turn it is
  Clock::time_point begin_;          ///< of its turn
};

std::vector<SearchTarget> targets(const Request& requested, const HuntChoice& choice) {
  std::vector<SearchTarget> all;
  for (const Plugin* plugin : requested.plugins)
    for (const Claim& claim : plugin->description().claims) {
      if (!requested.problems.contains(claim.problem)) continue;
      const SearchTarget target{plugin, claim.problem, choice.against == nullptr ? choice.aim : Aim::ratio,
                                choice.against};
      if (choice.against != nullptr && choice.against->description().claim(claim.problem) == nullptr)
        throw InputError("--against: plugin " + in_quotes(choice.against->description().name) +
                         " does not solve " + std::string(name(claim.problem)));
      all.push_back(target);
      if (requested.problems == ProblemSet::all()) break;
    }
  return all;
}

}  // namespace

std::vector<Hunt> run_hunts(const Request& requested, const HuntChoice& choice, Ranks& ranks) {
  if (ranks.rank() == 0 && ranks.size() > 1 && choice.folder.empty())
    throw InputError("--store: ranks of MPI need a folder for what each of them finds");
  Hunts hunts(targets(requested, choice), choice);
  std::optional<FolderLock> lock;
  if (ranks.rank() == 0 && !choice.folder.empty()) {
    make_folder(choice.folder);
    lock.emplace(choice.folder, "search");
  }
  const bool several = ranks.size() > 1 || choice.starts > 1 || choice.hours > 0;
  const int at_once = several ? choice.search.threads : 1;
  share_out(
      ranks, at_once, [&](const Progress&) { return hunts.next(); },
      [&](int, const NextRange& next) {
        for (CaseRange range = next({}); range.count > 0; range = next({.cases = 1}))
          hunts.run(range, choice.search.threads / at_once, !several);
      });
  return ranks.rank() == 0 ? hunts.results() : std::vector<Hunt>();
}

nlohmann::ordered_json as_json(const std::vector<Hunt>& hunts) {
  auto rows = nlohmann::ordered_json::array();
  for (const Hunt& h : hunts) {
    nlohmann::ordered_json row{{"plugin", h.target.plugin->description().name},
                               {"problem", name(h.target.problem)},
                               {"aim", name(h.target.aim)},
                               {"cases", h.evaluations}};
    if (h.target.against != nullptr) row["against"] = h.target.against->description().name;
    if (h.drawn) {
      row["drawn"] = number(h.drawn->score.value);
      row["factor"] = number(h.found.score.value / h.drawn->score.value);
    }
    row["hunted"] = number(h.found.score.value);
    row["from"] = h.found.c.id.name();
    row["bodies"] = h.found.c.model.body_count();
    row["shrunk"] = {{"value", number(h.shrunk.score.value)},    {"alpha", number(h.shrunk.score.alpha)},
                     {"error", number(h.shrunk.score.error)},    {"sigma", number(h.shrunk.score.sigma)},
                     {"bodies", h.shrunk.c.model.body_count()},  {"verdict", h.verdict()},
                     {"promise", name(h.record.promise)},        {"passed", h.record.passed},
                     {"model", model_as_json(h.shrunk.c.model)}, {"state", state_as_json(h.shrunk.c.state)}};
    row["command"] = h.command;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace kintree::suite
