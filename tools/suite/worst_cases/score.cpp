#include <algorithm>
#include <cmath>

#include "kintree/oracle/oracle.hpp"
#include "suite/execution/answer.hpp"
#include "suite/execution/worker.hpp"
#include "suite/worst_cases/search.hpp"

namespace kintree::suite {
namespace {

/// The error if there is no answer.
constexpr double all_digits_lost = 1;

double error_of(const Plugin& plugin, const Case& c, Problem problem, const oracle::ProblemOracle& exact) {
  const Outcome<double> out =
      worker_of(plugin, c.model, c.state.end_effectors)->in_double({problem, c.state, exact.input_matrix()});
  if (out.fault || out.status.code != Status::ok) return all_digits_lost;
  const Description& d = plugin.description();
  const double error = exact.judge(answer_of(out, d)).error;
  return std::isfinite(error) ? error : all_digits_lost;
}

bool within_domains(const SearchTarget& target, const Model& model) {
  return !outside(target.plugin->description().domain, model) &&
         (target.against == nullptr || !outside(target.against->description().domain, model));
}

}  // namespace

Score score(const SearchTarget& target, const Case& c) {
  if (!within_domains(target, c.model)) return {};
  const auto [plugin, problem, aim, against] = target;
  const oracle::Oracle oracle = oracle::Oracle::dense(c.model, c.state, ProblemSet{problem}, c.id.seed);
  const oracle::ProblemOracle& exact = *oracle.of(problem);
  if (exact.ill_posed()) return {};
  Score s;
  s.error = error_of(*plugin, c, problem, exact);
  s.sigma = exact.sigma();
  s.alpha = s.error / exact.unavoidable_error();
  switch (aim) {
    case Aim::alpha:
      s.value = s.alpha;
      break;
    case Aim::error:
      s.value = s.error;
      break;
    case Aim::ratio:
      s.value = s.error / std::max(error_of(*against, c, problem, exact), unit_roundoff(Format::binary64));
  }
  return s;
}

Score confirmed_score(const SearchTarget& target, const Case& c) {
  std::vector<Score> scores;
  Case again = c;
  for (again.id.seed = 1; again.id.seed <= sigma_seeds; ++again.id.seed)
    scores.push_back(score(target, again));
  return *std::min_element(scores.begin(), scores.end(),
                           [](const Score& a, const Score& b) { return a.value < b.value; });
}

}  // namespace kintree::suite
