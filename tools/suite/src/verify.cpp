#include "kintree/suite/verify.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>

#include "kintree/algebra/multiprecision.hpp"
#include "kintree/oracle/judge.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/oracle/tree_oracle.hpp"
#include "kintree/suite/call.hpp"
#include "kintree/suite/cost.hpp"
#include "kintree/suite/singular.hpp"

namespace kintree::suite {
namespace {

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

bool same_bits(const Outcome<double>& a, const Outcome<double>& b) {
  return a.status.code == b.status.code && same_bits(a.values, b.values) && same_bits(a.D, b.D) &&
         same_bits(a.x, b.x);
}

std::string entry_name(const Case& c, Problem problem, int row, int column) {
  if (row == 0) return "";
  if (problem == Problem::inverse_osim)
    return "row " + std::to_string(row) + ", column " + std::to_string(column);
  std::string text = "joint '" + oracle::joint_of_coordinate(c.model, row) + "'";
  if (column != 0 && column != row)
    text += " against joint '" + oracle::joint_of_coordinate(c.model, column) + "'";
  return text;
}

/// What a plugin was asked, what it answered, and what the judge said.
struct Answered {
  const Plugin* plugin;
  Problem problem;
  Record record;
  std::vector<double> values;  ///< empty where none were judged
};

/// A case's answers, and the oracle that judged them.
struct Verified {
  std::unique_ptr<const oracle::Oracle> exact;
  std::vector<Answered> answers;
};

/// The same tree with doubled inertias: whatever is kept of it is wrong for the true one.
Model heavier(Model model) {
  for (Body& body : model.bodies)
    for (double* number : {&body.inertial.mass, &body.inertial.ixx, &body.inertial.ixy, &body.inertial.ixz,
                           &body.inertial.iyy, &body.inertial.iyz, &body.inertial.izz})
      *number *= 2;
  return model;
}

std::vector<double> unit_matrix(int n) {
  std::vector<double> one(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < one.size(); i += static_cast<std::size_t>(n) + 1) one[i] = 1;
  return one;
}

/// Judges the first answer of a solver. Before it others are asked, of another model, about another state and
/// for other problems: what a plugin keeps, of a model, of a state, or from call to call, makes the answers
/// wrong or different.
oracle::Judgement call_and_judge(Caller<double>& of_heavier, const Plugin& asked, Problem problem,
                                 const Case& c, const oracle::Oracle& exact, std::vector<double>& values) {
  const Description& plugin = asked.description();
  const auto failed = [](const char* reason, int coordinate = 0) {
    oracle::Judgement judgement;
    judgement.reason = reason;
    judgement.error = judgement.alpha = std::numeric_limits<double>::quiet_NaN();
    judgement.worst_coordinate = coordinate;
    return judgement;
  };
  const auto* dense = dynamic_cast<const oracle::DenseOracle*>(&exact);
  const std::vector<double> H = dense != nullptr ? dense->rounded_mass_matrix() : std::vector<double>();
  const auto solver = [&] {
    return Caller<double>(c.model, asked.prepare(c.model, c.state.end_effectors, Scalar::double_precision));
  };
  State other = neutral_state(c.model);
  other.end_effectors = c.state.end_effectors;
  const std::vector<double> other_H = dense != nullptr ? unit_matrix(Layout(c.model).n) : H;
  of_heavier.call(problem, c.state, H);
  Caller<double> used = solver();
  used.call(problem, other, other_H);
  for (const Claim& claim : plugin.claims)
    if (claim.problem != problem) used.call(claim.problem, other, other_H);
  const Outcome<double> again = used.call(problem, c.state, H);
  const Outcome<double> first = solver().call(problem, c.state, H);
  if (first.status.code == Status::breakdown)
    return failed("breakdown: a pivot is not positive", first.status.coordinate);
  if (first.status.code == Status::unsupported) return failed("claims the problem, but does not solve it");
  if (!same_bits(first, again))
    return failed("another answer to the same state after a call for another one");
  values = first.values;
  return problem == Problem::factorization
             ? dense->judge_factorization(first.values, first.D, first.x,
                                          plugin.factor_form == FactorForm::LtDL, plugin.factors_the_model)
             : exact.judge(problem, first.values);
}

/// How the answer to a singular neighbour of the case is wrong: it must be a breakdown that names the joint.
/// Empty if it is right, or if nothing breaks down in this problem.
std::string wrong_breakdown(const Plugin& plugin, Problem problem, const Case& c,
                            const oracle::Oracle& exact) {
  const Description& d = plugin.description();
  if (problem == Problem::mass_matrix || problem == Problem::inverse_dynamics) return {};
  const bool reads_H = problem == Problem::factorization && !d.factors_the_model;
  const auto* dense = dynamic_cast<const oracle::DenseOracle*>(&exact);
  if (reads_H && dense == nullptr) return {};
  const Singular s =
      reads_H ? Singular::matrix(c, dense->rounded_mass_matrix(), d.factor_form) : Singular::body(c);
  if (outside(d.domain, s.model)) return {};
  Caller<double> caller(s.model, plugin.prepare(s.model, c.state.end_effectors, Scalar::double_precision));
  const std::vector<double> H =
      reads_H || dense == nullptr ? s.H : std::vector<double>(dense->rounded_mass_matrix().size());
  const Status status = caller.call(problem, c.state, H).status;
  const std::string where =
      reads_H ? "with entry " + std::to_string(s.chosen) + " of the diagonal too small"
              : "without inertia beyond joint '" + oracle::joint_of_coordinate(c.model, s.chosen) + "'";
  if (status.code != Status::breakdown) return "no breakdown " + where;
  const bool named = status.coordinate > 0 && static_cast<std::size_t>(status.coordinate) < s.broken.size() &&
                     s.broken[static_cast<std::size_t>(status.coordinate)];
  if (d.has_pivots ? !named : status.coordinate != 0)
    return "a breakdown at coordinate " + std::to_string(status.coordinate) + ", not " +
           std::to_string(d.has_pivots ? s.chosen : 0) + ", " + where;
  return {};
}

/// How the count of a right answer contradicts the plugin's own formula; empty if it does not.
std::string wrong_cost(const Plugin& plugin, const Claim& claim, const Case& c) {
  if (!claim.formula || claim.formula->relation == CostFormula::published) return {};
  const auto cost = count(plugin, claim.problem, c.model, c.state);
  if (!cost) return {};
  const auto comparison = compare(claim, c.model, c.state, *cost);
  return comparison ? comparison->difference() : std::string();
}

/// The precision of multiprecision numbers is one for the process: whoever changes it is alone.
std::mutex precision;

/// Of an answer in more digits; `exact` has still more.
double error_of(const Outcome<Multiprecision>& outcome, const Plugin& plugin, Problem problem,
                const oracle::Oracle& judge, const std::vector<oracle::Real>& exact) {
  if (problem != Problem::factorization) return judge.error(problem, outcome.values, exact);
  return dynamic_cast<const oracle::DenseOracle&>(judge).error_of_factors(
      outcome.values, outcome.D, outcome.x, plugin.description().factor_form == FactorForm::LtDL);
}

/// Wrong, or inaccurate? The same template at 50 and at 100 digits tells: C if its error falls with the unit
/// roundoff, else F.
Verdict climb(const Plugin& plugin, Problem problem, const Case& c, const oracle::Oracle& judge,
              double error_in_double) {
  const std::lock_guard alone(precision);
  const oracle::Digits exact_digits(120);
  std::vector<oracle::Real> exact;
  if (problem != Problem::factorization) exact = judge.exact(problem);
  for (const int digits : {50, 100}) {
    Outcome<Multiprecision> outcome;
    {
      const PrecisionScope scope(static_cast<unsigned>(digits));
      plugin.set_digits(static_cast<unsigned>(digits));
      Caller<Multiprecision> caller(c.model,
                                    plugin.prepare(c.model, c.state.end_effectors, Scalar::multiprecision));
      if (!caller.ready()) return Verdict::F;
      outcome = caller.call(problem, c.state);
    }
    if (outcome.status.code != Status::ok) return Verdict::F;
    if (!oracle::limits::falls_with_roundoff(error_in_double,
                                             error_of(outcome, plugin, problem, judge, exact), digits))
      return Verdict::F;
  }
  return Verdict::C;
}

Verified verify_form(const Case& c, const Request& asked, const std::string& repeat) {
  oracle::Wanted wanted{.tau = false, .qdd = false};
  for (const Plugin* plugin : asked.plugins)
    for (const Problem problem : asked.problems) {
      if (plugin->description().claim(problem) == nullptr) continue;
      wanted.tau |= problem == Problem::inverse_dynamics;
      wanted.qdd |= problem == Problem::forward_dynamics;
      wanted.inverse |= problem == Problem::mass_matrix_inverse;
      wanted.inverse_osim |= problem == Problem::inverse_osim;
    }
  const int n = Layout(c.model).n;
  const bool dense = asked.oracle == OracleChoice::dense ||
                     (asked.oracle == OracleChoice::automatic && n <= automatic_dense_limit);
  std::unique_ptr<const oracle::Oracle> exact;
  if (dense)
    exact = std::make_unique<oracle::DenseOracle>(c.model, c.state, wanted, c.id.seed);
  else
    exact = std::make_unique<oracle::TreeOracle>(c.model, c.state, wanted, c.id.seed);

  Verified verified;
  for (const Plugin* plugin : asked.plugins) {
    const Description& description = plugin->description();
    std::optional<std::string> why_not;
    if (const auto reason = outside(description.domain, c.model)) why_not = "outside the domain: " + *reason;
    const Model other_model = heavier(c.model);
    std::unique_ptr<SolverBase> solver;
    if (!why_not) {
      solver = plugin->prepare(other_model, c.state.end_effectors, Scalar::double_precision);
      if (solver == nullptr) why_not = "not built for double";
    }
    Caller<double> of_heavier(other_model, std::move(solver));
    for (const Problem problem : asked.problems) {
      const Claim* claim = description.claim(problem);
      if (claim == nullptr) continue;
      const Verdict promise = claim->promise_on(c.id.family);
      Record record;
      record.case_name = c.id.name();
      record.family = c.id.label();
      record.seed = c.id.seed;
      record.bodies = c.model.body_count();
      record.degrees_of_freedom = n;
      record.plugin = description.name;
      record.problem = name(problem);
      record.promise = name(promise);
      record.command = repeat + " --plugin " + record.plugin + " --problem " + record.problem;
      const auto unsupported = [&](const std::string& reason) {
        record.status = "unsupported";
        record.reason = reason;
        record.passed = true;
        record.error = record.sigma = record.alpha = record.limit = std::numeric_limits<double>::quiet_NaN();
        verified.answers.push_back({plugin, problem, record, {}});
      };
      if (why_not) {
        unsupported(*why_not);
        continue;
      }
      if (!exact->answers(problem)) {
        unsupported(
            "too large: the tree oracle answers inverse and forward dynamics alone (--oracle dense answers "
            "all, slowly)");
        continue;
      }
      if (const std::string reason = exact->ill_posed(problem); !reason.empty()) {
        unsupported("ill-posed: " + reason);
        continue;
      }
      std::vector<double> values;
      oracle::Judgement judgement = call_and_judge(of_heavier, *plugin, problem, c, *exact, values);
      // A breakdown in double may be no more than the loss of every digit.
      const bool breakdown = judgement.reason.starts_with("breakdown");
      if (breakdown) judgement.any_error_is_B = exact->any_error_is_B(problem);
      // Factors of a given matrix have bounds that hold for every right algorithm.
      const bool may_lose_digits = problem != Problem::factorization || description.factors_the_model;
      if (judgement.verdict == Verdict::F && may_lose_digits &&
          (breakdown || std::isfinite(judgement.error))) {
        judgement.verdict = climb(*plugin, problem, c, *exact,
                                  breakdown ? std::numeric_limits<double>::infinity() : judgement.error);
        if (judgement.verdict == Verdict::C)
          judgement.reason = breakdown ? "breakdown in double, but right at 50 and at 100 digits"
                             : judgement.any_error_is_B
                                 ? "the bound of B allows any error here, so the precision ladder decided"
                                 : "beyond every bound, but the error falls with the roundoff";
      }
      record.status = breakdown ? "breakdown" : "judged";
      record.verdict = name(judgement.verdict);
      record.passed = judgement.verdict <= promise ||
                      (judgement.verdict == Verdict::C && promise == Verdict::B && judgement.any_error_is_B);
      record.reason = judgement.reason;
      if (!record.passed && record.reason.empty())
        record.reason = "worse than the promised " + record.promise;
      // Where double loses the answer, it may lose a sound pivot too, before it comes to the planted one.
      const std::string broken =
          judgement.verdict > Verdict::B ? "" : wrong_breakdown(*plugin, problem, c, *exact);
      for (const std::string& check : {wrong_cost(*plugin, *claim, c), broken})
        if (record.passed && !check.empty()) {
          record.passed = false;
          record.reason = check;
        }
      record.error = judgement.error;
      record.sigma = judgement.sigma;
      record.alpha = judgement.alpha;
      record.limit = judgement.limit;
      record.backward_error = judgement.backward_error;
      record.certified_digits = judgement.certified_digits;
      record.worst = entry_name(c, problem, judgement.worst_coordinate, judgement.worst_column);
      verified.answers.push_back({plugin, problem, std::move(record), std::move(values)});
    }
  }
  verified.exact = std::move(exact);
  return verified;
}

/// What the oracles of a case and of its image say of one problem, for every plugin alike.
struct Kinship {
  double exact = 0;    ///< |O(Tx) - T O(x)|
  double stretch = 0;  ///< |T|
};

/// Fails the image's record where the two answers are not each other's images. Nothing is held against the
/// image where the answer to the case was wrong in the first place, or was not asked for.
void relate(Answered& image, const Answered& original, const oracle::DenseOracle& exact, const AnswerMap& T,
            const Kinship& kinship, bool rounded) {
  Record& r = image.record;
  const Record& was = original.record;
  if (!r.passed || !was.passed || image.values.empty() || original.values.empty()) return;
  const double apart =
      rounded ? oracle::limits::rounded_image(std::max(r.sigma, was.sigma))
              : std::pow(10, -r.certified_digits) + kinship.stretch * std::pow(10, -was.certified_digits);
  // What another bound than the limit let pass is allowed its own error.
  const double limit = std::max(r.limit, r.error) + kinship.stretch * std::max(was.limit, was.error);
  const double distance = exact.distance(image.problem, image.values, original.values, T);
  const auto fail = [&](const std::string& reason, double error, double allowed) {
    r.passed = false;
    r.verdict = name(Verdict::F);
    r.reason = reason;
    r.error = error;
    r.limit = allowed;
  };
  if (!(kinship.exact <= apart))
    fail("the oracle's own answers are not each other's images", kinship.exact, apart);
  else if (!(distance <= limit + kinship.exact))
    fail("the answer is not the image of the answer to the case", distance, limit + kinship.exact);
}

}  // namespace

std::optional<Case> transformed_again(const Case& c, const std::string& family) {
  if (family == c.id.label()) return c;
  const Transformation* t = transformation(family.substr(family.rfind('/') + 1));
  if (t == nullptr) return {};
  auto transformed = t->apply(c, c.id.seed);
  if (!transformed) return {};
  return std::move(transformed->image);
}

std::vector<Record> verify_case(const Case& c, const Request& asked, const std::string& repeat) {
  const Verified given = verify_form(c, asked, repeat);
  std::vector<Record> records;
  for (const Answered& a : given.answers) records.push_back(a.record);
  for (const Transformation* t : asked.transformations) {
    const auto transformed = t->apply(c, c.id.seed);
    if (!transformed) continue;
    Request related{{}, {}, asked.oracle};
    for (const Problem problem : asked.problems)
      if (transformed->answers.contains(problem)) related.problems.insert(problem);
    for (const Plugin* plugin : asked.plugins)
      if (solves_any(*plugin, related.problems)) related.plugins.push_back(plugin);
    if (related.plugins.empty()) continue;
    const std::string command = repeat + " --transformation " + std::string(t->name);
    Verified image = verify_form(transformed->image, related, command);
    std::optional<Verified> other;
    if (transformed->from) other = verify_form(*transformed->from, related, command);
    const Verified& from = other ? *other : given;
    const auto* exact = dynamic_cast<const oracle::DenseOracle*>(image.exact.get());
    const auto* exact_from = dynamic_cast<const oracle::DenseOracle*>(from.exact.get());
    std::map<Problem, Kinship> kinships;
    for (Answered& a : image.answers) {
      const auto original = std::find_if(from.answers.begin(), from.answers.end(), [&](const Answered& b) {
        return b.plugin == a.plugin && b.problem == a.problem;
      });
      // A factorization's exact input is a rounded matrix, not the case.
      if (exact != nullptr && exact_from != nullptr && original != from.answers.end() &&
          !original->values.empty() && !a.values.empty() && a.problem != Problem::factorization) {
        const AnswerMap& T = transformed->answers.at(a.problem);
        auto kinship = kinships.find(a.problem);
        if (kinship == kinships.end())
          kinship = kinships
                        .emplace(a.problem, Kinship{exact->distance(a.problem, *exact_from, T),
                                                    exact->stretch(a.problem, *exact_from, T)})
                        .first;
        relate(a, *original, *exact, T, kinship->second, !t->exact);
      }
      records.push_back(std::move(a.record));
    }
  }
  return records;
}

}  // namespace kintree::suite
