// The smallest error that the judge still flags, on few and small trees.
#include "suite/proof/power.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "built_plugin.hpp"
#include "kintree/model/error.hpp"
#include "suite/support/folders.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

PowerChoice few() {
  PowerChoice choice;
  choice.plugins.folders = {KINTREE_PLUGINS};
  choice.plugins.oracle = OracleChoice::dense;
  choice.cases.trees = 3;
  choice.cases.seed = 5;
  choice.degrees_of_freedom = 4;
  choice.trials = 2;
  return choice;
}

}  // namespace

BOOST_AUTO_TEST_CASE(errors_are_planted_from_large_to_small) {
  const Power power = measure_power(few());
  BOOST_TEST(power.cases == 3U);
  BOOST_TEST(power.first_seed >= 5U);
  BOOST_TEST(power.last_seed > power.first_seed);
  BOOST_TEST(power.false_alarms.empty());
  std::string planted;
  for (const report::PowerCurve& c : power.curves) {
    planted += c.plugin + " " + std::string(name(c.problem)) + ": " + c.planted + "\n";
    BOOST_TEST(c.degrees_of_freedom == 4);
    BOOST_TEST(c.trials == 6);
    BOOST_TEST(c.false_alarms == 0);
    BOOST_TEST_REQUIRE(c.errors.size() == 43U);
    BOOST_TEST_REQUIRE(c.flagged.size() == 43U);
    for (std::size_t k = 0; k < 43; ++k) {
      BOOST_TEST(c.errors[k] == std::ldexp(1.0, -10 - static_cast<int>(k)));
      const double trials = 6 * c.flagged[k];
      BOOST_TEST((trials == std::round(trials) && trials <= 6));
    }
    // An error that is not flagged at first counts as unseen. Among the others the largest is flagged, and a
    // rounding is not.
    BOOST_TEST(6 * c.flagged.front() == static_cast<double>(6 - c.unseen),
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(c.flagged.back() <= 0.5);
    BOOST_TEST((c.unseen < 6 && c.half <= c.most && c.most <= c.always && c.always <= 0x1p-10));
    BOOST_TEST(c.half < 0x1p-20);
  }
  BOOST_TEST(planted ==
             "crba mass_matrix: one inertia parameter of one body\n"
             "crba mass_matrix: one entry of the H returned\n"
             "ltdl factorization: one entry of the H factorized\n"
             "rnea inverse_dynamics: one inertia parameter of one body\n"
             "rnea inverse_dynamics: the bias force of one body\n"
             "rnea bias_force: one inertia parameter of one body\n"
             "rnea bias_force: the bias force of one body\n"
             "aba forward_dynamics: one inertia parameter of one body\n"
             "aba forward_dynamics: the bias force of one body\n");
}

// On a star some parameters of bodies move nothing, and entries of H are zero, in which no error is planted.
BOOST_AUTO_TEST_CASE(power_does_not_count_invisible_errors_as_missed) {
  PowerChoice choice = few();
  choice.cases.families = {"star"};
  choice.cases.trees = 12;
  int unseen = 0;
  for (const report::PowerCurve& c : measure_power(choice).curves) {
    if (c.planted.find("entry of the H") != std::string::npos) BOOST_TEST(c.unseen == 0);
    if (c.unseen == 0 || c.unseen == c.trials) continue;
    ++unseen;
    BOOST_TEST((c.half <= c.most && c.most <= c.always && c.always <= 0x1p-10), c.plugin);
  }
  BOOST_TEST(unseen > 0);
}

BOOST_AUTO_TEST_CASE(power_on_a_robot_is_that_on_it_alone) {
  PowerChoice choice = few();
  choice.plugins.names = {"crba"};
  choice.cases.model = testdata_folder() + "/robots/arm.urdf";
  choice.degrees_of_freedom = 6;
  BOOST_TEST(measure_power(choice).cases == 3u);
}

namespace {

/// `crba`, which records the inertias of each model that it gets in the field.
class Recording final : public Plugin {
 public:
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    std::vector<double> numbers;
    for (const Body& body : model.bodies) {
      const Inertial& I = body.inertial;
      numbers.insert(numbers.end(), {I.mass, I.ixx, I.ixy, I.ixz, I.iyy, I.iyz, I.izz});
      numbers.insert(numbers.end(), I.origin.xyz.begin(), I.origin.xyz.end());
    }
    inertias.push_back(numbers);
    is_outside = is_outside || outside(description_.domain, model);
    return sound_.prepare(model, end_effectors, scalar);
  }
  void compute_in(const Arithmetic* arithmetic) const override { sound_.compute_in(arithmetic); }

  void be_for(Domain::Shape shape) { description_.domain.shape = shape; }

  mutable std::vector<std::vector<double>> inertias;
  mutable bool is_outside = false;

 private:
  const Plugin& sound_ = test::built_plugin("crba");
  Description description_ = sound_.description();
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_error_of_an_inertia_is_as_small_as_is_said) {
  const Recording noting;
  FieldPowerChoice choice;
  choice.cases = 1, choice.trials = 6, choice.seed = 3;
  const auto rows = field_power(noting, noting.description().claims.front(), choice);
  BOOST_TEST_REQUIRE(rows.size() == 3u);
  for (const report::FieldPower& row : rows) BOOST_TEST((row.trials == 6 && row.flagged + row.unseen == 6));
  const std::vector<double>& sound = noting.inertias.front();
  int large = 0, small = 0;
  for (const std::vector<double>& requested : noting.inertias) {
    BOOST_TEST_REQUIRE(requested.size() == sound.size());
    int changed = 0;
    for (std::size_t k = 0; k < sound.size(); ++k) {
      if (requested[k] == sound[k]) continue;
      ++changed;
      const double error = requested[k] / sound[k] - 1;
      // Two roundings of numbers near 1, of half an epsilon each.
      if (std::abs(error - 0x1p-10) <= 0x1p-52) ++large;
      if (std::abs(error - 0x1p-52) <= 0x1p-52) ++small;
    }
    BOOST_TEST(changed <= 1);
  }
  BOOST_TEST((large == 6 && small == 6));
}

BOOST_AUTO_TEST_CASE(trees_are_those_that_the_plugin_is_for) {
  Recording noting;
  noting.be_for(Domain::serial_chain);
  FieldPowerChoice choice;
  choice.cases = 8, choice.trials = 1;
  const auto rows = field_power(noting, noting.description().claims.front(), choice);
  BOOST_TEST((!noting.inertias.empty() && !noting.is_outside));
  for (const report::FieldPower& row : rows) BOOST_TEST((row.trials == 8 && row.flagged + row.unseen == 8));
}

BOOST_AUTO_TEST_CASE(power_is_that_of_the_dense_oracle) {
  PowerChoice choice = few();
  choice.plugins.oracle = OracleChoice::tree;
  BOOST_CHECK_THROW(measure_power(choice), InputError);
}
