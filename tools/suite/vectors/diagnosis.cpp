#include "suite/vectors/diagnosis.hpp"

#include <spdlog/fmt/fmt.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "kintree/model/printable.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/trees/parts.hpp"
#include "suite/execution/worker.hpp"
#include "suite/field/entry.hpp"
#include "suite/vectors/mistakes.hpp"
#include "suite/vectors/tolerances.hpp"
#include "suite/vectors/wrong_answers.hpp"
#include "suite/verification/rounded.hpp"

namespace kintree::suite {
namespace {

constexpr std::size_t most_entries_named = 6;

/// The plugin's answer, which must have the form of another; nothing where it has none.
std::optional<Values> answer(const Plugin& plugin, Problem problem, const Case& c, const Values& like) {
  const Outcome<double> out =
      worker_of(plugin, c.model, c.state.end_effectors)->in_format(c.id.format, {problem, c.state});
  if (out.status.code != Status::ok) return {};
  Values y = like;
  for (const OutputAt& at : outputs_at(c, problem)) {
    const std::vector<double>& numbers = out.outputs[at.output];
    if (numbers.size() != static_cast<std::size_t>(at.rows * at.columns)) return {};
    y.block(0, at.first, at.rows, at.columns) =
        Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(numbers.data(), at.rows, at.columns);
  }
  return y;
}

std::string entry_of_answer(const Case& c, Problem problem, Eigen::Index row, Eigen::Index column) {
  const OutputAt at = output_at(c, problem, column);
  const bool is_vector = outputs(problem)[at.output].is_vector();
  return entry_name(c, problem, static_cast<int>(row) + 1,
                    is_vector ? 0 : static_cast<int>(column - at.first) + 1, at.output);
}

/// The same request with something left out.
struct Simplification {
  const char* words;
  void (*apply)(Parts&);
};
constexpr std::array<Simplification, 6> simplifications{{
    {"at rest",
     [](Parts& parts) {
       for (Part& p : parts.list) std::fill(p.v.begin(), p.v.end(), 0.0);
     }},
    {"without external forces",
     [](Parts& parts) {
       for (Part& p : parts.list) p.f_ext = {};
     }},
    {"without gravity", [](Parts& parts) { parts.gravity = {}; }},
    {"with free joints fixed",
     [](Parts& parts) {
       for (Part& p : parts.list)
         if (p.body.joint.kind == JointKind::free) {
           p.body.joint.kind = JointKind::fixed, p.body.joint.armature = {};
           for (std::vector<double>* x : {&p.q, &p.v, &p.qdd, &p.tau}) x->clear();
         }
     }},
    {"with revolute joints alone",
     [](Parts& parts) {
       for (Part& p : parts.list)
         if (p.body.joint.kind != JointKind::fixed) {
           p.body.joint.kind = JointKind::revolute, p.body.joint.armature = {};
           for (std::vector<double>* x : {&p.q, &p.v, &p.qdd, &p.tau}) x->resize(1);
         }
     }},
    {"in the zero position",
     [](Parts& parts) {
       for (Part& p : parts.list) p.q = neutral_position(p.body.joint.kind);
     }},
}};

/// The changes of the request after which the answer is right.
std::vector<std::string> right(const Plugin& plugin, Problem problem, const Case& c, double u) {
  std::vector<std::string> result;
  for (const Simplification& s : simplifications) {
    Parts parts(c);
    s.apply(parts);
    const Case simple = parts.put_together();
    if (Layout(simple.model).n == 0 || outside(plugin.description().domain, simple.model)) continue;
    const auto x = computed<double>(simple, problem);
    if (!x) continue;
    const auto y = answer(plugin, problem, simple, *x);
    if (y && is_answer(*y, simple, problem, u)) result.emplace_back(s.words);
  }
  return result;
}

using Slips = std::vector<std::pair<const KnownMistake*, const KnownMistake*>>;

/// The slips that give the answer y.
Slips slips_of(const Case& c, Problem problem, const Values& y, double u) {
  Slips result;
  for (const KnownMistake& slip : known_mistakes())
    if (const auto m = slip.misread(c); m && gives(*m, problem, y, u)) result.emplace_back(&slip, nullptr);
  return result;
}

/// The pairs of slips that give the answer y, where the right one is x. Each slip of a pair changes the answer alone.
Slips pairs_of_slips(const Case& c, Problem problem, const Values& y, const Values& x, double u) {
  const auto changes = [&](const KnownMistake& slip) {
    const auto m = slip.misread(c);
    return m && m->problems.contains(problem) && !gives(*m, problem, x, u);
  };
  std::vector<const KnownMistake*> changing;
  for (const KnownMistake& slip : known_mistakes())
    if (changes(slip)) changing.push_back(&slip);
  Slips result;
  for (const KnownMistake* first : changing)
    for (const KnownMistake* second : changing) {
      if (first == second || std::count(result.begin(), result.end(), std::pair(second, first)) != 0)
        continue;
      if (const auto m = misread(c, *first, *second); m && gives(*m, problem, y, u))
        result.emplace_back(first, second);
    }
  return result;
}

/// The forces that an answer implies in addition to those of the equation of motion: tau_answered - tau, or
/// tau - (H q''_answered + C).
Values added_forces(Problem problem, const Case& c, const Values& y) {
  Case at = c;
  if (problem == Problem::forward_dynamics) std::copy_n(y.data(), at.state.qdd.size(), at.state.qdd.begin());
  const Values tau = exact_answer(at, Problem::inverse_dynamics).value();  // no matrix is inverted
  if (problem == Problem::inverse_dynamics) return y - tau;
  return Eigen::Map<const Eigen::VectorXd>(c.state.tau.data(), tau.rows()) - tau;
}

/// A request that differs in every velocity and acceleration, each by a factor of its own.
Case faster(const Case& c) {
  Case result = c;
  for (std::size_t k = 0; k < c.state.v.size(); ++k) {
    const double factor = 1.25 + 0.25 * static_cast<double>(k % 3);
    result.state.v[k] *= factor;
    result.state.qdd[k] *= -factor;
    result.state.tau[k] *= 3 - factor;
  }
  return result;
}

/// The same, and joints' positions and forces on bodies that differ too.
Case elsewhere(const Case& c) {
  Case result = faster(c);
  Parts parts(result);
  for (Part& part : parts.list) {
    if (!has_quaternion(part.body.joint.kind))
      for (double& x : part.q) x *= 0.75;
    for (double& x : part.f_ext) x *= 1.5;
  }
  return parts.put_together();
}

/// Small random trees of the joints of the case, in which answers keep their digits. Smaller ones for second derivatives, which take long.
std::vector<Case> tame_cases(const Plugin& plugin, Problem problem, const Case& c) {
  const int bodies = info(problem).derivatives < 2 ? 5 : 2;
  CaseOptions options;
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i)
    options.joints.push_back(c.model.bodies[i].joint.kind);
  std::vector<Case> cases;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    cases.push_back(random_case(Family::recursive, bodies, seed, options));
    if (outside(plugin.description().domain, cases.back().model)) cases.pop_back();
  }
  return cases;
}

/// Fewer coordinates tell little: many mistakes give the same answer.
constexpr int enough_coordinates = 3;

/// A small random tree of the joints of the case, on which the plugin's answer is wrong and tells more.
std::optional<Case> larger_case(const Plugin& plugin, Problem problem, const Case& c, double u) {
  for (Case& at : tame_cases(plugin, problem, c)) {
    if (Layout(at.model).n < enough_coordinates) continue;
    const auto x = exact_answer(at, problem);
    const auto y = x ? answer(plugin, problem, at, *x) : std::nullopt;
    if (y && differences(*y, *x, u).any()) return std::move(at);
  }
  return {};
}

/// The mistakes whose answers are computed that explain the plugin's answers to these cases.
std::vector<FittedMistake> fitted(const Plugin& plugin, Problem problem, const std::vector<Case>& cases) {
  std::vector<mistakes::Observation> observations;
  for (const Case& at : cases) {
    const auto x = exact_answer(at, problem);
    if (!x) continue;
    try {
      const Values tolerance = vectors::has_tolerance(problem)
                                   ? vectors::Tolerances("case", at, {problem}).by_entry(problem)
                                   : Values(Values::Zero(x->rows(), x->cols()));  // the loss alone
      mistakes::Observation& o = observations.emplace_back();
      o.id = "this case";
      o.c = &at;
      o.problem = problem;
      o.exact = *x;
      o.tolerance = tolerance;
      if (const auto y = answer(plugin, problem, at, *x)) o.answered = *y;
      const std::vector<int> depth = Layout(at.model).depth;
      o.loss = oracle::limits::running_error(*std::max_element(depth.begin(), depth.end()),
                                             oracle::limits::u_double);
    } catch (const std::logic_error&) {  // the judge decides nothing about it
    }
  }
  // A single answer that lost more digits than others may is like too many mistakes.
  const double loss = cases.size() == 1 ? 0 : oracle::limits::half_of_the_digits(oracle::limits::u_double);
  return mistakes::computed_explanations(std::move(observations), loss);
}

AddedForce by_joint(AddedForce::Kind kind, const Case& c, const std::vector<double>& constants) {
  AddedForce added{kind, {}};
  for (std::size_t k = 0; k < constants.size(); ++k)
    if (constants[k] != 0)
      added.constants.emplace_back(oracle::joint_of_coordinate(c.model, static_cast<int>(k) + 1),
                                   constants[k]);
  return added;
}

/// Constants that explain the added forces of both requests; nothing if there are none.
std::optional<AddedForce> added_to_motion(const Plugin& plugin, Problem problem, const Case& c,
                                          const Values& y, double u) {
  const Case other = faster(c);
  const auto other_exact = exact_answer(other, problem);
  if (!other_exact) return {};
  const auto other_y = answer(plugin, problem, other, *other_exact);
  if (!other_y) return {};
  const Values f = added_forces(problem, c, y), other_f = added_forces(problem, other, *other_y);
  for (const AddedForce::Kind kind : {AddedForce::armature, AddedForce::damping}) {
    const auto rate = [&](const Case& at, const Values& answered, std::size_t k) {
      if (kind == AddedForce::damping) return at.state.v[k];
      return problem == Problem::forward_dynamics ? answered(static_cast<Eigen::Index>(k)) : at.state.qdd[k];
    };
    const double size = f.cwiseAbs().maxCoeff(), other_size = other_f.cwiseAbs().maxCoeff();
    std::vector<double> constants(c.state.v.size(), 0.0);
    bool explained = true;
    for (std::size_t k = 0; k < constants.size() && explained; ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      const double x = rate(c, y, k);
      if (std::abs(f(at)) > oracle::limits::half_of_the_digits(u) * size) constants[k] = f(at) / x;
      explained = std::isfinite(constants[k]) && constants[k] >= 0 &&
                  std::abs(other_f(at) - constants[k] * rate(other, *other_y, k)) <=
                      oracle::limits::half_of_the_digits(u) * other_size;
    }
    if (explained) return by_joint(kind, c, constants);
  }
  return {};
}

/// For a mass matrix: finds an error that is on the diagonal alone and not negative.
std::optional<AddedForce> added_to_diagonal(const Case& c, const Values& y, const Values& x,
                                            const Eigen::Array<bool, -1, -1>& wrong) {
  std::vector<double> constants(static_cast<std::size_t>(x.rows()), 0.0);
  // Larger numbers leave no digit of the matrix that they are added to.
  const double most = x.cwiseAbs().maxCoeff() / oracle::limits::u_double;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
      if (!wrong(i, k)) continue;
      if (i != k || !(y(i, i) > x(i, i)) || !(y(i, i) < most)) return {};
      constants[static_cast<std::size_t>(i)] = y(i, i) - x(i, i);
    }
  if (x.rows() == 1) return {};  // a single number does not show the cause
  return by_joint(AddedForce::armature, c, constants);
}

/// "above" or "below", if the answer is one symmetric matrix whose entries are wrong on that side of the diagonal alone.
std::string one_triangle(Problem problem, const Eigen::Array<bool, -1, -1>& wrong) {
  const Quantities& returned = outputs(problem);
  if (returned.size() != 1 || returned[0].symmetry != Symmetry::symmetric) return "";
  bool above = false, below = false;
  for (Eigen::Index i = 0; i < wrong.rows(); ++i)
    for (Eigen::Index k = 0; k < wrong.cols(); ++k)
      if (wrong(i, k)) {
        above = above || k >= i;
        below = below || k <= i;
      }
  return above == below ? "" : above ? "above" : "below";
}

std::string to_string(const AddedForce& added) {
  const auto& constants = added.constants;
  const bool is_equal = std::all_of(constants.begin(), constants.end(), [&](const auto& entry) {
    return std::abs(entry.second - constants.front().second) <= 1e-6 * std::abs(constants.front().second);
  });
  std::string text =
      added.kind == AddedForce::armature
          ? "  it looks as if armature (the inertia of rotors) is added to the diagonal of the mass matrix: "
          : "  it looks as if the joints are damped: ";
  if (is_equal)
    return text + fmt::format("{:.6g}, at {} coordinate{}\n", constants.front().second, constants.size(),
                              constants.size() == 1 ? "" : "s");
  for (std::size_t k = 0; k < std::min(constants.size(), most_entries_named); ++k)
    text +=
        fmt::format("{}{:.6g} at {}", k == 0 ? "" : ", ", constants[k].second, in_quotes(constants[k].first));
  return text + (constants.size() > most_entries_named ? ", ...\n" : "\n");
}

}  // namespace

std::optional<Diagnosis> diagnose(const Plugin& plugin, Problem problem, const Case& drawn, Format format,
                                  Answered answered) {
  const Case c = rounded(drawn, format);
  const double u = unit_roundoff(format);
  if (!info(problem).is_unique() || outside(plugin.description().domain, c.model)) return {};
  const auto x = exact_answer(c, problem);
  if (!x) return {};
  const auto y = answer(plugin, problem, c, *x);
  if (!y) return {};
  const auto wrong = differences(*y, *x, u);
  if (!wrong.any()) return {};

  Diagnosis d;
  d.entries = static_cast<std::size_t>(x->size());
  std::vector<std::pair<double, std::string>> named;
  for (Eigen::Index i = 0; i < x->rows(); ++i)
    for (Eigen::Index k = 0; k < x->cols(); ++k) {
      if (!wrong(i, k)) continue;
      const double by = std::abs((*y)(i, k) - (*x)(i, k));
      named.emplace_back(std::isfinite(by) ? -by : -std::numeric_limits<double>::infinity(),
                         entry_of_answer(c, problem, i, k));
    }
  std::stable_sort(named.begin(), named.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  d.wrong_entries = named.size();
  for (auto& [by, name] : named)
    if (std::find(d.wrong.begin(), d.wrong.end(), name) == d.wrong.end()) d.wrong.push_back(std::move(name));
  d.one_triangle = one_triangle(problem, wrong);
  const bool more = answered == Answered::every_case;
  if (more) d.right = right(plugin, problem, c, u);
  if (more && Layout(c.model).n < enough_coordinates)
    if (const auto larger = larger_case(plugin, problem, c, u))
      if (auto of_larger = diagnose(plugin, problem, *larger, format, answered)) {
        d.right = std::move(of_larger->right);
        d.slips = std::move(of_larger->slips);
        d.added = std::move(of_larger->added);
        d.fitted = std::move(of_larger->fitted);
        d.is_of_larger_case = true;
        return d;
      }
  d.slips = slips_of(c, problem, *y, u);
  if (!d.slips.empty()) return d;
  if (problem == Problem::mass_matrix)
    d.added = added_to_diagonal(c, *y, *x, wrong);
  else if (more && (problem == Problem::inverse_dynamics || problem == Problem::forward_dynamics))
    d.added = added_to_motion(plugin, problem, c, *y, u);
  if (d.added) return d;
  if (info(problem).derivatives < 2)  // there are two thousand pairs
    d.slips = pairs_of_slips(c, problem, *y, *x, u);
  if (!d.slips.empty() || format != Format::binary64) return d;  // the tolerances are those of double
  d.fitted = fitted(plugin, problem, more ? std::vector{c, faster(c), elsewhere(c)} : std::vector{c});
  if (!d.fitted.empty() || !more) return d;
  d.fitted = fitted(plugin, problem, tame_cases(plugin, problem, c));
  for (FittedMistake& mistake : d.fitted) mistake.description += ", in small random trees";
  return d;
}

std::string to_string(const Diagnosis& d) {
  std::string text = d.entries == 1 ? "  the only entry is wrong, at "
                                    : fmt::format("  {} of {} entries {} wrong, at ", d.wrong_entries,
                                                  d.entries, d.wrong_entries == 1 ? "is" : "are");
  for (std::size_t k = 0; k < std::min(d.wrong.size(), most_entries_named); ++k)
    text += (k == 0 ? "" : ", ") + d.wrong[k];
  text += d.wrong.size() > most_entries_named ? ", ...\n" : "\n";
  if (!d.one_triangle.empty())
    text += fmt::format("  only entries {} the diagonal are wrong, and the exact matrix is symmetric\n",
                        d.one_triangle);
  if (!d.right.empty()) text += fmt::format("  the answer is right {}\n", fmt::join(d.right, ", and "));
  for (const auto& [first, second] : d.slips)
    text += second == nullptr ? fmt::format("{}{} ({})\n", likely_mistake, first->description, first->name)
                              : fmt::format("{}{}, and {} ({}, {})\n", likely_mistake, first->description,
                                            second->description, first->name, second->name);
  if (d.added) text += to_string(*d.added);
  for (const FittedMistake& mistake : d.fitted)
    text += fmt::format("{}{} ({})\n", likely_mistake, mistake.description, mistake.name);
  if (d.slips.empty() && !d.added && d.fitted.empty())
    text += "  no known mistake, and no two of them, give this answer\n";
  else if (d.is_of_larger_case)
    text += "  so it looks in a random tree of these joints: in a case this small many mistakes look alike\n";
  return text;
}

}  // namespace kintree::suite
