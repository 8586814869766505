// Slips: what is not there is not misread, and of several end-effectors each has rows of its own.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>
#include <set>

#include "kintree/trees/known_mistakes.hpp"

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

BOOST_AUTO_TEST_CASE(known_mistake_does_not_apply_without_its_quantity) {
  const Case at_origins = sliding(2, {}), gripping = sliding(2, somewhere);
  BOOST_TEST(!known_mistake("quaternion_xyzw")->misread(gripping).has_value());
  for (const char* name : {"end_effector_at_link_origin", "end_effector_in_link_axes"}) {
    BOOST_TEST(!known_mistake(name)->misread(at_origins).has_value(), name);
    BOOST_TEST(known_mistake(name)->misread(gripping).has_value(), name);
  }
  for (const char* name : {"end_effector_linear_first", "end_effector_in_base_axes"})
    BOOST_TEST(!known_mistake(name)->misread(sliding(0, {})).has_value(), name);
  Case weightless = gripping;
  weightless.model.gravity = {};
  for (const char* name : {"gravity_missing", "gravity_reversed"}) {
    BOOST_TEST(known_mistake(name)->misread(gripping).has_value(), name);
    BOOST_TEST(!known_mistake(name)->misread(weightless).has_value(), name);
  }
}

/// A plain chain with unit inertias, whose joints are all at one point.
Case plain(const std::vector<JointKind>& kinds) {
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
  return c;
}

/// The slips that a plain chain can show.
std::string shown(const std::vector<JointKind>& kinds) {
  const Case c = plain(kinds);
  std::string names;
  for (const KnownMistake& s : known_mistakes())
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

BOOST_AUTO_TEST_CASE(known_mistake_does_not_apply_without_a_difference) {
  // A frame with the axes of the base. A slip shows when a joint turns it about z.
  Case c = plain({JointKind::revolute});
  c.state.end_effectors = {{1, {{1, 2, 3}, {}}}};
  BOOST_TEST(!known_mistake("end_effector_in_base_axes")->misread(c).has_value());
  c.state.q = {0.5};
  BOOST_TEST(known_mistake("end_effector_in_base_axes")->misread(c).has_value());

  // A point does not show how the axes of its inertia are turned; a needle does.
  Case point = plain({JointKind::revolute, JointKind::fixed});
  point.model.bodies[2].joint.placement.rpy = {1, 0, 0};
  Inertial& I = point.model.bodies[2].inertial;
  for (double* moment : {static_cast<double*>(nullptr), &I.ixx, &I.iyy, &I.izz}) {
    I.ixx = I.iyy = I.izz = 0;
    if (moment != nullptr) *moment = 1;
    for (const char* name : {"fixed_inertia_not_turned", "fixed_inertia_turned_back"})
      BOOST_TEST(known_mistake(name)->misread(point).has_value() == (moment != nullptr), name);
  }
}

BOOST_AUTO_TEST_CASE(axis_in_parent_axes_misreads_both_universal_axes) {
  Case c = plain({JointKind::universal});
  c.model.bodies[1].joint.placement.rpy = {0, 0, std::numbers::pi / 2};
  const auto m = known_mistake("axis_in_parent_axes")->misread(c);
  BOOST_TEST_REQUIRE(m.has_value());
  const Joint& joint = m->solved.model.bodies[1].joint;
  // x and y, as the joint's own axes see them: turned back by a quarter turn about z.
  const Triple x{0, -1, 0}, y{1, 0, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    BOOST_TEST(std::abs(joint.axis[k] - x[k]) < 1e-15);
    BOOST_TEST(std::abs(joint.second_axis[k] - y[k]) < 1e-15);
  }
}

BOOST_AUTO_TEST_CASE(end_effectors_keep_their_rows) {
  for (const char* name : {"end_effector_linear_first", "end_effector_in_base_axes"}) {
    const auto misread = known_mistake(name)->misread(sliding(3, somewhere));
    BOOST_TEST_REQUIRE(misread.has_value());
    const AnswerMap rows = misread->maps.twists;
    const bool swapped = known_mistake(name) == known_mistake("end_effector_linear_first");
    std::set<int> from, to;
    for (const AnswerMap::Entry& e : rows.entries) {
      from.insert(e.column), to.insert(e.row);
      BOOST_TEST((e.row - 1) / 6 == (e.column - 1) / 6);               // of one end-effector
      BOOST_TEST(((e.row - 1) / 3 == (e.column - 1) / 3) != swapped);  // angular of angular, or of linear
    }
    BOOST_TEST((from.size() == 18 && to.size() == 18), name);
  }
}

using Square = std::vector<std::vector<double>>;

/// M, and the shift as its last column.
Square dense(const AnswerMap& map) {
  Square M(static_cast<std::size_t>(map.rows),
           std::vector<double>(static_cast<std::size_t>(map.columns) + 1));
  for (const AnswerMap::Entry& e : map.entries)
    M[static_cast<std::size_t>(e.row - 1)][static_cast<std::size_t>(e.column - 1)] += e.factor;
  for (std::size_t i = 0; i < map.shift.size(); ++i) M[i].back() = map.shift[i];
  return M;
}

/// x -> A (B x + b) + a.
Square after(const Square& A, const Square& B) {
  Square C(A.size(), std::vector<double>(B.empty() ? 1 : B.front().size()));
  for (std::size_t i = 0; i < A.size(); ++i) {
    for (std::size_t j = 0; j < C[i].size(); ++j)
      for (std::size_t k = 0; k < B.size(); ++k) C[i][j] += A[i][k] * B[k][j];
    C[i].back() += A[i].back();
  }
  return C;
}

double distance(const Square& A, const Square& B) {
  double most = A.size() == B.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < A.size() && i < B.size(); ++i)
    for (std::size_t j = 0; j < A[i].size(); ++j)
      most = std::max(most, A[i].size() == B[i].size() ? std::abs(A[i][j] - B[i][j]) : INFINITY);
  return most;
}

// The map of both slips takes the answer to the case of the second to the answer to the given case. It
// applies the map of the second first, then that of the first. Sums of a few products of size 100 at most:
// the same but for their roundings.
BOOST_AUTO_TEST_CASE(misread_undoes_the_second_of_two_mistakes_first) {
  CaseOptions options;
  options.joints = {JointKind::free, JointKind::revolute, JointKind::spherical};
  Case c = random_case(Family::balanced, 7, 3, options);
  c.state.end_effectors = {{1, somewhere}, {c.model.body_count(), somewhere}};
  int pairs = 0;
  for (const KnownMistake& first : known_mistakes())
    for (const KnownMistake& second : known_mistakes()) {
      const auto one = first.misread(c);
      const auto two = one ? second.misread(one->solved) : std::nullopt, both = misread(c, first, second);
      BOOST_TEST_REQUIRE(both.has_value() == two.has_value());
      if (!both) continue;
      for (const Problem problem : both->problems)
        for (const Quantity& output : compared_outputs(problem)) {
          ++pairs;
          const AnswerMap map = map_of(both->maps, output), of_one = map_of(one->maps, output),
                          of_two = map_of(two->maps, output);
          BOOST_TEST(distance(dense(map), after(dense(of_one), dense(of_two))) < 1e-12,
                     first.name << " and " << second.name << ": " << output.name);
          BOOST_TEST(distance(dense(map.N()), after(dense(of_one.N()), dense(of_two.N()))) < 1e-12,
                     first.name << " and " << second.name << ": columns of " << output.name);
        }
    }
  BOOST_TEST(pairs > 1000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
