#include <boost/test/unit_test.hpp>

#include "kintree/files/temporary_folder.hpp"
#include "kintree/files/text_file.hpp"
#include "mjcf_text.hpp"
#include "refused.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

struct RefusedText {
  std::string text;
  std::vector<std::string> fragments;
};

void check_all_mjcf_refused(const std::vector<RefusedText>& cases) {
  for (const auto& [text, fragments] : cases)
    BOOST_TEST_CONTEXT(text) check_refused([&] { parsed_mjcf(text); }, fragments);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mjcf_refused)

BOOST_AUTO_TEST_CASE(mjcf_reader_refuses_what_changes_the_dynamics) {
  const std::string remedy = "; or use --ignore-unknown to read the file without it";
  check_all_mjcf_refused({
      {one_body("<joint armature='-0.1'/>"),
       {"line 3: joint 'joint_0': the armature is negative or not finite"}},
      {one_body("", "<equality><joint joint1='j'/></equality>"),
       {"line 1: equality: <joint> joint1: there is no joint 'j'; expected the name of a <joint>"}},
      {one_body("<joint name='j'/>", "<equality><joint/></equality>"), {"<joint> has no attribute 'joint1'"}},
      {one_body("<joint name='j'/>", "<equality><joint joint1='j' joint2='j'/></equality>"),
       {"<joint> joint1 and joint2 are the same joint; expected another joint, or no joint2"}},
      {one_body("<joint name='j' type='ball'/>", "<equality><joint joint1='j'/></equality>"),
       {"<joint> joint1: 'j' is of kind spherical; expected a hinge or a slide"}},
      {one_body("<joint name='j'/>", "<equality><joint joint1='j' polycoef='0 1 0.5'/></equality>"),
       {"<joint> polycoef: a curve is not supported; expected zeros after the first two numbers"}},
      {one_body("<joint name='j'/>", "<equality><joint joint1='j' polycoef='0 1 0 0 0 0'/></equality>"),
       {"<joint> polycoef: more than 5 numbers"}},
      {one_body("<joint name='j'/>", "<equality><joint joint1='j' damping='1'/></equality>"), {"damping"}},
      {one_body("", "<equality><weld body1='b' active='false'/></equality>"),
       {"attribute active=\"false\" of <weld>", "expected \"true\""}},
      {one_body("", "<equality><connect site1='s' site2='t'/></equality>"),
       {"attribute site1=\"s\" of <connect>: constraints of sites"}},
      {one_body("", "<tendon><fixed name='t'/></tendon>"),
       {"element <tendon> in <mujoco>: tendons are not supported"}},
      {one_body("", "<deformable><flex name='f'/></deformable>"), {"<deformable>", "deformable bodies"}},
      {one_body("", "<extension><plugin plugin='p'/></extension>"),
       {"<extension>", "plugins may add forces"}},
      {one_body("<plugin plugin='p'/>"), {"element <plugin plugin=\"p\"> in <body>: plugins"}},
      {one_body("<composite type='grid'/>"), {"element <composite", "expanded by MuJoCo alone"}},
      {one_body("<frame pos='1 0 0'/>"), {"element <frame", "expanded by MuJoCo alone"}},
      {one_body("", "", " mocap='true'"), {"attribute mocap=\"true\" of <body>", "moved by a program"}},
      {one_body("", "", " gravcomp='1'"), {"attribute gravcomp=\"1\" of <body>", "expected 0"}},
      {one_body("<freejoint align='true'/>"),
       {"attribute align=\"true\" of <freejoint>", "expected \"false\""}},
      {one_body("", "<compiler coordinate='global'/>"), {"coordinate=\"global\"", "expected \"local\""}},
      {one_body("", "<compiler balanceinertia='true'/>"),
       {"balanceinertia=\"true\" of <compiler>", "<inertial>"}},
      {one_body("", "<compiler boundmass='0.1'/>"), {"boundmass=\"0.1\" of <compiler>", "<inertial>"}},
      {one_body("", "<compiler settotalmass='3'/>"), {"settotalmass=\"3\" of <compiler>", "<inertial>"}},
      {one_body("", "<compiler alignfree='true'/>"), {"alignfree=\"true\" of <compiler>"}},
  });
}

BOOST_AUTO_TEST_CASE(mjcf_reader_refuses_what_is_no_constraint) {
  check_all_mjcf_refused({
      {one_body("", "<equality><weld/></equality>"), {"<weld> has no attribute 'body1'"}},
      {one_body("", "<equality><connect body1='b'/></equality>"),
       {"line 1: equality: <connect> has no attribute 'anchor'; expected a point in body1"}},
      {one_body("", "<equality><connect body1='b' anchor='0 1'/></equality>"),
       {"<connect> anchor: 2 numbers instead of 3"}},
      {one_body("", "<equality><weld body1='b' body2='bb'/></equality>"),
       {"<weld> body2: there is no body 'bb'", "the nearest known name is 'b'"}},
      {one_body("", "<equality><weld body1='b' torquescale='0'/></equality>"),
       {"line 1: equality: <weld> torquescale is 0; expected another number"}},
      {one_body("", "<equality><weld body1='b' body2='b'/></equality>"),
       {"r.xml: line 1: equality: <weld> body1 and body2 are the same body 'b'; expected another body"}},
      {one_body("", "<equality>\n<connect name='c' body1='b' body2='b' anchor='0 0 0'/></equality>"),
       {"r.xml: line 2: connect 'c': <connect> body1 and body2 are the same body 'b'; expected another "
        "body"}},
      {one_body("", "<equality><weld body1='world'/></equality>"),
       {"<weld> body1 and body2 are the same body 'world'; expected another body, or no body2 for "
        "the world"}},
      {one_body("", "<equality><weld name='c' body1='b'/><weld name='c' body1='b'/></equality>"),
       {"r.xml: line 1: weld 'c': the name is used by two of <weld>, here and in line 1; rename one"}},
      {one_body("", "<equality><connect body1='b' ancor='1'/></equality>"), {"ancor", "'anchor'"}},
  });
}

BOOST_AUTO_TEST_CASE(mjcf_reader_refuses_unknown_content) {
  check_all_mjcf_refused({
      {"<robot name='r'/>",
       {"r.xml: line 1: element <robot name=\"r\">: not an MJCF; the root element of an MJCF is <mujoco>"}},
      {"<mujoco/>", {"r.xml: line 1: mujoco: no bodies; expected <body> in <worldbody>"}},
      {one_body("<joit/>"),
       {"line 3: body 'b': element <joit> in <body> is unknown", "'joint'", "--ignore-unknown"}},
      {one_body("", "<default><foo/></default>"),
       {"element <foo> in <default> is unknown; correct or remove it"}},
      {one_body("<joint axs='0 0 1'/>"), {"attribute axs=\"0 0 1\" of <joint> is unknown", "'axis'"}},
      {one_body("text"), {"line 3: body 'b': text 'text' in <body>; expected elements"}},
      {one_body("<joint pos='0 0'/>"), {"body 'b': <joint> pos: 2 numbers instead of 3 in '0 0'"}},
      {one_body("<joint axis='0 0 nan'/>"), {"<joint> axis: 'nan' is not finite"}},
      {one_body("<joint axis='0 0 0'/>"), {"line 3: joint 'joint_0'", "axis"}},
      {one_body("<joint type='free'/><joint/>"), {"body 'b': a free joint is only possible alone"}},
      {one_body("<body><freejoint/></body>"),
       {"a free joint is only possible alone in a body of <worldbody>"}},
      {one_body("<joint type='hing'/>"),
       {"unknown type 'hing'; expected hinge, slide, ball or free", "'hinge'"}},
      {one_body("<joint name=''/>"), {"the name is empty"}},
      {one_body("<joint name='j'/>\n<joint name='j'/>"),
       {"line 4: joint 'j': the name is used by two of <joint>, here and in line 3; rename one"}},
      {one_body("<body name='b'/>"), {"body 'b': the name is used by two of <body>"}},
      {one_body("<body name='world'/>"), {"body 'world': the name is used by two of <body>"}},
      {one_body("<joint class='c'/>", "<default><default class='cc'/></default>"),
       {"<joint> class: no <default> has the class 'c'", "'cc'"}},
      {one_body("", "", " childclass='c'"), {"<body> childclass: no <default> has the class 'c'"}},
      {one_body("", "<default class='mine'/>"), {"the outer <default> has class 'mine'; expected \"main\""}},
      {one_body("", "<default><default/></default>"), {"<default> in <default> has no 'class'"}},
      {one_body("", "<default><default class='c'/><default class='c'/></default>"), {"a second class 'c'"}},
      {one_body("", "<compiler eulerseq='xyw'/>"), {"<compiler> eulerseq: 'xyw'; expected three of x, y, z"}},
      {one_body("", "<compiler angle='grad'/>"), {"<compiler> angle: 'grad'; expected radian, degree"}},
      {one_body("", "", " quat='1 0 0 0' euler='0 0 1'"),
       {"<body> euler: not beside quat; remove one of them"}},
      {one_body("", "", " quat='0 0 0 0'"), {"<body> quat: all zero"}},
      {one_body("", "", " zaxis='0 0 0'"), {"<body> zaxis: a direction is zero"}},
      {one_body("", "", " xyaxes='1 0 0 2 0 0'"), {"<body> xyaxes: a direction is zero"}},
  });
}

BOOST_AUTO_TEST_CASE(mjcf_reader_refuses_inertias_that_it_cannot_compute) {
  check_all_mjcf_refused({
      {one_body("<inertial pos='0 0 0'/>"), {"body 'b': <inertial> has no 'mass'"}},
      {one_body("<inertial mass='-1'/>"), {"line 3: link 'b'", "negative mass"}},
      {one_body("<inertial mass='1' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/>"),
       {"fullinertia: not beside diaginertia"}},
      {one_body("<inertial mass='1' quat='1 1 0 0' fullinertia='1 1 1 0 0 0'/>"),
       {"fullinertia: its axes are those of the body"}},
      {one_body("<inertial mass='1'/><inertial mass='1'/>"), {"more than one <inertial> in <body>"}},
      {one_body("<geom type='mesh' mesh='m'/>"),
       {"<geom type=\"mesh\">: a mesh has no computed inertia; write <inertial>"}},
      {one_body("<geom type='box' mesh='m' size='1 1 1'/>"), {"<geom> mesh: not read"}},
      {one_body("<geom size='1' shellinertia='true'/>"), {"shellinertia: not computed"}},
      {one_body("<geom type='ball' size='1'/>"),
       {"<geom> type: unknown type 'ball'; expected one of 'plane', 'hfield', 'sphere', "}},
      {one_body("<geom type='box' size='1 1'/>"), {"<geom> size: 2 numbers; expected 3 for a box"}},
      {one_body("<geom type='capsule' size='1'/>"), {"<geom> size: 1 numbers; expected 2 for a capsule"}},
      {one_body("<geom size='0'/>"), {"<geom> size: expected positive numbers, found '0'"}},
      {one_body("<geom size='1' density='-1'/>"), {"<geom> density: it is negative"}},
      {one_body("<geom type='capsule' size='1' fromto='1 1 1 1 1 1'/>"),
       {"fromto: both ends are the same point"}},
  });
}

BOOST_AUTO_TEST_CASE(mjcf_reader_refuses_a_floating_base_option) {
  check_refused([] { parsed_mjcf(one_body(""), {.floating_base = true}); },
                {"r.xml: a floating base is not added to MJCF; write <freejoint/>"});
}

BOOST_AUTO_TEST_CASE(mjcf_reader_names_the_included_file) {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& included, const std::vector<std::string>& fragments) {
    write_text_file(folder / "part.xml", included);
    const std::string text = one_body("", "\n<include file='part.xml'/>");
    check_refused([&] { parse_mjcf(text, "r.xml", {}, folder / ""); }, fragments);
  };
  check("<mujoco>\n<assett/></mujoco>",
        {"r.xml: part.xml: line 2: assett: element <assett> in <mujoco> is unknown"});
  check("<mujocoinclude>\n\n<include file='part.xml'/></mujocoinclude>",
        {"r.xml: line 2: <include>: part.xml: line 3: the file 'part.xml' is included twice"});
  check("<robot/>", {"r.xml: line 2: <include>: ", "the root element is <robot>; expected <mujoco>"});
  check("<mujoco>\n<x></mujoco>", {"r.xml: line 2: <include>: ", "line 2: not well-formed XML"});
  check_refused([&] { parsed_mjcf(one_body("", "<include file='none.xml'/>")); },
                {"r.xml: line 1: <include>: none.xml"});
  check_refused([&] { parsed_mjcf(one_body("", "<include/>")); }, {"r.xml: line 1: <include> has no 'file'"});
  // Lines behind the place of an include are those of the main file.
  write_text_file(folder / "part.xml", "<mujoco>\n\n\n</mujoco>");
  check_refused(
      [&] { parse_mjcf(one_body("<x/>", "\n<include file='part.xml'/>"), "r.xml", {}, folder / ""); },
      {"r.xml: line 4: body 'b': element <x>"});
}

BOOST_AUTO_TEST_SUITE_END()
