// Mistakes planted into the answers to the test vectors, by formulas of their own, and what is fitted to them.
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
#include "kintree/suite/folders.hpp"
#include "kintree/suite/vectors.hpp"
#include "mistakes/mistakes.hpp"

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

/// The outcomes of an implementation that makes the mistake everywhere.
std::vector<VectorOutcome> outcomes(
    const Plant& plant, const Round& round = [](double x) { return x; }) {
  std::vector<VectorOutcome> result;
  for (const TestVector& vector : files().vectors)
    for (const TestVector::Answer& answer : vector.answers) {
      const bool is_planted = answer.problem == Problem::mass_matrix ||
                              answer.problem == Problem::inverse_dynamics ||
                              answer.problem == Problem::forward_dynamics;
      if (vector.has_followers || !is_planted) continue;
      std::vector<double> values = planted(vector.c, answer.problem, plant);
      std::transform(values.begin(), values.end(), values.begin(), round);
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

Plant damping(double size) {
  return [size](Equation& m) { m.C += Exact(size) * m.v; };
}

}  // namespace

BOOST_AUTO_TEST_CASE(fit_finds_armature_of_any_size) {
  for (const double size : {1e-7, 0.003, 0.04, 12.5, 1e4})
    BOOST_TEST(found(outcomes([&](Equation& m) { m.H.diagonal().array() += Exact(size); })) ==
               fmt::format("armature {}", size));
}

BOOST_AUTO_TEST_CASE(fit_finds_damping_of_any_size) {
  for (const double size : {1e-7, -0.04, 0.7, 3000.0})
    BOOST_TEST(found(outcomes(damping(size))) == fmt::format("damping {}", size));
}

BOOST_AUTO_TEST_CASE(fit_finds_nothing_in_right_answers) {
  BOOST_TEST(found(outcomes([](Equation&) {})).empty());
}

// Damping that grows with the square of the velocity is not a known mistake. A small one resembles several.
BOOST_AUTO_TEST_CASE(fit_names_no_mistake_that_is_not_made) {
  for (const double size : {1e-12, 1e-9, 1e-6, 1e-3, 0.3, 20.0}) {
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

// A change of the size of a rounding determines no number.
BOOST_AUTO_TEST_CASE(fit_needs_half_of_the_digits_of_the_number) {
  for (const double size : {1e-15, 1e-13, 1e-11}) BOOST_TEST(found(outcomes(damping(size))).empty(), size);
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

BOOST_AUTO_TEST_CASE(orders_are_found_without_a_rule) {
  // The order of the last letters of the joints' names, then of their lengths. No convention has it.
  std::vector<VectorOutcome> of = outcomes([](Equation&) {});
  std::size_t changed = 0;
  for (VectorOutcome& o : of) {
    const Model& model = o.vector->c.model;
    const Layout layout(model);
    std::vector<std::size_t> bodies;
    for (std::size_t i = 1; i < model.bodies.size(); ++i)
      if (info(model.bodies[i].joint.kind).velocities > 0) bodies.push_back(i);
    if (bodies.size() < 3) continue;
    std::swap(bodies[1], bodies[2]);
    std::vector<std::size_t> rows;
    for (const std::size_t i : bodies)
      for (int k = 0; k < info(model.bodies[i].joint.kind).velocities; ++k)
        rows.push_back(static_cast<std::size_t>(layout.first_velocity[i] - 1 + k));
    const std::vector<double> given = o.values;
    const std::size_t n = rows.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (o.problem != Problem::mass_matrix) o.values[i] = given[rows[i]];
      for (std::size_t k = 0; k < n && o.problem == Problem::mass_matrix; ++k)
        o.values[i * n + k] = given[rows[i] * n + rows[k]];
    }
    if (o.values != given) o.result = VectorOutcome::wrong, ++changed;
  }
  BOOST_TEST(changed > 30);
  BOOST_TEST(found(of) == "rows_in_another_order");
  BOOST_TEST(fitted_mistakes(of).front().description.find("; of ") != std::string::npos);
  // A wrong number is no order.
  const auto last = std::find_if(of.rbegin(), of.rend(),
                                 [](const VectorOutcome& o) { return o.result == VectorOutcome::wrong; });
  last->values[0] *= 1 + 1e-9;
  BOOST_TEST(found(of).empty());
}
