#include "kintree/input/urdf.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <random>

#include "refused.hpp"

namespace {

using namespace kintree;
using kintree::test::check_refused;

Model parsed(std::string_view text, const UrdfOptions& options = {}) {
  return parse_urdf(text, "r.urdf", options).model;
}

std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                  const std::string& child, const std::string& rest = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/>" + rest + "</joint>\n";
}

/// A robot of links a, b with a joint j between them; the texts go into link b, joint j and <robot>.
std::string two_links(const std::string& link = "", const std::string& in_joint = "",
                      const std::string& rest = "") {
  return "<robot name='r'>\n<link name='a'/>\n<link name='b'>" + link + "</link>\n" +
         joint("j", "revolute", "a", "b", in_joint) + rest + "</robot>\n";
}

std::string inertial(const std::string& mass, const std::string& ixx = "1", const std::string& ixy = "0",
                     const std::string& rest = "") {
  return "<inertial>" + rest + "<mass value='" + mass + "'/><inertia ixx='" + ixx + "' ixy='" + ixy +
         "' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>";
}

template <class T>
bool same_bits(const T& a, const T& b) {
  using Bits = std::array<std::uint64_t, sizeof(T) / sizeof(double)>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

void check_same(const Model& a, const Model& b) {
  BOOST_TEST(a.name == b.name);
  BOOST_REQUIRE(a.bodies.size() == b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    BOOST_TEST(a.bodies[i].name == b.bodies[i].name);
    BOOST_TEST(a.bodies[i].parent == b.bodies[i].parent);
    BOOST_TEST(a.bodies[i].joint.name == b.bodies[i].joint.name);
    BOOST_TEST((a.bodies[i].joint.kind == b.bodies[i].joint.kind));
    BOOST_TEST(same_bits(a.bodies[i].joint.axis, b.bodies[i].joint.axis));
    BOOST_TEST(same_bits(a.bodies[i].joint.second_axis, b.bodies[i].joint.second_axis));
    BOOST_TEST(std::bit_cast<std::uint64_t>(a.bodies[i].joint.pitch) ==
               std::bit_cast<std::uint64_t>(b.bodies[i].joint.pitch));
    BOOST_TEST(same_bits(a.bodies[i].joint.placement, b.bodies[i].joint.placement));
    BOOST_TEST(same_bits(a.bodies[i].inertial, b.bodies[i].inertial));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(urdf)

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
        <gazebo><link/></gazebo>
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
      check_refused([&] { parsed(zero); }, {"r.urdf: joint 'j': the axis is zero"});
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
  const std::string world = "<robot name='r'><link name='world'/></robot>";
  BOOST_CHECK_NO_THROW(parsed(world));
  check_refused([&] { parsed(world, floating); }, {"r.urdf: link 'world'", "taken"});
  const std::string taken = "<robot name='r'><link name='a'/><link name='b'/>" +
                            joint("floating_base", "fixed", "a", "b") + "</robot>";
  BOOST_CHECK_NO_THROW(parsed(taken));
  check_refused([&] { parsed(taken, floating); }, {"r.urdf: joint 'floating_base'", "taken"});
}

BOOST_AUTO_TEST_CASE(warnings) {
  const auto warnings = [](const std::string& text, const UrdfOptions& options = {}) {
    return parse_urdf(text, "r.urdf", options).warnings;
  };
  BOOST_TEST(warnings(two_links("", "<dynamics damping='0' friction='0.0'/>")).empty());
  const std::string more = joint("k", "fixed", "b", "c", "<dynamics friction='1'/>") + "<link name='c'/>";
  const auto damped = warnings(two_links("", "<dynamics damping='1e-3'/>", more));
  BOOST_REQUIRE(damped.size() == 1U);
  BOOST_TEST(damped[0].find("r.urdf: <dynamics>") == 0U);
  BOOST_TEST(warnings(two_links(inertial("1", "3"))).size() == 1U);  // moments 3, 1, 1
  BOOST_TEST(warnings(two_links(inertial("0"))).size() == 1U);
  BOOST_TEST(warnings(two_links("", "", "<xacro:macro name='m'/>")).size() == 1U);
  const std::string mimic = two_links("", "<mimic joint='k'/>");
  check_refused([&] { parsed(mimic); }, {"r.urdf: joint 'j': <mimic>"});
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
                                                             {"${m}", "'${m}' is not a number"},
                                                             {"&bomb;", "'&bomb;' is not a number"}};
  for (const auto& entry : bad)
    check_refused([&] { mass(entry.first); }, {"r.urdf: link 'b': <mass> value: ", entry.second});
}

BOOST_AUTO_TEST_CASE(bad_files) {
  struct Case {
    std::string text;
    std::vector<std::string> fragments;
  };
  const std::string good = two_links(inertial("1"));
  const std::string link_c = "<link name='c'/>";
  const std::vector<Case> cases{
      // The file as a whole.
      {"", {"empty"}},
      {" \n", {"no root element"}},
      {"<!-- nothing -->", {"no root element"}},
      {"robot", {"text 'robot'", "outside"}},
      {good + "x", {"text '", "x'", "outside"}},
      {good.substr(0, good.size() / 2), {"line 3", "not well-formed XML"}},
      {"<robot name='r'>\n<link name='a'>\n ", {"line 3", "not well-formed XML"}},
      {"<robot name='r'>\n<link name='a'>\n</robot>", {"line 3", "not well-formed XML"}},
      {"<robot name='r", {"line 1", "not well-formed XML"}},
      {"<!DOCTYPE robot [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>" + good, {"DOCTYPE"}},
      {"<!DOCTYPE robot>" + good, {"DOCTYPE"}},
      {"<robot name='r'><!DOCTYPE robot></robot>", {"line 1"}},
      {"<robot name='r'>\n<link name='\xff'/></robot>", {"line 2", "not UTF-8"}},
      {"<robot name='r'>\n<link name='\xc0\xaf'/></robot>", {"line 2", "not UTF-8"}},
      {"<robot name='r'>\n<link name='\xed\xa0\x80'/></robot>", {"line 2", "not UTF-8"}},
      {"<robot name='r'><link name='\xc3", {"line 1", "not UTF-8"}},
      {std::string("<robot name='r'>\n\0</robot>", 26), {"line 2", "NUL"}},
      {std::string("\xff\xfe<\0r\0", 6), {"line 1", "not UTF-8"}},
      {"<robot name='r'>\n\n<link name='\x01'/></robot>", {"line 3", "control character"}},
      {"<robot name='r'>\n<link name='a&#0;b'/></robot>", {"line 2", "character that XML does not have"}},
      {"<robot name='r'><link name='a&#x0;b'/></robot>", {"line 1", "character that XML does not have"}},
      {"<robot name='r'><link name='a&#4294967296;b'/></robot>",
       {"line 1", "character that XML does not have"}},
      {"<robot name='r'><link name='a&#xd800;b'/></robot>", {"line 1", "character that XML does not have"}},
      {"<sdf><model/></sdf>", {"element <sdf>", "<robot>"}},
      {good + good, {"element <robot> in line 6", "second root element"}},
      {"<robot name='r'/>", {"robot 'r'", "no links"}},
      {"<robot name='r'><x><link name='a'/></x></robot>", {"robot 'r'", "no links"}},
      {"<robot><link name='a'/></robot>", {"robot in line 1", "no name"}},
      {"<robot name=''><link name='a'/></robot>", {"robot in line 1", "name is empty"}},
      {std::string((std::size_t{64} << 20) + 1, ' '), {"larger than 64 MiB"}},
      // Names.
      {two_links("", "", "<link/>"), {"link in line 5", "no name"}},
      {two_links("", "", "<link name=''/>"), {"link in line 5", "name is empty"}},
      {two_links("", "", "<link name='a'/>"), {"link 'a'", "two links"}},
      {two_links("", "", "<link name='c' name='d'/>"), {"link 'c'", "more than one attribute 'name'"}},
      {two_links("", "", "<joint type='fixed'/>"), {"joint in line 5", "no name"}},
      {two_links("", "", joint("", "fixed", "b", "c") + link_c), {"joint in line 5", "name is empty"}},
      {two_links("", "", joint("j", "fixed", "b", "c") + link_c), {"joint 'j'", "two joints"}},
      {two_links("", "", "<joint name='x&#10;y&#x85;'/>"), {"joint 'x\\x0ay\\xc2\\x85'", "no type"}},
      {two_links("", "", "<joint name='" + std::string(100000, 'x') + "'/>"), {"xxx...'", "no type"}},
      // Types.
      {two_links("", "", "<joint name='k'/>"), {"joint 'k'", "no type"}},
      {two_links("", "", joint("k", "hinge", "b", "c") + link_c), {"joint 'k'", "unknown type 'hinge'"}},
      {two_links("", "", joint("k", "", "b", "c") + link_c), {"joint 'k'", "unknown type ''"}},
      {two_links("", "", joint("k", "Fixed", "b", "c") + link_c), {"joint 'k'", "unknown type 'Fixed'"}},
      {two_links("", "", joint("k", "ball", "b", "c") + link_c), {"joint 'k'", "unknown type 'ball'"}},
      {two_links("", "", joint("k", "helical", "b", "c") + link_c), {"joint 'k'", "no <pitch>"}},
      {two_links("", "", joint("k", "helical", "b", "c", "<pitch/>") + link_c),
       {"joint 'k'", "<pitch> has no 'value'"}},
      {two_links("", "", joint("k", "universal", "b", "c", "<axis2/>") + link_c),
       {"joint 'k'", "<axis2> has no 'xyz'"}},
      {two_links("", "", joint("k", "universal", "b", "c", "<axis2 xyz='2 0 0'/>") + link_c),
       {"joint 'k'", "parallel"}},
      // The numbering.
      {"<robot name='r' numbering='mine'><link name='a'/></robot>", {"robot 'r'", "numbering 'mine'"}},
      {"<robot name='r' numbering='file'><link name='b'/><link name='a'/>" + joint("j", "fixed", "a", "b") +
           "</robot>",
       {"link 'b'", "before its parent"}},
      // The tree.
      {two_links("", "", "<joint name='k' type='fixed'><child link='a'/></joint>"),
       {"joint 'k'", "no <parent>"}},
      {two_links("", "", "<joint name='k' type='fixed'><parent link='a'/></joint>"),
       {"joint 'k'", "no <child>"}},
      {two_links("", "", "<joint name='k' type='fixed'><parent/><child link='a'/></joint>"),
       {"joint 'k'", "<parent> has no 'link'"}},
      {two_links("", "", joint("k", "fixed", "z", "b")), {"joint 'k'", "parent link 'z' does not exist"}},
      {two_links("", "", joint("k", "fixed", "b", "z")), {"joint 'k'", "child link 'z' does not exist"}},
      {two_links("", "", joint("k", "fixed", "b", "")), {"joint 'k'", "child link '' does not exist"}},
      {two_links("", "", joint("k", "fixed", "b", "b")), {"joint 'k'", "same link 'b'"}},
      {two_links("", "", link_c), {"robot 'r'", "more than one root link", "'a'", "'c'"}},
      {two_links("", "", joint("k", "fixed", "b", "a")), {"robot 'r'", "no root link"}},
      {two_links("", "", joint("k", "fixed", "a", "b")), {"link 'b'", "two parents", "'j'", "'k'"}},
      {two_links("", "",
                 link_c + "<link name='d'/>" + joint("k", "fixed", "c", "d") + joint("l", "fixed", "d", "c")),
       {"link 'c'", "cycle"}},
      // Elements and numbers.
      {two_links(inertial("1") + inertial("1")), {"link 'b'", "more than one <inertial>"}},
      {two_links("<inertial/>"), {"link 'b'", "no <mass>"}},
      {two_links("<inertial><mass value='1'/></inertial>"), {"link 'b'", "no <inertia>"}},
      {two_links("<inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0'/></inertial>"),
       {"link 'b'", "<inertia> has no 'izz'"}},
      {two_links("<inertial><mass/><inertia/></inertial>"), {"link 'b'", "<mass> has no 'value'"}},
      {two_links("<inertial><mass value='1'/><mass value='1'/><inertia/></inertial>"),
       {"link 'b'", "one <mass>"}},
      {two_links("<inertial><mass value='1'/><inertia/><inertia/></inertial>"),
       {"link 'b'", "one <inertia>"}},
      {two_links(inertial("1", "1", "0", "<origin/><origin/>")), {"link 'b'", "more than one <origin>"}},
      {two_links(inertial("1", "1", "0", "<origin xyz='1 2'/>")), {"link 'b'", "<origin> xyz: 2 numbers"}},
      {two_links(inertial("-1")), {"link 'b': negative mass -1"}},
      {two_links(inertial("1", "-1")), {"link 'b'", "not positive semidefinite"}},
      {two_links(inertial("1", "1", "2")), {"link 'b'", "not positive semidefinite"}},
      {two_links(inertial("1", "inf")), {"link 'b'", "<inertia> ixx: 'inf' is not finite"}},
      {two_links("<inertial><mass value='1' value='2'/><inertia/></inertial>"),
       {"link 'b'", "more than one attribute 'value' in <mass>"}},
      {two_links("", "<axis xyz='0 0 0'/>"), {"joint 'j': the axis is zero"}},
      {two_links("", "<axis xyz='0 0'/>"), {"joint 'j'", "<axis> xyz: 2 numbers instead of 3"}},
      {two_links("", "<axis xyz='0 0 1 0'/>"), {"joint 'j'", "<axis> xyz: 4 numbers instead of 3"}},
      {two_links("", "<axis xyz=''/>"), {"joint 'j'", "<axis> xyz: 0 numbers instead of 3"}},
      {two_links("", "<axis xyz='0 nan 1'/>"), {"joint 'j'", "<axis> xyz: 'nan' is not finite"}},
      {two_links("", "<axis/>"), {"joint 'j'", "<axis> has no 'xyz'"}},
      {two_links("", "<axis xyz='1 0 0'/><axis xyz='1 0 0'/>"), {"joint 'j'", "more than one <axis>"}},
      {two_links("", "<axis xyz='1 0 0' xyz='0 1 0'/>"), {"joint 'j'", "more than one attribute 'xyz'"}},
      {two_links("", "<origin/><origin/>"), {"joint 'j'", "more than one <origin>"}},
      {two_links("", "<origin xyz='1 2 three'/>"), {"joint 'j'", "<origin> xyz: 'three' is not a number"}},
      {two_links("", "<origin rpy='1 2'/>"), {"joint 'j'", "<origin> rpy: 2 numbers"}},
      {two_links("", "<origin rpy='1 2 1e400'/>"),
       {"joint 'j'", "<origin> rpy: '1e400' is out of the range"}},
      {two_links("", "<parent link='a'/>"), {"joint 'j'", "more than one <parent>"}},
      {two_links("", "<child link='b'/>"), {"joint 'j'", "more than one <child>"}},
      {two_links("", "<mimic joint='x'/><mimic joint='y'/>"), {"joint 'j'", "more than one <mimic>"}},
      {two_links("", "<dynamics/><dynamics/>"), {"joint 'j'", "more than one <dynamics>"}},
      {two_links("", "<dynamics damping='much'/>"),
       {"joint 'j'", "<dynamics> damping: 'much' is not a number"}},
  };
  BOOST_CHECK_NO_THROW(parsed(good));
  for (const Case& bad : cases) BOOST_TEST_CONTEXT(bad.text.substr(0, 300)) {
      std::vector<std::string> fragments{"r.urdf: "};
      fragments.insert(fragments.end(), bad.fragments.begin(), bad.fragments.end());
      check_refused([&] { parsed(bad.text); }, fragments);
    }
}

BOOST_AUTO_TEST_CASE(every_truncation_is_refused) {
  const std::string text = two_links(inertial("1"), "<axis xyz='0 0 1'/>");
  const std::size_t end = text.rfind('>');
  for (std::size_t length = 0; length <= end; ++length)
    check_refused([&] { parsed(text.substr(0, length)); }, {"r.urdf: "});
  BOOST_CHECK_NO_THROW(parsed(text.substr(0, end + 1)));
}

namespace {

/// A tree, numbered depth first or anyhow, with every joint kind and numbers of all sizes.
Model random_model(std::mt19937_64& random, bool floating_base, int count, bool depth_first = true) {
  const auto draw = [&random] {
    while (true)
      if (const auto x = std::bit_cast<double>(random()); std::isfinite(x)) return x;
  };
  const auto placement = [&] {
    return random() % 4 == 0 ? Placement{}
                             : Placement{.xyz = {draw(), -0.0, draw()}, .rpy = {draw(), draw(), draw()}};
  };
  Model model;
  model.name = "a<b>&\"'\n\xc3\xa9";
  model.bodies[0].name = floating_base ? "world" : "root \"&<\t";
  if (!floating_base) model.bodies[0].inertial.mass = 3;
  for (int i = 1; i <= count; ++i) {
    Body body{.name = "l " + std::to_string(i) + "\r'", .parent = i - 1, .joint = {}, .inertial = {}};
    // Up from the last body by some steps: that is depth first.
    if (i > 2 && !depth_first)
      body.parent = 1 + static_cast<int>(random() % static_cast<unsigned>(i - 1));
    else if (i > 1)
      for (auto steps = random() % 4; steps > 0 && body.parent > (floating_base ? 1 : 0); --steps)
        body.parent = model.bodies[static_cast<std::size_t>(body.parent)].parent;
    body.joint.name = "j<" + std::to_string(i);
    body.joint.kind = joint_kinds[random() % joint_kinds.size()].kind;
    body.joint.placement = placement();
    if (body.joint.kind == JointKind::helical) body.joint.pitch = draw();
    if (body.joint.kind == JointKind::universal)
      body.joint.second_axis = {std::remainder(draw(), 1.0), std::remainder(draw(), 1.0), 1.5};
    if (body.joint.kind != JointKind::fixed && body.joint.kind != JointKind::spherical &&
        body.joint.kind != JointKind::free)
      // Within the lengths that an axis may have.
      body.joint.axis = {std::remainder(draw(), 1.0) + 2, std::remainder(draw(), 1.0), -0.0};
    if (i == 1 && floating_base) {
      body.joint = {};
      body.joint.name = "floating_base";
      body.joint.kind = JointKind::free;
    }
    if (random() % 3 != 0) {
      const double scale = std::abs(draw());
      body.inertial = {.origin = placement(),
                       .mass = std::abs(draw()),
                       .ixx = scale,
                       .ixy = -0.0,
                       .ixz = scale / 3,
                       .iyy = scale,
                       .iyz = scale / 7,
                       .izz = scale};
    }
    model.bodies.push_back(body);
  }
  return model;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_written_reads_back_to_the_last_bit) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 400; ++k) {
    const bool floating_base = k % 2 == 1, depth_first = k % 4 < 2;
    const Model model = random_model(random, floating_base, 1 + k % 20, depth_first);
    const std::string text = write_urdf(model);
    if (depth_first) BOOST_TEST((text.find("numbering") == std::string::npos));
    check_same(parsed(text, {.floating_base = floating_base, .independent_mimic = false}), model);
    BOOST_TEST((text.find("floating_base") == std::string::npos));
  }
}

BOOST_AUTO_TEST_CASE(a_base_that_a_reader_would_not_make_is_written) {
  std::mt19937_64 random(4);
  const Model floating = random_model(random, true, 1);
  BOOST_TEST((write_urdf(floating).find("world") == std::string::npos));
  const auto check_kept = [&](auto&& change) {
    Model model = floating;
    change(model);
    const std::string text = write_urdf(model);
    BOOST_TEST((text.find("type=\"floating\"") != std::string::npos));
    check_same(parsed(text), model);
  };
  check_kept([](Model& model) { model.bodies[0].name = "earth"; });
  check_kept([](Model& model) { model.bodies[0].inertial.mass = 1; });
  check_kept([](Model& model) { model.bodies[1].joint.name = "free"; });
  check_kept([](Model& model) { model.bodies[1].joint.placement.rpy[0] = 1; });
  check_kept([](Model& model) {
    model.bodies.push_back(model.bodies[1]);
    model.bodies[2].name = "other";
    model.bodies[2].joint.name = "other";
  });
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written) {
  std::mt19937_64 random(5);
  const Model good = random_model(random, false, 3);
  Model model = good;
  model.bodies[2].name = "\xff";
  check_refused([&] { write_urdf(model); }, {"link '\\xff'", "XML"});
  model.bodies[2].name = std::string("a\0b", 3);
  check_refused([&] { write_urdf(model); }, {"link 'a\\x00b'", "XML"});
  model.bodies[2].name = "\x01";
  check_refused([&] { write_urdf(model); }, {"link '\\x01'", "XML"});
  model = good;
  model.bodies[2].inertial.mass = -1;
  check_refused([&] { write_urdf(model); }, {"negative mass"});
  model = good;
  model.name.clear();
  BOOST_TEST(parsed(write_urdf(model)).name == "robot");
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
