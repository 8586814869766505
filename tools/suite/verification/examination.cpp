#include "suite/verification/examination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <spdlog/fmt/fmt.h>

#include "kintree/plugin/lanes.hpp"
#include "kintree/report/tree_text.hpp"
#include "suite/execution/answer.hpp"
#include "suite/execution/crash_report.hpp"
#include "suite/field/entry.hpp"
#include "suite/field/field_twin.hpp"
#include "suite/verification/candidate.hpp"
#include "suite/verification/checks.hpp"
#include "suite/verification/promise.hpp"

namespace kintree::suite {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The problems whose requests and answers grow with the number of bodies, and not with its square.
const ProblemSet linear_problems = ProblemSet::all().that_have_residuals();

/// Returns true if every problem is answered, in time that grows with n^3.
bool by_dense_methods(const Case& c, const Request& requested) {
  return requested.oracle == OracleChoice::dense ||
         (requested.oracle == OracleChoice::automatic && Layout(c.model).n <= automatic_dense_limit);
}

oracle::Oracle oracle_of(const Case& c, const ProblemSet& problems, bool dense) {
  return dense ? oracle::Oracle::dense(c.model, c.state, problems, c.id.seed, c.id.format)
               : oracle::Oracle::tree(c.model, c.state, problems, c.id.seed, c.id.format);
}

/// The part of the records of a case that all plugins share.
report::Record record_of(const Case& c, const oracle::Oracle& exact) {
  const Layout layout(c.model);
  report::Record r;
  r.id = c.id;
  r.bodies = c.model.body_count();
  r.degrees_of_freedom = layout.n;
  r.depth = *std::max_element(layout.depth.begin(), layout.depth.end());
  r.condition = exact.condition();
  r.tree = report::tree_text(c.model);
  return r;
}

/// The reason why there is no request.
struct Refusal {
  Reason reason = Reason::none;
  std::string detail;
};

/// Returns the reason why no plugin can be judged on this problem. The oracle is null if it has no answer.
Refusal refusal(const oracle::ProblemOracle* exact, const Model& model) {
  if (exact == nullptr) return {Reason::too_large, ""};
  if (const auto why = exact->ill_posed()) return {Reason::ill_posed, why->to_string(model)};
  return {};
}

/// An examined plugin, its claim, and the exact answer.
struct Examined {
  const Plugin& plugin;
  const Claim& claim;
  const Case& c;
  const oracle::ProblemOracle& exact;
};

/// Returns the judgement of an answer, or its replacement if there is nothing to judge. `right` is the result in the field.
oracle::Judgement judge(const Examined& of, FieldCheck right, const Reply& reply) {
  const Description& d = of.plugin.description();
  oracle::Judgement j =
      reply.refused ? oracle::refused(reply.refused.reason) : of.exact.judge(answer_of(reply.outcome, d));
  if (reply.refused.reason == Reason::breakdown) {
    const Status& status = reply.outcome.status;
    (status.code == Status::dependent_rows ? j.column : j.row) = status.coordinate;
    j.any_error_is_B = j.half_is_B = of.exact.any_error_is_B();
    j.evidence.breakdown = true;
    if (right == FieldCheck::proved && j.any_error_is_B) j.reason = Reason::bound_says_nothing;
  }
  j.evidence.right = right;
  j.evidence.approximates = d.approximates;
  j.verdict = oracle::verdict_of(j.evidence);
  return j;
}

ResultStatus standing(Reason refused) {
  if (refused == Reason::breakdown) return ResultStatus::breakdown;
  if (refused == Reason::timed_out) return ResultStatus::timed_out;
  return harm(refused) == Harm::crashed ? ResultStatus::crashed : ResultStatus::judged;
}

/// True if an algorithm that is not proved right cannot be judged here, because a sound one may lose more
/// than half of the digits.
bool undecidable(const oracle::Judgement& j) {
  return j.evidence.right == FieldCheck::not_askable && j.half_is_B && j.verdict > Verdict::B &&
         std::isfinite(j.limit);
}

/// Where the bound of B allows any error, a promise of B or less means nothing, and refinement promises
/// nothing.
bool keeps_promise(const oracle::Judgement& j, Verdict promise, const Claim& claim) {
  return j.verdict <= promise ||
         (j.verdict <= Verdict::D && (promise >= Verdict::B || claim.by_refinement) && j.any_error_is_B);
}

/// Checks the other requirements on the plugin. If the format may lose the answer, it may also lose a sound
/// pivot before it comes to the planted one. In float, which has few digits, the same is true of a plugin
/// that promises nothing.
void check_beside(report::Record& r, const Reply& reply, const Examined& of) {
  const auto& [plugin, claim, c, exact] = of;
  if (!r.passed) return;
  if (reply.outcome.allocations > 0)
    r.fail(Reason::allocates, std::to_string(reply.outcome.allocations) +
                                  (reply.outcome.allocations == 1 ? " block" : " blocks"));
  else if (auto wrong = wrong_cost(plugin, claim, c))
    r.fail(Reason::wrong_cost, *wrong);
  else if (r.verdict > Verdict::B || exact.any_error_is_B() ||
           (c.id.format != Format::binary64 && r.promise == Verdict::D))
    return;
  else if ((wrong = wrong_breakdown(plugin, r.problem, c, exact)))
    r.fail(Reason::wrong_breakdown, *wrong);
  else if (const Plugin* lanes = in_lanes(plugin);
           lanes != nullptr && (wrong = wrong_breakdown(*lanes, r.problem, c, exact)))
    r.fail(Reason::wrong_breakdown, *wrong + ", in lanes");
  else if ((wrong = wrong_rank(plugin, r.problem, c)))
    r.fail(Reason::wrong_rank, *wrong);
}

/// An answer of another mode keeps the promise as well. `where`: "in a batch".
void check_mode(report::Record& r, const std::optional<Outcome<double>>& outcome, const Examined& of,
                const std::string& where) {
  if (!r.passed || !outcome) return;
  Reply answer{*outcome};
  if (answer.outcome.status.code == Status::breakdown) answer.refused = {Reason::breakdown};
  const oracle::Judgement j = judge(of, r.right, answer);
  if (!undecidable(j) && !keeps_promise(j, r.promise, of.claim))
    r.fail(Reason::below_promise,
           std::string(name(r.promise)) + ": " + std::string(name(j.verdict)) + " " + where);
}

report::Record unsupported(report::Record r, const Refusal& refusal) {
  r.standing = ResultStatus::unsupported;
  r.verdict = {};
  r.reason = refusal.reason;
  r.detail = refusal.detail;
  r.error = r.sigma = r.alpha = r.limit = nan;
  return r;
}

/// The entry of the answer that is named, with the computed and the exact number where it is not accurate: in six
/// digits, or in all if six are the same.
std::string worst_entry(const Case& c, Problem problem, const oracle::Judgement& j) {
  std::string entry = entry_name(c, problem, j.row, j.column, j.output);
  if (std::isnan(j.computed)) return entry;
  const std::string computed = fmt::format("{:.6g}", j.computed), exact = fmt::format("{:.6g}", j.exact);
  return computed == exact ? fmt::format("{} ({:.17g}, exact {:.17g})", entry, j.computed, j.exact)
                           : fmt::format("{} ({}, exact {})", entry, computed, exact);
}

/// The record of this reply alone.
report::Record judged(report::Record r, const Reply& reply, const Examined& of) {
  if (reply.refused.reason == Reason::outside_domain)
    return unsupported(std::move(r), {Reason::outside_domain, reply.refused.detail});
  if (of.exact.is_singular_without_constraints() && reply.outcome.status.code == Status::breakdown)
    return unsupported(std::move(r),
                       {Reason::outside_domain, "it divides by the mass matrix, which is singular"});
  const oracle::Judgement j = judge(of, r.right, reply);
  static_cast<Accuracy&>(r) = j;
  r.standing = standing(reply.refused.reason);
  r.verdict = j.verdict;
  r.reason = j.reason;
  r.detail = reply.refused.detail;
  r.worst = worst_entry(of.c, r.problem, j);
  if (undecidable(j))
    return unsupported(std::move(r),
                       {Reason::ill_posed,
                        "a sound algorithm may lose half of the digits, and this one is not proved right"});
  r.passed = keeps_promise(j, r.promise, of.claim);
  if (!r.passed && r.reason == Reason::none) r.fail(Reason::below_promise, std::string(name(r.promise)));
  return r;
}

report::Record examined(report::Record r, Candidate& candidate, const Examined& of) {
  const Reply reply = candidate.reply(r.problem, of.exact.input_matrix());
  r = judged(std::move(r), reply, of);
  if (r.standing == ResultStatus::unsupported) return r;
  check_mode(r, reply.in_packs, of, "in a batch");
  check_mode(r, reply.in_lanes, of, "in lanes");
  check_beside(r, reply, of);
  return r;
}

/// Equality decides, whatever the error. So does a fault that shows in the field alone. The entry is that of the field,
/// unless the error in double shows as well, in numbers that a reader knows.
void refuse_unequal(report::Record& r, const ProofOutcome& proof, const Case& c) {
  const auto& [reason, row, column, output] = proof.equality;
  if (!r.passed && harm(r.reason) == Harm::refused) return;  // nobody takes it for an answer in double either
  r.standing = standing(reason);
  r.verdict = oracle::verdict_of({.right = FieldCheck::wrong});
  if (!(r.error > r.limit)) r.worst = entry_name(c, r.problem, row, column, output);
  r.fail(reason, proof.detail);
}

/// A record of a claim, before the plugin is called.
report::Record begun(report::Record common, const Plugin& plugin, const Claim& claim, const Case& c) {
  common.plugin = plugin.description().name;
  common.problem = claim.problem;
  common.promise = promise(claim, c);
  common.passed = true;
  return common;
}

}  // namespace

const report::Record* Examination::of(const std::string& plugin, Problem problem) const {
  const auto found = std::find_if(records.begin(), records.end(), [&](const report::Record& r) {
    return r.plugin == plugin && r.problem == problem;
  });
  return found == records.end() ? nullptr : &*found;
}

report::Record examine_once(const Case& c, const Plugin& plugin, Problem problem) {
  const ProblemSet possible = ProblemSet{problem} & problems_of_size(Layout(c.model).n);
  const oracle::Oracle oracle = oracle_of(c, possible, by_dense_methods(c, {}));
  const Claim& claim = *plugin.description().claim(problem);
  report::Record r = begun(record_of(c, oracle), plugin, claim, c);
  r.right = FieldCheck::not_askable;  // judged like an answer that the field cannot decide
  const oracle::ProblemOracle* const exact = oracle.of(problem);
  const Refusal why = refusal(exact, c.model);
  if (why.reason != Reason::none) {
    r = unsupported(std::move(r), why);
  } else {
    Reply reply{worker_of(plugin, c.model, c.state.end_effectors)
                    ->in_format(c.id.format, {problem, c.state, exact->input_matrix()})};
    reply.refused = reply.outcome.fault;
    r = judged(std::move(r), reply, {plugin, claim, c, *exact});
  }
  r.right = FieldCheck::not_asked;
  return r;
}

Examination examine(const Case& c, const Request& requested) {
  const bool dense = by_dense_methods(c, requested);
  const ProblemSet possible =
      requested.oracle == OracleChoice::dense ? ProblemSet::all() : problems_of_size(Layout(c.model).n);
  const ProblemSet claimed = requested.claimed(), problems = claimed & possible;
  const ProblemSet by_products =
      (claimed & problems_by_products(Layout(c.model).n)) - (dense ? possible : linear_problems);
  Examination e{dense,
                oracle_of(c, problems, dense),
                Proof(field_twin(c), problems, dense, field_point(c.id), {}, by_products),
                {}};
  const report::Record common = record_of(c, e.exact);
  const Case& twin = e.proof.twin();
  for (const Plugin* plugin : requested.plugins) {
    const Description& d = plugin->description();
    Refusal of_plugin;
    std::optional<Candidate> candidate;
    if (const auto why = outside(d.domain, c.model))
      of_plugin = {Reason::outside_domain, *why};
    else if (!candidate.emplace(*plugin, c, dense ? possible : linear_problems, dense).ready())
      of_plugin = {Reason::not_built, std::string(name(c.id.format))};
    const std::unique_ptr<Worker> in_field = worker_of(*plugin, twin.model, twin.state.end_effectors);
    for (const Problem problem : requested.problems) {
      const Claim* claim = d.claim(problem);
      if (claim == nullptr) continue;
      const RunningCall running(d.name, problem, c.id.name());
      report::Record r = begun(common, *plugin, *claim, c);
      const oracle::ProblemOracle* exact = e.exact.of(problem);
      ProofOutcome proved;
      if (of_plugin.reason != Reason::outside_domain && (exact != nullptr || e.proof.is_by_products(problem)))
        proved = e.proof.ask(*in_field, *plugin, problem);
      r.right = proved.right;
      const Refusal why = of_plugin.reason == Reason::none ? refusal(exact, c.model) : of_plugin;
      r = why.reason == Reason::none ? examined(std::move(r), *candidate, {*plugin, *claim, c, *exact})
                                     : unsupported(std::move(r), why);
      if (!proved.equality.holds() && (r.passed || r.right == FieldCheck::wrong))
        refuse_unequal(r, proved, c);
      e.records.push_back(std::move(r));
    }
  }
  return e;
}

}  // namespace kintree::suite
