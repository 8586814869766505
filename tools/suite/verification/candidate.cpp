#include "suite/verification/candidate.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <limits>
#include <string>
#include <utility>

#include "kintree/model/numbers.hpp"
#include "kintree/plugin/lanes.hpp"

namespace kintree::suite {
namespace {

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

bool same_bits(const Outcome<double>& a, const Outcome<double>& b) {
  const auto same = [](const auto& x, const auto& y) { return same_bits(x, y); };
  return a.status.code == b.status.code &&
         std::equal(a.outputs.begin(), a.outputs.end(), b.outputs.begin(), same);
}

/// The same tree with doubled inertias: whatever is kept of it is wrong for the true one.
Model heavier(Model model) {
  for (Body& body : model.bodies)
    for (double* number : masses(body.inertial)) *number *= 2;
  return model;
}

/// The identity, n x n, as the matrix of a factorization; empty for other problems.
std::vector<double> identity(Problem problem, int n) {
  if (!reads(problem, quantity::H)) return {};
  std::vector<double> one(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < one.size(); i += static_cast<std::size_t>(n) + 1) one[i] = 1;
  return one;
}

/// The kind of a state in a batch in packs. The positions of the third kind are NaN, so that its pivots are
/// not positive.
enum Kind { of_case, of_neutral, without_positions };

/// So that no two lanes hold the same in all packs, and the last pack is not full.
std::vector<Kind> kinds(int lanes) {
  std::vector<Kind> result;
  for (int digit = 1, pack = 0; pack < 3; ++pack, digit *= 3)  // of the number of the lane, to the base 3
    for (int lane = 0; lane < lanes; ++lane) result.push_back(static_cast<Kind>(lane / digit % 3));
  for (int lane = 0; lane + 1 < lanes; ++lane) result.push_back(static_cast<Kind>((lane + 1) % 3));
  return result;
}

}  // namespace

Candidate::Candidate(const Plugin& plugin, const Case& c, ProblemSet distractions, bool in_batches)
    : plugin_(plugin),
      case_(c),
      distractions_(distractions),
      in_batches_(in_batches),
      neutral_(neutral_state(c.model)),
      heavier_(worker_of(plugin, heavier(c.model), c.state.end_effectors)) {
  neutral_.end_effectors = c.state.end_effectors;
}

std::unique_ptr<Worker> Candidate::new_worker() const {
  return worker_of(plugin_, case_.model, case_.state.end_effectors);
}

/// The answer to the case as the second of three states.
Outcome<double> Candidate::in_batch(Problem problem, const std::vector<double>& H) const {
  return new_worker()->in_batch(case_.id.format, problem, {neutral_, case_.state, neutral_}, H).at(1);
}

/// Returns the answer to the case. It must be the same in each place of a batch, with any state in the other
/// lanes, and in a batch of its own. `alone`: the status of a single call.
Outcome<double> Candidate::in_packs(Problem problem, const std::vector<double>& H,
                                    const Status& alone) const {
  State broken = case_.state;
  std::fill(broken.q.begin(), broken.q.end(), std::numeric_limits<double>::quiet_NaN());
  const std::array<const State*, 3> state{&case_.state, &neutral_, &broken};
  const Format format = case_.id.format;
  const int lanes = plugin_.description().lanes.of(scalar(format));
  const std::vector<Kind> kind = kinds(lanes);
  std::vector<State> states;
  for (const Kind k : kind) states.push_back(*state[k]);
  const std::unique_ptr<Worker> worker = new_worker();
  const std::vector<Outcome<double>> answers = worker->in_batch(format, problem, states, H);
  // A batch that is exactly one pack may be written in place.
  const std::vector<Outcome<double>> of_pack =
      worker->in_batch(format, problem, {states.begin(), states.begin() + lanes}, H);

  const bool rows = !reads(problem, quantity::H) && plugin_.description().claim(problem)->path_rows;
  const std::vector<Outcome<double>> in_rows =
      rows ? worker->in_batch_of_path_rows(format, states) : std::vector<Outcome<double>>();

  Outcome<double> answer = worker->in_batch(format, problem, {case_.state}, H).at(0);
  const Status broken_alone = new_worker()->in_format(format, {problem, broken, H}).status;
  const auto differs = [&](std::size_t k, std::string how) {
    answer.fault = {Reason::differs_in_batch, "state " + std::to_string(k + 1) + " of " +
                                                  std::to_string(states.size()) + " " + std::move(how)};
  };
  // Where a pivot is lost by a rounding, a batch may lose it, too, and is judged for that.
  if (answer.status.code != alone.code && answer.status.code != Status::breakdown)
    answer.fault = {Reason::differs_in_batch, "a batch of one ends in another way"};
  const auto first_neutral =
      static_cast<std::size_t>(std::find(kind.begin(), kind.end(), of_neutral) - kind.begin());
  for (std::size_t k = 0; k < kind.size() && !answer.fault; ++k) {
    if (kind[k] == of_case && !same_bits(answers[k], answer))
      differs(k, "has another answer than alone in a batch");
    if (kind[k] == of_neutral && !same_bits(answers[k], answers[first_neutral]))
      differs(k, "has another answer than the same state before");
    if (kind[k] == without_positions && (answers[k].status.code != broken_alone.code ||
                                         answers[k].status.coordinate != broken_alone.coordinate))
      differs(k, "has another breakdown than in a single call");
    if (k < of_pack.size()) {
      if (kind[k] != without_positions && !same_bits(of_pack[k], answers[k]))
        differs(k, "has another answer in a batch of one pack");
      answer.allocations += of_pack[k].allocations;
    }
    if (k < in_rows.size()) {
      if (kind[k] != without_positions && !same_bits(in_rows[k], answers[k]))
        differs(k, "has another answer in path rows");
      answer.allocations += in_rows[k].allocations;
    }
    answer.allocations += answers[k].allocations;
  }
  return answer;
}

/// Returns the answer of a new solver in lanes. It must be the same after other calls, one of which has NaN
/// as input, and in path rows if the plugin has them.
Outcome<double> Candidate::in_lanes(const Plugin& lanes, Problem problem,
                                    const std::vector<double>& H) const {
  State broken = case_.state;
  std::fill(broken.q.begin(), broken.q.end(), std::numeric_limits<double>::quiet_NaN());
  const auto new_worker_in_lanes = [&] { return worker_of(lanes, case_.model, case_.state.end_effectors); };
  Outcome<double> answer = new_worker_in_lanes()->in_format(case_.id.format, {problem, case_.state, H});
  std::vector<SolverRequest> questions{
      {problem, neutral_, H}, {problem, broken, H}, {problem, case_.state, H}};
  const Claim* claimed = plugin_.description().claim(problem);
  if (claimed != nullptr && claimed->path_rows) questions.push_back({problem, case_.state, H, true});
  const std::vector<Outcome<double>> in_turn = new_worker_in_lanes()->in_turn(case_.id.format, questions);
  for (std::size_t k = 2; k < in_turn.size(); ++k) {
    if (!same_bits(in_turn[k], answer))
      answer.fault = {Reason::not_repeatable, k == 2 ? "in lanes" : "in lanes, in path rows"};
    answer.allocations = std::max(answer.allocations, in_turn[k].allocations);
  }
  return answer;
}

Reply Candidate::reply(Problem problem, const std::vector<double>& H) {
  const int n = Layout(case_.model).n;
  const Format format = case_.id.format;
  Reply reply{heavier_->in_format(format, {problem, case_.state, H})};
  if ((reply.refused = reply.outcome.fault)) return reply;

  std::deque<std::vector<double>> identities;
  std::vector<SolverRequest> questions;
  const auto ask_neutral = [&](Problem p) {
    questions.push_back({p, neutral_, identities.emplace_back(identity(p, n))});
  };
  ask_neutral(problem);
  for (const Claim& claim : plugin_.description().claims)
    if (claim.problem != problem && distractions_.contains(claim.problem)) ask_neutral(claim.problem);
  questions.push_back({problem, case_.state, H});
  const std::vector<Outcome<double>> used = new_worker()->in_turn(format, questions);
  const Outcome<double>& again = used.back();

  reply.outcome = new_worker()->in_format(format, {problem, case_.state, H});
  for (const Outcome<double>* answer : {&std::as_const(used.front()), &again, &std::as_const(reply.outcome)})
    if (answer->fault) {
      reply.refused = answer->fault;
      return reply;
    }
  if (reply.outcome.status.code == Status::breakdown || reply.outcome.status.code == Status::dependent_rows) {
    reply.refused = {Reason::breakdown};
  } else if (reply.outcome.status.code == Status::unsupported) {
    reply.refused = {Reason::not_solved};
  } else if (!same_bits(reply.outcome, again)) {
    reply.refused = {Reason::not_repeatable};
  } else if (in_batches_ && plugin_.description().lanes.of(scalar(format)) > 1) {
    reply.in_packs = in_packs(problem, H, reply.outcome.status);
    reply.outcome.allocations += reply.in_packs->allocations;
    reply.refused = reply.in_packs->fault;
  } else if (in_batches_) {
    const Outcome<double> in_a_batch = in_batch(problem, H);
    reply.refused = in_a_batch.fault;
    if (!reply.refused && !same_bits(reply.outcome, in_a_batch)) reply.refused = {Reason::differs_in_batch};
  }
  const Plugin* const lanes = kintree::in_lanes(plugin_);
  if (!reply.refused && lanes != nullptr) {
    reply.in_lanes = in_lanes(*lanes, problem, H);
    reply.outcome.allocations = std::max(reply.outcome.allocations, reply.in_lanes->allocations);
    reply.refused = reply.in_lanes->fault;
  }
  const Claim* claimed = plugin_.description().claim(problem);
  if (!reply.refused && claimed != nullptr && claimed->path_rows) {
    const Outcome<double> rows = new_worker()->in_format(format, {problem, case_.state, H, true});
    reply.refused = rows.fault;
    if (!reply.refused && !same_bits(reply.outcome, rows))
      reply.refused = {Reason::not_repeatable, "in path rows, which is not that of the dense matrix"};
    reply.outcome.allocations = std::max(reply.outcome.allocations, rows.allocations);
  }
  return reply;
}

}  // namespace kintree::suite
