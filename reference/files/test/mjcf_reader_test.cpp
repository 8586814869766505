#include <boost/test/unit_test.hpp>
#include <numbers>
#include <random>

#include "kintree/files/temporary_folder.hpp"
#include "kintree/files/text_file.hpp"
#include "mjcf_text.hpp"
#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(mjcf_reader)

BOOST_AUTO_TEST_CASE(mjcf_reader_makes_a_chain_of_several_joints) {
  const Model model = parsed_mjcf(one_body(
      "<joint name='x' axis='2 0 0' pos='0 0 1'/><joint name='s' type='slide'/>"
      "<joint name='t' type='ball' pos='0 0 4'/><inertial pos='0 0 0.5' mass='2' diaginertia='1 2 3'/>"
      "<body name='c'/>",
      "", " pos='1 2 3' quat='2 0 0 0'"));
  BOOST_REQUIRE(model.body_count() == 5);
  const auto check = [&](std::size_t i, const char* body, const char* joint, int parent, JointKind kind,
                         const Triple& at) {
    BOOST_TEST(model.bodies[i].name == body);
    BOOST_TEST(model.bodies[i].joint.name == joint);
    BOOST_TEST(model.bodies[i].parent == parent);
    BOOST_TEST((model.bodies[i].joint.kind == kind));
    BOOST_TEST(model.bodies[i].joint.placement.xyz == at, boost::test_tools::per_element());
  };
  BOOST_TEST(model.bodies[0].name == "world");
  check(1, "b/x", "x", 0, JointKind::revolute, {1, 2, 4});
  BOOST_TEST((model.bodies[1].joint.placement.quaternion == Quadruple{2, 0, 0, 0}));
  BOOST_TEST((model.bodies[1].joint.axis == Triple{2, 0, 0}));
  check(2, "b/s", "s", 1, JointKind::prismatic, {0, 0, 0});
  BOOST_TEST((model.bodies[2].joint.axis == Triple{0, 0, 1}));
  check(3, "b/t", "t", 2, JointKind::spherical, {0, 0, 3});
  check(4, "b", "b", 3, JointKind::fixed, {0, 0, -4});
  BOOST_TEST(model.bodies[4].inertial.mass == 2.0);
  BOOST_TEST(model.bodies[4].inertial.izz == 3.0);
  check(5, "c", "c", 4, JointKind::fixed, {0, 0, 0});
}

BOOST_AUTO_TEST_CASE(mjcf_reader_names_what_has_no_name_by_its_number) {
  const Model model = parsed_mjcf(
      "<mujoco><worldbody><body><joint/><body name='body_3'><joint "
      "name='joint_2'/></body><body><joint/></body></body>"
      "</worldbody></mujoco>");
  BOOST_TEST(model.name == "robot");
  BOOST_TEST(model.bodies[1].name == "body_1");
  BOOST_TEST(model.bodies[1].joint.name == "joint_0");
  BOOST_TEST(model.bodies[2].name == "body_3");
  BOOST_TEST(model.bodies[3].name == "body_3_2");
  BOOST_TEST(model.bodies[3].joint.name == "joint_2_2");
}

BOOST_AUTO_TEST_CASE(mjcf_reader_keeps_the_doubles_of_an_orientation) {
  const auto placement = [](const std::string& compiler, const std::string& attributes) {
    return parsed_mjcf(one_body("", "<compiler " + compiler + "/>", " " + attributes))
        .bodies[1]
        .joint.placement;
  };
  BOOST_TEST((placement("", "quat='0.1 0.2 0.3 7'").quaternion == Quadruple{0.1, 0.2, 0.3, 7}));
  const std::string radian = "angle='radian' eulerseq=";
  BOOST_TEST((placement(radian + "'XYZ'", "euler='0.1 0.2 0.3'").rpy == Triple{0.1, 0.2, 0.3}));
  BOOST_TEST((placement(radian + "'zyx'", "euler='0.1 0.2 0.3'").rpy == Triple{0.3, 0.2, 0.1}));
  // Degrees are the default, and quarter turns are exact.
  const Placement quarter = placement("", "euler='90 0 0'");
  BOOST_TEST(quarter.quaternion[0] == quarter.quaternion[1]);
  BOOST_TEST(quarter.quaternion[0] == 1 / std::numbers::sqrt2, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(quarter.quaternion[2] == 0.0);
  // The later compiler counts.
  const Placement turned =
      placement("angle='degree'/><compiler angle='radian' eulerseq='XYZ'", "euler='0 0 1'");
  BOOST_TEST(turned.rpy[2] == 1.0);
}

BOOST_AUTO_TEST_CASE(mjcf_reader_takes_inertias_from_geoms) {
  const auto inertial = [](const std::string& body, const std::string& before = "") {
    return parsed_mjcf(one_body(body, before)).bodies[1].inertial;
  };
  const Inertial box = inertial("<geom type='box' size='0.5 1 1.5' mass='3' pos='1 2 3' quat='0 1 0 0'/>");
  BOOST_TEST(box.mass == 3.0);
  BOOST_TEST(box.ixx == 3.25);
  BOOST_TEST(box.iyy == 2.5);
  BOOST_TEST(box.izz == 1.25);
  BOOST_TEST((box.origin.quaternion == Quadruple{0, 1, 0, 0}));
  // Two points at a distance of 1 from their middle, and small balls.
  const std::string balls = "<geom size='0.5' mass='1' pos='1 0 0'/><geom size='0.5' mass='1' pos='3 0 0'/>";
  const Inertial two = inertial(balls);
  BOOST_TEST(two.origin.xyz[0] == 2.0);
  BOOST_TEST(two.ixx == 0.2);
  BOOST_TEST(two.iyy == 2.2);
  const std::string stated = "<inertial pos='0 0 0' mass='7' fullinertia='1 2 3 0.1 0.2 0.3'/>";
  BOOST_TEST(inertial(stated + balls).mass == 7.0);
  BOOST_TEST(inertial(stated).iyz == 0.3);
  BOOST_TEST(inertial(stated + balls, "<compiler inertiafromgeom='true'/>").mass == 2.0);
  BOOST_TEST(inertial(balls, "<compiler inertiafromgeom='false'/>").mass == 0.0);
  BOOST_TEST(inertial(balls + "<geom size='1' group='3'/>", "<compiler inertiagrouprange='0 2'/>").mass ==
             2.0);
  BOOST_TEST(inertial("<geom size='1' density='0'/><geom type='plane' size='1 1 1'/>").mass == 0.0);
}

BOOST_AUTO_TEST_CASE(mjcf_reader_keeps_the_stated_inertia_without_geoms) {
  // mjCBody::GeomFrame of MuJoCo 2.x (InertiaFromGeom of 3.x, src/user/user_objects.cc) does nothing without a geom in
  // inertiagrouprange. A geom without mass is one.
  const auto mass = [](const std::string& geoms, const std::string& range = "") {
    const std::string compiler = "<compiler inertiafromgeom='true'" + range + "/>";
    return parsed_mjcf(one_body("<inertial pos='0 0 0' mass='7' diaginertia='1 2 2'/>" + geoms, compiler))
        .bodies[1]
        .inertial.mass;
  };
  BOOST_TEST(mass("") == 7.0);
  BOOST_TEST(mass("<geom size='1' mass='2' group='3'/>", " inertiagrouprange='0 2'") == 7.0);
  BOOST_TEST(mass("<geom size='1' mass='2' group='2'/>", " inertiagrouprange='0 2'") == 2.0);
  BOOST_TEST(mass("<geom size='1' mass='0'/>") == 0.0);
}

BOOST_AUTO_TEST_CASE(mjcf_reader_completes_elements_by_their_class) {
  const std::string defaults =
      "<default><joint axis='1 0 0' type='slide'/><default class='c'><joint axis='0 1 0'/>"
      "<default class='d'><joint type='hinge'/></default></default></default>";
  const auto joint = [&](const std::string& text, const std::string& attributes = "") {
    return parsed_mjcf(one_body(text, defaults, attributes)).bodies[1].joint;
  };
  BOOST_TEST((joint("<joint/>").axis == Triple{1, 0, 0}));
  BOOST_TEST((joint("<joint/>").kind == JointKind::prismatic));
  BOOST_TEST((joint("<joint class='c'/>").axis == Triple{0, 1, 0}));
  BOOST_TEST((joint("<joint class='d'/>").axis == Triple{0, 1, 0}));
  BOOST_TEST((joint("<joint class='d'/>").kind == JointKind::revolute));
  BOOST_TEST((joint("<joint/>", " childclass='d'").kind == JointKind::revolute));
  BOOST_TEST((joint("<joint class='main'/>", " childclass='d'").kind == JointKind::prismatic));
  BOOST_TEST((joint("<joint axis='0 0 2'/>", " childclass='d'").axis == Triple{0, 0, 2}));
}

BOOST_AUTO_TEST_CASE(mjcf_reader_takes_gravity_from_the_file) {
  const auto gravity = [](const std::string& option) { return parsed_mjcf(one_body("", option)).gravity; };
  BOOST_TEST((gravity("") == Triple{0, 0, -9.81}));
  BOOST_TEST((gravity("<option gravity='1 2 3'/>") == Triple{1, 2, 3}));
  BOOST_TEST((gravity("<option gravity='1 2 3'><flag gravity='disable'/></option>") == Triple{}));
}

BOOST_AUTO_TEST_CASE(mjcf_reader_reads_connect_and_weld) {
  const auto read = [](const std::string& equality) {
    return parsed_mjcf(
        "<mujoco><worldbody><body name='b'><joint pos='1 0 0'/><body name='c'/></body></worldbody>" +
        equality + "</mujoco>");
  };
  const Model model = read(
      "<equality><connect body1='c' body2='b' anchor='1 2 3'/></equality>"
      "<equality><weld name='w' body1='c' anchor='1 1 1'/></equality>");
  BOOST_TEST_REQUIRE(model.constraints.size() == 2U);
  const Constraint &point = model.constraints[0], &weld = model.constraints[1];
  BOOST_TEST(point.name == "constraint_0");
  BOOST_TEST(model.bodies[static_cast<std::size_t>(point.frame.body)].name == "c");
  BOOST_TEST(model.bodies[static_cast<std::size_t>(point.relative_to)].name == "b");
  BOOST_TEST((point.frame.pose.xyz == Triple{1, 2, 3}));
  BOOST_TEST((point.rows == std::array{false, false, false, true, true, true}));
  BOOST_TEST(weld.name == "w");
  BOOST_TEST(weld.relative_to == 0);
  BOOST_TEST((weld.frame.pose.xyz == Triple{}));
  BOOST_TEST(weld.row_count() == 6);
  for (const char* flag : {"equality", "constraint"})
    BOOST_TEST(read("<equality><weld body1='c'/></equality><option><flag " + std::string(flag) +
                    "='disable'/></option>")
                   .constraints.empty());
}

// One number for all coordinates, also by default; none for a <freejoint>.
BOOST_AUTO_TEST_CASE(mjcf_reader_reads_armature) {
  const auto armature = [](const std::string& joint) {
    return parsed_mjcf("<mujoco><default><joint armature='0.5'/></default><worldbody><body>" + joint +
                       "<geom size='1'/></body></worldbody></mujoco>")
        .bodies[1]
        .joint.armature;
  };
  using Numbers = std::array<double, 6>;
  BOOST_TEST((armature("<joint/>") == Numbers{0.5}));
  BOOST_TEST((armature("<joint armature='0.25'/>") == Numbers{0.25}));
  BOOST_TEST((armature("<joint armature='0'/>") == Numbers{}));
  BOOST_TEST((armature("<joint type='ball'/>") == Numbers{0.5, 0.5, 0.5}));
  BOOST_TEST((armature("<joint type='free'/>") == Numbers{0.5, 0.5, 0.5, 0.5, 0.5, 0.5}));
  BOOST_TEST((armature("<freejoint/>") == Numbers{}));
}

// q1 = polycoef[0] + polycoef[1] q2, both from their reference positions.
BOOST_AUTO_TEST_CASE(mjcf_reader_reads_couplings_of_joints) {
  const auto couplings = [](const std::string& joints) {
    return parsed_mjcf(
               "<mujoco><default><joint damping='0'/></default><worldbody><body><joint "
               "name='a'/><body>"
               "<joint name='b' type='slide' ref='0.5'/></body></body></worldbody><equality>" +
               joints + "</equality></mujoco>")
        .constraints;
  };
  const auto all = couplings(
      "<joint name='gear' joint1='b' joint2='a' polycoef='0.25 -2 0 0 0' solref='0.1 1'/><joint joint1='a'/>"
      "<joint joint1='a' joint2='b' polycoef='1'/>");
  BOOST_TEST_REQUIRE(all.size() == 3U);
  BOOST_TEST((all[0].name == "gear" && all[0].frame.body == 2 && all[0].relative_to == 1));
  BOOST_TEST((all[0].coupling->multiplier == -2 && all[0].coupling->offset == 0.25));
  BOOST_TEST((all[1].name == "constraint_1" && all[1].frame.body == 1 && all[1].relative_to == 0));
  BOOST_TEST((all[1].coupling->multiplier == 1 && all[1].coupling->offset == 0));
  BOOST_TEST((all[2].coupling->multiplier == 1 && all[2].coupling->offset == 1));
}

BOOST_AUTO_TEST_CASE(mjcf_reader_warns_of_what_it_leaves_out) {
  const auto warnings = [](const std::string& text) { return parse_mjcf(text, "r.xml").warnings; };
  BOOST_TEST(warnings(one_body("<joint damping='0' stiffness='0' springdamper='0 0' armature='0' ref='0'/>",
                               "<equality/><tendon/>"))
                 .empty());
  const auto check = [&](const std::string& text, const std::vector<std::string>& fragments) {
    const std::vector<std::string> found = warnings(text);
    BOOST_REQUIRE(found.size() == 1U);
    check_refused([&] { throw InputError(found.front()); }, fragments);
  };
  check(one_body("<joint damping='1'/>"),
        {"r.xml: damping and friction: no part of the model; left out 1 time (damping)"});
  check(one_body("<joint stiffness='1'/>"), {"r.xml: springs"});
  check(one_body("<joint ref='1'/>"),
        {"r.xml: references of joints (q is counted from the reference position)"});
  check(one_body("", "<option density='1'/>"), {"r.xml: forces of a fluid"});
  check(one_body("", "<actuator><motor/></actuator>"), {"r.xml: actuators"});
  check(one_body("", "<equality><weld body1='b' solref='0.01 1'/></equality>"),
        {"r.xml: softness of constraints (they hold exactly)"});
  check(one_body("", "<equality><weld body1='b' anchor='1 0 0' torquescale='2'/></equality>"),
        {"r.xml: frames of welds (a weld forbids all rows, in the frame of body1",
         "2 times (anchor, torquescale)"});
  check(one_body("", "<equality><weld body1='b' relpose='0 0 1 1 0 0 0'/></equality>"),
        {"r.xml: poses of welds (the state decides", "1 time (relpose)"});
  BOOST_TEST(warnings(one_body("", "<equality><weld body1='b' anchor='0 0 0' torquescale='1'/></equality>"))
                 .empty());
  check(one_body("", "<equality><weld body1='b'/></equality><option><flag equality='disable'/></option>"),
        {"r.xml: <equality>: 1 constraints left out, since <flag> disables them"});
  const std::vector<std::string> unknown =
      parse_mjcf(one_body("<joint polycoef='1'/><x/>"), "r.xml", {.ignore_unknown = true}).warnings;
  BOOST_REQUIRE(unknown.size() == 2U);
  check_refused([&] { throw InputError(unknown.front()); },
                {"line 3: body 'b': attribute polycoef", "; ignored"});
}

BOOST_AUTO_TEST_CASE(mjcf_reader_reads_included_files) {
  const TemporaryFolder folder;
  write_text_file(folder / "joint.xml", "<mujocoinclude>\n<joint name='j'/> <!-- > --></mujocoinclude>");
  write_text_file(folder / "empty.xml", "<mujoco/>");
  write_text_file(folder / "r.xml",
                  one_body("<include file=\"joint.xml\"></include><include file='empty.xml'/>"));
  const Model model = read_mjcf(folder / "r.xml").model;
  BOOST_TEST(model.bodies[1].joint.name == "j");
}

BOOST_AUTO_TEST_SUITE_END()
