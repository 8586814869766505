#include "suite/verification/verification.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "suite/execution/allocations.hpp"

namespace kintree::suite {
namespace {

/// Thrown to end a run at its first failure.
struct FirstFailure {};

/// Changed sources have no name of their own: records of theirs are not to be mixed.
bool has_known_sources(const report::Run& run) {
  return run.commit.find("-dirty") == std::string::npos;
}

}  // namespace

void Verification::add(const report::Record& r) {
  summary.add(r);
  if (r.passed) return;
  ++failed;
  first.try_emplace({r.plugin, r.problem}, Failure{r, cases});
  Alike& same = alike[kind_of_failure(r)];
  ++same.count;
  if (same.cases.size() < most_cases_named) same.cases.push_back(r.id.name());
  const auto worse = std::find_if(failures.begin(), failures.end(), [&](const report::Record& other) {
    return harm(other.reason) < harm(r.reason);
  });
  failures.insert(worse, r);
  if (failures.size() > most_failures_kept) failures.pop_back();
}

std::vector<std::string> Verification::never_judged(bool plugins_chosen) const {
  std::vector<std::string> names;
  for (const Summary::Row& row : summary.rows()) {
    const ProblemInfo& problem = info(row.problem);
    const bool may_be_proved_alone = problem.needs_independent_rows() || problem.checked_by_products;
    if (row.judged() == 0 && !(may_be_proved_alone && row.proved > 0))
      names.push_back(row.plugin + " " + std::string(name(row.problem)));
  }
  if (!plugins_chosen && names.size() < summary.rows().size()) names.clear();
  return names;
}

std::string kind_of_failure(const report::Record& r) {
  std::string kind = explanation(r);
  std::erase_if(kind, [](char c) { return c >= '0' && c <= '9'; });
  return r.plugin + " " + std::string(name(r.problem)) + ": " + kind;
}

Verification verify(const Plan& plan, const RunOptions& options,
                    const std::function<void(const std::vector<report::Record>&)>& keep) {
  if (!AllocationCount::possible())
    spdlog::warn("allocations are not counted in this build, so no plugin fails for them");
  Verification v;
  try {
    run_cases(plan, 0, options.plugin_options, options.threads,
              [&](const std::vector<report::Record>& records) {
                keep(records);
                for (const report::Record& r : records) v.add(r);
                ++v.cases;
                if (options.fail_fast && v.failed > 0) throw FirstFailure{};
              });
  } catch (const FirstFailure&) {
  }
  return v;
}

std::int64_t verify_into(report::Store& store, const std::string& command, const Plan& plan,
                         const RunOptions& options) {
  const report::Run description = describe_run(command);
  std::int64_t run = 0;
  std::size_t there = 0;
  const auto before = store.unfinished(description.command, description.commit, description.build);
  if (before && has_known_sources(description)) {
    run = before->id;
    there = static_cast<std::size_t>(before->cases);  // added in the order of the plan
    spdlog::info("continuing the unfinished run of {}: {} of {} cases are there", before->started, there,
                 plan.size());
  } else {
    run = store.begin(description);
  }
  run_cases(plan, there, options.plugin_options, options.threads,
            [&](const std::vector<report::Record>& records) { store.add(run, records); });
  return run;
}

}  // namespace kintree::suite
