#include <boost/test/unit_test.hpp>

#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(urdf_refused)

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
      {"{\"q\": {}}", {"1: JSON; expected a robot as URDF, MJCF or SDF, which are XML"}},
      {"robot", {"text 'robot'", "outside"}},
      {good + "x", {"text '", "x'", "outside"}},
      {good.substr(0, good.size() / 2), {"3", "not well-formed XML"}},
      {"<robot name='r'>\n<link name='a'>\n ", {"3", "not well-formed XML"}},
      {"<robot name='r'>\n<link name='a'>\n</robot>", {"3", "not well-formed XML"}},
      {"<robot name='r", {"1", "not well-formed XML"}},
      {"<!DOCTYPE robot [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>" + good, {"DOCTYPE"}},
      {"<!DOCTYPE robot>" + good, {"DOCTYPE"}},
      {"<robot name='r'><!DOCTYPE robot></robot>", {"1"}},
      {"<robot name='r'>\n<link name='\xff'/></robot>", {"2", "not UTF-8"}},
      {"<robot name='r'>\n<link name='\xc0\xaf'/></robot>", {"2", "not UTF-8"}},
      {"<robot name='r'>\n<link name='\xed\xa0\x80'/></robot>", {"2", "not UTF-8"}},
      {"<robot name='r'><link name='\xc3", {"1", "not UTF-8"}},
      {std::string("<robot name='r'>\n\0</robot>", 26), {"2", "NUL"}},
      {"<robot name='r'>\n\n<link name='\x01'/></robot>", {"3: a control character"}},
      {"<robot name='r'>\n<link name='a&#0;b'/></robot>", {"2", "character that XML does not have"}},
      {"<robot name='r'><link name='a&#x0;b'/></robot>", {"1", "character that XML does not have"}},
      {"<robot name='r'><link name='a&#4294967296;b'/></robot>", {"1", "character that XML does not have"}},
      {"<robot name='r'><link name='a&#xd800;b'/></robot>", {"1", "character that XML does not have"}},
      {"<sdf><model/></sdf>", {"element <sdf>", "<robot>"}},
      {good + good, {"6: element <robot", "second root element"}},
      {"<robot name='r'/>", {"robot 'r'", "no links"}},
      {"<robot name='r'><x><link name='a'/></x></robot>", {"element <x> in <robot> is unknown"}},
      {std::string((std::size_t{64} << 20) + 1, ' '), {"larger than 64 MiB"}},
      // Names.
      {two_links("", "", "<link/>"), {"5: link: <link> has no 'name'"}},
      {two_links("", "", "<link name=''/>"), {"5: link: the name is empty"}},
      {two_links("", "", "<link name='b'/>"), {"5: link 'b'", "two links, here and in line 3; rename one"}},
      {two_links("", "", "<link name='c' name='d'/>"),
       {"link 'c'", "more than one attribute 'name'", "the second is 'd'"}},
      {two_links("", "", "<joint type='fixed'/>"), {"5: joint: <joint> has no 'name'"}},
      {two_links("", "", joint("", "fixed", "b", "c") + link_c), {"5: joint: the name is empty"}},
      {two_links("", "", joint("k", "fixed", "b", "c") + joint("k", "fixed", "c", "b") + link_c),
       {"6: joint 'k'", "two joints, here and in line 5; rename one"}},
      {two_links("", "", "<joint name='x&#10;y&#x85;'/>"),
       {"joint 'x\\x0ay\\xc2\\x85'", "<joint> has no 'type'"}},
      {two_links("", "", "<joint name='" + std::string(100000, 'x') + "'/>"),
       {"xxx...'", "<joint> has no 'type'"}},
      // Types.
      {two_links("", "", "<joint name='k'/>"), {"joint 'k'", "<joint> has no 'type'"}},
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
      {two_links("", "<axis xyz='0 0 0'/>"),
       {"joint 'j': the axis is zero (0 0 0); expected a direction, such as 0 0 1"}},
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
  };
  BOOST_CHECK_NO_THROW(parsed(good));
  for (const Case& bad : cases) BOOST_TEST_CONTEXT(bad.text.substr(0, 300)) {
      std::vector<std::string> fragments{"r.urdf: line "};
      fragments.insert(fragments.end(), bad.fragments.begin(), bad.fragments.end());
      check_refused([&] { parsed(bad.text); }, fragments);
    }
}

BOOST_AUTO_TEST_CASE(every_truncation_is_refused) {
  const std::string text = two_links(inertial("1"), "<axis xyz='0 0 1'/>");
  const std::size_t end = text.rfind('>');
  for (std::size_t length = 0; length <= end; ++length)
    check_refused([&] { parsed(text.substr(0, length)); }, {"r.urdf: line "});
  BOOST_CHECK_NO_THROW(parsed(text.substr(0, end + 1)));
}

BOOST_AUTO_TEST_SUITE_END()
