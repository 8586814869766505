// Mistakes planted into the answers to the test vectors, by formulas of their own, and the mistakes that are
// fitted to them.
#define BOOST_TEST_MODULE mistakes
#include <spdlog/fmt/fmt.h>

#include <Eigen/LU>
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/fixed.hpp"
#include "kintree/trees/parts.hpp"
#include "suite/support/folders.hpp"
#include "suite/vectors/mistakes.hpp"
#include "suite/vectors/vectors.hpp"

using namespace kintree;
using namespace kintree::suite;
using oracle::Exact;

namespace {

const VectorFiles& files() {
  static const VectorFiles all = read_vectors(testdata_folder() + "/vectors");
  return all;
}

/// The equation of motion of a vector, H q'' + C = tau, which a mistake changes.
struct Equation {
  oracle::Matrix<Exact> H;
  oracle::Vector<Exact> C, v, qdd, tau;
};
using Plant = std::function<void(Equation&)>;
using Round = std::function<double(double)>;
using Read = std::function<Case(const Case&)>;

std::vector<double> planted(const Case& c, Problem problem, const Plant& plant) {
  const auto d = oracle::evaluate<Exact>(c.model, c.state, {Problem::mass_matrix, Problem::inverse_dynamics});
  const auto widened = [](const std::vector<double>& x) {
    return oracle::Vector<Exact>(
        Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size())).cast<Exact>());
  };
  Equation m{d.H, d.C, widened(c.state.v), widened(c.state.qdd), widened(c.state.tau)};
  plant(m);
  Eigen::MatrixXd x;
  if (problem == Problem::mass_matrix) x = m.H.transpose().cast<double>();  // row by row
  if (problem == Problem::inverse_dynamics) x = oracle::Vector<Exact>(m.H * m.qdd + m.C).cast<double>();
  if (problem == Problem::forward_dynamics)
    x = oracle::Vector<Exact>(m.H.lu().solve(m.tau - m.C)).cast<double>();
  return {x.data(), x.data() + x.size()};
}

/// The outcomes of an implementation that makes the mistake everywhere, in the cases as it reads them.
std::vector<VectorOutcome> outcomes(const Plant& plant, const Round& round = {}, const Read& read = {}) {
  std::vector<VectorOutcome> result;
  for (const TestVector& vector : files().vectors)
    for (const TestVector::Answer& answer : vector.answers) {
      const bool is_planted = answer.problem == Problem::mass_matrix ||
                              answer.problem == Problem::inverse_dynamics ||
                              answer.problem == Problem::forward_dynamics;
      if (vector.has_followers || !is_planted) continue;
      std::vector<double> values = planted(read ? read(vector.c) : vector.c, answer.problem, plant);
      if (round) std::transform(values.begin(), values.end(), values.begin(), round);
      const bool is_right = values == answer.exact;
      result.push_back(
          {&vector, answer.problem, is_right ? VectorOutcome::right : VectorOutcome::wrong, {}, values});
    }
  return result;
}

/// "name number" of each mistake that is found.
std::string found(const std::vector<VectorOutcome>& of) {
  std::string text;
  for (const FittedMistake& mistake : fitted_mistakes(of)) {
    text += (text.empty() ? "" : "; ") + mistake.name;
    if (mistake.number) text += fmt::format(" {}", *mistake.number);
  }
  return text;
}

/// The description of the mistake, if exactly one is found.
std::string description(const std::vector<VectorOutcome>& of) {
  const std::vector<FittedMistake> mistakes = fitted_mistakes(of);
  return mistakes.size() == 1 ? mistakes.front().description : "";
}

Plant damping(double size) {
  return [size](Equation& m) { m.C += Exact(size) * m.v; };
}

bool is_wrong(const VectorOutcome& o) {
  return o.result == VectorOutcome::wrong;
}

std::vector<std::size_t> moving_bodies(const Model& model) {
  std::vector<std::size_t> bodies;
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    if (info(model.bodies[i].joint.kind).velocities > 0) bodies.push_back(i);
  return bodies;
}

/// The coordinates, from 0, of the joints of these bodies.
std::vector<std::size_t> rows_of(const Model& model, const std::vector<std::size_t>& bodies) {
  const Layout layout(model);
  std::vector<std::size_t> rows;
  for (const std::size_t i : bodies)
    for (int k = 0; k < info(model.bodies[i].joint.kind).velocities; ++k)
      rows.push_back(static_cast<std::size_t>(layout.first_velocity[i] - 1 + k));
  return rows;
}

/// Puts the rows of all answers into the order that `rows_for` returns for a model.
template <class Rows>
void permute_rows(std::vector<VectorOutcome>& of, const Rows& rows_for) {
  for (VectorOutcome& o : of) {
    const std::vector<std::size_t> rows = rows_for(o.vector->c.model);
    const std::vector<double> given = o.values;
    const std::size_t n = rows.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (o.problem != Problem::mass_matrix) o.values[i] = given[rows[i]];
      for (std::size_t k = 0; k < n && o.problem == Problem::mass_matrix; ++k)
        o.values[i * n + k] = given[rows[i] * n + rows[k]];
    }
    if (o.values != given) o.result = VectorOutcome::wrong;
  }
}

/// Changes one wrong answer to a vector that has another wrong answer, which the mistake still explains.
void spoil_one(std::vector<VectorOutcome>& of) {
  const auto two =
      std::adjacent_find(of.rbegin(), of.rend(), [](const VectorOutcome& a, const VectorOutcome& b) {
        return a.vector == b.vector && is_wrong(a) && is_wrong(b);
      });
  BOOST_TEST_REQUIRE((two != of.rend()));
  for (double& x : two->values) x *= 1 + 1e-9;
}

}  // namespace

BOOST_AUTO_TEST_CASE(fit_finds_armature_of_any_size) {
  for (const double size : {1e-7, 0.04, 1e4})
    BOOST_TEST(found(outcomes([&](Equation& m) { m.H.diagonal().array() += Exact(size); })) ==
               fmt::format("armature {}", size));
}

BOOST_AUTO_TEST_CASE(fit_finds_damping_of_any_size) {
  for (const double size : {1e-7, -0.04, 3000.0})
    BOOST_TEST(found(outcomes(damping(size))) == fmt::format("damping {}", size));
}

BOOST_AUTO_TEST_CASE(fit_finds_scaled_inputs) {
  const auto check = [](const std::string& expected, const std::function<void(Parts&)>& change) {
    const auto read = [&](const Case& c) {
      Parts parts(c);
      change(parts);
      return parts.put_together();
    };
    BOOST_TEST(found(outcomes([](Equation&) {}, {}, read)) == expected);
  };
  const auto check_bodies = [&](const std::string& expected, const std::function<void(Part&)>& change) {
    check(expected, [&](Parts& parts) { std::for_each(parts.list.begin(), parts.list.end(), change); });
  };
  const auto times = [](auto& numbers, double factor) {
    for (double& x : numbers) x *= factor;
  };
  check("gravity_scaled 0.97", [&](Parts& parts) { times(parts.gravity, 0.97); });
  check("gravity_constant 9.7", [](Parts& parts) { parts.gravity = {0, 0, -9.7}; });
  check_bodies("external_forces_scaled -2", [&](Part& part) { times(part.f_ext, -2); });
  // Velocity terms are quadratic: 2.89 is the square of 1.7.
  check_bodies("velocity_terms_scaled 2.89; velocities_scaled 1.7", [&](Part& part) { times(part.v, 1.7); });
  check_bodies("accelerations_scaled -0.3", [&](Part& part) { times(part.qdd, -0.3); });
  check_bodies("joint_forces_scaled 40", [&](Part& part) { times(part.tau, 40); });
  check_bodies("masses_alone_scaled 0.7", [](Part& part) { part.body.inertial.mass *= 0.7; });
  check_bodies("joint_origins_scaled 3", [&](Part& part) { times(part.body.joint.placement.xyz, 3); });
  check_bodies("centres_of_mass_scaled 0.5", [&](Part& part) { times(part.body.inertial.origin.xyz, 0.5); });
  check_bodies("pitch_scaled 0.16", [](Part& part) { part.body.joint.pitch *= 0.16; });
}

BOOST_AUTO_TEST_CASE(fit_finds_nothing_in_right_answers) {
  BOOST_TEST(found(outcomes([](Equation&) {})).empty());
}

// Damping that grows with the square of the velocity is not a known mistake. A small one resembles several.
BOOST_AUTO_TEST_CASE(fit_names_no_mistake_that_is_not_made) {
  for (const double size : {1e-12, 1e-6, 20.0}) {
    BOOST_TEST(
        found(outcomes([&](Equation& m) { m.C += Exact(size) * m.v.cwiseAbs().cwiseProduct(m.v); })).empty(),
        "quadratic damping of " << size);
    BOOST_TEST(found(outcomes([&](Equation& m) { m.H(0, 0) += Exact(size); })).empty(),
               "armature of " << size << " at the first coordinate");
    BOOST_TEST(found(outcomes([&](Equation& m) { m.C(0) += Exact(size); })).empty(),
               "a constant force of " << size << " at the first coordinate");
  }
}

// One answer is off, which any number explains.
BOOST_AUTO_TEST_CASE(fit_needs_all_answers) {
  const std::vector<VectorOutcome> sound = outcomes([](Equation&) {});
  for (const double factor : {1 + 1e-12, 1 + 1e-9, 1.1, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    std::vector<VectorOutcome> one = sound;
    one[7].result = VectorOutcome::wrong;
    for (double& x : one[7].values) x *= factor;
    BOOST_TEST(found(one).empty(), factor);
  }
  std::vector<VectorOutcome> all_but_one = outcomes(damping(0.3));
  const auto wrong = std::find_if(all_but_one.rbegin(), all_but_one.rend(),
                                  [](const VectorOutcome& o) { return o.result == VectorOutcome::wrong; });
  wrong->values[0] *= 1 + 1e-9;
  BOOST_TEST(found(all_but_one).empty());
  wrong->result = VectorOutcome::refused;
  wrong->values = {};
  BOOST_TEST(found(all_but_one).empty());
}

// A division by zero may answer anything.
BOOST_AUTO_TEST_CASE(fit_needs_a_finite_wrong_answer) {
  const Case c;
  const auto one = [](double x) { return Values(Values::Constant(1, 1, x)); };
  const auto is_explained = [&](double answered, double of_mistake) {
    const auto answer = [&](const Case&, Problem, double) { return std::optional(one(of_mistake)); };
    const mistakes::Observation o{"vector", &c, Problem::mass_matrix, one(answered), one(1), one(1e-12)};
    return mistakes::explained_without_a_number({"mistake", "", answer, answer}, {o}).has_value();
  };
  BOOST_TEST(is_explained(2, 2));
  BOOST_TEST(!is_explained(2, 3));
  BOOST_TEST(!is_explained(1, 1));
  BOOST_TEST(!is_explained(2, std::numeric_limits<double>::quiet_NaN()));
}

// A change of the size of a rounding determines no number.
BOOST_AUTO_TEST_CASE(fit_needs_half_of_the_digits_of_the_number) {
  for (const double size : {1e-15, 1e-11}) BOOST_TEST(found(outcomes(damping(size))).empty(), size);
}

BOOST_AUTO_TEST_CASE(fit_names_rounded_answers) {
  const auto rounded = [](const Round& round) { return found(outcomes([](Equation&) {}, round)); };
  BOOST_TEST(rounded([](double x) { return static_cast<double>(static_cast<float>(x)); }) ==
             "single_precision");
  for (const int digits : {3, 6, 9}) {
    const auto text = [&](double x) { return std::stod(fmt::format("{:.{}e}", x, digits - 1)); };
    BOOST_TEST(rounded(text) == "few_digits", digits);
    const auto places = [&](double x) { return std::stod(fmt::format("{:.{}f}", x, digits)); };
    BOOST_TEST(rounded(places) == "few_places", digits);
  }
  // Digits that are lost without a rule, or with another one.
  BOOST_TEST(rounded([](double x) { return x * (1 + 0x1p-24 * std::sin(1e6 * x)); }).empty());
  BOOST_TEST(rounded([](double x) { return std::floor(x * 1e6) / 1e6; }).empty());
  BOOST_TEST(
      rounded([](double x) { return static_cast<double>(static_cast<float>(x * (1 + 1e-4))); }).empty());
}

BOOST_AUTO_TEST_CASE(fit_describes_rounded_answers) {
  const auto described = [](const Round& round) { return description(outcomes([](Equation&) {}, round)); };
  BOOST_TEST(described([](double x) { return static_cast<double>(static_cast<float>(x)); }) ==
             "the answers are rounded to single precision; the formula is right");
  // Errors of three roundings are larger than those of one rounding at the end.
  const auto computed = [](double x) {
    return static_cast<double>(static_cast<float>(x * (1 + 0x3p-24 * std::sin(1e6 * x))));
  };
  BOOST_TEST(described(computed) == "the answers are computed in single precision; the formula is right");
  std::vector<VectorOutcome> refused = outcomes([](Equation&) {}, computed);
  refused.back().result = VectorOutcome::refused;
  refused.back().values = {};
  BOOST_TEST(found(refused).empty());
  BOOST_TEST(described([](double x) { return std::stod(fmt::format("{:.5e}", x)); }) ==
             "the answers are printed with 6 significant digits; the formula is right");
  BOOST_TEST(described([](double x) { return std::stod(fmt::format("{:.6f}", x)); }) ==
             "the answers are printed with 6 places after the point; the formula is right");
}

BOOST_AUTO_TEST_CASE(orders_are_found_without_a_rule) {
  // The order of the last letters of the joints' names, then of their lengths. No convention has it.
  std::vector<VectorOutcome> of = outcomes([](Equation&) {});
  permute_rows(of, [](const Model& model) {
    std::vector<std::size_t> bodies = moving_bodies(model);
    if (bodies.size() > 2) std::swap(bodies[1], bodies[2]);
    return rows_of(model, bodies);
  });
  BOOST_TEST(std::count_if(of.begin(), of.end(), is_wrong) > 30);
  BOOST_TEST(found(of) == "rows_in_another_order");
  BOOST_TEST(fitted_mistakes(of).front().description.find("; of ") != std::string::npos);
  // A wrong number is no order.
  spoil_one(of);
  BOOST_TEST(found(of).empty());
}

BOOST_AUTO_TEST_CASE(orders_by_a_rule_must_fit_all_answers) {
  const auto check = [](const auto& rows, const std::string& rule) {
    std::vector<VectorOutcome> of = outcomes([](Equation&) {});
    permute_rows(of, rows);
    BOOST_TEST(description(of) == "the rows of the answers, but not the state, are " + rule);
    spoil_one(of);
    BOOST_TEST(found(of).empty(), rule);
  };
  check(
      [](const Model& model) {
        std::vector<std::size_t> bodies = moving_bodies(model);
        std::reverse(bodies.begin(), bodies.end());
        return rows_of(model, bodies);
      },
      "from the last joint to the first");
  check(
      [](const Model& model) {
        std::vector<std::size_t> rows = rows_of(model, moving_bodies(model));
        std::reverse(rows.begin(), rows.end());
        return rows;
      },
      "from the last coordinate to the first");
}

BOOST_AUTO_TEST_CASE(orders_of_the_state_must_fit_all_answers) {
  const auto last_first = [](const Model& model) {
    std::vector<std::size_t> bodies = moving_bodies(model);
    std::reverse(bodies.begin(), bodies.end());
    return bodies;
  };
  std::vector<VectorOutcome> of =
      outcomes([](Equation&) {}, {},
               [&](const Case& c) {
                 const Layout layout(c.model);
                 Case read = c;
                 std::ptrdiff_t q = 0, v = 0;
                 for (const std::size_t i : last_first(c.model)) {
                   const JointKindInfo& kind = info(c.model.bodies[i].joint.kind);
                   const auto copy = [i](const std::vector<double>& from, std::ptrdiff_t at, int count,
                                         const std::vector<int>& first, std::vector<double>& to) {
                     std::copy_n(from.begin() + at, count, to.begin() + first[i] - 1);
                   };
                   copy(c.state.q, q, kind.positions, layout.first_position, read.state.q);
                   for (auto numbers : {&State::v, &State::qdd, &State::tau})
                     copy(c.state.*numbers, v, kind.velocities, layout.first_velocity, read.state.*numbers);
                   q += kind.positions, v += kind.velocities;
                 }
                 return read;
               });
  permute_rows(of, [&](const Model& model) { return rows_of(model, last_first(model)); });
  BOOST_TEST(found(of) == "coordinates_in_another_order");
  BOOST_TEST(description(of) == "the coordinates of state and answers are from the last joint to the first");
  spoil_one(of);
  BOOST_TEST(found(of).empty());
}

// The equations of motion of a tree with other parents show the mistake. A body on the base remains there.
BOOST_AUTO_TEST_CASE(recursions_find_the_body_before_as_parent) {
  const auto with_body_before = [](Case c) {
    for (std::size_t i = 1; i < c.model.bodies.size(); ++i)
      if (int& parent = c.model.bodies[i].parent; parent != 0) parent = static_cast<int>(i) - 1;
    return c;
  };
  std::vector<VectorOutcome> of = outcomes([](Equation&) {}, {}, with_body_before);
  BOOST_TEST(std::count_if(of.begin(), of.end(), is_wrong) > 30);
  BOOST_TEST(found(of) == "parent_is_previous_body");
  BOOST_TEST(description(of) == "the body numbered before is taken for the parent");
  spoil_one(of);
  BOOST_TEST(found(of).empty());
}
