#include <boost/test/unit_test.hpp>

#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(urdf_reader)

BOOST_AUTO_TEST_CASE(reads_a_robot) {
  const UrdfFile file = parse_urdf(
      "\xef\xbb\xbf"
      R"(<?xml version="1.0" encoding="utf-8"?>
      <!-- &#38;#0; a comment -->
      <robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
        <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
        <joint name="slide" type="prismatic">
          <origin rpy="0.1 -.2 +3e-1"/><parent link="hand"/><child link="tip"/><axis xyz="&#9;0 0&#10;-2 "/>
          <limit lower="x" effort="nan"/>
        </joint>
        <link name="tip"><visual><origin xyz="bad"/></visual><collision/><collision/></link>
        <link name="arm">
          <inertial><mass value=" 7 "/><inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="2.5"/></inertial>
        </link>
        <link name="hand">
          <inertial>
            <origin xyz="1 2 3" rpy="4 5 6"/><mass value="0.1"/>
            <inertia ixx="2" ixy="0.1" ixz="0.2" iyy="3" iyz="0.3" izz="4"/>
          </inertial>
        </link>
        <joint name="wrist" type="continuous"><parent link="arm"/><child link="hand"/><origin xyz="1e-3 2. 0.1"/></joint>
        <transmission name="t"><joint name="wrist"/><joint/></transmission>
        <gazebo><plugin><link/></plugin></gazebo>
      </robot>)",
      "r.urdf");
  BOOST_TEST(file.warnings.empty());
  const Model& model = file.model;
  BOOST_TEST(model.name == "r");
  BOOST_REQUIRE(model.bodies.size() == 3U);
  const Body& base = model.bodies[0];
  BOOST_TEST(base.name == "arm");
  BOOST_TEST(same_bits(base.inertial, Inertial{.origin = {}, .mass = 7, .ixx = 1, .iyy = 2, .izz = 2.5}));
  const Body& hand = model.bodies[1];
  BOOST_TEST(hand.name == "hand");
  BOOST_TEST(hand.parent == 0);
  BOOST_TEST(hand.joint.name == "wrist");
  BOOST_TEST((hand.joint.kind == JointKind::revolute));
  BOOST_TEST(same_bits(hand.joint.axis, Triple{1, 0, 0}));
  BOOST_TEST(same_bits(hand.joint.placement, Placement{.xyz = {1e-3, 2, 0.1}, .rpy = {}}));
  BOOST_TEST(same_bits(hand.inertial, Inertial{.origin = {.xyz = {1, 2, 3}, .rpy = {4, 5, 6}},
                                               .mass = 0.1,
                                               .ixx = 2,
                                               .ixy = 0.1,
                                               .ixz = 0.2,
                                               .iyy = 3,
                                               .iyz = 0.3,
                                               .izz = 4}));
  const Body& tip = model.bodies[2];
  BOOST_TEST(tip.name == "tip");
  BOOST_TEST(tip.parent == 1);
  BOOST_TEST((tip.joint.kind == JointKind::prismatic));
  BOOST_TEST(same_bits(tip.joint.axis, Triple{0, 0, -2}));
  BOOST_TEST(same_bits(tip.joint.placement, Placement{.xyz = {}, .rpy = {0.1, -0.2, 0.3}}));
  BOOST_TEST(same_bits(tip.inertial, Inertial{}));
}

BOOST_AUTO_TEST_CASE(joint_types) {
  const std::vector<std::pair<std::string, JointKind>> types{{"fixed", JointKind::fixed},
                                                             {"revolute", JointKind::revolute},
                                                             {"continuous", JointKind::revolute},
                                                             {"prismatic", JointKind::prismatic},
                                                             {"planar", JointKind::planar},
                                                             {"floating", JointKind::free},
                                                             {"cylindrical", JointKind::cylindrical},
                                                             {"universal", JointKind::universal},
                                                             {"spherical", JointKind::spherical}};
  for (const auto& [type, kind] : types) {
    const std::string links = "<robot name='r'><link name='a'/><link name='b'/>";
    BOOST_TEST((parsed(links + joint("j", type, "a", "b") + "</robot>").bodies.at(1).joint.kind == kind));
    // Where the axis means nothing a zero one is no error.
    const std::string zero = links + joint("j", type, "a", "b", "<axis xyz='0 0 0'/>") + "</robot>";
    if (kind == JointKind::fixed || kind == JointKind::spherical || kind == JointKind::free)
      BOOST_CHECK_NO_THROW(parsed(zero));
    else
      check_refused([&] { parsed(zero); }, {"r.urdf: line 1: joint 'j': the axis is zero"});
  }
}

BOOST_AUTO_TEST_CASE(bodies_are_numbered_depth_first_in_the_order_of_the_joints) {
  //     r
  //   b   a       joints in the file: r-b before r-a, b-d before b-c
  //  d c   e
  std::string text = "<robot name='r'>";
  for (const char* const name : {"a", "b", "c", "d", "e", "r"})
    text += "<link name='" + std::string(name) + "'/>";
  text += joint("ae", "fixed", "a", "e") + joint("rb", "revolute", "r", "b") +
          joint("bd", "fixed", "b", "d") + joint("ra", "revolute", "r", "a") +
          joint("bc", "planar", "b", "c") + "</robot>";
  const auto order = [](const Model& model) {
    std::string result;
    for (const Body& body : model.bodies) result += body.name + std::to_string(body.parent) + " ";
    return result;
  };
  BOOST_TEST(order(parsed(text)) == "r0 b0 d1 c1 a0 e4 ");
  BOOST_TEST(order(parsed(text, {.floating_base = true, .independent_mimic = false})) ==
             "world0 r0 b1 d2 c2 a1 e5 ");
}

BOOST_AUTO_TEST_CASE(floating_base) {
  const UrdfOptions floating{.floating_base = true, .independent_mimic = false};
  const std::string text = "<robot name='r'><link name='a'>" + inertial("2") + "</link></robot>";
  const Model model = parsed(text, floating);
  BOOST_REQUIRE(model.bodies.size() == 2U);
  BOOST_TEST(model.bodies[0].name == "world");
  BOOST_TEST(same_bits(model.bodies[0].inertial, Inertial{}));
  BOOST_TEST(model.bodies[1].name == "a");
  BOOST_TEST(model.bodies[1].inertial.mass == 2.0);
  BOOST_TEST(model.bodies[1].joint.name == "floating_base");
  BOOST_TEST((model.bodies[1].joint.kind == JointKind::free));
  BOOST_TEST(same_bits(model.bodies[1].joint.placement, Placement{}));
}

BOOST_AUTO_TEST_CASE(warnings) {
  const auto warnings = [](const std::string& text, const UrdfOptions& options = {}) {
    return parse_urdf(text, "r.urdf", options).warnings;
  };
  BOOST_TEST(warnings(two_links("", "<dynamics damping='0' friction='0.0'/>")).empty());
  const std::string more = joint("k", "fixed", "b", "c", "<dynamics friction='1'/>") + "<link name='c'/>";
  const auto damped = warnings(two_links("", "<dynamics damping='1e-3'/>", more));
  BOOST_REQUIRE(damped.size() == 1U);
  BOOST_TEST(damped[0] ==
             "r.urdf: damping and friction: no part of the model; left out 2 times (damping, friction), "
             "first in line 4");
  BOOST_TEST(warnings(two_links(inertial("1", "3"))).size() == 1U);  // moments 3, 1, 1
  BOOST_TEST(warnings(two_links(inertial("0"))).size() == 1U);
  const std::string mimic = two_links("", "<mimic joint='k'/>");
  BOOST_TEST(warnings(mimic, {.floating_base = false, .independent_mimic = true}).size() == 1U);
  const std::string on_fixed = joint("k", "fixed", "b", "c", "<mimic joint='j'/>") + "<link name='c'/>";
  BOOST_TEST(warnings(two_links("", "", on_fixed)).empty());
}

BOOST_AUTO_TEST_CASE(numbers) {
  const auto mass = [](const std::string& token) {
    return parsed(two_links(inertial(token))).bodies.at(1).inertial.mass;
  };
  BOOST_TEST(mass("+1.5") == 1.5);
  BOOST_TEST(mass(".5") == 0.5);
  BOOST_TEST(mass("5.") == 5.0);
  BOOST_TEST(mass("1E2") == 100.0);
  BOOST_TEST(mass("5e-324") == 5e-324);
  BOOST_TEST(mass("0.1000000000000000055511151231257827021181583404541015625") == 0.1);
  BOOST_TEST(mass("1.7976931348623157e308") == 1.7976931348623157e308);
  BOOST_TEST(mass("0e-999") == 0.0);
  const std::vector<std::pair<std::string, std::string>> bad{{"", "'' is not a number"},
                                                             {" ", "'' is not a number"},
                                                             {"x", "'x' is not a number"},
                                                             {"1x", "'1x' is not a number"},
                                                             {"1 2", "'1 2' is not a number"},
                                                             {"1,5", "'1,5' is not a number"},
                                                             {"0x10", "'0x10' is not a number"},
                                                             {"+", "'+' is not a number"},
                                                             {"++1", "'++1' is not a number"},
                                                             {"+-1", "'+-1' is not a number"},
                                                             {"- 1", "'- 1' is not a number"},
                                                             {"1e", "'1e' is not a number"},
                                                             {"nan", "'nan' is not finite"},
                                                             {"-nan", "is not finite"},
                                                             {"inf", "'inf' is not finite"},
                                                             {"-inf", "is not finite"},
                                                             {"Infinity", "is not finite"},
                                                             {"1e309", "'1e309' is out of the range"},
                                                             {"-1e999", "is out of the range"},
                                                             {"1e-330", "is out of the range"},
                                                             {"0.000e-5 1", "is not a number"},
                                                             {"${m}", "'${m}' is xacro"},
                                                             {"&bomb;", "'&bomb;' is not a number"}};
  for (const auto& entry : bad)
    check_refused([&] { mass(entry.first); }, {"r.urdf: line 3: link 'b': <mass> value: ", entry.second});
}

BOOST_AUTO_TEST_CASE(long_chains_and_wide_stars) {
  constexpr int count = 100000;
  for (const bool chain : {true, false}) {
    std::string text = "<robot name='r'><link name='l0'/>";
    for (int i = count; i >= 1; --i) {  // in reverse, to make it harder
      const std::string name = std::to_string(i);
      text += "<link name='l" + name + "'>" + inertial("1") + "</link>" +
              joint("j" + name, "revolute", "l" + std::to_string(chain ? i - 1 : 0), "l" + name);
    }
    const Model model = parsed(text + "</robot>");
    BOOST_REQUIRE(model.body_count() == count);
    BOOST_TEST(model.bodies.back().name == (chain ? "l100000" : "l1"));
    BOOST_TEST(Layout(model).depth.back() == (chain ? count : 1));
  }
  std::string deep = "<robot name='r'>";
  for (int i = 0; i < 1000000; ++i) deep += "<a>";
  check_refused([&] { parsed(deep); }, {"r.urdf: line 1", "not well-formed"});
}

BOOST_AUTO_TEST_SUITE_END()
