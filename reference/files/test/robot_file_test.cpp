#include <boost/test/unit_test.hpp>

#include "kintree/files/robot_file.hpp"
#include "kintree/files/temporary_folder.hpp"
#include "kintree/files/text_file.hpp"
#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(robot_file)

BOOST_AUTO_TEST_CASE(robot_file_is_the_same_model_in_every_format) {
  const std::string stem = KINTREE_TESTDATA "/robots/arm";
  Model expected = read_robot_file(stem + ".urdf").model;
  expected.bodies[0].name = "world";
  for (const char* const extension : {".xml", ".sdf"}) {
    Model model = read_robot_file(stem + extension).model;
    // Fixed joints have no name in MJCF.
    BOOST_REQUIRE(model.bodies.size() == expected.bodies.size());
    for (std::size_t i = 1; i < model.bodies.size(); ++i)
      if (model.bodies[i].joint.kind == JointKind::fixed)
        model.bodies[i].joint.name = expected.bodies[i].joint.name;
    BOOST_TEST_CONTEXT(extension) check_same(model, expected);
  }
}

BOOST_AUTO_TEST_CASE(robot_file_format_is_that_of_its_root_element) {
  const TemporaryFolder folder;
  const std::string file = folder / "robot.urdf";
  const auto check = [&](const std::string& text, const std::vector<std::string>& fragments) {
    write_text_file(file, text);
    check_refused([&] { read_robot_file(file); }, fragments);
  };
  check("<?xml version='1.0'?><!-- x --><mujoco/>", {"robot.urdf: line 1: mujoco: no bodies"});
  check("<sdf version='1.9'/>", {"robot.urdf: line 1: sdf: no models"});
  check("<robot/>", {"robot.urdf: line 1: robot", "no links"});
  check("<mjcf/>", {"element <mjcf>: not a URDF; the root element of a URDF is <robot>"});
  check("", {"robot.urdf: line 1: the file is empty"});
}

BOOST_AUTO_TEST_CASE(robot_file_has_the_lines_of_its_elements) {
  const TemporaryFolder folder;
  const std::string file = folder / "robot";
  const auto check = [&](const std::string& text, std::size_t body, std::size_t link, std::size_t joint) {
    write_text_file(file, text);
    const RobotFile robot = read_robot_file(file);
    BOOST_REQUIRE(robot.lines.size() == robot.model.bodies.size());
    BOOST_TEST(robot.lines[body].link == link);
    BOOST_TEST(robot.lines[body].joint == joint);
  };
  const std::string urdf =
      "<robot name='r'>\n<link name='a'/>\n<link name='b'/>\n<joint name='j' type='fixed'>\n"
      "<parent link='a'/><child link='b'/></joint></robot>";
  check(urdf, 0, 2, 0);
  check(urdf, 1, 3, 4);
  check(
      "<mujoco>\n<worldbody>\n<body>\n<joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>\n"
      "</body></worldbody></mujoco>",
      1, 4, 4);
  check("<sdf version='1.9'>\n<model name='m'>\n<link name='a'/>\n</model></sdf>", 1, 3, 3);
}

BOOST_AUTO_TEST_SUITE_END()
