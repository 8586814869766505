#include "suite/answers/answers.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <utility>

#include "kintree/field.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/files/state_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/model/error.hpp"
#include "kintree/oracle/field_oracle.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/oracle/solve.hpp"
#include "kintree/problems/problem.hpp"
#include "suite/cases/sources.hpp"
#include "suite/execution/worker.hpp"
#include "suite/field/field_twin.hpp"
#include "suite/field/proof.hpp"
#include "suite/support/dense_limit.hpp"
#include "suite/support/printer.hpp"

namespace kintree::suite {
namespace {

/// Throws InputError, naming the joint, if H is singular and a problem needs its inverse. A plugin may not
/// notice this: in rounded numbers a pivot that is zero is a small one. Large robots are not checked, because
/// the check takes long. Constraints may hold what moves no inertia.
void refuse_singular(const RobotState& robot, const ProblemSet& problems) {
  if (Layout(robot.model).n > oracle::dense_solve_limit) return;
  const ProblemSet held = problems.that_solve_with(SolvesWith::constraints);
  for (const auto& [dividing, one] : {std::pair(problems.that_divide() - held, problem_of(quantity::qdd)),
                                      std::pair(held, problem_of(quantity::constrained_qdd))}) {
    if (dividing.empty()) continue;
    const auto exact = oracle::solve_what_exists(robot.model, robot.state, {one}, 1);
    if (exact.enclosures.singular_at != 0) throw InputError(robot.file + ": " + exact.unanswered.at(one));
  }
}

/// Returns the problems that have an answer. J-bar is among several problems only if it exists; if it is
/// requested alone, it must have an answer. For large robots the solution decides this.
ProblemSet answerable(const RobotState& robot, const ProblemSet& requested) {
  if (Layout(robot.model).n > oracle::dense_solve_limit) return requested;
  const auto exact = oracle::answerable(robot.model, robot.state, requested);
  if (!exact.empty() || requested.empty()) return exact;
  const auto a = oracle::evaluate<oracle::Exact>(robot.model, robot.state, requested);
  if (a.singular_at != 0) return requested;
  for (const Problem problem : requested.that_need_independent_rows())
    if (const int row = a.rows(info(problem).solves_with).dependent_row; row != 0)
      throw InputError(robot.file + ": " + oracle::no_answer(robot.model, problem, row));
  throw InputError(robot.file + ": the model has no constraints; expected at least one");
}

/// Shows the progress of a long computation on a terminal, and twice a minute in the log. Time is counted
/// from the first call, so the work before it does not affect the estimate.
class SolveDisplay {
 public:
  SolveDisplay() = default;
  SolveDisplay(const SolveDisplay&) = delete;
  SolveDisplay& operator=(const SolveDisplay&) = delete;
  ~SolveDisplay() {
    if (shown_) std::cerr << "\r\033[K" << std::flush;
  }

  void operator()(double done) {
    const auto now = std::chrono::steady_clock::now();
    if (done <= done_at_first_call_) {  // of the first precision, or of another one
      first_call_ = now;
      done_at_first_call_ = done;
    }
    const std::chrono::duration<double> taken = now - first_call_;
    if (taken.count() < 2 || now < next_) return;
    const double left = taken.count() * (1 - done) / (done - done_at_first_call_);
    const std::string text = fmt::format("solve: {:.0f} %, about {:.0f} s left", 100 * done, left);
    shown_ = isatty(STDERR_FILENO) != 0;
    if (shown_)
      std::cerr << '\r' << text << "\033[K" << std::flush;
    else
      spdlog::info(text);
    next_ = now + (shown_ ? std::chrono::milliseconds(200) : std::chrono::seconds(30));
  }

 private:
  std::chrono::steady_clock::time_point first_call_, next_;
  double done_at_first_call_ = 1;
  bool shown_ = false;
};

/// One line for each reason why problems have no answer. Throws InputError if nothing that was requested has
/// one.
void report_unanswered(const RobotState& robot, const ProblemSet& problems,
                       const std::map<Problem, std::string>& unanswered) {
  std::map<std::string, std::string> problems_by_reason;
  for (const auto& [problem, why] : unanswered) {
    std::string& list = problems_by_reason[why];
    list += (list.empty() ? "" : ", ") + std::string(name(problem));
  }
  bool none = true;
  for (const Problem problem : problems) none = none && unanswered.count(problem) != 0;
  for (const auto& [why, list] : problems_by_reason) {
    const std::string line = robot.file + ": " + why + "; no answer to " + list;
    if (none && !problems.empty()) throw InputError(line);
    spdlog::warn(line);
  }
}

/// Warns of entries that a double does not show: those beyond its range, and those that are certified only
/// beside larger entries of their output and printed as 0.
void report_lost(const RobotState& robot, const oracle::CertifiedDynamics& certified,
                 const ProblemSet& problems) {
  constexpr double negligible = oracle::limits::u_double;  // a rounding of one SI unit
  std::set<std::string_view> large, lost;
  double bound = 0;
  for (const Problem problem : problems) {
    if (certified.unanswered.contains(problem)) continue;
    for (std::size_t k = 0; const Quantity& output : outputs(problem)) {
      const auto& X = certified.enclosures.of(problem, k++);
      for (const oracle::Interval& x : X.reshaped()) {
        const double magnitude = static_cast<double>(upper(abs(x)));
        if (!std::isfinite(static_cast<double>(x))) large.insert(output.name);
        if (!zero_in(x) || magnitude < negligible) continue;
        lost.insert(output.name);
        bound = std::max(bound, magnitude);
      }
    }
  }
  const auto warn = [&](const std::set<std::string_view>& outputs, const std::string& problem) {
    const std::string subject =
        robot.file + ": " + listing(outputs, [](std::string_view output) { return output; }) + ": ";
    if (!outputs.empty()) spdlog::warn("{}{}; expected --digits", subject, problem);
  };
  warn(large, "a number exceeds the range of double and is printed as null");
  warn(lost, fmt::format("a number printed as 0 may be up to {:.0e}, because others are far larger", bound));
}

/// Requests about one state to a plugin, in S. Throws InputError if an outcome is not an answer.
template <class S>
class Query {
 public:
  Query(const Plugin& plugin, const RobotState& robot)
      : name_(plugin.description().name),
        robot_(robot),
        worker_(worker_of(plugin, robot.model, robot.state.end_effectors)) {}

  Outcome<S> operator()(Problem problem, const State& state, const std::vector<double>& H = {}) {
    Outcome<S> out = answer({problem, state, H});
    if (out.status.code == Status::out_of_memory)
      throw InputError(robot_.file + ": plugin '" + name_ +
                       "': so many digits take more memory than they may");
    if (out.fault)
      throw InputError(robot_.file + ": plugin '" + name_ + "': " + std::string(to_string(out.fault.reason)) +
                       ": " + out.fault.detail);
    if (out.status.code == Status::breakdown) throw InputError(breakdown(out.status.coordinate));
    if (out.status.code == Status::dependent_rows)
      throw InputError(robot_.file + ": the Jacobian of the end-effectors has not full row rank as far as " +
                       name_ + " can tell: row " + std::to_string(out.status.coordinate) +
                       " depends on others");
    return out;
  }

 private:
  Outcome<S> answer(const SolverRequest& question) {
    if constexpr (std::is_same_v<S, double>) {
      return worker_->in_double(question);
    } else {
      const Outcome<Number> out = worker_->in_digits(question, oracle::Real::default_precision());
      const auto real = Digits::read_all<oracle::Real>;
      Outcome<S> result{out.status, {}, 0, out.fault};
      for (std::size_t k = 0; k < out.outputs.size(); ++k) result.outputs[k] = real(out.outputs[k]);
      return result;
    }
  }

  std::string breakdown(int coordinate) const {
    return robot_.file + ": " +
           (coordinate == 0 ? ""
                            : "joint '" + oracle::joint_of_coordinate(robot_.model, coordinate) + "': ") +
           "a pivot is not positive, so the mass matrix is singular in this state as far as " + name_ +
           " can tell";
  }

  std::string name_;
  const RobotState& robot_;
  std::unique_ptr<Worker> worker_;
};

/// H, rounded to double.
std::vector<double> mass_matrix(const RobotState& robot) {
  const auto exact = oracle::solve(robot.model, robot.state, {}, 20).midpoints().H;
  std::vector<double> H;
  for (Eigen::Index i = 0; i < exact.rows(); ++i)
    for (Eigen::Index j = 0; j < exact.cols(); ++j) H.push_back(static_cast<double>(exact(i, j)));
  return H;
}

template <class S>
Json answers_in(const Plugin& plugin, const RobotState& robot, const ProblemSet& problems, int digits) {
  const Printer print{digits};
  Query<S> ask(plugin, robot);
  Json out = frame(robot.model);
  const Sizes sizes = sizes_of(Layout(robot.model), robot.state.end_effectors.size());
  for (const Problem problem : problems) {
    if (reads(problem, quantity::qdd)) {
      State drift = robot.state;
      std::fill(drift.qdd.begin(), drift.qdd.end(), 0.0);
      out["C"] = print.list(ask(problem, drift).outputs[0]);
    }
    const Outcome<S> answer =
        ask(problem, robot.state, reads(problem, quantity::H) ? mass_matrix(robot) : std::vector<double>());
    const Quantities& parts = outputs(problem);
    for (std::size_t k = 0; k < parts.size(); ++k)
      out[std::string(parts[k].name)] = parts[k].is_vector()
                                            ? print.list(answer.outputs[k])
                                            : print.rows(answer.outputs[k], extent(parts[k].columns, sizes));
  }
  return out;
}

Json in_rows(const std::vector<std::string>& texts, int columns) {
  Json rows = Json::array();
  for (std::size_t k = 0; k < texts.size(); ++k) {
    if (k % static_cast<std::size_t>(columns) == 0) rows.push_back(Json::array());
    rows.back().push_back(texts[k]);
  }
  return rows;
}

/// Adds the outputs of a problem; null instead of each if there is no answer.
void add_answer(Json& out, const Printer& print, const oracle::Dynamics<oracle::Interval>& enclosures,
                Problem problem, bool exists = true) {
  for (std::size_t k = 0; const Quantity& output : outputs(problem)) {
    const auto& X = enclosures.of(problem, k++);
    out[std::string(output.name)] = !exists              ? Json(nullptr)
                                    : output.is_vector() ? print.vector(X)
                                                         : print.matrix(X);
  }
}

}  // namespace

nlohmann::ordered_json frame(const Model& model) {
  const Layout layout(model);
  Json order = Json::array(), dofs = Json::object();
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Joint& joint = model.bodies[i].joint;
    const int n_i = info(joint.kind).velocities;
    if (n_i == 0) continue;
    order.push_back(joint.name);
    Json at = Json::array();
    for (int k = 0; k < n_i; ++k) at.push_back(layout.first_velocity[i] - 1 + k);
    dofs[joint.name] = at;
  }
  return {{"order", order}, {"dofs", dofs}};
}

nlohmann::ordered_json exact_answers(const RobotState& robot, const ProblemSet& requested, int digits) {
  const auto is_unique = [](const ProblemInfo& p) { return p.is_unique(); };
  if (!requested.empty() && requested.where(is_unique).empty())
    throw InputError("the oracle does not factorize; plugin ltdl does");
  const ProblemSet problems = answerable(robot, requested).where(is_unique);
  if (const int n = Layout(robot.model).n; n >= 1000)
    spdlog::info("solve: {} degrees of freedom take minutes, and less with --problem NAME", n);
  SolveDisplay display;
  const oracle::CertifiedDynamics certified = [&] {
    try {
      return oracle::solve_what_exists(robot.model, robot.state, problems, digits == 0 ? 17 : digits,
                                       std::ref(display));
    } catch (const InputError& error) {
      throw InputError(robot.file + ": " + error.what());
    }
  }();
  report_unanswered(robot, problems, certified.unanswered);
  if (digits == 0) report_lost(robot, certified, problems);
  const auto& a = certified.enclosures;
  const Printer print{digits};
  Json out = frame(robot.model);
  out["certified_digits"] = certified.digits;
  for (const Problem problem : problems) {
    if (reads(problem, quantity::v)) out["C"] = print.vector(a.C);
    if (reads(problem, quantity::end_effectors)) out["J"] = print.matrix(a.J);
    add_answer(out, print, a, problem, !certified.unanswered.contains(problem));
  }
  return out;
}

nlohmann::ordered_json answers_of(const Plugin& plugin, const RobotState& robot, const ProblemSet& problems,
                                  int digits) {
  const Description& description = plugin.description();
  if (const auto why_not = outside(description.domain, robot.model))
    throw InputError(robot.file + ": outside the domain of plugin '" + description.name + "': " + *why_not);
  ProblemSet solved;
  for (const Problem p : problems)
    if (description.claim(p) != nullptr) solved.insert(p);
  refuse_singular(robot, solved);
  solved = answerable(robot, solved);
  if (!description.built_for(digits == 0 ? Scalar::double_precision : Scalar::number))
    throw InputError("plugin '" + description.name + "' is not built for " +
                     (digits == 0 ? "double" : "many digits"));
  if (digits == 0) return answers_in<double>(plugin, robot, solved, digits);
  const oracle::Digits precision(static_cast<unsigned>(digits) + 10);
  return answers_in<oracle::Real>(plugin, robot, solved, digits);
}

nlohmann::ordered_json golden(const Case& c, int digits) {
  const ProblemSet problems = oracle::answerable(c.model, c.state, ProblemSet::all());
  const oracle::CertifiedDynamics certified = oracle::solve(c.model, c.state, problems, digits);
  const auto& a = certified.enclosures;
  const Printer print{digits};
  Json out{{"format", "kintree golden 1"},
           {"case", c.id.name()},
           {"model", model_as_json(c.model)},
           {"state", state_as_json(c.state)},
           {"layout", layout_as_json(c.model)},
           {"certified_digits", std::min(certified.digits, digits)},
           {"answers", {{"C", print.vector(a.C)}, {"J", print.matrix(a.J)}}}};
  for (const Problem problem : problems)
    if (info(problem).is_unique()) add_answer(out["answers"], print, a, problem);
  return out;
}

nlohmann::ordered_json golden_in_field(const Case& c) {
  const Case twin = field_twin(c);
  const FieldPoint point(field_point(c.id));
  const auto in_field = [](double x) { return Json(as_text(Field(x))); };
  Json out{{"format", "kintree golden field 1"},
           {"case", c.id.name()},
           {"scale", std::to_string(FieldPoint::current_scale())},
           {"model", model_as_json(twin.model, in_field)},
           {"state", state_as_json(twin.state, in_field)},
           {"model_in_double", model_as_json(twin.model)},
           {"state_in_double", state_as_json(twin.state)},
           {"layout", layout_as_json(twin.model)},
           {"answers", Json::object()}};
  Json& answers = out["answers"];
  const ProblemSet problems =
      problems_of_size(Layout(twin.model).n).where([](const ProblemInfo& p) { return p.is_unique(); });
  const oracle::FieldOracle exact = oracle::FieldOracle::dense(twin.model, twin.state, problems);
  const Sizes sizes = sizes_of(Layout(twin.model), twin.state.end_effectors.size());
  for (const Problem problem : problems) {
    if (!exact.answers(problem))
      throw InputError("the mass matrix is singular, so " + std::string(name(problem)) + " has no answer");
    for (std::size_t k = 0; const Quantity& output : outputs(problem)) {
      const std::vector<Field> numbers = exact.exact(problem, k++);
      if (numbers.empty() && info(problem).needs_independent_rows()) continue;
      std::vector<std::string> texts;
      for (const Field& x : numbers) texts.push_back(as_text(x));
      answers[std::string(output.name)] =
          output.is_vector() ? Json(texts) : in_rows(texts, extent(output.columns, sizes));
    }
  }
  return out;
}

}  // namespace kintree::suite
