// Cases and their images: transformed, and rounded to float.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "examined.hpp"
#include "kintree/model/validate.hpp"
#include "suite/verification/images.hpp"
#include "suite/verification/rounded.hpp"

using namespace kintree;
using namespace kintree::suite;
using kintree::report::Record;
using kintree::suite::test::built_plugin;

/// The case itself, as its own image under the identity, but for one factor.
template <Problem problem>
std::optional<CaseImage> times(const Case& c, double factor) {
  AnswerMap T;
  T.rows = T.columns = Layout(c.model).n;
  for (int i = 1; i <= T.rows; ++i) T.entries.push_back({i, i, i == 1 ? factor : 1});
  return CaseImage{.image = c, .maps = {.velocities = T, .forces = T}, .problems = {problem}};
}

Record related(const char* name, OracleChoice oracle,
               std::optional<CaseImage> (*apply)(const Case&, std::uint64_t)) {
  const Case c = random_case(Family::recursive, 6, 3);
  const Plugin& requested = built_plugin(name);
  const Request request{.plugins = {&requested},
                        .problems = {requested.description().claims.front().problem},
                        .oracle = oracle};
  const Transformation transformation{"planted", "", true, apply};
  const CaseImage image = *apply(c, 1);
  Examination of_image = examine(image.image, request);
  const Examination original = examine(c, request);
  relate(of_image, original, original.proof, image, transformation);
  return of_image.records.at(0);
}

BOOST_AUTO_TEST_CASE(an_image_that_is_none_is_the_oracles_mistake) {
  using enum Problem;
  const Record same = related("crba", OracleChoice::dense,
                              [](const Case& c, std::uint64_t) { return times<mass_matrix>(c, 1); });
  BOOST_TEST((same.passed && same.reason == Reason::none));
  const Record wrong = related("crba", OracleChoice::dense, [](const Case& c, std::uint64_t) {
    return times<mass_matrix>(c, 1 + 0x1p-50);
  });
  BOOST_TEST((!wrong.passed && wrong.reason == Reason::oracle_not_the_image && wrong.detail == "in digits"));
  const Record far = related("crba", OracleChoice::dense,
                             [](const Case& c, std::uint64_t) { return times<mass_matrix>(c, 1 + 0x1p-20); });
  BOOST_TEST((far.verdict == Verdict::F && far.error > far.limit));
  BOOST_TEST((far.error > 0x1p-20 && far.error < 0x1p-18));
  // The oracle for large trees has images in the field alone.
  const Record tree = related("rnea", OracleChoice::tree,
                              [](const Case& c, std::uint64_t) { return times<inverse_dynamics>(c, 1); });
  BOOST_TEST((tree.passed && tree.reason == Reason::none));
  const Record unequal = related("rnea", OracleChoice::tree, [](const Case& c, std::uint64_t) {
    return times<inverse_dynamics>(c, 1 + 0x1p-52);
  });
  BOOST_TEST((!unequal.passed && unequal.reason == Reason::oracle_not_the_image &&
              unequal.detail == "in the field"));
}

// A record that has failed keeps its reason, and a problem that was not requested before gets none.
BOOST_AUTO_TEST_CASE(an_image_is_compared_where_both_are_sound) {
  const Transformation twice{"planted", "", true,
                             [](const Case& c, std::uint64_t) { return times<Problem::mass_matrix>(c, 2); }};
  const Case c = random_case(Family::recursive, 6, 3);
  const CaseImage image = *twice.apply(c, 1);
  const Request crba{.plugins = {&built_plugin("crba")}, .problems = {Problem::mass_matrix}},
      rnea{.plugins = {&built_plugin("rnea")}, .problems = {Problem::inverse_dynamics}};
  const auto compared = [&](const Examination& original, const auto& change) {
    Examination of_image = examine(image.image, crba);
    change(of_image.records.at(0));
    relate(of_image, original, original.proof, image, twice);
    return of_image.records.at(0).reason;
  };
  const auto as_it_is = [](const Record&) {};
  const auto allocating = [](Record& f) { f.fail(Reason::allocates, "1 block"); };
  const auto unsupported = [](Record& f) { f.standing = ResultStatus::unsupported; };
  BOOST_TEST((compared(examine(c, crba), as_it_is) == Reason::oracle_not_the_image));
  BOOST_TEST((compared(examine(c, crba), allocating) == Reason::allocates));
  BOOST_TEST((compared(examine(c, crba), unsupported) == Reason::none));
  BOOST_TEST((compared(examine(c, rnea), as_it_is) == Reason::none));
  Examination before = examine(c, crba);
  before.records.at(0).standing = ResultStatus::unsupported;
  BOOST_TEST((compared(before, as_it_is) == Reason::none));
}

// Every number becomes one of float, and bodies stay possible: of thin ones, whose inertia is singular, the rounded six
// numbers alone need not be.
BOOST_AUTO_TEST_CASE(a_case_rounded_to_float_is_a_case) {
  // Numbers that are not read are NaN.
  const auto is_float = [](double x) {
    return std::isnan(x) || static_cast<double>(static_cast<float>(x)) == x;
  };
  int changed = 0;
  for (const Family family : {Family::thin, Family::massless, Family::complete})
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const Case c = random_case(family, 8, seed), f = rounded(c, Format::binary32);
      BOOST_TEST(f.id.name() == c.id.name() + "/float");
      const Case same = rounded(c, Format::binary64);
      BOOST_TEST((same.id == c.id && same.state.q == c.state.q));
      BOOST_TEST((validate(f.model) == validate(c.model)));
      validate(f.model, f.state);
      for (const std::vector<double>* numbers : {&f.state.q, &f.state.v, &f.state.qdd, &f.state.tau})
        BOOST_TEST(std::all_of(numbers->begin(), numbers->end(), is_float));
      for (const Wrench& w : f.state.f_ext) BOOST_TEST(std::all_of(w.begin(), w.end(), is_float));
      BOOST_TEST(std::all_of(f.model.gravity.begin(), f.model.gravity.end(), is_float));
      for (const EndEffector& end : f.state.end_effectors)
        for (const Triple& x : {end.pose.xyz, end.pose.rpy})
          BOOST_TEST(std::all_of(x.begin(), x.end(), is_float));
      for (std::size_t i = 1; i < f.model.bodies.size(); ++i) {
        const Body &body = f.model.bodies[i], &was = c.model.bodies[i];
        const Inertial &I = body.inertial, &unchanged = same.model.bodies[i].inertial;
        BOOST_TEST((unchanged.ixx == was.inertial.ixx && unchanged.izz == was.inertial.izz));
        for (const double x : {I.mass, I.ixx, I.ixy, I.ixz, I.iyy, I.iyz, I.izz, body.joint.pitch})
          BOOST_TEST(is_float(x));
        for (const Triple& x : {body.joint.axis, body.joint.second_axis, body.joint.placement.xyz,
                                body.joint.placement.rpy, I.origin.xyz, I.origin.rpy})
          BOOST_TEST(std::all_of(x.begin(), x.end(), is_float));
        changed += I.mass != was.inertial.mass ? 1 : 0;
        BOOST_TEST(std::abs(I.mass - was.inertial.mass) <= 0x1p-24 * was.inertial.mass);
      }
    }
  BOOST_TEST(changed > 100);
  const Case c = random_case(Family::complete, 8, 1);
  BOOST_TEST(rounded(c, Format::binary64).state.q == c.state.q);
}
