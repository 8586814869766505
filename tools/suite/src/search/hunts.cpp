#include "kintree/suite/hunts.hpp"

#include <chrono>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "kintree/input/model_json.hpp"
#include "kintree/suite/text.hpp"
#include "kintree/suite/verify.hpp"

namespace kintree::suite {
namespace {

using Clock = std::chrono::steady_clock;

CaseChoice ground(const Quarry& quarry, const HuntChoice& choice) {
  CaseChoice cases = hunting_ground(quarry.plugin->description().domain, choice.bodies);
  if (choice.families.empty()) return cases;
  cases.families = choice.families;
  return cases;
}

std::string command(const Quarry& quarry, const HuntChoice& choice, std::uint64_t seed) {
  std::string text = fmt::format("kintree search{} --plugin {} --problem {}", choice.repeat,
                                 quoted(quarry.plugin->description().name), name(quarry.problem));
  for (const std::string& family : choice.families) text += " --family " + quoted(family);
  if (quarry.against != nullptr)
    text += " --against " + quoted(quarry.against->description().name);
  else if (quarry.aim != Aim::alpha)
    text += fmt::format(" --aim {}", name(quarry.aim));
  return text +
         fmt::format(" --bodies {} --cases {} --seed {}", choice.bodies, choice.search.evaluations, seed);
}

report::Record verified(const Quarry& quarry, Case c, const std::string& repeat) {
  c.id = {.family = std::string(worst_family), .joints = {}, .seed = 1};
  const Request asked{{quarry.plugin}, {quarry.problem}};
  report::Record record = verify_case(c, asked, repeat).at(0);
  record.command = repeat;
  return record;
}

Hunt run_hunt(const Quarry& quarry, const HuntChoice& choice) {
  const std::vector<Source> sources = ground(quarry, choice).sources();
  const auto begin = Clock::now();
  const auto hours = [&] { return std::chrono::duration<double>(Clock::now() - begin).count() / 3600; };
  Hunt best;
  best.quarry = quarry;
  SearchOptions round = choice.search;
  do {
    const Find found = hunt(quarry, sources, round);
    if (best.evaluations == 0 || found.score.value > best.found.score.value) {
      best.found = found;
      best.command = command(quarry, choice, round.seed);
    }
    best.evaluations += round.evaluations;
    round.seed += static_cast<std::uint64_t>(round.evaluations);
  } while (hours() < choice.hours);
  if (choice.compare) {
    SearchOptions all = choice.search;
    all.evaluations = best.evaluations;
    best.drawn = worst_drawn(quarry, sources, all);
  }
  best.shrunk = shrunk(quarry, best.found);
  best.record = verified(quarry, best.shrunk.c, best.command);
  return best;
}

std::vector<Quarry> quarries(const Request& asked, const HuntChoice& choice) {
  std::vector<Quarry> all;
  for (const Plugin* plugin : asked.plugins)
    for (const Claim& claim : plugin->description().claims) {
      if (!asked.problems.contains(claim.problem)) continue;
      const Quarry quarry{plugin, claim.problem, choice.against == nullptr ? choice.aim : Aim::ratio,
                          choice.against};
      if (choice.against != nullptr && choice.against->description().claim(claim.problem) == nullptr)
        throw InputError("--against: plugin " + in_quotes(choice.against->description().name) +
                         " does not solve " + std::string(name(claim.problem)));
      all.push_back(quarry);
      if (asked.problems == ProblemSet::all()) break;
    }
  return all;
}

}  // namespace

std::vector<Hunt> run_hunts(const Request& asked, const HuntChoice& choice) {
  std::vector<Hunt> hunts;
  for (const Quarry& quarry : quarries(asked, choice)) hunts.push_back(run_hunt(quarry, choice));
  return hunts;
}

nlohmann::ordered_json as_json(const std::vector<Hunt>& hunts) {
  auto rows = nlohmann::ordered_json::array();
  for (const Hunt& h : hunts) {
    nlohmann::ordered_json row{{"plugin", h.quarry.plugin->description().name},
                               {"problem", name(h.quarry.problem)},
                               {"aim", name(h.quarry.aim)},
                               {"cases", h.evaluations}};
    if (h.quarry.against != nullptr) row["against"] = h.quarry.against->description().name;
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
