// A failing case is reduced to the parts that the failure needs.
#include "suite/worst_cases/shrink.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "built_plugin.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/files/temporary_folder.hpp"
#include "kintree/trees/case.hpp"
#include "kintree/trees/random.hpp"
#include "kintree/trees/random_model.hpp"
#include "suite/cases/plan.hpp"
#include "suite/verification/verify.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

Case large(std::uint64_t seed) {
  return random_case(Family::complete, 12, seed);
}

int count(const Case& c, JointKind kind) {
  int found = 0;
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i)
    found += c.model.bodies[i].joint.kind == kind ? 1 : 0;
  return found;
}

bool all_zero(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return x == 0; });
}

bool is_zero(const Placement& p) {
  return p.xyz == Triple{0, 0, 0} && p.rpy == Triple{0, 0, 0};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shrinking)

/// A failure of every tree with a joint of one kind: one body at rest is left, of unit numbers.
BOOST_AUTO_TEST_CASE(one_joint_is_left) {
  for (const JointKind kind : {JointKind::revolute, JointKind::spherical, JointKind::universal}) {
    std::uint64_t seed = 1;
    while (count(large(seed), kind) < 2) ++seed;
    const Case small = shrink(large(seed), [kind](const Case& c) { return count(c, kind) > 0; });
    BOOST_TEST_REQUIRE(small.model.body_count() == 1);
    const Body& body = small.model.bodies[1];
    BOOST_TEST((small.model.bodies[0].name == "base" && body.name == "body1" && body.joint.name == "joint1"));
    BOOST_TEST((body.joint.kind == kind && is_zero(body.joint.placement) && is_zero(body.inertial.origin)));
    if (kind != JointKind::spherical) BOOST_TEST((body.joint.axis == Triple{0, 0, 1}));
    if (kind == JointKind::universal) BOOST_TEST((body.joint.second_axis == Triple{1, 0, 0}));
    const Inertial& I = body.inertial;
    for (const double x : {I.mass, I.ixx, I.iyy, I.izz}) BOOST_TEST((x == 0 || x == 1));
    for (const double x : {I.ixy, I.ixz, I.iyz}) BOOST_TEST(x == 0);
    BOOST_TEST(small.state.end_effectors.empty());
    BOOST_TEST((small.model.gravity == Triple{0, 0, 0}));
    BOOST_TEST((small.state.q == neutral_position(kind)));
    for (const std::vector<double>* numbers : {&small.state.v, &small.state.qdd, &small.state.tau})
      BOOST_TEST(all_zero(*numbers));
    for (const Wrench& w : small.state.f_ext) BOOST_TEST((w == Wrench{}));
  }
}

/// The parts that the failure needs stay: bodies, end-effectors, and so many digits of numbers.
BOOST_AUTO_TEST_CASE(shrink_keeps_the_parts_that_the_failure_needs) {
  const Case c = large(3);
  BOOST_TEST_REQUIRE(c.model.body_count() >= 4);
  const auto small = [&](const std::function<bool(const Case&)>& fails) { return shrink(c, fails); };
  BOOST_TEST(small([](const Case& s) { return s.model.body_count() >= 3; }).model.body_count() == 3);

  Case gripping = c;
  gripping.state.end_effectors = {{1, {{1, 2, 3}, {}}}, {2, {}}, {1, {}}};
  const Case two = shrink(gripping, [](const Case& s) { return s.state.end_effectors.size() >= 2; });
  BOOST_TEST(two.state.end_effectors.size() == 2u);
  for (const EndEffector& e : two.state.end_effectors) BOOST_TEST(is_zero(e.pose));

  Case heavy = c;
  heavy.model.bodies[1].inertial.mass = 7.23456789;
  const auto mass_at_least = [&](double least) {
    double mass = 0;
    const Case s = shrink(heavy, [least](const Case& t) {
      return std::any_of(t.model.bodies.begin(), t.model.bodies.end(),
                         [least](const Body& b) { return b.inertial.mass >= least; });
    });
    for (const Body& b : s.model.bodies) mass = std::max(mass, b.inertial.mass);
    return mass;
  };
  BOOST_TEST(mass_at_least(6.5) == 7);
  BOOST_TEST(mass_at_least(7.15) == 7.2);
  BOOST_TEST(mass_at_least(7.225) == 7.23);
  BOOST_TEST(mass_at_least(7.23455) == 7.23457);
}

/// A subtree has numbers that follow one another, however it was numbered before.
BOOST_AUTO_TEST_CASE(shrink_numbers_the_remaining_bodies_depth_first) {
  Topology in_breadth;
  in_breadth.parent = {0, 0, 1, 1, 2, 3};
  in_breadth.joints.resize(6, JointKind::revolute);
  Generator generator = make_generator({word("in breadth")});
  Case c;
  c.model = random_model("in breadth", in_breadth, generator);
  c.state = random_state(c.model, generator);
  const Case small = shrink(c, [](const Case& s) { return s.model.body_count() == 5; });
  std::vector<int> parents;
  for (const Body& body : small.model.bodies) parents.push_back(body.parent);
  BOOST_TEST(parents == (std::vector{0, 0, 1, 2, 1, 4}));
}

/// It ends for any predicate, and never tests a case that is twice as large.
BOOST_AUTO_TEST_CASE(shrink_tests_only_possible_cases) {
  const Case c = large(5);
  int requested = 0;
  const Case same = shrink(c, [&](const Case& s) {
    ++requested;
    BOOST_TEST(s.model.body_count() >= 1);
    BOOST_TEST(Layout(s.model).n >= 1);
    return false;
  });
  BOOST_TEST((requested > 0 && requested <= most_steps_tried));
  BOOST_TEST(same.model.body_count() == c.model.body_count());
  BOOST_TEST(same.state.q == c.state.q);
}

std::string text(const Case& c) {
  return model_as_json(c.model).dump() + "\n" + state_as_json(c.state).dump() + "\n";
}

// The shrunk case and the steps that lead to it. If they change, shrunk.txt is recorded again with
// KINTREE_WRITE_SPACE.
BOOST_AUTO_TEST_CASE(shrunk_cases_are_those_of_the_file) {
  const auto moment = [](const Case& c) {
    double sum = 0;
    for (std::size_t i = 1; i < c.model.bodies.size(); ++i)
      sum += c.model.bodies[i].inertial.mass * std::abs(c.model.bodies[i].joint.placement.xyz[0]);
    return sum;
  };
  const std::vector<std::pair<const char*, std::function<bool(const Case&)>>> failures{
      {"three bodies", [](const Case& c) { return c.model.body_count() >= 3; }},
      {"two on one",
       [](const Case& c) {
         for (std::size_t i = 1; i + 1 < c.model.bodies.size(); ++i)
           if (c.model.bodies[i].parent > 0 && c.model.bodies[i].parent == c.model.bodies[i + 1].parent)
             return true;
         return false;
       }},
      {"two end-effectors", [](const Case& c) { return c.state.end_effectors.size() >= 2; }},
      {"an end-effector that is turned",
       [](const Case& c) {
         return std::any_of(c.state.end_effectors.begin(), c.state.end_effectors.end(),
                            [](const EndEffector& e) { return e.pose.rpy[1] > 0.123456; });
       }},
      {"a moment", [&](const Case& c) { return moment(c) > 0.7654; }},
      {"a product of inertia", [](const Case& c) { return c.model.bodies.back().inertial.ixy != 0; }},
      {"weight", [](const Case& c) { return c.model.gravity[2] < -9; }},
      {"an axis", [](const Case& c) { return c.model.bodies.back().joint.axis[0] > 0.1; }},
      {"an axis of one angle",
       [](const Case& c) {
         const Joint& joint = c.model.bodies.back().joint;
         return joint.kind == JointKind::revolute && joint.axis[0] > 0.1;
       }},
      {"a rate", [](const Case& c) { return c.state.v.back() * c.state.tau.back() > 0.1; }},
      {"a position", [](const Case& c) { return c.state.q.front() > 0.1 && c.state.qdd.front() != 0; }},
      {"a force", [](const Case& c) { return c.state.f_ext.back()[4] < -0.25; }}};
  std::string now;
  for (const auto& [what, fails] : failures) {
    std::uint64_t seed = 1;
    while (large(seed).model.body_count() < 4 || !fails(large(seed))) ++seed;
    std::uint64_t requested = 0, hash = 14695981039346656037U;  // FNV-1a
    const Case small = shrink(large(seed), [&, &holds = fails](const Case& c) {
      ++requested;
      for (const char byte : text(c)) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
      return holds(c);
    });
    now += std::string("== ") + what + ": asked " + std::to_string(requested) +
           " times, of which the hash is " + std::to_string(hash) + "\n" + text(small);
  }
  if (std::getenv("KINTREE_WRITE_SPACE") != nullptr) std::ofstream(SHRUNK_TEXT) << now;
  std::ifstream file(SHRUNK_TEXT);
  const std::string expected(std::istreambuf_iterator<char>(file), {});
  BOOST_TEST(now == expected);
}

// A case that passes is not shrunk, and neither is one that cannot be transformed again.
BOOST_AUTO_TEST_CASE(shrink_failure_leaves_passing_cases_alone) {
  const Request requested{.plugins = {&test::built_plugin("rnea")}, .problems = {Problem::inverse_dynamics}};
  CaseChoice chains;
  chains.families = {"chain"};
  Plan plan;
  plan.add(chains.sources(), 1, 1, requested);
  const Task task = plan.at(0);
  report::Record record = verify_case(task.draw(), requested, "").at(0);
  BOOST_TEST_REQUIRE(record.passed);
  const TemporaryFolder folder;
  for (const char* transformation : {"", "none"}) {
    record.id.transformation = transformation;
    BOOST_TEST(shrink_failure(record, task, folder.path().string(), "") ==
               "not shrunk: rnea inverse_dynamics: it fails only beside the case that it is the image of\n");
  }
  BOOST_TEST(std::filesystem::is_empty(folder.path()));
}

BOOST_AUTO_TEST_CASE(shrink_stops_at_the_limit_of_steps) {
  for (const int most : {0, 1, 40}) {
    int requested = 0;
    const auto holds = [&](const Case&) { return ++requested == 0; };
    shrink(large(5), holds, most);
    BOOST_TEST(
        (requested <= most && requested >= most * 4 / 5));  // steps to an impossible case are not tested
  }
}

BOOST_AUTO_TEST_SUITE_END()
