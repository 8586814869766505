#include "suite/one_robot/study.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <tuple>
#include <utility>

#include "kintree/files/robot_file.hpp"
#include "kintree/files/state_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/oracle/solve.hpp"
#include "suite/answers/answers.hpp"
#include "suite/cases/sources.hpp"
#include "suite/counting/cost.hpp"
#include "suite/one_robot/file_checks.hpp"
#include "suite/support/build_info.hpp"
#include "suite/support/dense_limit.hpp"
#include "suite/support/parallel.hpp"
#include "suite/support/text.hpp"
#include "suite/verification/verify.hpp"

namespace kintree::suite {

std::vector<int> chain_ends(const Model& model) {
  const std::size_t count = model.bodies.size();
  std::vector<std::size_t> group(count), last(count);
  std::vector<bool> carries(count);  // by group: a joint that moves
  for (std::size_t i = 1; i < count; ++i) {
    const auto parent = static_cast<std::size_t>(model.bodies[i].parent);
    const bool moves = info(model.bodies[i].joint.kind).velocities > 0;
    group[i] = moves ? i : group[parent];
    last[group[i]] = i;
    if (moves) carries[group[parent]] = true;
  }
  std::vector<int> ends;
  for (std::size_t i = 1; i < count; ++i)
    if (group[i] == i && !carries[i]) ends.push_back(static_cast<int>(last[i]));
  return ends;
}

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<EndEffector> end_effectors(const RobotChoice& choice, const Model& model) {
  std::vector<EndEffector> ends;
  if (choice.end_effectors.empty())
    for (const int body : chain_ends(model)) ends.push_back({body, {}});
  std::vector<std::string_view> links;
  for (const Body& body : model.bodies) links.push_back(body.name);
  for (const std::string& link : choice.end_effectors) {
    const auto found = std::find(links.begin(), links.end(), link);
    if (found == links.end())
      throw InputError(message_name(choice.file) + ": --end-effector: no link " + in_quotes(link) +
                       known_names_hint(link, links));
    ends.push_back({static_cast<int>(found - links.begin()), {}});
  }
  return ends;
}

std::vector<Case> cases_of(const RobotChoice& choice, const Model& model) {
  const std::vector<EndEffector> ends = end_effectors(choice, model);
  const std::string family = model_name(choice.file);
  std::vector<Case> cases{
      {{.family = family, .joints = {}, .seed = choice.seed}, model, neutral_state(model)}};
  for (int k = 0; k < choice.states; ++k) {
    const std::uint64_t seed = choice.seed + static_cast<std::uint64_t>(k);
    Generator generator = make_generator({word(family), seed});
    State state = random_state(model, generator, {.max_end_effectors = 0});
    std::fill(state.f_ext.begin(), state.f_ext.end(), Wrench{});
    cases.push_back({{.family = family, .joints = {}, .seed = seed}, model, std::move(state)});
  }
  for (Case& c : cases) c.state.end_effectors = ends;
  return cases;
}

/// By degree of freedom: the joint, and the number within it if there are several.
std::vector<std::string> coordinate_names(const Model& model) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Joint& joint = model.bodies[i].joint;
    const int count = info(joint.kind).velocities;
    for (int k = 1; k <= count; ++k) names.push_back(joint.name + (count > 1 ? " " + std::to_string(k) : ""));
  }
  return names;
}

std::string command_of(const RobotChoice& choice) {
  std::string text =
      "kintree robot " + quoted(choice.file) + repeat(choice.urdf) + " --out " + quoted(choice.out);
  for (const std::string& link : choice.end_effectors) text += " --end-effector " + quoted(link);
  for (const std::string& name : choice.plugins.names) text += " --plugin " + quoted(name);
  for (const Problem p : choice.plugins.problems) text += " --problem " + std::string(name(p));
  const RobotChoice usual;
  if (choice.states != usual.states) text += " --states " + std::to_string(choice.states);
  if (choice.seed != usual.seed) text += " --seed " + std::to_string(choice.seed);
  return text + choice.plugins.repeat();
}

/// The options that read the robot again.
std::string model_options(const RobotChoice& choice) {
  return "--model " + quoted(choice.file) + repeat(choice.urdf);
}

report::RobotStudy described(const RobotChoice& choice, const RobotFile& robot) {
  const Layout layout(robot.model);
  report::RobotStudy study;
  study.version =
      std::string(build_info::version) + " (" + std::string(build_info::commit).substr(0, 12) + ")";
  study.command = command_of(choice);
  study.bench = "kintree bench " + model_options(choice);
  study.file = message_name(choice.file);
  study.name = robot.model.name;
  study.seed = choice.seed;
  for (const Body& body : robot.model.bodies) {
    const Joint& joint = body.joint;
    study.bodies.push_back({body.name, joint.name, joint.kind, body.parent, body.inertial.mass});
    if (has_armature(joint))
      study.bodies.back().armature.assign(joint.armature.begin(),
                                          joint.armature.begin() + info(joint.kind).velocities);
  }
  study.degrees_of_freedom = layout.n;
  study.depth = *std::max_element(layout.depth.begin(), layout.depth.end());
  constexpr std::array components{" rx", " ry", " rz", " x", " y", " z"};
  for (const Constraint& c : robot.model.constraints) {
    if (c.coupling) study.constraint_rows.push_back(c.name);
    for (std::size_t k = 0; k < components.size(); ++k)
      if (!c.coupling && c.rows[k]) study.constraint_rows.push_back(c.name + components[k]);
  }
  study.gravity = robot.model.gravity;
  study.coordinates = coordinate_names(robot.model);
  study.expanded_parent = layout.expanded_parent;
  study.findings = file_findings(robot, study.file);
  return study;
}

/// The problems that this robot has.
ProblemSet problems_of(const Model& model) {
  const bool constrained = !model.constraints.empty();
  return problems_of_size(Layout(model).n).where([=](const ProblemInfo& p) {
    return constrained || !p.is_about_constraints();
  });
}

report::RobotCondition condition_of(const Case& c, const ProblemSet& problems) {
  report::RobotCondition result;
  const oracle::Oracle exact = oracle::Oracle::dense(c.model, c.state, problems, c.id.seed);
  result.condition = exact.condition();
  for (const Problem problem : problems) {
    const oracle::ProblemOracle* const answer = exact.of(problem);
    if (answer == nullptr) continue;
    if (const auto why = answer->ill_posed()) {
      result.unanswered[problem] = why->to_string(c.model);
      if (why->why != oracle::IllPosed::dependent_constraints) continue;
      result.dependent_row = why->coordinate;
      result.unanswered[problem] = oracle::no_answer(c.model, problem, why->coordinate);
    } else
      result.sigma[problem] = answer->sigma();
  }
  return result;
}

/// The records of one plugin and problem in one scalar.
class Kept {
 public:
  explicit Kept(Format format) : rounding_(unit_roundoff(format)) {}

  void add(const report::Record& r) {
    if (!r.passed) {
      if (kept_.failed++ == 0) kept_.reason = explanation(r);
    } else if (r.standing == ResultStatus::unsupported && kept_.answers == 0) {
      kept_.reason = explanation(r);
    }
    if (r.standing == ResultStatus::unsupported) return;
    if (kept_.answers++ == 0 && kept_.failed == 0) kept_.reason.clear();
    if (r.verdict) kept_.worst = std::max(kept_.worst.value_or(Verdict::A), *r.verdict);
    const bool is_answer = std::isfinite(r.error) && r.verdict != Verdict::F;
    digits_.push_back(is_answer ? std::max(0.0, -std::log10(std::max(r.error, rounding_))) : 0);
  }

  report::KeptDigits result() {
    if (digits_.empty()) return kept_;
    std::sort(digits_.begin(), digits_.end());
    kept_.fewest = digits_.front();
    kept_.median = digits_[digits_.size() / 2];
    return kept_;
  }

 private:
  double rounding_;
  report::KeptDigits kept_;
  std::vector<double> digits_;
};

/// The algorithms for the robot, and what is measured of each.
class Measuring {
 public:
  Measuring(Request request, const std::vector<Case>& cases) : request_(std::move(request)), cases_(cases) {}

  /// The steps of the measurement, which may run at the same time.
  std::vector<std::function<void()>> steps() {
    std::vector<std::function<void()>> steps;
    for (const Problem problem : request_.problems) steps.emplace_back([=, this] { count(problem); });
    for (const Format format : {Format::binary64, Format::binary32})
      for (std::size_t k = 1; k < cases_.size(); ++k) steps.emplace_back([=, this] { judge(format, k); });
    return steps;
  }

  std::vector<report::RobotAlgorithm> algorithms() const {
    std::vector<report::RobotAlgorithm> all;
    for (const Problem problem : request_.problems) {
      const auto first = static_cast<std::ptrdiff_t>(all.size());
      for (const Plugin* plugin : request_.plugins)
        if (plugin->description().claim(problem) != nullptr) all.push_back(algorithm(*plugin, problem));
      const auto rank = [](const report::RobotAlgorithm& a) {
        return std::tuple(!a.is_usable(), !a.operations, a.operations.value_or(0), a.plugin);
      };
      std::sort(all.begin() + first, all.end(),
                [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    }
    return all;
  }

 private:
  using Key = std::pair<std::string, Problem>;

  void count(Problem problem) {
    CountingCase c(cases_.at(1));
    for (const Plugin* plugin : request_.plugins)
      if (const Claim* claim = plugin->description().claim(problem)) {
        const report::CountedCost cost = counted_cost(*plugin, *claim, c);
        const std::lock_guard lock(mutex_);
        costs_[{cost.plugin, problem}] = cost;
      }
  }

  void judge(Format format, std::size_t k) {
    Request request = request_;
    request.format = format;
    std::vector<report::Record> records = verify_case(cases_[k], request, "");
    const std::lock_guard lock(mutex_);
    records_[{format, k}] = std::move(records);
  }

  report::KeptDigits kept(const Key& key, Format format, bool& is_checked) const {
    Kept kept(format);
    for (std::size_t k = 1; k < cases_.size(); ++k)
      for (const report::Record& r : records_.at({format, k}))
        if (Key(r.plugin, r.problem) == key) {
          kept.add(r);
          if (r.right == FieldCheck::proved) is_checked = true;
        }
    return kept.result();
  }

  report::RobotAlgorithm algorithm(const Plugin& plugin, Problem problem) const {
    const Key key(plugin.description().name, problem);
    report::RobotAlgorithm a;
    a.plugin = key.first;
    a.citation = plugin.description().citation;
    a.problem = problem;
    a.in_double = kept(key, Format::binary64, a.is_checked);
    a.in_float = kept(key, Format::binary32, a.is_checked);
    const report::CountedCost& cost = costs_.at(key);
    if (report::counted(cost)) {
      a.operations = cost.operations().total();
      a.depth = cost.depth;
    } else {
      a.not_counted = explanation(cost);
    }
    return a;
  }

  Request request_;
  const std::vector<Case>& cases_;
  std::mutex mutex_;
  std::map<Key, report::CountedCost> costs_;
  std::map<std::pair<Format, std::size_t>, std::vector<report::Record>> records_;
};

/// The finding that rows of the constraints depend on each other, from the first state that shows it.
std::optional<report::FileFinding> dependent_rows(const Model& model, const report::RobotStudy& study) {
  for (const report::RobotConfiguration& c : study.configurations)
    if (const int row = c.condition.dependent_row; row != 0)
      return report::FileFinding{
          report::FileFinding::suspicious, 0, "constraint '" + constraint_of_row(model, row).name + "'",
          "row " + std::to_string(row) + " of all constraints is zero or a combination of others in state '" +
              c.name + "', so their forces are not unique",
          "leave out rows that others imply, in a URDF by the attribute rows; accelerations are unique"};
  return {};
}

/// The exact mass matrix, bias force and inverse operational-space inertia, and what constraints add, as `kintree solve` prints them.
std::string exact_values(const std::string& file, const Case& c) {
  const ProblemSet problems = ProblemSet::all().where([&](const ProblemInfo& p) {
    if (p.is_about_constraints())
      return !c.model.constraints.empty() &&
             (p.returns.contain(quantity::K) || p.returns.contain(quantity::lambda));
    return p.returns.size() == 1 && (p.returns.contain(quantity::H) || p.returns.contain(quantity::C) ||
                                     p.returns.contain(quantity::Lambda_inverse));
  });
  return exact_answers({file, c.model, c.state}, problems, 0).dump(1);
}

void in_steps(int threads, const std::vector<std::function<void()>>& steps,
              const std::function<void(std::size_t, std::size_t)>& progress) {
  std::mutex mutex;
  std::size_t done = 0;
  in_parallel(threads, steps.size(), [&](std::size_t, std::uint64_t k) {
    steps[k]();
    const std::lock_guard lock(mutex);
    ++done;
    if (progress) progress(done, steps.size());
  });
}

}  // namespace

report::RobotStudy study_robot(const RobotChoice& choice,
                               const std::function<void(std::size_t, std::size_t)>& progress) {
  const RobotFile robot = read_robot_file(choice.file, choice.urdf);
  const Model& model = robot.model;
  report::RobotStudy study = described(choice, robot);
  if (study.degrees_of_freedom == 0) throw InputError(study.file + ": no joint moves; expected at least one");
  Request request = choice.plugins.request();
  const ProblemSet problems = problems_of(model);
  request.problems = request.problems & problems;
  const std::vector<Case> cases = cases_of(choice, model);
  for (const EndEffector& end : cases.front().state.end_effectors)
    study.end_effectors.push_back(model.bodies[static_cast<std::size_t>(end.body)].name);

  const bool is_dense = study.degrees_of_freedom <= oracle::dense_solve_limit;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    report::RobotConfiguration& configuration = study.configurations.emplace_back();
    configuration.name = k == 0 ? "zero" : "random " + std::to_string(k);
    configuration.options = model_options(choice) + " --state " +
                            quoted((std::filesystem::path(choice.out) / report::state_file_name(k)).string());
    configuration.state = write_state(model, cases[k].state, choice.urdf.floating_base);
    if (is_dense && k < states_with_values) configuration.answers = exact_values(study.file, cases[k]);
  }

  Measuring measuring(request, cases);
  std::vector<std::function<void()>> steps = measuring.steps();
  if (is_dense)
    for (std::size_t k = 0; k < cases.size(); ++k)
      steps.emplace_back([&, k] { study.configurations[k].condition = condition_of(cases[k], problems); });
  in_steps(choice.threads, steps, progress);
  study.algorithms = measuring.algorithms();
  if (auto finding = dependent_rows(model, study)) study.findings.push_back(std::move(*finding));
  return study;
}

}  // namespace kintree::suite
