#include "suite/whole_runs/libraries.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "kintree/oracle/limits.hpp"
#include "suite/support/folders.hpp"
#include "suite/support/parallel.hpp"
#include "suite/support/text.hpp"
#include "suite/vectors/vectors.hpp"

namespace kintree::suite {
namespace {

constexpr std::size_t flags_named = 3;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double difference_of(const VectorOutcome& outcome) {
  const auto& exact =
      std::find_if(outcome.vector->answers.begin(), outcome.vector->answers.end(), [&](const auto& answer) {
        return answer.problem == outcome.problem;
      })->exact;
  if (outcome.values.size() != exact.size()) return nan;
  double largest = 0, scale = 0;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    largest = std::max(largest, std::abs(outcome.values[k] - exact[k]));
    scale = std::max(scale, std::abs(exact[k]));
  }
  return largest / (scale > 0 ? scale : 1);
}

/// Vector results in the order of the tables.
enum class Result { right, fewer_digits, wrong, refused, unsupported };
constexpr std::array<const char*, 5> result_names{"right", "fewer digits", "wrong", "refused", "unsupported"};

Result result_of(const VectorOutcome& outcome) {
  switch (outcome.result) {
    case VectorOutcome::right:
      return Result::right;
    case VectorOutcome::wrong:
      return outcome.looks_like.empty() &&
                     difference_of(outcome) <= oracle::limits::half_of_the_digits(oracle::limits::u_double)
                 ? Result::fewer_digits
                 : Result::wrong;
    case VectorOutcome::refused:
      return Result::refused;
    default:
      return Result::unsupported;
  }
}

std::string reason_of(const VectorOutcome& outcome, Result result, const VectorFiles& files) {
  if (result == Result::refused || result == Result::unsupported)
    return outcome.detail.empty() ? "no reason given" : outcome.detail;
  if (result != Result::wrong) return {};
  if (outcome.looks_like.empty()) return "not like a known mistake";
  return listing(
      outcome.looks_like, [&](const std::string& slip) { return files.slips.at(slip); }, " or ");
}

/// The flags that most vectors have: "unit (3), inertia (2)".
std::string most_frequent(const std::map<std::string, int>& flags) {
  std::vector<std::pair<int, std::string>> sorted;
  for (const auto& [flag, count] : flags) sorted.emplace_back(-count, flag);
  std::sort(sorted.begin(), sorted.end());
  sorted.resize(std::min(sorted.size(), flags_named));
  return listing(sorted, [](const auto& f) { return f.second + " (" + std::to_string(-f.first) + ")"; });
}

std::vector<report::VectorResult> grouped(const std::string& plugin, const VectorFiles& files,
                                          const std::vector<VectorOutcome>& outcomes) {
  struct Group {
    report::VectorResult row;
    std::map<std::string, int> flags;
  };
  std::map<std::pair<Result, std::string>, Group> groups;
  for (const VectorOutcome& outcome : outcomes) {
    const Result result = result_of(outcome);
    const std::string reason = reason_of(outcome, result, files);
    Group& group = groups[{result, reason}];
    group.row.plugin = plugin;
    group.row.result = result_names[static_cast<std::size_t>(result)];
    group.row.reason = reason;
    ++group.row.answers;
    if (result != Result::fewer_digits && result != Result::wrong) continue;
    for (const std::string& flag : outcome.vector->flags) ++group.flags[flag];
    const double difference = difference_of(outcome);
    if (!group.row.example.empty() && !report::worse(difference, group.row.difference)) continue;
    group.row.difference = difference;
    group.row.example =
        outcome.vector->id + ", " + std::string(name(outcome.problem)) + ": " + outcome.vector->what;
  }
  std::vector<report::VectorResult> rows;
  for (auto& [key, group] : groups) {
    group.row.about = most_frequent(group.flags);
    rows.push_back(std::move(group.row));
  }
  return rows;
}

bool is_library(const Plugin& plugin, const std::vector<report::Library>& libraries) {
  return std::any_of(libraries.begin(), libraries.end(), [&](const report::Library& library) {
    return library.plugin == plugin.description().name;
  });
}

}  // namespace

Request with_references(Request request, const std::vector<report::Library>& libraries) {
  for (const Plugin* plugin : request.plugins)
    if (plugin->description().domain.joints.size() == joint_kinds.size() && !is_library(*plugin, libraries))
      request.references.push_back(plugin);
  return request;
}

void add_libraries(report::Store& store, std::int64_t run, const std::vector<report::Library>& libraries,
                   const Request& request, int threads) {
  store.replace(run, libraries);
  std::set<std::string> slow;
  store.for_each<report::Record>(run, [&](const report::Record& record) {
    if (record.reason == Reason::timed_out) slow.insert(record.plugin);
  });
  const VectorFiles files = read_vectors(testdata_folder() + "/vectors");
  std::vector<const Plugin*> checked;
  for (const Plugin* plugin : request.plugins)
    if (is_library(*plugin, libraries)) checked.push_back(plugin);
  std::vector<std::vector<report::VectorResult>> of_each(checked.size());
  in_parallel(threads, checked.size(), [&](std::size_t, std::uint64_t k) {
    const Plugin& plugin = *checked[k];
    const std::string& name = plugin.description().name;
    if (slow.contains(name))
      of_each[k] = {{name, "not checked", 1, "it gave no answer to a tree in the time allowed", nan, "", ""}};
    else
      of_each[k] = grouped(name, files, ask_vectors(plugin, files, request.problems));
  });
  std::vector<report::VectorResult> all;
  for (auto& rows : of_each) all.insert(all.end(), rows.begin(), rows.end());
  store.replace(run, all);
}

}  // namespace kintree::suite
