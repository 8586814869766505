// Content of URDF files that is no part of the model: left out with a warning, harmless, or an error.
#include <boost/test/unit_test.hpp>

#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

std::vector<std::string> warnings_of(const std::string& text, const UrdfOptions& options = {}) {
  return parse_urdf(text, "r.urdf", options).warnings;
}

/// Content for link b, joint j and the robot of two_links(), and what a message about it has.
struct Case {
  std::string link, joint, robot;
  std::vector<std::string> fragments;
};

std::string text_of(const Case& c) {
  return two_links(c.link, c.joint, c.robot);
}

std::string gazebo(const std::string& content) {
  return "<gazebo reference='b'>" + content + "</gazebo>";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(urdf_content)

BOOST_AUTO_TEST_CASE(unknown_or_misplaced_content_is_refused) {
  const std::string mass = "<mass value='1'/>";
  const std::string inertia = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";
  const std::vector<Case> cases{
      // Misspelt elements.
      {"<inertail/>", "", "", {"line 3", "link 'b'", "<inertail>", "nearest known name is 'inertial'"}},
      {"<Inertial/>", "", "", {"line 3", "<Inertial>", "'inertial'"}},
      {"<visuall/>", "", "", {"line 3", "<visuall>", "'visual'"}},
      {"", "<orgin xyz='0 0 1'/>", "", {"line 4", "joint 'j'", "<orgin xyz=\"0 0 1\">", "'origin'"}},
      {"", "<axsi xyz='0 0 1'/>", "", {"<axsi xyz", "'axis'"}},
      {"", "<limits lower='1'/>", "", {"<limits lower", "'limit'"}},
      {"", "<dynamic damping='1'/>", "", {"<dynamic damping", "'dynamics'"}},
      {"", "<mimick joint='k'/>", "", {"<mimick joint", "'mimic'"}},
      {"", "", "<lnik name='c'/>", {"line 5", "<lnik name=\"c\">", "'link'"}},
      {"", "", "<jiont name='c'/>", {"<jiont name", "'joint'"}},
      {"", "", "<transmision/>", {"<transmision>", "'transmission'"}},
      {"",
       "",
       "<transmission><actuator><motorInerta>1</motorInerta></actuator></transmission>",
       {"<motorInerta>", "'motorInertia'"}},
      {"", "", gazebo("<turnGravtyOff>1</turnGravtyOff>"), {"<turnGravtyOff>", "'turnGravityOff'"}},
      {"<inertial><masss value='1'/>" + inertia + "</inertial>", "", "", {"<masss value", "'mass'"}},
      // Misspelt attributes.
      {"<inertial><mass vlaue='1'/>" + inertia + "</inertial>",
       "",
       "",
       {"line 3", "link 'b'", "vlaue=\"1\" of <mass>", "'value'"}},
      {"<inertial>" + mass + "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1' ixz2='1'/></inertial>",
       "",
       "",
       {"ixz2=\"1\" of <inertia>", "'ixz'"}},
      {"<inertial>" + mass + inertia + "<origin xzy='1 0 0'/></inertial>",
       "",
       "",
       {"xzy=\"1 0 0\" of <origin>", "'xyz'"}},
      {"", "<origin rqy='1 0 0'/>", "", {"line 4", "joint 'j'", "rqy=\"1 0 0\" of <origin>", "'rpy'"}},
      {"", "<axis xzy='0 1 0'/>", "", {"xzy=\"0 1 0\" of <axis>", "'xyz'"}},
      {"", "<limit efort='1'/>", "", {"efort=\"1\" of <limit>", "'effort'"}},
      {"", "<dynamics dampign='1'/>", "", {"dampign=\"1\" of <dynamics>", "'damping'"}},
      {"",
       "",
       "<joint name='k' typ='fixed'><parent link='b'/><child link='c'/></joint><link name='c'/>",
       {"typ=\"fixed\" of <joint>", "'type'"}},
      {"",
       "",
       "<joint name='k' type='fixed'><parent lnk='b'/><child link='c'/></joint><link name='c'/>",
       {"lnk=\"b\" of <parent>", "'link'"}},
      // In the wrong place or form.
      {"",
       "",
       "<joint name='k' type='planar' axis='0 0 1'><parent link='b'/><child link='c'/></joint><link "
       "name='c'/>",
       {"line 5: joint 'k'", "axis=\"0 0 1\" of <joint>", "element <axis>"}},
      {"", "", "<link name='c' mass='1'/>", {"mass=\"1\" of <link>"}},
      {"<visual>" + inertial("1") + "</visual>", "", "", {"link 'b'", "<inertial>", "misplaced", "<link>"}},
      {"<collision><geometry>" + inertial("1") + "</geometry></collision>",
       "",
       "",
       {"<inertial>", "misplaced"}},
      {"<sensor>" + inertial("1") + "</sensor>", "", "", {"<inertial>", "misplaced"}},
      {"", inertial("1"), "", {"joint 'j'", "<inertial> in <joint>", "misplaced", "<link>"}},
      {"", "", inertial("1"), {"<inertial> in <robot>", "misplaced", "<link>"}},
      {mass, "", "", {"<mass value=\"1\"> in <link>", "misplaced", "<inertial>"}},
      {inertia, "", "", {"<inertia ", "misplaced", "<inertial>"}},
      {"<inertial><com xyz='1 0 0'/>" + mass + inertia + "</inertial>", "", "", {"<com xyz", "<origin xyz"}},
      {"<inertial>" + mass + inertia + "<axis xyz='1 0 0'/></inertial>",
       "",
       "",
       {"<axis xyz", "misplaced", "<joint>"}},
      {"<origin xyz='0 0 1'/>", "", "", {"<origin xyz=\"0 0 1\"> in <link>", "zeros"}},
      {"", "", "<origin rpy='0 0 1'/>", {"<origin rpy=\"0 0 1\"> in <robot>", "zeros"}},
      {"", "<axis xyz='0 0 1' rpy='0 1 0'/>", "", {"rpy=\"0 1 0\" of <axis>", "zeros"}},
      {"",
       "",
       joint("k", "fixed", "b", "c", "<axis xyz='0 0 1' rpy='0 1 0'/>") + "<link name='c'/>",
       {"rpy=\"0 1 0\" of <axis> is misplaced; expected in <origin>"}},
      {"<inertial><mass value='1'><unit/></mass>" + inertia + "</inertial>",
       "",
       "",
       {"<unit> in <mass> is unknown; expected nothing inside <mass>"}},
      {"", "<limit xyz='0 0 1'/>", "", {"xyz=\"0 0 1\" of <limit>"}},
      {"<visual xyz='0 0 1'/>", "", "", {"xyz=\"0 0 1\" of <visual>", "misplaced"}},
      {"", "<visual><axis xyz='0 0 1'/></visual>", "", {"<visual> in <joint>"}},
      {"", "<limit><axis xyz='0 0 1'/></limit>", "", {"<axis xyz=\"0 0 1\"> in <limit>", "misplaced"}},
      {"", "<axis2 xyz='0 0 1'/>", "", {"line 4: joint 'j'", "<axis2>", "universal"}},
      {"", "<pitch value='1'/>", "", {"line 4: joint 'j'", "<pitch>", "helical"}},
      {"<joint name='k'/>", "", "", {"<joint name=\"k\"> in <link>", "misplaced", "<robot>"}},
      {"", "<link name='k'/>", "", {"<link name=\"k\"> in <joint>", "misplaced", "<robot>"}},
      // Text.
      {"text", "", "", {"line 3", "link 'b'", "text 'text' in <link>"}},
      {"", "1 0 0", "", {"line 4", "joint 'j'", "text '1 0 0' in <joint>"}},
      {"", "<axis>0 0 1</axis>", "", {"text '0 0 1' in <axis>"}},
      {"", "", "<![CDATA[x]]>", {"line 5", "text 'x' in <robot>"}},
      {"<inertial>" + mass + inertia + "\n\nx</inertial>", "", "", {"line 5", "text 'x' in <inertial>"}},
      // Loops, constraints, other programs' joints and bodies.
      {"", "", "<loop_joint name='l' type='revolute'/>", {"line 5: loop_joint 'l'", "loop", "open tree"}},
      {"", "", "<constraint name='l'/>", {"<constraint", "open tree"}},
      {"", "", "<drake:ball_constraint/>", {"<drake:ball_constraint>", "constraint", "open tree"}},
      {"",
       "",
       "<drake:joint name='l' type='ball'/>",
       {"drake:joint 'l'", "helical", "universal", "spherical", "planar"}},
      {"", "", "<drake:jont name='l' type='ball'/>", {"<drake:jont", "unknown"}},
      {"", "", gazebo("<joint name='l' type='revolute'/>"), {"<joint name=\"l\"", "loop"}},
      {"", "", gazebo("<joint:hinge name='l'/>"), {"<joint:hinge name=\"l\">", "loop"}},
      {"", "", "<gazebo><link name='l'/></gazebo>", {"<link name=\"l\">", "Gazebo"}},
      {"", "", gazebo(inertial("1")), {"<inertial>", "misplaced"}},
      {"", "", "<mujoco><equality/></mujoco>", {"<equality>", "constraint"}},
      {"", "", "<xi:include href='x'/>", {"<xi:include href", "other files"}},
      {"", "", "<include filename='x'/>", {"<include filename", "other files"}},
  };
  for (const Case& bad : cases) BOOST_TEST_CONTEXT(text_of(bad)) {
      std::vector<std::string> fragments = bad.fragments;
      fragments.insert(fragments.begin(), "r.urdf: line ");
      if (fragments[1].starts_with("line ")) fragments[1].erase(0, 5);
      const std::string& last = bad.fragments.back();
      const bool can_be_ignored = last != "universal" && last != "helical";
      std::vector<std::string> in_error = fragments;
      if (can_be_ignored) in_error.emplace_back("--ignore-unknown");
      check_refused([&] { parsed(text_of(bad)); }, in_error);
      // The same as a warning, unless something that is required is missing then.
      if (can_be_ignored) try {
          const std::vector<std::string> warned = warnings_of(text_of(bad), {.ignore_unknown = true});
          BOOST_REQUIRE(!warned.empty());
          check_refused([&] { throw InputError(warned.front()); }, fragments);
        } catch (const InputError& error) {
          BOOST_TEST(std::string(error.what()).find("--ignore-unknown") == std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(ignored_content_changes_nothing) {
  const std::string good = two_links(inertial("2"), "<axis xyz='0 1 0'/>");
  const std::string odd = two_links(inertial("2") + "<inertail/>", "<axis xyz='0 1 0'/>x", "<loop_joint/>");
  const UrdfFile file = parse_urdf(odd, "r.urdf", {.ignore_unknown = true});
  BOOST_TEST(file.warnings.size() == 3U);
  check_same(file.model, parsed(good));
}

BOOST_AUTO_TEST_CASE(left_out_content_is_one_warning_a_kind) {
  const std::vector<Case> cases{
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
  for (const Case& c : cases) BOOST_TEST_CONTEXT(text_of(c)) {
      const UrdfFile file = parse_urdf(text_of(c), "r.urdf");
      check_same(file.model, plain);
      BOOST_REQUIRE(file.warnings.size() == 1U);
      std::vector<std::string> fragments{"r.urdf: "};
      fragments.insert(fragments.end(), c.fragments.begin(), c.fragments.end());
      check_refused([&] { throw InputError(file.warnings.front()); }, fragments);
    }
}

BOOST_AUTO_TEST_CASE(harmless_content_is_silent) {
  const std::vector<Case> cases{
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
  for (const Case& c : cases) BOOST_TEST_CONTEXT(text_of(c)) {
      std::vector<std::string> warnings;
      BOOST_CHECK_NO_THROW(warnings = warnings_of(text_of(c)));
      BOOST_TEST(warnings.empty(), (warnings.empty() ? "" : warnings.front()));
      check_same(parsed(text_of(c)), plain);
    }
}

BOOST_AUTO_TEST_CASE(xacro_is_refused_with_advice_to_expand_it) {
  const std::string advice = "run `xacro FILE > robot.urdf` first";
  const std::vector<Case> cases{
      {"", "", "<xacro:property name='h' value='1'/>", {"line 5", "<xacro:property name=\"h\" value=\"1\">"}},
      {"<xacro:box_inertia m='1'/>", "", "", {"line 3: link 'b'", "<xacro:box_inertia m=\"1\">"}},
      {"<visual><geometry><xacro:mesh/></geometry></visual>", "", "", {"line 3: link 'b'", "<xacro:mesh>"}},
      {"<visual><geometry><mesh filename='$(find x)/m'/></geometry></visual>",
       "",
       "",
       {"filename", "'$(find x)/m'"}},
      {"", "<origin xyz='0 0 ${h}'/>", "", {"line 4: joint 'j'", "<origin> xyz", "'0 0 ${h}'"}},
      {"", "", "<link name='$(arg prefix)c'/>", {"line 5", "<link> name", "'$(arg prefix)c'"}},
      {"", "", "<transmission><type>$(optenv T)</type></transmission>", {"line 5", "text '$(optenv T)'"}},
      {"", "", "<link name='c' xacro:if='1'/>", {"<link> xacro:if"}},
      // Another error comes first.
      {"<inertail/>", "<origin xyz='0 0 ${h}'/>", "", {"<inertail>"}},
      {"<inertial><mass value='x'/>", "", "<xacro:m/>", {"not well-formed"}},
      {"", "", "<link/><!-- <xacro:m/> -->", {"has no 'name'"}},
  };
  for (const Case& bad : cases) BOOST_TEST_CONTEXT(text_of(bad)) {
      std::vector<std::string> fragments = bad.fragments;
      fragments.push_back(advice);
      check_refused([&] { parsed(text_of(bad)); }, fragments);
    }
  check_refused([&] { parsed(two_links("<xacro:m/>"), {.ignore_unknown = true}); }, {"<xacro:m>", advice});
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
