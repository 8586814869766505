#include "suite/cases/plan.hpp"

#include <algorithm>
#include <set>

namespace kintree::suite {

Case Task::draw() const {
  return source->draw(id.seed);
}

std::string Task::command() const {
  return "kintree verify" + source->repeat + " --seed " + std::to_string(id.seed) + " --trees 1";
}

Task Plan::at(std::size_t index) const {
  const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), index,
                                      [](std::size_t i, const Stretch& s) { return i < s.begin; });
  const Stretch& stretch = *std::prev(after);
  const std::size_t k = index - stretch.begin;
  const Source& source = stretch.sources[k % stretch.sources.size()];
  Task task{source.id, &source, stretch.request.get()};
  task.id.seed = stretch.first_seed + k;
  return task;
}

void Plan::add(std::vector<Source> sources, std::uint64_t first_seed, std::size_t count,
               const Request& request) {
  if (count == 0) return;
  stretches_.push_back({size_, std::move(sources), first_seed, std::make_shared<const Request>(request)});
  size_ += count;
}

void Plan::add(Plan more) {
  for (Stretch& stretch : more.stretches_) {
    stretch.begin += size_;
    stretches_.push_back(std::move(stretch));
  }
  size_ += more.size_;
}

Plan found_cases(const Request& request) {
  Plan plan;
  for (FoundCase& found : found_cases()) plan.add({std::move(found.source)}, found.seed, 1, request);
  return plan;
}

std::size_t number_drawn(const CaseChoice& choice) {
  return choice.state.empty() ? static_cast<std::size_t>(choice.trees) : 1;
}

std::uint64_t last_seed(const CaseChoice& choice) {
  return choice.seed + number_drawn(choice) - 1;
}

Plan drawn_cases(const CaseChoice& choice, const Request& request) {
  const std::size_t count = number_drawn(choice);
  Plan plan;
  plan.add(choice.sources(), choice.seed, count, request);
  if (!choice.model.empty() || !choice.joints.empty()) return plan;
  CaseChoice within = choice;
  std::erase_if(within.families, [](const std::string& name) { return !family(name); });
  if (within.families.empty() && !choice.families.empty()) return plan;  // named trees: they are as they are
  std::set<std::vector<JointKind>> drawn;
  for (const Plugin* plugin : request.plugins) {
    const std::vector<JointKind>& kinds = plugin->description().domain.joints;
    if (kinds.size() == joint_kinds.size()) continue;
    within.joints = kinds;
    Request one = request;
    one.plugins = {plugin};
    if (drawn.insert(kinds).second)
      one.plugins.insert(one.plugins.end(), request.references.begin(), request.references.end());
    plan.add(within.sources(), choice.seed, count, one);
  }
  return plan;
}

Plan report_cases(const ReportChoice& choice, const Request& request) {
  CaseChoice cases;
  cases.bodies = choice.bodies;
  cases.seed = choice.seed;
  cases.trees = choice.trees;
  Plan plan = drawn_cases(cases, request);
  cases.families = testdata_families();
  cases.trees = choice.states * static_cast<int>(cases.families.size());
  plan.add(drawn_cases(cases, request));
  return plan;
}

}  // namespace kintree::suite
