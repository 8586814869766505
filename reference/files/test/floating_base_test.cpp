#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "kintree/files/urdf.hpp"
#include "refused.hpp"
#include "urdf_text.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

/// A robot of two links, with these names and a joint between them.
std::string robot(const std::string& root, const std::string& joint_name,
                  const std::string& type = "continuous", const std::string& rest = "") {
  return "<robot name='r'><link name='" + root + "'>" + rest + "</link><link name='tip'>" + inertial("1") +
         "</link>" + joint(joint_name, type, root, "tip") + "</robot>";
}

const UrdfOptions floating{.floating_base = true};

struct Base {
  std::string base, joint;
  std::vector<std::string> warnings;
};

Base base_of(const std::string& text, const UrdfOptions& options = floating) {
  const UrdfFile file = parse_urdf(text, "r.urdf", options);
  BOOST_TEST((file.model.bodies.at(1).joint.kind == JointKind::free));
  return {file.model.bodies[0].name, file.model.bodies[1].joint.name, file.warnings};
}

void check_round_trip(const Model& model) {
  const std::string text = write_urdf(model);
  Model again = parsed(text);
  if (again.bodies.size() != model.bodies.size()) again = parsed(text, floating);
  check_same(again, model);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(floating_base_names)

BOOST_AUTO_TEST_CASE(floating_base_has_default_names_if_they_are_free) {
  for (const std::string& text : {robot("base", "hip"), robot("floating_base", "world")}) {
    const Base made = base_of(text);
    BOOST_TEST(made.base == "world");
    BOOST_TEST(made.joint == "floating_base");
    BOOST_TEST(made.warnings.empty());
  }
}

BOOST_AUTO_TEST_CASE(floating_base_has_another_name_if_one_is_taken) {
  const Base joint_taken = base_of(robot("base", "floating_base"));
  BOOST_TEST(joint_taken.base == "world");
  BOOST_TEST(joint_taken.joint == "floating_base_2");
  BOOST_TEST(joint_taken.warnings ==
                 std::vector<std::string>{
                     "r.urdf: joint 'floating_base': the name is taken, so the joint of the "
                     "floating base is 'floating_base_2'; --floating-base NAME chooses another"},
             boost::test_tools::per_element());

  const Base link_taken = base_of(robot("world", "hip"));
  BOOST_TEST(link_taken.base == "world_2");
  BOOST_TEST(link_taken.joint == "floating_base");
  BOOST_TEST(
      link_taken.warnings ==
          std::vector<std::string>{
              "r.urdf: link 'world': the name is taken, so the base of the floating robot is 'world_2'"},
      boost::test_tools::per_element());

  const std::string both = "<robot name='r'><link name='world_2'/><link name='world'/><link name='tip'>" +
                           inertial("1") + "</link>" + joint("floating_base", "fixed", "world_2", "world") +
                           joint("floating_base_2", "continuous", "world", "tip") + "</robot>";
  const Base next = base_of(both);
  BOOST_TEST(next.base == "world_3");
  BOOST_TEST(next.joint == "floating_base_3");
  BOOST_TEST(next.warnings.size() == 2U);
}

BOOST_AUTO_TEST_CASE(floating_base_has_the_name_that_is_chosen) {
  const UrdfOptions named{.floating_base = true, .floating_base_name = "root"};
  const Base free = base_of(robot("base", "hip"), named);
  BOOST_TEST(free.joint == "root");
  BOOST_TEST(free.warnings.empty());
  const Base taken = base_of(robot("base", "floating_base"), named);
  BOOST_TEST(taken.joint == "root");
  BOOST_TEST(taken.warnings.empty());
  check_refused([&] { parsed(robot("base", "root"), named); },
                {"r.urdf: joint 'root'", "the name of another joint", "choose another"});
}

BOOST_AUTO_TEST_CASE(floating_base_of_a_robot_that_floats_warns) {
  const Base twice = base_of(robot("world", "free", "floating"));
  BOOST_REQUIRE(twice.warnings.size() == 2U);
  BOOST_TEST(twice.warnings[1] ==
             "r.urdf: joint 'free': the robot already floats by this joint, so a floating base before the "
             "massless link "
             "'world' makes the mass matrix singular");
  BOOST_TEST(base_of(robot("base", "free", "floating", inertial("1"))).warnings.empty());
  const std::string on_a_floor = "<robot name='r'><link name='base'/><link name='floor'>" + inertial("1") +
                                 "</link><link name='tip'>" + inertial("1") + "</link>" +
                                 joint("free", "floating", "base", "tip") +
                                 joint("glue", "fixed", "base", "floor") + "</robot>";
  BOOST_TEST(base_of(on_a_floor).warnings.empty());
}

BOOST_AUTO_TEST_CASE(floating_base_is_read_back_as_it_is_written) {
  for (const std::string& text : {robot("base", "hip"), robot("base", "floating_base"), robot("world", "hip"),
                                  robot("world", "floating_base"), robot("world_2", "floating_base_2"),
                                  robot("world", "floating_base", "floating")}) {
    check_round_trip(parsed(text));
    check_round_trip(parsed(text, floating));
    check_round_trip(parsed(text, {.floating_base = true, .floating_base_name = "a b"}));
  }
}

BOOST_AUTO_TEST_CASE(robot_tree_names_every_root_link) {
  const auto roots = [](int count) {
    std::string links;
    for (int k = 1; k <= count; ++k) links += "<link name='l" + std::to_string(k) + "'/>";
    return "<robot name='r'>" + links + "</robot>";
  };
  check_refused([&] { parsed(roots(3)); },
                {"robot 'r': more than one root link: 'l1', 'l2', 'l3'; expected one"});
  check_refused([&] { parsed(roots(12)); }, {"'l1', ", "'l10' and 2 more; expected one"});
}

BOOST_AUTO_TEST_SUITE_END()
