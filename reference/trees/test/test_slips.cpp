// Slips: what is not there is not misread, and of several end-effectors each has rows of its own.
#include <boost/test/unit_test.hpp>
#include <set>

#include "kintree/trees/slips.hpp"

namespace {

using namespace kintree;

Case sliding(int end_effectors, const Placement& at) {
  CaseOptions options;
  options.joints = {JointKind::prismatic};
  Case c = random_case(Family::chain, 5, 2, options);
  c.state.end_effectors.assign(static_cast<std::size_t>(end_effectors), {c.model.body_count(), at});
  return c;
}

const Placement somewhere{{1, 2, 3}, {0.1, 0.2, 0.3}};

BOOST_AUTO_TEST_SUITE(misreadings)

BOOST_AUTO_TEST_CASE(what_is_not_there_is_not_misread) {
  const Case at_origins = sliding(2, {}), gripping = sliding(2, somewhere);
  BOOST_TEST(!slip("quaternion_xyzw")->misread(gripping).has_value());
  for (const char* name : {"end_effector_at_link_origin", "end_effector_in_link_axes"}) {
    BOOST_TEST(!slip(name)->misread(at_origins).has_value(), name);
    BOOST_TEST(slip(name)->misread(gripping).has_value(), name);
  }
  for (const char* name : {"end_effector_linear_first", "end_effector_in_base_axes"})
    BOOST_TEST(!slip(name)->misread(sliding(0, {})).has_value(), name);
  Case weightless = gripping;
  weightless.model.gravity = {};
  for (const char* name : {"gravity_missing", "gravity_reversed"}) {
    BOOST_TEST(slip(name)->misread(gripping).has_value(), name);
    BOOST_TEST(!slip(name)->misread(weightless).has_value(), name);
  }
}

/// Of a plain chain, of joints about z that stand in one another, with unit inertias: those slips that it can show.
std::string shown(const std::vector<JointKind>& kinds) {
  Case c;
  c.model.bodies.resize(1);
  for (const JointKind kind : kinds) {
    Body& body = c.model.bodies.emplace_back();
    const std::size_t i = c.model.bodies.size() - 1;
    body.name = "body" + std::to_string(i), body.parent = static_cast<int>(i) - 1;
    body.joint.name = "joint" + std::to_string(i), body.joint.kind = kind;
    body.inertial = {.origin = {}, .mass = 1, .ixx = 1, .iyy = 1, .izz = 1};
  }
  c.state = neutral_state(c.model);
  std::string names;
  for (const Slip& s : slips())
    if (s.misread(c)) names += (names.empty() ? "" : " ") + std::string(s.name);
  return names;
}

BOOST_AUTO_TEST_CASE(a_plain_chain_shows_few_slips) {
  using enum JointKind;
  const std::string always = "gravity_missing gravity_reversed lower_triangle_only upper_triangle_only";
  BOOST_TEST(shown({revolute}) == always);
  BOOST_TEST(shown({revolute, revolute, prismatic}) == "last_joint_first " + always);
  BOOST_TEST(shown({fixed, revolute, fixed, revolute}) ==
             "last_joint_first mass_of_fixed_lost children_of_fixed_on_base " + always);
  BOOST_TEST(shown({free, spherical}) ==
             "linear_first linear_in_parent_axes rates_in_parent_axes rates_at_centre_of_mass "
             "classical_acceleration quaternion_xyzw last_joint_first " +
                 always);
}

BOOST_AUTO_TEST_CASE(end_effectors_keep_their_rows) {
  for (const char* name : {"end_effector_linear_first", "end_effector_in_base_axes"}) {
    const auto misread = slip(name)->misread(sliding(3, somewhere));
    BOOST_TEST_REQUIRE(misread.has_value());
    const AnswerMap& rows = misread->answers.at(Problem::inverse_osim);
    const bool swapped = slip(name) == slip("end_effector_linear_first");
    std::set<int> from, to;
    for (const AnswerMap::Entry& e : rows.entries) {
      from.insert(e.column), to.insert(e.row);
      BOOST_TEST((e.row - 1) / 6 == (e.column - 1) / 6);               // of one end-effector
      BOOST_TEST(((e.row - 1) / 3 == (e.column - 1) / 3) != swapped);  // angular of angular, or of linear
    }
    BOOST_TEST((from.size() == 18 && to.size() == 18), name);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
