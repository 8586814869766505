// Content of URDF files that is no part of the model: left out with a warning, harmless, or kept exactly.
#include <boost/test/unit_test.hpp>

#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(urdf_content)

BOOST_AUTO_TEST_CASE(left_out_content_is_one_warning_a_kind) {
  const std::vector<UrdfContent> cases{
      {"", "<dynamics damping='1'/>", "", {"damping and friction", "1 time (damping), first in line 4"}},
      {"",
       "<dynamics damping='1' friction='2'/>",
       "",
       {"damping and friction", "2 times (damping, friction)"}},
      {"", "<dynamics mu_viscous='1' D='2'/>", "", {"damping and friction", "2 times"}},
      {"", "<damping value='1'/>", "", {"damping and friction"}},
      {"", "<damping>1</damping>", "", {"damping and friction"}},
      {"", "<dynamics><friction>1</friction></dynamics>", "", {"damping and friction"}},
      {"", "<joint_properties damping='1'/>", "", {"damping and friction"}},
      {"", "", gazebo("<dampingFactor>0.1</dampingFactor>"), {"damping and friction", "dampingFactor"}},
      {"", "", gazebo("<dampingFactor value='0.1'/>"), {"damping and friction", "dampingFactor"}},
      {"", "<dynamics spring_stiffness='1' spring_reference='2'/>", "", {"springs", "2 times"}},
      {"", "<dynamics stiffness='1'/>", "", {"springs"}},
      {"", "", gazebo("<implicitSpringDamper>1</implicitSpringDamper>"), {"springs", "implicitSpringDamper"}},
      {"", "", gazebo("<implicitSpringDamper>true</implicitSpringDamper>"), {"springs"}},
      {"",
       "",
       gazebo("<springStiffness>1</springStiffness><springReference>1</springReference>"),
       {"springs", "2 times"}},
      {"",
       "",
       "<force_element><torsional_spring stiffness='1'/></force_element>",
       {"springs", "force_element"}},
      {"", "", "<drake:linear_bushing_rpy><x/></drake:linear_bushing_rpy>", {"springs"}},
      {"", "<traits spring_k='2.5'/>", "", {"springs"}},
      {"", "<dynamics armature='0.1'/>", "", {"rotor data", "armature"}},
      {"", "<rotor_inertia value='0.1'/>", "", {"rotor data"}},
      {"",
       "",
       "<transmission name='t'><type>T</type><joint name='j'><hardwareInterface>E</hardwareInterface></joint>"
       "<actuator "
       "name='m'><mechanicalReduction>50</mechanicalReduction><motorInertia>1e-4</motorInertia></actuator>"
       "</transmission>",
       {"rotor data", "2 times (mechanicalReduction, motorInertia), first in line 5"}},
      {"",
       "",
       "<transmission><joint "
       "name='j'><hardwareInterface><motorInertia>1</motorInertia></hardwareInterface></joint></"
       "transmission>",
       {"rotor data", "motorInertia"}},
      {"", "", "<transmission><actuator motorInertia='1'/></transmission>", {"rotor data", "motorInertia"}},
      {"",
       "",
       "<transmission><actuator><drake:rotor_inertia value='1'/><drake:gear_ratio "
       "value='9'/></actuator></transmission>",
       {"rotor data", "drake:gear_ratio, drake:rotor_inertia"}},
      {"",
       "<hardwareInterface><motor_inertia>1</motor_inertia></hardwareInterface>",
       "",
       {"rotor data", "motor_inertia"}},
      {"", "", gazebo("<rotorInertia>1</rotorInertia>"), {"rotor data"}},
      {"", "", gazebo("<turnGravityOff>true</turnGravityOff>"), {"gravity", "turnGravityOff"}},
      {"", "", gazebo("<gravity>0</gravity>"), {"gravity", "(gravity)"}},
      {"<contact><inertia_scaling value='3'/></contact>", "", "", {"inertias", "inertia_scaling"}},
      {"",
       "",
       "<mujoco><compiler meshdir='m' balanceinertia='true'/></mujoco>",
       {"inertias", "balanceinertia"}},
  };
  const Model plain = parsed(two_links());
  for (const UrdfContent& c : cases) BOOST_TEST_CONTEXT(text_of(c)) {
      const UrdfFile file = parse_urdf(text_of(c), "r.urdf");
      check_same(file.model, plain);
      BOOST_REQUIRE(file.warnings.size() == 1U);
      std::vector<std::string> fragments{"r.urdf: "};
      fragments.insert(fragments.end(), c.fragments.begin(), c.fragments.end());
      check_refused([&] { throw InputError(file.warnings.front()); }, fragments);
    }
}

BOOST_AUTO_TEST_CASE(harmless_content_is_silent) {
  const std::vector<UrdfContent> cases{
      {"<visual name='v'><origin xyz='bad'/><geometry><mesh "
       "filename='package://m'/><any/></geometry></visual>",
       "",
       "",
       {}},
      {"<collision/><collision><drake:proximity_properties/><verbose value='1'/></collision>", "", "", {}},
      {"<self_collision_checking><origin xyz='0 0 1'/><geometry/></self_collision_checking>", "", "", {}},
      {"<contact><lateral_friction value='1'/><inertia_scaling value='1'/></contact>", "", "", {}},
      {"<origin xyz='0 0 0.0' rpy='0 0 0'/>", "", "", {}},
      {"<sensor name='s'><parent link='b'/><ray/></sensor>", "", "", {}},
      {"",
       "<limit lower='x' effort='nan' drake:acceleration='1'/><safety_controller k_velocity='1'/>",
       "",
       {}},
      {"", "<calibration rising='0'/><axis xyz='1 0 0' rpy='0 0 0'/>", "", {}},
      {"", "<dynamics damping='0' friction='0.0' spring_stiffness='-0'/>", "", {}},
      {"",
       "",
       "<material name='m'><color rgba='1 1 1 1'/></material><frame name='f' link='b' xyz='1 0 0' rpy='0 0 "
       "0'/>",
       {}},
      {"",
       "",
       "<transmission name='t' type='T'><actuator name='m'/><joint "
       "name='j'/><mechanicalReduction>1</mechanicalReduction>"
       "<motorTorqueConstant>9</motorTorqueConstant></transmission>",
       {}},
      {"",
       "",
       gazebo(
           "<material>Gazebo/Red</material><mu1>1</mu1><mu2 value='1'/><kp>1</kp><kd>1</kd><maxVel>1</maxVel>"
           "<minDepth>1</minDepth><selfCollide>true</selfCollide><sensor><pose>1 2 3</pose></sensor>"),
       {}},
      {"",
       "",
       gazebo("<turnGravityOff>false</turnGravityOff><gravity>true</gravity><implicitSpringDamper>0</"
              "implicitSpringDamper>"
              "<provideFeedback value='true'/><preserveFixedJoint>true</preserveFixedJoint>"),
       {}},
      {"",
       "",
       "<gazebo><plugin name='p' "
       "filename='f'><joint>j</joint><parent>a</parent><axis>1</axis></plugin><static>false</static></"
       "gazebo>",
       {}},
      {"",
       "",
       "<ros2_control name='c' type='system'><hardware/><joint name='j'><param "
       "name='p'>1</param></joint></ros2_control>",
       {}},
      {"",
       "",
       "<drake:collision_filter_group name='g'><drake:member link='b'/></drake:collision_filter_group>",
       {}},
      {"",
       "",
       "<mujoco><compiler meshdir='m' strippath='false'/><option timestep='0.1'/><size njmax='1'/></mujoco>",
       {}},
      {"", "", "<!-- $(arg x) --><?xml-model href='x'?>", {}},
  };
  const Model plain = parsed(two_links());
  for (const UrdfContent& c : cases) BOOST_TEST_CONTEXT(text_of(c)) {
      std::vector<std::string> warnings;
      BOOST_CHECK_NO_THROW(warnings = warnings_of(text_of(c)));
      BOOST_TEST(warnings.empty(), (warnings.empty() ? "" : warnings.front()));
      check_same(parsed(text_of(c)), plain);
    }
}

BOOST_AUTO_TEST_CASE(content_without_part_is_read_with_a_warning) {
  BOOST_TEST(warnings_of("<robot name=''><link name='a'/></robot>") ==
                 std::vector<std::string>{"r.urdf: line 1: robot: no name; it is called 'robot'"},
             boost::test_tools::per_element());
  BOOST_TEST(warnings_of("<robot><link name='a'/></robot>").size() == 1U);
  BOOST_TEST(parsed("<robot><link name='a'/></robot>").name == "robot");
  for (const char* const axis : {"xzy='0 0 1'", "", "xyz='0 0 0'", "xyz='0 0'", "xyz='a b c'"}) {
    const std::string text = "<robot name='r'><link name='a'/><link name='b'/>\n" +
                             joint("k", "fixed", "a", "b", "<axis " + std::string(axis) + "/>") + "</robot>";
    const std::vector<std::string> warnings = warnings_of(text);
    BOOST_REQUIRE(warnings.size() == 1U);
    check_refused([&] { throw InputError(warnings.front()); },
                  {"r.urdf: line 2: joint 'k': <axis", "fixed has none"});
  }
  const std::vector<std::string> axes = warnings_of(two_links(
      "", "",
      joint("k", "fixed", "b", "c", "<axis/>") + joint("l", "fixed", "c", "d", "<axis/>") +
          joint("m", "fixed", "d", "e", "<axis/>") + "<link name='c'/><link name='d'/><link name='e'/>"));
  BOOST_REQUIRE(axes.size() == 1U);
  check_refused([&] { throw InputError(axes.front()); }, {"line 5: joint 'k': <axis>", "(and 2 more)"});
  for (const char* const damping : {"", "0.1 Nm", "x", "nan"}) {
    const std::vector<std::string> warnings =
        warnings_of(two_links("", "<dynamics damping='" + std::string(damping) + "'/>"));
    BOOST_REQUIRE(warnings.size() == 2U);
    check_refused([&] { throw InputError(warnings.front()); },
                  {"line 4: joint 'j': damping: '", damping, "' is not a number"});
  }
}

BOOST_AUTO_TEST_CASE(the_other_half_of_an_inertia_must_agree) {
  const auto text = [](const std::string& entry) {
    return two_links(
        "<inertial><mass value='1'/><inertia ixx='1' ixy='0.1' ixz='0.2' iyy='1' iyz='0.3' izz='1' " + entry +
        "/></inertial>");
  };
  for (const auto& [name, value] : {std::pair("iyx", "0.1"), {"izx", "0.2"}, {"izy", "0.3"}}) {
    const std::string half = name + std::string("='");
    BOOST_TEST(warnings_of(text(half + value + "0'")).empty());
    check_refused(
        [&] { parsed(text(half + "-" + value + "'")); },
        {"line 3: link 'b'", name, std::string("'-") + value + "'", std::string("expected ") + value});
  }
}

BOOST_AUTO_TEST_CASE(versions_1_0_to_1_2_are_known) {
  const auto text = [](const std::string& version) {
    return "<robot name='r' version='" + version + "'><link name='a'/></robot>";
  };
  for (const char* const version : {"1.0", "1.1", "1.2"}) BOOST_CHECK_NO_THROW(parsed(text(version)));
  for (const char* const version : {"", "2.0", "1.3", "0.9", "x"})
    check_refused([&] { parsed(text(version)); },
                  {"line 1: robot 'r'", "version '" + std::string(version) + "'", "1.0, 1.1 or 1.2"});
}

BOOST_AUTO_TEST_CASE(quaternions_of_urdf_1_1_are_kept_exactly) {
  const auto text = [](const std::string& version, const std::string& origin) {
    return "<robot name='r'" + version + ">\n<link name='a'/><link name='b'/>\n" +
           joint("j", "revolute", "a", "b", "<origin " + origin + "/>") + "</robot>";
  };
  const std::string version = " version='1.1'";
  const Placement read =
      parsed(text(version, "xyz='1 2 3' quat_xyzw='0.1 -0.2 0.3 4e-3'")).bodies[1].joint.placement;
  BOOST_TEST(same_bits(read, Placement{.xyz = {1, 2, 3}, .rpy = {}, .quaternion = {4e-3, 0.1, -0.2, 0.3}}));
  const UrdfFile inertial_turned =
      parse_urdf("<robot name='r' version='1.2'><link name='a'>" +
                     inertial("1", "1", "0", "<origin quat_xyzw='0 0 0 2'/>") + "</link></robot>",
                 "r.urdf");
  BOOST_TEST(same_bits(inertial_turned.model.bodies[0].inertial.origin.quaternion, Quadruple{2, 0, 0, 0}));
  struct Bad {
    std::string version, origin, fragment;
  };
  for (const Bad& bad : {Bad{"", "quat_xyzw='0 0 0 1'", "version=\"1.1\""},
                         {" version='1.0'", "quat_xyzw='0 0 0 1'", "version=\"1.1\""},
                         {version, "quat_xyzw='0 0 0 1' rpy='0 0 0'", "not beside rpy"},
                         {version, "quat_xyzw='0 0 0 0'", "all zero"},
                         {version, "quat_xyzw='0 0 1'", "3 numbers instead of 4"},
                         {version, "quat_xyzw='0 0 0 one'", "'one' is not a number"},
                         {version, "quat_xyzw='0 0 0 1e-300'", "quaternion shorter than 2^-500"},
                         {version, "quat='0 0 0 1'", "quat=\"0 0 0 1\" of <origin> is unknown"},
                         {version, "quat_wxyz='1 0 0 0'", "'quat_xyzw'"}})
    check_refused([&] { parsed(text(bad.version, bad.origin)); },
                  {"r.urdf: line 3: joint 'j'", bad.fragment});
}

BOOST_AUTO_TEST_CASE(every_root_is_named_up_to_ten) {
  std::string links;
  for (const char* const name : {"c", "d", "e"}) links += "<link name='" + std::string(name) + "'/>";
  check_refused([&] { parsed(two_links("", "", links)); }, {"line 1: robot 'r'", "'a'", "'c'", "'d'", "'e'"});
}

BOOST_AUTO_TEST_SUITE_END()
