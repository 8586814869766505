#include "suite/field/proof.hpp"

#include <memory>

#include "kintree/model/numbers.hpp"
#include "kintree/plugin/lanes.hpp"
#include "kintree/trees/random.hpp"
#include "suite/execution/answer.hpp"

namespace kintree::suite {
namespace {

ProofOutcome not_askable(std::string why) {
  return {FieldCheck::not_askable, {}, std::move(why)};
}

/// Other numbers than those of the case in every place, but for the end-effectors, for which a plugin is prepared.
State other_state(const State& state) {
  State other = state;
  for_each_number(other, [](double& x) { x = 1.75 - x; });
  other.end_effectors = state.end_effectors;
  return other;
}

/// Which states of a batch in packs are the case: of pack b those whose lane, counted from 1, has bit b. So every lane has the case
/// in some pack, and no two have it in the same packs. The last pack is not full, and has it in every other lane.
std::vector<bool> places_of_case(int lanes) {
  std::vector<bool> is_case;
  for (int bit = 1; bit <= lanes; bit *= 2)
    for (int lane = 1; lane <= lanes; ++lane) is_case.push_back((lane & bit) != 0);
  for (int lane = 1; lane < lanes; ++lane) is_case.push_back(lane % 2 == 0);
  return is_case;
}

}  // namespace

std::uint64_t field_point(const CaseId& id) {
  return make_generator({word("field point"), word(id.name())})();
}

Proof::Proof(Case twin, const ProblemSet& problems, bool dense, std::uint64_t seed,
             FieldParameters parameters, const ProblemSet& by_products)
    : twin_(std::move(twin)), point_(seed), parameters_(std::move(parameters)), by_products_(by_products) {
  const FieldPoint point(point_, &parameters_);
  exact_ = dense ? oracle::FieldOracle::dense(twin_.model, twin_.state, problems)
                 : oracle::FieldOracle::tree(twin_.model, twin_.state, problems);
  if (!by_products.empty()) products_ = oracle::FieldOracle::tree(twin_.model, twin_.state, by_products);
}

std::vector<Field> Proof::exact(Problem problem, std::size_t output) const {
  const FieldPoint point(point_, &parameters_);
  return exact_->exact(problem, output);
}

ProofOutcome Proof::ask(Worker& worker, const Plugin& plugin, Problem problem, const Change& change) const {
  const Claim* const claim = plugin.description().claim(problem);
  const Plugin* const lanes = in_lanes(plugin);
  std::unique_ptr<Worker> worker_in_lanes;
  if (lanes != nullptr && lanes->description().built_for(Scalar::number))
    worker_in_lanes = worker_of(*lanes, twin_.model, twin_.state.end_effectors);
  ProofOutcome outcome;
  for (const bool path_rows : {false, true}) {
    if (path_rows && (claim == nullptr || !claim->path_rows)) continue;
    const auto holds = [&](const std::string& how, const ProofOutcome& answer) {
      outcome = answer;
      if (outcome.right == FieldCheck::proved) return true;
      const std::string where = path_rows ? how.empty() ? "in path rows" : how + ", in path rows" : how;
      if (!where.empty()) outcome.detail = where + (outcome.detail.empty() ? "" : ": " + outcome.detail);
      return false;
    };
    if (!holds("", ask_single(worker, plugin, problem, path_rows, change))) break;
    if (plugin.description().lanes.of(Scalar::number) > 1 &&
        !holds("in a batch", ask_packs(worker, plugin, problem, path_rows, change)))
      break;
    if (worker_in_lanes != nullptr &&
        !holds("in lanes", ask_single(*worker_in_lanes, *lanes, problem, path_rows, change)))
      break;
  }
  return outcome;
}

std::vector<Field> Proof::H_of(Problem problem) const {
  return reads(problem, quantity::H) ? exact_->mass_matrix() : std::vector<Field>();
}

ProofOutcome Proof::ask_single(Worker& worker, const Plugin& plugin, Problem problem, bool path_rows,
                               const Change& change) const {
  if (!worker.has_field()) return not_askable("not built for the field");
  if (plugin.description().approximates) return not_askable("it approximates");
  if (!oracle(problem).answers(problem))
    return not_askable("the exact answer does not exist at this point of the field");
  const FieldPoint point(point_, &parameters_);
  Outcome<Field> out = worker.in_field({problem, twin_.state, SolverRequest::none, path_rows}, H_of(problem));
  if (out.fault.reason == Reason::outside_domain) return not_askable(out.fault.detail);
  if (out.fault)
    return {FieldCheck::not_askable, {out.fault.reason, 0, 0}, "in the field: " + out.fault.detail};
  if (change) change(out);
  return decide(plugin.description(), problem, out, point);
}

ProofOutcome Proof::ask_packs(Worker& worker, const Plugin& plugin, Problem problem, bool path_rows,
                              const Change& change) const {
  const FieldPoint point(point_, &parameters_);
  const State other = other_state(twin_.state);
  const std::vector<bool> is_case = places_of_case(plugin.description().lanes.of(Scalar::number));
  std::vector<State> states;
  for (const bool here : is_case) states.push_back(here ? twin_.state : other);
  std::vector<Outcome<Field>> answers = worker.in_field_batch(problem, states, H_of(problem), path_rows);
  ProofOutcome outcome;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    if (!is_case[k]) continue;
    if (change) change(answers[k]);
    outcome = decide(plugin.description(), problem, answers[k], point);
    if (outcome.right != FieldCheck::proved) {
      outcome.detail = "state " + std::to_string(k + 1) + " of " + std::to_string(states.size()) +
                       (outcome.detail.empty() ? "" : ": " + outcome.detail);
      break;
    }
  }
  return outcome;
}

ProofOutcome Proof::decide(const Description& d, Problem problem, const Outcome<Field>& out,
                           const FieldPoint& point) const {
  if (out.status.code == Status::unsupported) return not_askable("claims the problem, but does not solve it");
  const bool without_root = point.without_root();
  if (without_root && d.nested_roots) return not_askable("a root that the field does not have");
  if (out.status.code == Status::breakdown && info(problem).divides() && oracle(problem).is_singular())
    return not_askable(
        "the mass matrix is singular at this point of the field, so that a breakdown is right");
  if (expects_dependent_rows(problem)) return dependent_rows(problem, out.status);
  const oracle::Equality equality = out.status.code == Status::ok && !without_root
                                        ? oracle(problem).compare(problem, answer_of(out, d))
                                    : out.status.code == Status::dependent_rows
                                        ? oracle::Equality{Reason::not_equal, 0, out.status.coordinate}
                                        : oracle::Equality{Reason::not_equal, out.status.coordinate, 0};
  if (equality.holds()) return {FieldCheck::proved, {}, {}};
  return {FieldCheck::wrong, equality,
          out.status.code == Status::dependent_rows
              ? "dependent rows of " + std::string(info(problem).rows()) + " are seen where there are none"
          : out.status.code != Status::ok ? "a pivot is zero"
          : without_root ? "a root of a number with a root in it, which the plugin does not say it takes"
          : point.divided_by_zero() ? "a division by zero"
                                    : ""};
}

bool Proof::expects_dependent_rows(Problem problem) const {
  return info(problem).needs_independent_rows() && exact_->answers(problem) &&
         !exact_->full_row_rank(problem);
}

ProofOutcome Proof::dependent_rows(Problem problem, const Status& status) const {
  const std::string row = std::to_string(status.coordinate), rows(info(problem).rows());
  if (status.code == Status::breakdown)
    return {FieldCheck::wrong, {Reason::not_equal, status.coordinate, 0}, "a pivot of H is zero"};
  if (status.code != Status::dependent_rows)
    return {FieldCheck::wrong,
            {Reason::not_equal, 0, 0},
            rows + " has dependent rows, which the status does not say"};
  if (!exact_->depends(problem, status.coordinate))
    return {FieldCheck::wrong,
            {Reason::not_equal, 0, status.coordinate},
            "row " + row + " of " + rows + " does not depend on others"};
  return {FieldCheck::proved, {}, {}};
}

std::vector<Field> image(const AnswerMap& T, bool is_vector, const std::vector<Field>& output) {
  const auto rows = static_cast<std::size_t>(T.rows), image_columns = static_cast<std::size_t>(T.N().rows),
             columns = static_cast<std::size_t>(T.N().columns);
  std::vector<Field> result(is_vector ? rows : rows * image_columns);
  const auto at = [](int i) { return static_cast<std::size_t>(i - 1); };
  if (is_vector) {
    for (std::size_t i = 0; i < T.shift.size(); ++i) result[i] = Field(T.shift[i]);
    for (const AnswerMap::Entry& a : T.entries) result[at(a.row)] += Field(a.factor) * output[at(a.column)];
  } else {
    for (const AnswerMap::Entry& a : T.entries)
      for (const AnswerMap::Entry& b : T.N().entries)
        result[at(a.row) * image_columns + at(b.row)] +=
            Field(a.factor) * output[at(a.column) * columns + at(b.column)] * Field(b.factor);
  }
  return result;
}

}  // namespace kintree::suite
