// The numbers of a case that a search may change, and their ranges.
#include "suite/worst_cases/search_space.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "case_text.hpp"
#include "kintree/model/validate.hpp"
#include "kintree/trees/random.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

BOOST_AUTO_TEST_SUITE(searching)

BOOST_AUTO_TEST_CASE(a_space_begins_at_the_drawn_case_and_stays_within_the_ranges) {
  Generator generator = make_generator({word("points")});
  int points = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Case c = random_case(Family::recursive, 4, seed,
                               {.joints = {}, .numbering = {}, .state = {.scale_quaternions = true}});
    for (const Problem problem : {Problem::forward_dynamics, Problem::inverse_osim}) {
      const SearchSpace space(c, problem, false);
      BOOST_TEST(!space.beyond_ranges(), *space.beyond_ranges());
      BOOST_TEST((text(space.at(space.start()).value()) == text(c)));
      std::vector<double> point(space.dimension());
      for (double& x : point) x = uniform(generator, 0, 1);
      const auto there = space.at(point);
      if (!there) continue;
      ++points;
      BOOST_TEST((text(*there) != text(c)));
      BOOST_TEST(validate(there->model).empty());
      validate(there->model, there->state);
      const SearchSpace again(*there, problem, false);
      BOOST_TEST(!again.beyond_ranges(), *again.beyond_ranges());
    }
  }
  BOOST_TEST(points > 60);
}

/// Joints of one kind. Some have numbers beyond the ranges: a point, a needle, a body without mass, a pitch
/// of zero.
Case of_kind(JointKind kind, std::uint64_t seed) {
  Case c = random_case(Family::recursive, 3, seed,
                       {.joints = {kind}, .numbering = {}, .state = {.scale_quaternions = true}});
  Body& last = c.model.bodies.back();
  Inertial& I = last.inertial;
  if (seed % 5 == 1) I.ixx = I.iyy = I.izz = I.ixy = I.ixz = I.iyz = 0;
  if (seed % 5 == 2) I.mass = 0;
  if (seed % 5 == 4) I.ixx = I.ixy = I.ixz = I.iyz = 0, I.iyy = I.izz;
  last.joint.pitch *= seed == 2 ? 0 : -1;
  return c;
}

// If ranges or the places in them have changed, space.txt is recorded again with KINTREE_WRITE_SPACE.
BOOST_AUTO_TEST_CASE(search_space_points_are_those_of_the_file) {
  std::string now;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const Problem problem : {Problem::mass_matrix, Problem::factorization, Problem::inverse_dynamics,
                                  Problem::forward_dynamics, Problem::inverse_osim}) {
      const Case c = of_kind(static_cast<JointKind>(1 + seed % (joint_kinds.size() - 1)), seed);
      const SearchSpace space(c, problem, seed > 9);
      now += "== seed " + std::to_string(seed) + ", " + std::string(name(problem)) + ": " +
             std::to_string(space.dimension()) +
             " numbers, beyond: " + space.beyond_ranges().value_or("nothing") + "\n";
      for (const double x : space.start()) now += to_seven(x).dump() + " ";
      now += "\n";
      for (const double first : {0.0, 0.4, 1.2}) {
        std::vector<double> point = space.start();
        for (std::size_t k = 0; k < point.size(); ++k)
          if (k % 5 != seed % 5) point[k] = std::fmod(first + 0.38 * static_cast<double>(k), 1.25);
        const auto there = space.at(point);
        if (!there) now += "no case\n";
        if (there && problem == Problem::mass_matrix)
          now += model_as_json(there->model, to_seven).dump() + "\n";
        if (there) now += state_as_json(there->state, to_seven).dump() + "\n";
      }
    }
  if (std::getenv("KINTREE_WRITE_SPACE") != nullptr) std::ofstream(SPACE_TEXT) << now;
  std::ifstream file(SPACE_TEXT);
  const std::string expected(std::istreambuf_iterator<char>(file), {});
  BOOST_TEST(now == expected);
}

// For an axis, a vector that need not have the length 1.
BOOST_AUTO_TEST_CASE(an_axis_may_be_twice_as_long_as_others) {
  for (const auto& [length, is_within] :
       {std::pair{0.49, false}, {0.51, true}, {1.99, true}, {2.01, false}}) {
    Case c = of_kind(JointKind::revolute, 5);
    c.model.bodies.back().joint.axis = {0, 0, length};
    const SearchSpace space(c, Problem::mass_matrix, false);
    BOOST_TEST(!space.beyond_ranges().has_value() == is_within, length);
  }
}

// The tensor of a needle is changed, whatever its direction.
BOOST_AUTO_TEST_CASE(no_quaternion_is_zero) {
  const Case c =
      random_case(Family::chain, 1, 1, {.joints = {JointKind::spherical}, .numbering = {}, .state = {}});
  const SearchSpace space(c, Problem::mass_matrix, true);
  BOOST_TEST_REQUIRE(space.dimension() == 4u);
  BOOST_TEST(space.at({1, 0.5, 0.5, 0.5}).has_value());
  BOOST_TEST(!space.at({0.5, 0.5, 0.5, 0.5}).has_value());
}

BOOST_AUTO_TEST_CASE(a_point_of_mass_stays_one) {
  for (int axis = 0; axis <= 3; ++axis) {  // 3: no needle, but a point
    Case c = of_kind(JointKind::revolute, 5);
    Inertial& drawn = c.model.bodies.back().inertial;
    drawn.ixy = drawn.ixz = drawn.iyz = 0;
    double* const moments[]{&drawn.ixx, &drawn.iyy, &drawn.izz};
    for (int k = 0; k < 3; ++k) *moments[k] = axis == 3 || k == axis ? 0 : 0.01 * drawn.mass;
    const SearchSpace space(c, Problem::mass_matrix, false);
    const auto there = space.at(std::vector<double>(space.dimension(), 0.3));
    BOOST_TEST_REQUIRE(there.has_value());
    const Inertial& I = there->model.bodies.back().inertial;
    BOOST_TEST(I.mass != drawn.mass);
    const bool is_point = I.ixx == 0 && I.iyy == 0 && I.izz == 0;
    BOOST_TEST(is_point == (axis == 3), axis);
    if (axis < 3) BOOST_TEST((I.ixx > 0 && I.iyy > 0 && I.izz > 0), axis);
  }
}

BOOST_AUTO_TEST_CASE(search_space_keeps_inputs_that_a_problem_ignores) {
  const Case c = random_case(Family::chain, 3, 5);
  for (const auto& [problem, fixed_model] :
       {std::pair{Problem::mass_matrix, false}, std::pair{Problem::forward_dynamics, true}}) {
    const SearchSpace space(c, problem, fixed_model);
    const Case there = space.at(std::vector<double>(space.dimension(), 0.25)).value();
    BOOST_TEST((there.state.q != c.state.q));
    BOOST_TEST((there.state.v != c.state.v) == fixed_model);
    BOOST_TEST((there.state.tau != c.state.tau) == fixed_model);
    BOOST_TEST((model_as_json(there.model) == model_as_json(c.model)) == fixed_model);
  }
}

BOOST_AUTO_TEST_CASE(hard_numbers_are_beyond_the_ranges) {
  for (const Family family :
       {Family::mass_ratio, Family::thin, Family::far_origin, Family::fast, Family::massless}) {
    int beyond = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed)
      beyond +=
          SearchSpace(random_case(family, 6, seed), Problem::forward_dynamics, false).beyond_ranges() ? 1 : 0;
    BOOST_TEST(beyond > 0, info(family).name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
