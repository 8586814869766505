// Runs plugins on vectors.
#include "suite/vectors/vectors.hpp"

#include <algorithm>

#include "kintree/model/error.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/problems/problem.hpp"
#include "suite/execution/urdf_program.hpp"
#include "suite/execution/worker.hpp"
#include "suite/vectors/mistakes.hpp"
#include "suite/vectors/wrong_answers.hpp"

namespace kintree::suite {
namespace {

using oracle::limits::u_double;

/// From the outputs one after the other, row by row.
Values as_values(const std::vector<double>& values, Problem problem, const TestVector& vector) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::vector<Values> all;
  const double* next = values.data();
  for (const OutputAt& at : outputs_at(vector.c, problem)) {
    all.emplace_back(Eigen::Map<const RowMajor>(next, at.rows, at.columns));
    next += at.rows * at.columns;
  }
  return side_by_side(all);
}

/// Returns whether y is a wrong answer, output by output. One that the mistake does not change has the tolerance of the right one.
bool is_wrong_answer(const Values& y, const TestVector::Wrong& wrong, const TestVector::Answer& answer,
                     const TestVector& vector) {
  const auto read = [&](const std::vector<double>& values) {
    return as_values(values, answer.problem, vector);
  };
  const Values x = read(wrong.values), right = read(answer.exact), tolerance = read(answer.tolerance);
  const std::vector<OutputAt> all = outputs_at(vector.c, answer.problem);
  return std::all_of(all.begin(), all.end(), [&](const OutputAt& at) {
    const Values of_y = at.of(y), of_x = at.of(x), of_right = at.of(right);
    if (of_x == of_right) return ((of_y - of_x).cwiseAbs().array() <= at.of(tolerance).array()).all();
    return same(of_y, of_x, u_double, of_right.size() == 0 ? 0 : of_right.cwiseAbs().maxCoeff());
  });
}

VectorOutcome compared(const TestVector& vector, const TestVector::Answer& answer,
                       const oracle::ProblemOracle& judge, const Plugin& plugin, const Outcome<double>& out) {
  VectorOutcome result{&vector, answer.problem, VectorOutcome::refused};
  if (out.fault.reason == Reason::outside_domain) {
    result.result = VectorOutcome::unsupported;
    result.detail = out.fault.detail;
    return result;
  }
  if (out.fault || out.status.code == Status::wrong_size) {
    result.detail = std::string(kintree::to_string(out.fault.reason)) +
                    (out.fault.detail.empty() ? "" : ": " + out.fault.detail);
    return result;
  }
  if (out.status.code == Status::unsupported) {
    result.result = VectorOutcome::unsupported;
    result.detail = "it says so";
    return result;
  }
  if (out.status.code != Status::ok) {
    result.detail = "it breaks down";
    return result;
  }
  const oracle::Judgement j = judge.judge({.outputs = out.outputs});
  // A slip changes more than half of the digits. So a plugin that promises only half of the digits has no
  // slip if it loses others.
  const Verdict promise = plugin.description().claim(answer.problem)->promise;
  const Verdict least = std::clamp(promise, Verdict::B, Verdict::C);
  for (const std::vector<double>& output : out.outputs)
    result.values.insert(result.values.end(), output.begin(), output.end());
  if (least == Verdict::C) result.loss = oracle::limits::half_of_the_digits(u_double);
  if (j.verdict <= least) {
    result.result = VectorOutcome::right;
    return result;
  }
  result.result = VectorOutcome::wrong;
  const Values y = as_values(result.values, answer.problem, vector);
  for (const TestVector::Wrong& wrong : answer.wrong)
    if (!wrong.values.empty() && is_wrong_answer(y, wrong, answer, vector))
      result.looks_like.insert(wrong.slips.begin(), wrong.slips.end());
  // That the formula is right is shown elsewhere, in the field.
  const bool is_proved = plugin.description().built_for(Scalar::number);
  if (is_proved && promise == Verdict::D && j.verdict == Verdict::D && result.looks_like.empty()) {
    result.result = VectorOutcome::unsupported;
    result.detail = "it promises no more digits";
  }
  return result;
}

/// The slips that change the answer.
std::set<std::string> listed(const VectorOutcome& outcome) {
  std::set<std::string> names;
  for (const TestVector::Answer& answer : outcome.vector->answers)
    if (answer.problem == outcome.problem)
      for (const TestVector::Wrong& wrong : answer.wrong)
        names.insert(wrong.slips.begin(), wrong.slips.end());
  return names;
}

/// An outcome, and which slips change its answer.
struct Observation {
  const VectorOutcome* outcome;
  std::set<std::string> listed;
};

/// True if both slips together, computed, give the answer.
bool gives(const std::string& first, const std::string& second, const VectorOutcome& outcome) {
  const KnownMistake *one = known_mistake(first), *two = known_mistake(second);
  if (one == nullptr || two == nullptr || outcome.values.empty()) return false;
  const Values y = as_values(outcome.values, outcome.problem, *outcome.vector);
  for (const auto& m : {misread(outcome.vector->c, *one, *two), misread(outcome.vector->c, *two, *one)}) {
    if (!m || !m->problems.contains(outcome.problem)) continue;
    const auto x = exact_answer(m->solved, outcome.problem);
    if (x && same(y, seen(*m, outcome.problem, *x), u_double)) return true;
  }
  return false;
}

/// True if an implementation with just these slips would have given this answer.
bool consistent(const Observation& of, const MistakeSet& slips) {
  MistakeSet changing;
  for (const std::string& slip : slips)
    if (of.listed.contains(slip)) changing.push_back(slip);
  const VectorOutcome& outcome = *of.outcome;
  if (changing.empty()) return outcome.result == VectorOutcome::right;
  if (outcome.result == VectorOutcome::refused) return true;  // the case that it solves may have no answer
  if (changing.size() == 1)
    return outcome.looks_like.contains(changing[0]) ||
           std::any_of(
               outcome.vector->answers.begin(), outcome.vector->answers.end(), [&](const auto& answer) {
                 return answer.problem == outcome.problem &&
                        std::any_of(
                            answer.wrong.begin(), answer.wrong.end(), [&](const TestVector::Wrong& wrong) {
                              return wrong.values.empty() &&
                                     std::count(wrong.slips.begin(), wrong.slips.end(), changing[0]) > 0;
                            });
               });
  return outcome.result == VectorOutcome::wrong && gives(changing[0], changing[1], outcome);
}

bool explains(const std::vector<Observation>& observations, const MistakeSet& slips) {
  return std::all_of(observations.begin(), observations.end(),
                     [&](const Observation& of) { return consistent(of, slips); });
}

}  // namespace

std::vector<VectorOutcome> ask_vectors(const Plugin& plugin, const VectorFiles& files,
                                       const ProblemSet& problems) {
  std::vector<VectorOutcome> outcomes;
  for (const TestVector& vector : files.vectors) {
    ProblemSet requested;
    for (const TestVector::Answer& answer : vector.answers)
      if (problems.contains(answer.problem) && plugin.description().claim(answer.problem) != nullptr)
        requested.insert(answer.problem);
    if (requested.empty()) continue;
    std::optional<std::string> why_not;
    if (vector.has_followers)
      why_not = "joints that follow others are no part of models";
    else
      why_not = outside(plugin.description().domain, vector.c.model);
    if (why_not) {
      for (const Problem problem : requested)
        outcomes.push_back({&vector, problem, VectorOutcome::unsupported, *why_not, {}, {}});
      continue;
    }
    const oracle::Oracle judges = oracle::Oracle::dense(vector.c.model, vector.c.state, requested, 1);
    const auto worker =
        worker_of(plugin, vector.c.model, vector.c.state.end_effectors, {vector.urdf, vector.floating_base});
    std::vector<SolverRequest> questions;
    for (const TestVector::Answer& answer : vector.answers)
      if (requested.contains(answer.problem)) questions.push_back({answer.problem, vector.c.state});
    const std::vector<Outcome<double>> outs = worker->in_turn(Format::binary64, questions);
    auto out = outs.begin();
    for (const TestVector::Answer& answer : vector.answers)
      if (requested.contains(answer.problem))
        outcomes.push_back(compared(vector, answer, *judges.of(answer.problem), plugin, *out++));
  }
  return outcomes;
}

std::vector<FittedMistake> fitted_mistakes(const std::vector<VectorOutcome>& outcomes) {
  std::vector<mistakes::Observation> observations;
  double loss = 0;
  for (const VectorOutcome& outcome : outcomes) {
    if (outcome.result == VectorOutcome::unsupported) continue;
    const TestVector& vector = *outcome.vector;
    const auto answer = std::find_if(vector.answers.begin(), vector.answers.end(),
                                     [&](const auto& a) { return a.problem == outcome.problem; });
    mistakes::Observation& o = observations.emplace_back();
    o.id = vector.id;
    o.c = &vector.c;
    o.problem = outcome.problem;
    o.exact = as_values(answer->exact, outcome.problem, vector);
    o.tolerance = as_values(answer->tolerance, outcome.problem, vector);
    if (outcome.result == VectorOutcome::right && outcome.values.empty())
      o.answered = o.exact;
    else if (!outcome.values.empty())
      o.answered = as_values(outcome.values, outcome.problem, vector);
    const std::vector<int> depth = Layout(vector.c.model).depth;
    o.loss = oracle::limits::running_error(*std::max_element(depth.begin(), depth.end()), u_double);
    loss = std::max(loss, outcome.loss);
  }
  return mistakes::computed_explanations(std::move(observations), loss);
}

std::vector<MistakeSet> explanations(const std::vector<VectorOutcome>& outcomes) {
  std::vector<Observation> observations;
  std::set<std::string> candidates;
  bool is_wrong = false;
  for (const VectorOutcome& outcome : outcomes) {
    if (outcome.result == VectorOutcome::unsupported) continue;
    observations.push_back({&outcome, listed(outcome)});
    candidates.insert(outcome.looks_like.begin(), outcome.looks_like.end());
    is_wrong = is_wrong || outcome.result == VectorOutcome::wrong;
  }
  std::vector<MistakeSet> result;
  if (!is_wrong) return result;
  // No slip that changes an answer can be there if the answer is right.
  for (const Observation& of : observations)
    if (of.outcome->result == VectorOutcome::right)
      for (const std::string& slip : of.listed) candidates.erase(slip);
  // The wrong ones first: they refute most.
  std::stable_partition(observations.begin(), observations.end(),
                        [](const Observation& of) { return of.outcome->result == VectorOutcome::wrong; });
  for (const std::string& slip : candidates)
    if (explains(observations, {slip})) result.push_back({slip});
  if (!result.empty()) return result;
  // Outcomes that both slips change are checked last, because their answer has to be computed.
  for (auto first = candidates.begin(); first != candidates.end(); ++first)
    for (auto second = std::next(first); second != candidates.end(); ++second) {
      const auto both = [&](const Observation& of) {
        return of.listed.contains(*first) && of.listed.contains(*second);
      };
      std::vector<Observation> ordered = observations;
      std::stable_partition(ordered.begin(), ordered.end(), [&](const Observation& of) { return !both(of); });
      if (explains(ordered, {*first, *second})) result.push_back({*first, *second});
    }
  return result;
}

}  // namespace kintree::suite
