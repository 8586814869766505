// The results of vectors as text for readers.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>

#include "kintree/problems/problem.hpp"
#include "suite/support/text.hpp"
#include "suite/vectors/vectors.hpp"

namespace kintree::suite {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 4> result_names{"right", "wrong", "refused", "unsupported"};
constexpr std::size_t most_named = 8;

/// The number of outcomes with each result.
using Counts = std::array<std::size_t, result_names.size()>;

Counts counts(const std::vector<VectorOutcome>& outcomes, const std::string& flag = {}) {
  Counts result{};
  for (const VectorOutcome& outcome : outcomes) {
    const auto& flags = outcome.vector->flags;
    if (flag.empty() || std::find(flags.begin(), flags.end(), flag) != flags.end()) ++result[outcome.result];
  }
  return result;
}

/// The names of the outputs: "H", or "dtau_dq, dtau_dv".
std::string names_of_outputs(const VectorOutcome& outcome) {
  std::string names;
  for (const Quantity& output : outputs(outcome.problem))
    names.append(names.empty() ? "" : ", ").append(output.name);
  return names;
}

/// The explanation of outcomes: one slip, or mistakes that were fitted, or two slips.
struct Explained {
  std::string problem = {};  ///< empty: all of them at once
  std::vector<MistakeSet> slips = {};
  std::vector<FittedMistake> fitted = {};

  bool is_empty() const { return slips.empty() && fitted.empty(); }
};

Explained explained(const std::string& problem, const std::vector<VectorOutcome>& outcomes) {
  Explained result{problem, explanations(outcomes)};
  if (!result.slips.empty() && result.slips.front().size() == 1) return result;
  result.fitted = fitted_mistakes(outcomes);
  if (!result.fitted.empty()) result.slips.clear();
  return result;
}

/// Returns one explanation of the outcomes of all problems. If there is none, returns one for each problem.
std::vector<Explained> by_problem(const std::vector<VectorOutcome>& outcomes) {
  if (Explained all = explained("", outcomes); !all.is_empty()) return {all};
  std::vector<Explained> result;
  for (const Problem problem : all_problems) {
    std::vector<VectorOutcome> some;
    std::copy_if(outcomes.begin(), outcomes.end(), std::back_inserter(some),
                 [&](const VectorOutcome& o) { return o.problem == problem; });
    if (counts(some)[VectorOutcome::wrong] > 0) result.push_back(explained(std::string(name(problem)), some));
  }
  return result;
}

}  // namespace

std::string to_string(const std::string& plugin, const std::vector<VectorOutcome>& outcomes,
                      const VectorFiles& files) {
  std::string text = fmt::format("{:<24} {:>7} {:>7} {:>7} {:>12}  of {}\n", "flag", "right", "wrong",
                                 "refused", "unsupported", plugin);
  const auto row = [&](const std::string& flag, const Counts& c) {
    text += fmt::format("{:<24} {:>7} {:>7} {:>7} {:>12}\n", flag, c[0], c[1], c[2], c[3]);
  };
  for (const auto& [flag, meaning] : files.flags)
    if (const Counts c = counts(outcomes, flag); c != Counts{}) row(flag, c);
  const Counts all = counts(outcomes);
  row("all", all);
  if (all[VectorOutcome::wrong] == 0 && all[VectorOutcome::refused] == 0) return text;

  std::size_t named = 0;
  for (const VectorOutcome& o : outcomes) {
    if (o.result != VectorOutcome::wrong && o.result != VectorOutcome::refused) continue;
    if (++named > most_named) {
      text += "  ...\n";
      break;
    }
    text += fmt::format("FAILED {} {}: {}: {}", plugin, o.vector->id, names_of_outputs(o), o.vector->what);
    if (o.result == VectorOutcome::refused) text += "; no answer: " + o.detail;
    if (!o.looks_like.empty())
      text += "; as of " + listing(
                               o.looks_like, [](const std::string& slip) { return slip; }, " or ");
    text += '\n';
  }
  for (const Explained& explained : by_problem(outcomes)) {
    const std::string of = explained.problem.empty() ? "" : explained.problem + ": ";
    if (explained.is_empty())
      text += fmt::format("{}no known mistake, and no two of them, explain all of it\n", of);
    const char* first = "it looks as if ";
    const auto add = [&](const std::string& clause) {
      text += of + first + clause + "\n";
      first = "or as if ";
    };
    for (const MistakeSet& slips : explained.slips)
      add(listing(
          slips, [&](const std::string& slip) { return files.slips.at(slip) + " (" + slip + ")"; },
          ", and "));
    for (const FittedMistake& mistake : explained.fitted)
      add(mistake.description + " (" + mistake.name + ")");
  }
  return text;
}

Json as_json(const std::string& plugin, const std::vector<VectorOutcome>& outcomes) {
  Json results = Json::array(), explained = Json::array();
  for (const VectorOutcome& o : outcomes) {
    Json entry{{"id", o.vector->id}, {"answer", names_of_outputs(o)}, {"result", result_names[o.result]}};
    if (!o.detail.empty()) entry["detail"] = o.detail;
    if (!o.looks_like.empty()) entry["looks_like"] = o.looks_like;
    if (o.result == VectorOutcome::wrong) entry["came"] = o.values;
    results.push_back(std::move(entry));
  }
  for (const Explained& of : by_problem(outcomes)) {
    Json entry{{"slips", of.slips}};
    if (!of.problem.empty()) entry["problem"] = of.problem;
    for (const FittedMistake& mistake : of.fitted) {
      Json fitted{{"name", mistake.name}, {"what", mistake.description}};
      if (mistake.number) fitted["number"] = *mistake.number;
      entry["fitted"].push_back(std::move(fitted));
    }
    explained.push_back(std::move(entry));
  }
  return {{"plugin", plugin}, {"explanations", explained}, {"results", results}};
}

}  // namespace kintree::suite
