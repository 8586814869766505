#include "examination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "candidate.hpp"
#include "checks.hpp"
#include "ladder.hpp"

namespace kintree::suite {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Whose questions and answers grow with the number of bodies, and not with its square.
const ProblemSet linear_problems{Problem::inverse_dynamics, Problem::forward_dynamics};

/// Whether every problem is answered, in time that grows with n^3.
bool by_dense_methods(const Case& c, const Request& asked) {
  return asked.oracle == OracleChoice::dense ||
         (asked.oracle == OracleChoice::automatic && Layout(c.model).n <= automatic_dense_limit);
}

oracle::Oracle make_oracle(const Case& c, const Request& asked, bool dense) {
  ProblemSet problems;
  for (const Plugin* plugin : asked.plugins)
    for (const Problem problem : asked.problems)
      if (plugin->description().claim(problem) != nullptr) problems.insert(problem);
  return dense ? oracle::Oracle::dense(c.model, c.state, problems, c.id.seed)
               : oracle::Oracle::tree(c.model, c.state, problems, c.id.seed);
}

/// Why a question is not put.
struct Refusal {
  Reason reason = Reason::none;
  std::string detail;
};

/// Why no plugin can be asked this problem, whose oracle is null where it is not answered.
Refusal refusal(const oracle::ProblemOracle* exact, const Model& model) {
  if (exact == nullptr) return {Reason::too_large, ""};
  if (const auto why = exact->ill_posed()) return {Reason::ill_posed, why->words(model)};
  return {};
}

/// What the judge says of an answer, or what stands in its place where there is nothing to judge.
oracle::Judgement judge(const Finding& f, const Reply& reply, const oracle::ProblemOracle& exact) {
  if (reply.refused == Reason::none) {
    const Description& d = f.plugin->description();
    return exact.judge(
        {reply.outcome.values, reply.outcome.D, reply.outcome.x, d.factor_form, d.factors_the_model});
  }
  oracle::Judgement none;
  none.reason = reply.refused;
  none.error = none.alpha = nan;
  if (reply.refused == Reason::breakdown) {
    none.row = reply.outcome.status.coordinate;
    none.any_error_is_B = exact.any_error_is_B();
  }
  return none;
}

/// A wrong answer that is merely inaccurate, or a breakdown that is no more than the loss of every digit: verdict C.
/// Factors of a given matrix have bounds that hold for every right algorithm.
void forgive_lost_digits(Finding& f, const Case& c, const oracle::ProblemOracle& exact) {
  const bool breakdown = f.standing == Standing::breakdown;
  if (f.judgement.verdict != Verdict::F || !(breakdown || std::isfinite(f.judgement.error))) return;
  if (f.problem == Problem::factorization && !f.plugin->description().factors_the_model) return;
  if (!falls_with_roundoff(*f.plugin, f.problem, c, exact, breakdown ? infinity : f.judgement.error)) return;
  f.judgement.verdict = Verdict::C;
  if (breakdown)
    f.detail = "in double, although the answer is right with 50 and with 100 digits";
  else
    f.reason = f.judgement.any_error_is_B ? Reason::bound_says_nothing : Reason::inaccurate;
}

bool keeps_promise(const Finding& f) {
  return f.judgement.verdict <= f.promise ||
         (f.judgement.verdict == Verdict::C && f.promise == Verdict::B && f.judgement.any_error_is_B);
}

/// The checks beside the verdict: what else the plugin owes. Where double loses the answer, it may lose a sound pivot
/// too, before it comes to the planted one.
void check_beside(Finding& f, const Reply& reply, const Claim& claim, const Case& c,
                  const oracle::ProblemOracle& exact) {
  if (!f.passed) return;
  if (reply.outcome.allocations > 0)
    f.fail(Reason::allocates, std::to_string(reply.outcome.allocations) +
                                  (reply.outcome.allocations == 1 ? " block" : " blocks"));
  else if (auto wrong = wrong_cost(*f.plugin, claim, c))
    f.fail(Reason::wrong_cost, *wrong);
  else if (f.judgement.verdict <= Verdict::B && (wrong = wrong_breakdown(*f.plugin, f.problem, c, exact)))
    f.fail(Reason::wrong_breakdown, *wrong);
}

Finding examine(Finding f, const Claim& claim, Candidate& candidate, const Case& c,
                const oracle::ProblemOracle& exact) {
  Reply reply = candidate.reply(f.problem, exact.input_matrix());
  f.judgement = judge(f, reply, exact);
  f.standing = reply.refused == Reason::breakdown ? Standing::breakdown : Standing::judged;
  f.reason = f.judgement.reason;
  forgive_lost_digits(f, c, exact);
  f.passed = keeps_promise(f);
  if (!f.passed && f.reason == Reason::none) f.fail(Reason::below_promise, std::string(name(f.promise)));
  check_beside(f, reply, claim, c, exact);
  if (reply.refused == Reason::none) f.values = std::move(reply.outcome.values);
  return f;
}

Finding unsupported(Finding f, const Refusal& refusal) {
  f.standing = Standing::unsupported;
  f.reason = refusal.reason;
  f.detail = refusal.detail;
  f.judgement.error = f.judgement.sigma = f.judgement.alpha = f.judgement.limit = nan;
  return f;
}

}  // namespace

const Finding* Examination::of(const Plugin* plugin, Problem problem) const {
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding& f) {
    return f.plugin == plugin && f.problem == problem;
  });
  return found == findings.end() ? nullptr : &*found;
}

Examination examine(const Case& c, const Request& asked) {
  const bool dense = by_dense_methods(c, asked);
  Examination e{make_oracle(c, asked, dense), {}};
  for (const Plugin* plugin : asked.plugins) {
    const Description& d = plugin->description();
    Refusal of_plugin;
    std::optional<Candidate> candidate;
    if (const auto why = outside(d.domain, c.model))
      of_plugin = {Reason::outside_domain, *why};
    else if (!candidate.emplace(*plugin, c, dense ? ProblemSet::all() : linear_problems).ready())
      of_plugin = {Reason::not_built, "double"};
    for (const Problem problem : asked.problems) {
      const Claim* claim = d.claim(problem);
      if (claim == nullptr) continue;
      Finding f{plugin, problem, claim->promise_on(c.id.family)};
      const oracle::ProblemOracle* exact = e.exact.of(problem);
      const Refusal why = of_plugin.reason == Reason::none ? refusal(exact, c.model) : of_plugin;
      e.findings.push_back(why.reason == Reason::none ? examine(std::move(f), *claim, *candidate, c, *exact)
                                                      : unsupported(std::move(f), why));
    }
  }
  return e;
}

}  // namespace kintree::suite
