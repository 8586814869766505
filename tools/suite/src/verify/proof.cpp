#include "proof.hpp"

#include "kintree/trees/random.hpp"

namespace kintree::suite {
namespace {

ProofOutcome not_askable(std::string why) {
  return {Right::not_askable, {}, std::move(why)};
}

}  // namespace

std::uint64_t field_point(const CaseId& id) {
  return make_generator({word("field point"), word(id.name())})();
}

Proof::Proof(Case twin, const ProblemSet& problems, bool dense, std::uint64_t seed,
             FieldParameters parameters)
    : twin_(std::move(twin)), point_(seed), parameters_(std::move(parameters)) {
  const FieldPoint point(point_, &parameters_);
  exact_ = dense ? oracle::FieldOracle::dense(twin_.model, twin_.state, problems)
                 : oracle::FieldOracle::tree(twin_.model, twin_.state, problems);
}

std::vector<Field> Proof::exact(Problem problem) const {
  const FieldPoint point(point_, &parameters_);
  return exact_->exact(problem);
}

ProofOutcome Proof::ask(Worker& worker, const Plugin& plugin, Problem problem,
                        const std::function<void(Outcome<Field>&)>& change) const {
  ProofOutcome outcome = ask_form(worker, plugin, problem, false, change);
  const Claim* claim = plugin.description().claim(problem);
  if (outcome.right != Right::proved || claim == nullptr || !claim->path_rows) return outcome;
  outcome = ask_form(worker, plugin, problem, true, change);
  if (outcome.right != Right::proved)
    outcome.detail = "in path rows" + (outcome.detail.empty() ? "" : ": " + outcome.detail);
  return outcome;
}

ProofOutcome Proof::ask_form(Worker& worker, const Plugin& plugin, Problem problem, bool path_rows,
                             const std::function<void(Outcome<Field>&)>& change) const {
  const Description& d = plugin.description();
  if (!worker.has_field()) return not_askable("not built for the field");
  if (!exact_->answers(problem))
    return not_askable("the exact answer does not exist at this point of the field");
  const FieldPoint point(point_, &parameters_);
  Outcome<Field> out =
      worker.in_field({problem, twin_.state, Question::none, path_rows},
                      problem == Problem::factorization ? exact_->mass_matrix() : std::vector<Field>());
  if (out.fault.reason == Reason::outside_domain) return not_askable(out.fault.detail);
  if (out.fault) return {Right::not_askable, {out.fault.reason, 0, 0}, "in the field: " + out.fault.detail};
  if (change) change(out);
  if (out.status.code == Status::unsupported) return not_askable("claims the problem, but does not solve it");
  const bool without_root = point.without_root();
  if (without_root && d.nested_roots) return not_askable("a root that the field does not have");
  if (expects_dependent_rows(problem)) return dependent_rows(out.status);
  const oracle::Equality equality =
      out.status.code == Status::ok && !without_root
          ? exact_->compare(problem, {out.values, out.D, out.x, d.factor_form, d.factors_the_model})
      : out.status.code == Status::dependent_rows
          ? oracle::Equality{Reason::not_equal, 0, out.status.coordinate}
          : oracle::Equality{Reason::not_equal, out.status.coordinate, 0};
  if (equality.holds()) return {Right::proved, {}, {}};
  return {Right::wrong, equality,
          out.status.code == Status::dependent_rows ? "dependent rows of J are seen where there are none"
          : out.status.code != Status::ok           ? "a pivot is zero"
          : without_root ? "a root of a number with a root in it, which the plugin does not say it takes"
          : point.divided_by_zero() ? "a division by zero"
                                    : ""};
}

bool Proof::expects_dependent_rows(Problem problem) const {
  return problem == Problem::dynamically_consistent_inverse && exact_->answers(problem) &&
         !exact_->full_row_rank();
}

ProofOutcome Proof::dependent_rows(const Status& status) const {
  const std::string row = std::to_string(status.coordinate);
  if (status.code == Status::breakdown)
    return {Right::wrong, {Reason::not_equal, status.coordinate, 0}, "a pivot of H is zero"};
  if (status.code != Status::dependent_rows)
    return {Right::wrong, {Reason::not_equal, 0, 0}, "J has dependent rows, which the status does not say"};
  if (!exact_->depends(status.coordinate))
    return {Right::wrong,
            {Reason::not_equal, 0, status.coordinate},
            "row " + row + " of J does not depend on others"};
  return {Right::proved, {}, {}};
}

std::vector<Field> image(const AnswerMap& T, Problem problem, const std::vector<Field>& answer) {
  const auto rows = static_cast<std::size_t>(T.rows), image_columns = static_cast<std::size_t>(T.N().rows),
             columns = static_cast<std::size_t>(T.N().columns);
  const bool vector = problem == Problem::inverse_dynamics || problem == Problem::forward_dynamics ||
                      problem == Problem::factorization;
  std::vector<Field> result(vector ? rows : rows * image_columns);
  const auto at = [](int i) { return static_cast<std::size_t>(i - 1); };
  if (vector) {
    for (std::size_t i = 0; i < T.shift.size(); ++i) result[i] = Field(T.shift[i]);
    for (const AnswerMap::Entry& a : T.entries) result[at(a.row)] += Field(a.factor) * answer[at(a.column)];
  } else {
    for (const AnswerMap::Entry& a : T.entries)
      for (const AnswerMap::Entry& b : T.N().entries)
        result[at(a.row) * image_columns + at(b.row)] +=
            Field(a.factor) * answer[at(a.column) * columns + at(b.column)] * Field(b.factor);
  }
  return result;
}

}  // namespace kintree::suite
