#include "suite/timing/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "kintree/oracle/oracle.hpp"
#include "kintree/plugin/lanes.hpp"
#include "suite/counting/cost.hpp"
#include "suite/execution/answer.hpp"
#include "suite/execution/process.hpp"
#include "suite/execution/worker.hpp"
#include "suite/field/field_check.hpp"
#include "suite/verification/rounded.hpp"

namespace kintree::suite {
namespace {

/// Up to here the dense oracle takes a second a state; beyond, the tree oracle answers the problems of linear size.
constexpr int dense_limit = 60;

/// NaN is the worst.
double worse(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<double>::quiet_NaN() : std::max(a, b);
}

/// Where the field does not answer, the judge answers on a tree of so many degrees of freedom at most, in a tenth of a
/// second.
constexpr int judged_coordinates = 20;

/// The answer that is timed. `timed` is `plugin` itself, or its lanes. `packs`: by the batch entry, in packs.
struct TimedAnswer {
  const Plugin& plugin;
  const Plugin& timed;
  Problem problem;
  bool packs;

  Outcome<double> of(const Case& c, const std::vector<double>& H) const {
    const std::unique_ptr<Worker> worker = worker_of(timed, c.model, c.state.end_effectors);
    return packs ? worker->in_batch(c.id.format, problem, {c.state}, H).at(0)
                 : worker->in_format(c.id.format, {problem, c.state, H});
  }
};

/// Why the judge does not take the answer on the tree of the first bodies; none if it does. The formula is not proved
/// right, so that an error beyond the bounds is a wrong answer, except where the claim promises no more. If that tree ends in
/// massless links, so that its answer is not determined, the tree of fewer bodies is judged.
Reason why_judged_wrong(const TimedAnswer& answer, const Case& c, int largest = judged_coordinates) {
  const Case small = first_bodies(c, largest);
  const oracle::Oracle oracle =
      oracle::Oracle::dense(small.model, small.state, {answer.problem}, c.id.seed, c.id.format);
  const oracle::ProblemOracle& exact = *oracle.of(answer.problem);
  if (exact.ill_posed()) {
    const int smaller = Layout(small.model).n - 1;
    return smaller > 0 ? why_judged_wrong(answer, c, smaller) : Reason::not_checked;
  }
  const Outcome<double> out = answer.of(small, exact.input_matrix());
  if (out.fault) return out.fault.reason;
  if (out.status.code != Status::ok) return Reason::breakdown;
  const Description& d = answer.plugin.description();
  const oracle::Judgement j = exact.judge(answer_of(out, d));
  const Claim* claim = d.claim(answer.problem);
  const bool taken = j.verdict <= Verdict::B || j.half_is_B ||
                     (claim != nullptr && j.verdict <= claim->promise_on(c.id.family));
  if (taken) return Reason::none;
  return j.reason == Reason::none ? Reason::beyond_bounds : j.reason;
}

/// Returns the reason why the timed answer is missing or wrong, or none if it was checked. The answer itself
/// must be finite and of status ok. The formula must be equal to the exact answer in the finite field, in the
/// tree or in that of its first bodies (field/field_check.hpp). The judge replaces the field for plugins
/// that cannot compute in it, and for packs and lanes, in which other code computes.
Reason why_wrong(const TimedAnswer& answer, const Case& c) {
  const Outcome<double> out = answer.of(c, factorization_input(answer.problem, c.model, c.state));
  if (out.fault) return out.fault.reason;
  if (out.status.code == Status::unsupported) return Reason::not_solved;
  if (out.status.code != Status::ok) return Reason::breakdown;
  for (const std::vector<double>& numbers : out.outputs)
    if (!std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); }))
      return Reason::not_finite;
  const ProofOutcome proof = FieldChecker(c).ask(answer.plugin, answer.problem);
  if (proof.right == FieldCheck::wrong) return proof.equality.reason;
  const bool same_code = !answer.packs && &answer.timed == &answer.plugin;
  return proof.right == FieldCheck::proved && same_code ? Reason::none : why_judged_wrong(answer, c);
}

oracle::Judgement judged(const TimedAnswer& answer, const Case& c, const oracle::ProblemOracle& exact) {
  const Outcome<double> out = answer.of(c, exact.input_matrix());
  if (out.fault || out.status.code != Status::ok) return {};
  return exact.judge(answer_of(out, answer.timed.description()));
}

/// Calls work() in a process of its own. Returns `none` if the process ends early or takes longer than the
/// limit [s], including the judge.
template <class T, class Work>
T apart(Work&& work, const T& none, double time_limit) {
  Process process([&](const Process::Line& line) { line.write(T(work())); }, time_limit);
  T result = none;
  process.receive_message(result);  // writes nothing if there is no answer
  return result;
}

TimedAnswer timed_answer(const report::Timing& row, const Request& requested, Format scalar_format) {
  const auto named = std::find_if(requested.plugins.begin(), requested.plugins.end(),
                                  [&](const Plugin* p) { return p->description().name == row.plugin; });
  const Plugin& timed = row.mode == "lanes" ? *in_lanes(**named) : **named;
  const bool of_batch = row.mode != "single" && row.mode != "path_rows" && row.mode != "lanes";
  return {**named, timed, row.problem, of_batch && timed.description().lanes.of(scalar(scalar_format)) > 1};
}

Case timed_case(const BenchModel& model, std::size_t state, Format scalar) {
  return rounded({{.family = model.name, .joints = {}, .seed = state, .format = scalar},
                  model.model,
                  model.states[state]},
                 scalar);
}

}  // namespace

void check_rows(std::vector<BenchRow>& rows, const Request& requested, const std::vector<BenchModel>& models,
                const BenchChoice& choice) {
  for (const BenchModel& model : models) {
    const Case c = timed_case(model, 0, choice.scalar);
    for (BenchRow& row : rows) {
      report::Timing& t = row.timing;
      if (t.model != model.name || !t.timed()) continue;
      const TimedAnswer answer = timed_answer(t, requested, choice.scalar);
      const Reason reason = t.verdict == Verdict::F ? Reason::beyond_bounds
                                                    : apart([&] { return why_wrong(answer, c); },
                                                            Reason::crashed, choice.time_limit);
      if (reason != Reason::none)
        t.skipped = (reason == Reason::not_checked ? "" : "its answer is not right: ") +
                    std::string(to_string(reason));
    }
  }
}

void judge_rows(std::vector<BenchRow>& rows, const Request& requested, const std::vector<BenchModel>& models,
                const BenchChoice& choice) {
  for (const BenchModel& model : models) {
    ProblemSet problems;
    std::vector<report::Timing*> of_model;
    for (BenchRow& row : rows)
      if (row.timing.model == model.name && row.timing.timed()) {
        of_model.push_back(&row.timing);
        problems.insert(row.timing.problem);
      }
    const std::size_t count = std::min(model.states.size(), static_cast<std::size_t>(choice.judged_states));
    for (std::size_t k = 0; k < count && !of_model.empty(); ++k) {
      const Case c = timed_case(model, k, choice.scalar);
      const bool dense = Layout(c.model).n <= dense_limit;
      const oracle::Oracle exact =
          dense ? oracle::Oracle::dense(c.model, c.state, problems, c.id.seed, choice.scalar)
                : oracle::Oracle::tree(c.model, c.state, problems, c.id.seed, choice.scalar);
      for (report::Timing* row : of_model) {
        const oracle::ProblemOracle* answer = exact.of(row->problem);
        if (answer == nullptr || answer->ill_posed()) continue;
        const TimedAnswer timed = timed_answer(*row, requested, choice.scalar);
        const oracle::Judgement j =
            apart([&] { return judged(timed, c, *answer); }, oracle::Judgement{}, choice.time_limit);
        const bool first = !row->verdict;
        row->verdict = first ? j.verdict : std::max(*row->verdict, j.verdict);
        row->error = first ? j.error : worse(row->error, j.error);
        row->alpha = first ? j.alpha : worse(row->alpha, j.alpha);
      }
    }
  }
}

}  // namespace kintree::suite
