#include "suite/papers/reproduce.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/oracle/limits.hpp"
#include "suite/support/folders.hpp"
#include "suite/support/text.hpp"

namespace kintree::suite {

const Plugin& ClaimContext::plugin(const std::string& name) const {
  for (const Plugin* p : plugins_)
    if (p->description().name == name) return *p;
  throw InputError("plugin '" + name + "' is not there: the papers' claims need it");
}

Cost ClaimContext::count(const std::string& name, Problem problem, const Case& c,
                         const std::vector<std::string>& free) const {
  return count(plugin(name), problem, c, free);
}

Cost ClaimContext::count(const Plugin& plugin, Problem problem, const Case& c,
                         const std::vector<std::string>& free) const {
  const std::string& name = plugin.description().name;
  CountedRun run = CountingCase(c).count(plugin, problem, free);
  if (run.reason == Reason::not_built) throw InputError("plugin '" + name + "' is not built for counting");
  if (run.reason == Reason::not_solved)
    throw InputError("plugin '" + name + "' does not solve " + std::string(kintree::name(problem)));
  if (!run)
    throw CountRefused(name + " " + std::string(kintree::name(problem)) + ": " +
                       report::explanation(run.reason, run.detail));
  return std::move(run.cost);
}

Operations ClaimContext::paper_count(const std::string& name, Problem problem, const Case& c) const {
  const Cost cost = count(name, problem, c);
  const Claim* claim = plugin(name).description().claim(problem);
  const auto comparison = compare(*claim, c.model, c.state, cost);
  if (!comparison) throw InputError("plugin '" + name + "' has no formula for " + c.id.name());
  return total(comparison->counted);
}

std::vector<PhaseCost> ClaimContext::apart(const std::string& name, Problem problem, const Case& c,
                                           const std::string& covered) const {
  const Cost cost = count(name, problem, c);
  if (covered.empty())
    return suite::apart(cost, compare(*plugin(name).description().claim(problem), c.model, c.state, cost));
  std::vector<PhaseCost> rest;
  for (const PhaseCost& p : cost.phases)
    if (p.phase != covered && p.operations.total() > 0) rest.push_back(p);
  return rest;
}

Operations ClaimContext::phase_count(const std::string& name, Problem problem, const Case& c,
                                     const std::string& phase) const {
  for (const PhaseCost& p : count(name, problem, c).phases)
    if (p.phase == phase) return p.operations;
  throw InputError("plugin '" + name + "' has no phase '" + phase + "'");
}

const report::CostGrowth& ClaimContext::growth_of(const std::string& name, Problem problem,
                                                  const std::string& size) {
  const Plugin& requested = plugin(name);
  auto& exponents = growth_[{name, problem}];
  const Claim* claim = requested.description().claim(problem);
  if (exponents.empty() && claim != nullptr) exponents = cost_growth(requested, *claim);
  for (const report::CostGrowth& g : exponents)
    if (g.size == size) {
      if (g.verdict == report::Order::not_counted)
        throw CountRefused(name + " " + std::string(kintree::name(problem)) + ": " + g.detail);
      return g;
    }
  throw InputError("plugin '" + name + "' states no order of " + size);
}

Case paper_tree(const std::string& topology, const std::string& end_effectors, std::uint64_t seed) {
  const std::string file = testdata_folder() + "/topologies/" + topology + ".json";
  CaseOptions options;
  options.state.max_end_effectors = 0;
  Case c = topology_case(read_topology(file), seed, options);
  if (!end_effectors.empty()) {
    const auto json = nlohmann::json::parse(read_text_file(file));
    for (const int body : json.at("end_effectors").at(end_effectors))
      c.state.end_effectors.push_back({body, {}});
  }
  return c;
}

Measurement same(const PaperClaim& claimed, const std::string& ours) {
  return holds(ours == claimed.theirs, ours);
}

Measurement rounded(const PaperClaim& claimed, double x) {
  std::string text = claimed.theirs;
  const bool percent = text.ends_with(" %");
  if (percent) text.resize(text.size() - 2), x *= 100;
  const auto point = text.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
  // Whole numbers that end in zeros are printed to their other digits.
  int zeros = 0;
  while (point == std::string::npos && text.size() > static_cast<std::size_t>(zeros) + 1 &&
         text[text.size() - 1 - static_cast<std::size_t>(zeros)] == '0')
    ++zeros;
  // Half a unit of the last digit, ties either way; u for the roundings of x.
  const double half = 0.5 * std::pow(10.0, zeros - decimals) + 8 * oracle::limits::u_double * std::abs(x);
  return holds(std::abs(x - std::stod(text)) <= half, fmt::format("{:.4g}{}", x, percent ? " %" : ""));
}

Measurement at_most(const PaperClaim& claimed, const Operations& ours) {
  Measurement measured = same(claimed, m_and_a(ours));
  long long m = 0, a = 0;
  if (measured.outcome == Measurement::differs &&
      std::sscanf(claimed.theirs.c_str(), "%lldm + %llda", &m, &a) == 2 && ours.m() <= m && ours.a() <= a)
    measured.outcome = Measurement::lower;
  return measured;
}

Measurement on_all(int agreed, int of, const std::string& what) {
  return holds(agreed == of && of > 0, fmt::format("equal on {} of {} {}", agreed, of, what));
}

Measurement holds(bool as_claimed, const std::string& ours) {
  return {ours, as_claimed ? Measurement::agrees : Measurement::differs};
}

bool almost_the_same(double a, double b) {
  return std::abs(a / b - 1) <= 0.1;
}

Measurement order(const PaperClaim& claimed, const Exponent& k) {
  return holds(fmt::format("{:.0f}", std::round(k.k)) == claimed.theirs, k.text());
}

Measurement half_order(const PaperClaim& claimed, const Exponent& k) {
  return holds(std::round(2 * k.k) == 2 * std::stod(claimed.theirs), k.text());
}

}  // namespace kintree::suite
