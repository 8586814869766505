#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kintree/files/state_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/oracle/solve.hpp"
#include "kintree/problems/problem.hpp"
#include "suite/support/printer.hpp"
#include "suite/vectors/file_mistakes.hpp"
#include "suite/vectors/mistakes.hpp"
#include "suite/vectors/robots.hpp"
#include "suite/vectors/tolerances.hpp"
#include "suite/vectors/vectors.hpp"
#include "suite/vectors/wrong_answers.hpp"

namespace kintree::suite {
namespace {

using namespace vectors;
using oracle::Exact;
using oracle::Interval;
using oracle::limits::u_double;

constexpr int printed_digits = 20;

/// Numbers with two decimals, from a name [FNV-1a, and the mixing function of SplitMix64].
class Decimals {
 public:
  explicit Decimals(std::string_view name) {
    for (const char c : name) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  /// k / 100 with 10 <= |k| <= 100 most.
  double operator()(double most) {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    z ^= z >> 31U;
    const auto range = static_cast<std::uint64_t>(std::lround(100 * most)) - 9;
    const double hundredths = static_cast<double>(10 + (z >> 1U) % range);
    return (z % 2 == 0 ? hundredths : -hundredths) / 100;
  }
  std::vector<double> list(int count, double most) {
    std::vector<double> result;
    for (int k = 0; k < count; ++k) result.push_back((*this)(most));
    return result;
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

/// The state as it is written in a file.
Json drawn_state(const Spec& spec, const std::string& id) {
  Decimals number(id);
  Json state{{"gravity", spec.gravity},
             {"q", Json::object()},
             {"v", Json::object()},
             {"qdd", Json::object()},
             {"tau", Json::object()}};
  if (spec.robot.floating_base) state["floating_base"] = true;
  const auto draw = [&](const std::string& name, JointKind kind) {
    const JointKindInfo& numbers = info(kind);
    if (numbers.velocities == 0) return;
    const auto given = spec.q.find(name);
    if (spec.is_bent)
      state["q"][name] = given != spec.q.end()
                             ? given->second
                             : number.list(numbers.positions, kind == JointKind::prismatic ? 0.8 : 1.4);
    if (spec.moves) state["v"][name] = number.list(numbers.velocities, 2);
    state["qdd"][name] = number.list(numbers.velocities, 3);
    state["tau"][name] = number.list(numbers.velocities, 5);
  };
  if (spec.robot.floating_base) draw("floating_base", JointKind::free);
  for (const JointElement& element : spec.robot.joints)
    if (!element.mimic) draw(element.joint.name, element.joint.kind);
  if (!spec.f_ext.empty()) state["f_ext"] = spec.f_ext;
  for (const PosedLink& end : spec.end_effectors)
    state["end_effectors"].push_back(Json{{"link", end.link}, {"xyz", end.pose.xyz}, {"rpy", end.pose.rpy}});
  return state;
}

Case read(const std::string& id, const std::string& urdf, const Json& state) {
  Case c;
  const StateDocument document = parse_state_document(state.dump(), id);
  c.model =
      parse_urdf(urdf, id, {.floating_base = document.floating_base(), .independent_mimic = true}).model;
  if (document.gravity()) c.model.gravity = *document.gravity();
  c.state = document.bind(c.model);
  return c;
}

Json rounded_number(double x, double largest) {
  if (std::abs(x) < 0x1p-50 * largest) return 0.0;
  return std::stod(fmt::format("{:.12g}", x));
}

/// A wrong answer as programs write it, with 12 digits. A number that is only a rounding error compared with
/// the largest one, also of the right answer, is zero.
Json printed(const Values& y, const Values& right, const Quantity& output) {
  const double largest = std::max(y.cwiseAbs().maxCoeff(), right.cwiseAbs().maxCoeff());
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < y.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index k = 0; k < y.cols(); ++k) row.push_back(rounded_number(y(i, k), largest));
    rows.push_back(output.is_vector() ? row[0] : row);
  }
  return rows;
}

Json powers_of_two(const Eigen::VectorXd& x) {
  Json list = Json::array();
  for (const double bound : x) {
    int exponent{};  // of the next power of two, which may be the bound itself
    std::frexp(std::nextafter(bound, 0.0), &exponent);
    list.push_back(bound == 0 ? 0.0 : std::ldexp(1.0, exponent));
  }
  return list;
}

Json answer(const Json& exact, const Tolerance& tolerance) {
  Json result{{"exact", exact}, {"rows", powers_of_two(tolerance.rows)}};
  if (tolerance.columns.size() > 0) result["columns"] = powers_of_two(tolerance.columns);
  return result;
}

// --- wrong answers ---

/// Groups slips with the same answers.
class WrongAnswers {
 public:
  void add(std::string_view slip, const Json& answers) {
    if (answers.empty()) return;
    const auto found = std::find_if(list_.begin(), list_.end(),
                                    [&](const Json& entry) { return entry["answers"] == answers; });
    if (found == list_.end())
      list_.push_back({{"slips", {slip}}, {"answers", answers}});
    else
      (*found)["slips"].push_back(slip);
  }
  Json take() { return std::move(list_); }

 private:
  Json list_ = Json::array();
};

/// True if an answer differs from the right one by roundings of its 50 digits alone: the numbers of these robots are of order one.
bool is_unchanged(const Values& y, const Values& right) {
  constexpr double rounding = 1e-30;
  return (y - right).cwiseAbs().maxCoeff() < rounding;
}

/// True if the answer of a slip has no meaning. Either there is none, or it is so far off that the slip's
/// system is examined, and one rounding of that system changes all of the answer.
bool is_no_answer(const Case& solved, Problem problem, const std::optional<Values>& x, const Values& right) {
  if (!x || !x->allFinite()) return true;
  if (std::sqrt(u_double) * x->cwiseAbs().maxCoeff() <= right.cwiseAbs().maxCoeff()) return false;
  return oracle::Oracle::dense(solved.model, solved.state, {problem}, 1).of(problem)->ill_posed().has_value();
}

/// Mistakes of derivatives, Coriolis matrices, momenta and Jacobians, whose answers are computed.
const std::vector<mistakes::ComputedMistake>& computed_slips() {
  static const std::vector<mistakes::ComputedMistake> all = [] {
    std::vector<mistakes::ComputedMistake> list = mistakes::mistakes_of_sweeps();
    for (mistakes::ComputedMistake& mistake : mistakes::mistakes_of_outputs())
      list.push_back(std::move(mistake));
    return list;
  }();
  return all;
}

Json all_wrong_answers(const std::string& id, const Spec& spec, const Case& c, const ProblemSet& problems,
                       const Tolerances& tolerances) {
  WrongAnswers wrong;
  /// `answered`: returns the answer to a problem, where the last argument is the right one, or nothing if there is none.
  const auto add = [&](std::string_view slip, const ProblemSet& changed, const auto& answered) {
    Json answers = Json::object();
    for (const Problem problem : problems& changed) {
      const Values right = *exact_answer(c, problem);
      const std::optional<Values> y = answered(problem, right);
      for (const OutputAt& at : outputs_at(c, problem)) {
        const Quantity& output = outputs(problem)[at.output];
        const std::string name(output.name);
        if (!y) {
          answers[name] = nullptr;
          continue;
        }
        const Values own = at.of(*y), right_one = at.of(right);
        if (is_unchanged(own, right_one)) continue;
        if (!same(own, right_one, u_double))
          answers[name] = printed(own, right_one, output);
        else if (!tolerances.accepts(problem, at.output, own))
          throw std::logic_error(fmt::format("{}: {}: slip '{}' changes half of the digits", id, name, slip));
      }
    }
    wrong.add(slip, answers);
  };
  const auto add_misread = [&](std::string_view slip, const std::optional<Misreading>& m) {
    if (m)
      add(slip, m->problems, [&](Problem problem, const Values& right) -> std::optional<Values> {
        const auto x = exact_answer(m->solved, problem);
        if (is_no_answer(m->solved, problem, x, right)) return {};
        return seen(*m, problem, *x);
      });
  };
  for (const KnownMistake& slip : known_mistakes()) add_misread(slip.name, slip.misread(c));
  for (const FileMistake& slip : file_slips()) add_misread(slip.name, slip.misread(spec.robot, c));
  for (const mistakes::ComputedMistake& slip : computed_slips())
    add(slip.name, slip.changed,
        [&](Problem problem, const Values&) { return slip.answer(c, problem, slip.sound); });
  return wrong.take();
}

// --- joints that follow others ---

template <class T>
using Dense = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
Dense<T> widened(const Following& f) {
  Dense<T> G(static_cast<Eigen::Index>(f.G.size()), static_cast<Eigen::Index>(f.free.size()));
  for (Eigen::Index i = 0; i < G.rows(); ++i)
    for (Eigen::Index k = 0; k < G.cols(); ++k)
      G(i, k) = T(f.G[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)]);
  return G;
}

/// The state in which the joints follow. Its numbers are exact: G and the free coordinates have few digits.
Case followed(const Case& c, const Following& f) {
  Case result = c;
  const auto follow = [&](std::vector<double>& x, const std::vector<double>& given, bool is_position) {
    for (std::size_t i = 0; i < f.G.size(); ++i) {
      x[i] = is_position ? f.offset[i] : 0;
      for (std::size_t k = 0; k < f.free.size(); ++k)
        x[i] += f.G[i][k] * given[static_cast<std::size_t>(f.free[k] - 1)];
    }
  };
  follow(result.state.q, c.state.q, true);
  follow(result.state.v, c.state.v, false);
  follow(result.state.qdd, c.state.qdd, false);
  return result;
}

/// H and tau of the free coordinates, G^T H G and G^T tau.
Json reduced_vector(const std::string& id, const Spec& spec, const Case& given, Json vector) {
  const ProblemSet problems{Problem::mass_matrix, Problem::inverse_dynamics};
  const Following right = following(spec.robot, given.model, nullptr);
  const Case c = followed(given, right);
  const oracle::Precision<Interval> precision(100);
  const auto enclosed = oracle::solve(c.model, c.state, problems, 2 * printed_digits).enclosures;
  const Dense<Interval> G = widened<Interval>(right);
  const Tolerances tolerances(id, c, problems);
  const Eigen::MatrixXd size = widened<double>(right).cwiseAbs();
  const Printer print{printed_digits};
  const auto reduced = [&](Problem problem) -> Tolerance {
    const Tolerance full = tolerances.of(problem);
    const Eigen::VectorXd rows = size.transpose() * full.rows;
    return problem == Problem::mass_matrix ? Tolerance{rows, rows} : Tolerance{rows};
  };
  const Dense<Interval> H = G.transpose() * enclosed.H * G;
  const oracle::Vector<Interval> tau = G.transpose() * enclosed.of(Problem::inverse_dynamics);
  vector["answers"] = {{"H", answer(print.matrix(H), reduced(Problem::mass_matrix))},
                       {"tau", answer(print.vector(tau), reduced(Problem::inverse_dynamics))}};
  WrongAnswers wrong;
  const Values right_H =
                   H.unaryExpr([](const Interval&x) { return static_cast<double>(oracle::midpoint(x)); }),
               right_tau =
                   tau.unaryExpr([](const Interval&x) { return static_cast<double>(oracle::midpoint(x)); });
  for (const MimicMistake& slip : mimic_slips()) {
    const Following f = following(spec.robot, given.model, &slip);
    const Case misread = followed(given, f);
    const Eigen::MatrixXd other = widened<double>(f);
    const Values y = other.transpose() * *exact_answer(misread, Problem::mass_matrix) * other,
                 z = other.transpose() * *exact_answer(misread, Problem::inverse_dynamics);
    Json answers = Json::object();
    if (!same(y, right_H, u_double)) answers["H"] = printed(y, right_H, quantity::H);
    if (!same(z, right_tau, u_double)) answers["tau"] = printed(z, right_tau, quantity::tau);
    wrong.add(slip.name, answers);
  }
  vector["wrong"] = wrong.take();
  return vector;
}

ProblemSet requested(const Spec& spec) {
  if (!spec.problems.empty()) return spec.problems;
  ProblemSet problems{Problem::mass_matrix, Problem::inverse_dynamics, Problem::forward_dynamics};
  if (!spec.end_effectors.empty())
    for (const Problem p : {Problem::inverse_osim, Problem::dynamically_consistent_inverse})
      problems.insert(p);
  return problems;
}

Json made(const Spec& spec, const std::string& id) {
  const std::string text = urdf(spec.robot);
  const Json state = drawn_state(spec, id);
  const Case c = read(id, text, state);
  Json vector{{"id", id}, {"what", spec.what}, {"flags", spec.flags}, {"urdf", text}, {"state", state}};
  const bool follows = std::any_of(spec.robot.joints.begin(), spec.robot.joints.end(),
                                   [](const JointElement& e) { return e.mimic.has_value(); });
  Json coordinates = Json::array();
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
    const Joint& joint = c.model.bodies[i].joint;
    if (std::any_of(spec.robot.joints.begin(), spec.robot.joints.end(),
                    [&](const JointElement& e) { return e.mimic && e.joint.name == joint.name; }))
      continue;
    for (int k = 0; k < info(joint.kind).velocities; ++k) coordinates.push_back(joint.name);
  }
  vector["coordinates"] = coordinates;
  if (follows) return reduced_vector(id, spec, c, vector);

  const ProblemSet problems = oracle::answerable(c.model, c.state, requested(spec));
  const oracle::CertifiedDynamics certified = oracle::solve(c.model, c.state, problems, printed_digits);
  const auto& a = certified.enclosures;
  const Tolerances tolerances(id, c, problems);
  const Printer print{printed_digits};
  for (const Problem problem : problems)
    for (std::size_t k = 0; k < outputs(problem).size(); ++k) {
      const Quantity& output = outputs(problem)[k];
      const Json exact = output.is_vector() ? print.vector(a.of(problem, k)) : print.matrix(a.of(problem, k));
      vector["answers"][std::string(output.name)] = answer(exact, tolerances.of(problem, k));
    }
  vector["wrong"] = all_wrong_answers(id, spec, c, problems, tolerances);
  return vector;
}

const Group& group_of(const std::string& name) {
  static const std::vector<Group> all = groups();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Group& g) { return g.name == name; });
  if (found == all.end()) throw std::logic_error("there is no group of vectors '" + name + "'");
  return *found;
}

}  // namespace

std::vector<std::string> vector_groups() {
  std::vector<std::string> names;
  for (const Group& group : groups()) names.push_back(group.name);
  return names;
}

std::string vector_file(const std::string& name) {
  const Group& group = group_of(name);
  std::vector<Json> list;
  for (const Spec& spec : group.specs)
    list.push_back(made(spec, fmt::format("{}-{:03}", name, list.size() + 1)));
  Json head{{"format", "kintree vectors 1"},
            {"title", group.title},
            {"flags", Json::object()},
            {"slips", Json::object()}};
  const auto uses = [&](const char* key, std::string_view what) {
    return std::any_of(list.begin(), list.end(), [&](const Json& vector) {
      if (key == std::string_view("flags"))
        return std::count(vector["flags"].begin(), vector["flags"].end(), what) > 0;
      return std::any_of(vector["wrong"].begin(), vector["wrong"].end(), [&](const Json& wrong) {
        return std::count(wrong["slips"].begin(), wrong["slips"].end(), what) > 0;
      });
    });
  };
  for (const Flag& flag : flags())
    if (uses("flags", flag.name)) {
      head["flags"][std::string(flag.name)]["what"] = flag.what;
      if (!flag.seen_in.empty()) head["flags"][std::string(flag.name)]["seen_in"] = flag.seen_in;
    }
  const auto describe = [&](const auto& catalogue) {
    for (const auto& slip : catalogue)
      if (uses("slips", slip.name)) head["slips"][std::string(slip.name)] = slip.description;
  };
  describe(known_mistakes());
  describe(file_slips());
  describe(computed_slips());
  describe(mimic_slips());
  std::string text = head.dump(1);
  text.erase(text.size() - 2);  // its end
  text += ",\n \"vectors\": [";
  for (const Json& vector : list) text += (&vector == list.data() ? "\n  " : ",\n  ") + vector.dump();
  return text + "\n ]\n}\n";
}

}  // namespace kintree::suite
