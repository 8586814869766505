#include "judge/problem.hpp"

#include "kintree/oracle/dynamics.hpp"

namespace kintree::oracle {

std::string IllPosed::to_string(const Model& model) const {
  switch (why) {
    case singular:
      return "the mass matrix is singular to a rounding at joint '" + joint_of_coordinate(model, coordinate) +
             "'";
    case dependent_rows:
      return "the Jacobian of the end-effectors has not full row rank";
    case dependent_constraints:
      return "rows of the constraints depend on each other";
    case rounded_singular:
      return "the mass matrix, rounded, is not positive definite";
    case nearly_singular:
      return "the mass matrix is singular within one rounding of its entries";
    case undetermined:
      return "a rounding of the inputs or of the answer itself may change every digit";
    case uncertified:
      return "no digit of the accelerations can be certified";
    case massless:
      return "bodies without inertia of their own: the tree oracle cannot certify the accelerations";
  }
  return {};
}

IllPosed dependent_at(SolvesWith with, int row) {
  return {with == SolvesWith::constraints ? IllPosed::dependent_constraints : IllPosed::dependent_rows, row};
}

std::optional<double> ProblemOracle::distance_to_image(const ProblemOracle& original,
                                                       const std::vector<AnswerMap>& maps) const {
  const std::vector<Matrix<Exact>> images = original.images(maps);
  if (images.empty()) return {};
  return distance_to(images);
}

const std::vector<double>& ProblemOracle::input_matrix() const {
  static const std::vector<double> none;
  return none;
}

Judgement refused(Reason reason, int row, int column) {
  Judgement j;
  j.reason = reason;
  j.sigma = j.limit = 0;
  j.row = row;
  j.column = column;
  return j;
}

std::optional<Judgement> refused_if_not_finite(const std::vector<double>& values, int columns) {
  const auto at = std::find_if_not(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  if (at == values.end()) return {};
  const auto index = static_cast<int>(at - values.begin());
  return columns > 0 ? refused(Reason::not_finite, index / columns + 1, index % columns + 1)
                     : refused(Reason::not_finite, index + 1);
}

std::optional<IllPosed> NormedProblem::ill_posed() const {
  if (limits::alpha_A(kind_.sizes.depth) * unavoidable_error() < 1 || norm().zero_by_cancellation())
    return {};
  return IllPosed{IllPosed::undetermined};
}

double NormedProblem::limit_B() const {
  const auto& [depth, n, u] = kind_.sizes;
  return limits::alpha_A(depth) * unavoidable_error() +
         limits::solve_B(n, depth, smallest_scaled_eigenvalue(), u) +
         limits::right_side_B(depth, right_side(), u) + further_B();
}

double NormedProblem::relative(double bound) const {
  return norm().zero_by_cancellation() ? bound * kind_.sizes.u : bound;
}

bool NormedProblem::allows_any_error(double bound) const {
  const auto& [depth, n, u] = kind_.sizes;
  return !(relative(bound) < 1) || !(limits::solve_B(n, depth, smallest_scaled_eigenvalue(), u) < 1);
}

bool NormedProblem::any_error_is_B() const {
  return kind_.solves_with_H && allows_any_error(limit_B());
}

Judgement NormedProblem::judge(const Answer& answer) const {
  Judgement j = judged(answer.outputs[kind_.output]);
  j.output = kind_.output;
  return j;
}

Judgement NormedProblem::judged(const std::vector<double>& values) const {
  if (static_cast<Eigen::Index>(values.size()) != kind_.rows * kind_.columns)
    return refused(Reason::wrong_size);
  if (const auto refusal =
          refused_if_not_finite(values, kind_.columns > 1 ? static_cast<int>(kind_.columns) : 0))
    return *refusal;
  const Eigen::MatrixXd d = difference(values);
  const Measured measured = norm().measure(d);
  Judgement j;
  j.error = measured.error;
  j.row = measured.row;
  j.column = measured.column;
  j.backward_error = backward_error(values);
  j.sigma = sigma();
  j.certified_digits = digits;
  j.alpha = ratio(j.error, unavoidable_error());
  j.limit = limits::alpha_A(kind_.sizes.depth) * unavoidable_error();
  if (!std::isfinite(j.limit)) {
    j.reason = Reason::no_scale;
    return j;
  }
  Evidence& e = j.evidence;
  e.is_measured = true;
  e.within_A = j.error <= j.limit;
  e.half_of_the_digits = j.error <= limits::half_of_the_digits(kind_.sizes.u);
  if (!e.within_A && j.row > 0) {
    const Eigen::Index entry = (j.row - 1) * kind_.columns + std::max(j.column - 1, 0);
    j.computed = values[static_cast<std::size_t>(entry)];
    j.exact = static_cast<double>(exact()[static_cast<std::size_t>(entry)]);
  }
  if (kind_.solves_with_H && !e.within_A) {
    const double bound = limit_B();
    j.any_error_is_B = allows_any_error(bound);
    j.half_is_B = !(relative(bound) < limits::half_of_the_digits(kind_.sizes.u));
    if (!j.any_error_is_B) j.limit = bound;
    e.within_B = j.error <= j.limit;
  } else if (kind_.term_sizes.size() > 0) {
    e.within_B = (d.cwiseAbs().array() <=
                  limits::running_error(kind_.sizes.depth, kind_.sizes.u) * kind_.term_sizes.array())
                     .all();
  }
  j.verdict = verdict_of(e);
  if (j.verdict > Verdict::B)
    j.reason = j.any_error_is_B ? Reason::bound_says_nothing : Reason::beyond_bounds;
  return j;
}

std::optional<IllPosed> SeveralOutputs::ill_posed() const {
  for (const auto& output : outputs_)
    if (auto why = output->ill_posed()) return why;
  return {};
}

Judgement SeveralOutputs::judge(const Answer& answer) const {
  Judgement worst = outputs_.front()->judge(answer);
  for (std::size_t k = 1; k < outputs_.size(); ++k) {
    const Judgement j = outputs_[k]->judge(answer);
    if (j.verdict > worst.verdict || (j.verdict == worst.verdict && j.alpha > worst.alpha)) worst = j;
  }
  return worst;
}

bool SeveralOutputs::any_error_is_B() const {
  return std::any_of(outputs_.begin(), outputs_.end(),
                     [](const auto& output) { return output->any_error_is_B(); });
}

double SeveralOutputs::sigma() const {
  double largest = 0;
  for (const auto& output : outputs_) largest = std::max(largest, output->sigma());
  return largest;
}

double SeveralOutputs::unavoidable_error() const {
  double largest = 0;
  for (const auto& output : outputs_) largest = std::max(largest, output->unavoidable_error());
  return largest;
}

int SeveralOutputs::certified_digits() const {
  int least = outputs_.front()->certified_digits();
  for (const auto& output : outputs_) least = std::min(least, output->certified_digits());
  return least;
}

std::vector<Exact> SeveralOutputs::exact() const {
  std::vector<Exact> all;
  for (const auto& output : outputs_)
    for (const Exact& x : output->exact()) all.push_back(x);
  return all;
}

std::vector<Matrix<Exact>> SeveralOutputs::images(const std::vector<AnswerMap>& maps) const {
  std::vector<Matrix<Exact>> all;
  for (const auto& output : outputs_) all.push_back(output->images(maps).front());
  return all;
}

double SeveralOutputs::distance_to(const std::vector<Matrix<Exact>>& images) const {
  double largest = 0;
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    const double distance = outputs_[k]->distance_to({images[k]});
    if (!(distance <= largest)) largest = distance;  // NaN, too
  }
  return largest;
}

}  // namespace kintree::oracle
