#include "suite/verification/examination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kintree/plugin/lanes.hpp"
#include "kintree/report/tree_text.hpp"
#include "suite/execution/answer.hpp"
#include "suite/field/field_twin.hpp"
#include "suite/field/proof.hpp"
#include "suite/verification/candidate.hpp"
#include "suite/verification/checks.hpp"
#include "suite/verification/promise.hpp"

namespace kintree::suite {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The problems whose requests and answers grow with the number of bodies, and not with its square.
const ProblemSet linear_problems = ProblemSet::all().that_have_residuals();

/// Returns true if every problem is answered, in time that grows with n^3.
bool by_dense_methods(const Case& c, const Request& asked) {
  return asked.oracle == OracleChoice::dense ||
         (asked.oracle == OracleChoice::automatic && Layout(c.model).n <= automatic_dense_limit);
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
  if (const auto why = exact->ill_posed()) return {Reason::ill_posed, why->words(model)};
  return {};
}

/// Returns the judgement of an answer, or its replacement if there is nothing to judge.
oracle::Judgement judge(const Finding& f, const Reply& reply, const oracle::ProblemOracle& exact) {
  if (!reply.refused) {
    return exact.judge(answer_of(reply.outcome, f.asked->description()));
  }
  oracle::Judgement none;
  none.reason = reply.refused.reason;
  none.error = none.alpha = nan;
  if (reply.refused.reason == Reason::breakdown) {
    const Status& status = reply.outcome.status;
    (status.code == Status::dependent_rows ? none.column : none.row) = status.coordinate;
    none.any_error_is_B = none.half_is_B = exact.any_error_is_B();
  }
  return none;
}

/// A breakdown is the loss of every digit, and an error beyond the bounds is the loss of many, if the
/// algorithm is proved right. If it is not proved right, a wrong formula cannot be distinguished from lost
/// digits, unless the plugin declares that it approximates.
void settle_verdict(Finding& f) {
  oracle::Judgement& j = f.judgement;
  const bool proved = f.right == Right::proved;
  if (f.standing == Standing::breakdown) {
    if (proved) j.verdict = Verdict::D;
    if (proved && j.any_error_is_B) f.reason = Reason::bound_says_nothing;
  } else if (!proved && j.verdict > Verdict::B && !f.asked->description().approximates) {
    j.verdict = Verdict::F;
  }
}

Standing standing(Reason refused) {
  if (refused == Reason::breakdown) return Standing::breakdown;
  if (refused == Reason::timed_out) return Standing::timed_out;
  return harm(refused) == Harm::crashed ? Standing::crashed : Standing::judged;
}

/// True if an algorithm that is not proved right cannot be judged here, because a sound one may lose more
/// than half of the digits.
bool undecidable(const Finding& f) {
  return f.right == Right::not_askable && f.judgement.half_is_B &&
         (f.judgement.verdict > Verdict::B || f.standing == Standing::breakdown) &&
         std::isfinite(f.judgement.limit);
}

/// Where the bound of B allows any error, a promise of B or less means nothing, and refinement promises
/// nothing.
bool keeps_promise(const Finding& f, const Claim& claim) {
  return f.judgement.verdict <= f.promise ||
         (f.judgement.verdict <= Verdict::D && (f.promise >= Verdict::B || claim.by_refinement) &&
          f.judgement.any_error_is_B);
}

/// Checks the other requirements on the plugin. If the format may lose the answer, it may also lose a sound
/// pivot before it comes to the planted one. In float, which has few digits, the same is true of a plugin
/// that promises nothing.
void check_beside(Finding& f, const Reply& reply, const Claim& claim, const Case& c,
                  const oracle::ProblemOracle& exact) {
  if (!f.passed) return;
  if (reply.outcome.allocations > 0)
    f.fail(Reason::allocates, std::to_string(reply.outcome.allocations) +
                                  (reply.outcome.allocations == 1 ? " block" : " blocks"));
  else if (auto wrong = wrong_cost(*f.asked, claim, c))
    f.fail(Reason::wrong_cost, *wrong);
  else if (f.judgement.verdict > Verdict::B || exact.any_error_is_B() ||
           (c.id.format != Format::binary64 && f.promise == Verdict::D))
    return;
  else if ((wrong = wrong_breakdown(*f.asked, f.problem, c, exact)))
    f.fail(Reason::wrong_breakdown, *wrong);
  else if (const Plugin* lanes = in_lanes(*f.asked);
           lanes != nullptr && (wrong = wrong_breakdown(*lanes, f.problem, c, exact)))
    f.fail(Reason::wrong_breakdown, *wrong + ", in lanes");
  else if ((wrong = wrong_rank(*f.asked, f.problem, c)))
    f.fail(Reason::wrong_rank, *wrong);
}

/// An answer of another mode keeps the promise as well. `where`: "in a batch".
void check_mode(Finding& f, const std::optional<Outcome<double>>& outcome, const Claim& claim,
                const oracle::ProblemOracle& exact, const std::string& where) {
  if (!f.passed || !outcome) return;
  Finding other = f;
  Reply answer{*outcome};
  if (answer.outcome.status.code == Status::breakdown) answer.refused = {Reason::breakdown};
  other.judgement = judge(f, answer, exact);
  other.standing = standing(answer.refused.reason);
  settle_verdict(other);
  if (!undecidable(other) && !keeps_promise(other, claim))
    f.fail(Reason::below_promise,
           std::string(name(f.promise)) + ": " + std::string(name(other.judgement.verdict)) + " " + where);
}

Finding unsupported(Finding f, const Refusal& refusal) {
  f.standing = Standing::unsupported;
  f.reason = refusal.reason;
  f.detail = refusal.detail;
  f.judgement.error = f.judgement.sigma = f.judgement.alpha = f.judgement.limit = nan;
  return f;
}

/// The finding on this reply alone.
Finding judged(Finding f, const Claim& claim, const Reply& reply, const oracle::ProblemOracle& exact) {
  if (reply.refused.reason == Reason::outside_domain)
    return unsupported(std::move(f), {Reason::outside_domain, reply.refused.detail});
  f.judgement = judge(f, reply, exact);
  f.standing = standing(reply.refused.reason);
  f.reason = f.judgement.reason;
  f.detail = reply.refused.detail;
  settle_verdict(f);
  if (undecidable(f))
    return unsupported(std::move(f),
                       {Reason::ill_posed,
                        "a sound algorithm may lose half of the digits, and this one is not proved right"});
  f.passed = keeps_promise(f, claim);
  if (!f.passed && f.reason == Reason::none) f.fail(Reason::below_promise, std::string(name(f.promise)));
  return f;
}

Finding examine(Finding f, const Claim& claim, Candidate& candidate, const Case& c,
                const oracle::ProblemOracle& exact) {
  const Reply reply = candidate.reply(f.problem, exact.input_matrix());
  f = judged(std::move(f), claim, reply, exact);
  if (f.standing == Standing::unsupported) return f;
  check_mode(f, reply.in_packs, claim, exact, "in a batch");
  check_mode(f, reply.in_lanes, claim, exact, "in lanes");
  check_beside(f, reply, claim, c, exact);
  return f;
}

/// Equality decides, whatever the error. So does a fault that shows in the field alone.
void refuse_unequal(Finding& f, const ProofOutcome& proof) {
  f.standing = standing(proof.equality.reason);
  f.judgement.verdict = Verdict::F;
  f.judgement.row = proof.equality.row;
  f.judgement.column = proof.equality.column;
  f.judgement.output = proof.equality.output;
  f.fail(proof.equality.reason, proof.detail);
}

}  // namespace

const Finding* Examination::of(const Plugin* plugin, Problem problem) const {
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding& f) {
    return f.asked == plugin && f.problem == problem;
  });
  return found == findings.end() ? nullptr : &*found;
}

Finding examine_once(const Case& c, const Plugin& plugin, Problem problem) {
  const ProblemSet possible = ProblemSet{problem} & problems_of_size(Layout(c.model).n);
  const oracle::Oracle oracle = oracle_of(c, possible, by_dense_methods(c, {}));
  Finding f{record_of(c, oracle), &plugin};
  const Claim& claim = *plugin.description().claim(problem);
  f.plugin = plugin.description().name;
  f.problem = problem;
  f.promise = promise(claim, c);
  f.passed = true;
  f.right = Right::not_askable;
  const oracle::ProblemOracle* const exact = oracle.of(problem);
  const Refusal why = refusal(exact, c.model);
  if (why.reason != Reason::none) return unsupported(std::move(f), why);
  Reply reply{worker_of(plugin, c.model, c.state.end_effectors)
                  ->in_format(c.id.format, {problem, c.state, exact->input_matrix()})};
  reply.refused = reply.outcome.fault;
  return judged(std::move(f), claim, reply, *exact);
}

Examination examine(const Case& c, const Request& asked) {
  const bool dense = by_dense_methods(c, asked);
  const ProblemSet possible =
      asked.oracle == OracleChoice::dense ? ProblemSet::all() : problems_of_size(Layout(c.model).n);
  const ProblemSet problems = asked.claimed() & possible;
  Examination e{dense, oracle_of(c, problems, dense), {}};
  const report::Record common = record_of(c, e.exact);
  const Proof proof(field_twin(c), problems, dense, field_point(c.id));
  for (const Plugin* plugin : asked.plugins) {
    const Description& d = plugin->description();
    Refusal of_plugin;
    std::optional<Candidate> candidate;
    if (const auto why = outside(d.domain, c.model))
      of_plugin = {Reason::outside_domain, *why};
    else if (!candidate.emplace(*plugin, c, dense ? possible : linear_problems, dense).ready())
      of_plugin = {Reason::not_built, std::string(name(c.id.format))};
    const std::unique_ptr<Worker> in_field =
        worker_of(*plugin, proof.twin().model, proof.twin().state.end_effectors);
    for (const Problem problem : asked.problems) {
      const Claim* claim = d.claim(problem);
      if (claim == nullptr) continue;
      Finding f{common, plugin};
      f.plugin = d.name;
      f.problem = problem;
      f.promise = promise(*claim, c);
      f.passed = true;
      const oracle::ProblemOracle* exact = e.exact.of(problem);
      ProofOutcome proved;
      if (of_plugin.reason != Reason::outside_domain && exact != nullptr)
        proved = proof.ask(*in_field, *plugin, problem);
      f.right = proved.right;
      const Refusal why = of_plugin.reason == Reason::none ? refusal(exact, c.model) : of_plugin;
      f = why.reason == Reason::none ? examine(std::move(f), *claim, *candidate, c, *exact)
                                     : unsupported(std::move(f), why);
      if (!proved.equality.holds() && (f.passed || f.right == Right::wrong)) refuse_unequal(f, proved);
      e.findings.push_back(std::move(f));
    }
  }
  return e;
}

}  // namespace kintree::suite
