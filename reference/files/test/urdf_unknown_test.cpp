// Content of URDF files that is unknown or misplaced: an error, or a warning if it is to be ignored.
#include <boost/test/unit_test.hpp>

#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(urdf_content)

BOOST_AUTO_TEST_CASE(unknown_or_misplaced_content_is_refused) {
  const std::string mass = "<mass value='1'/>";
  const std::string inertia = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";
  const std::vector<UrdfContent> cases{
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
  for (const UrdfContent& bad : cases) BOOST_TEST_CONTEXT(text_of(bad)) {
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

BOOST_AUTO_TEST_CASE(xacro_is_refused_with_advice_to_expand_it) {
  const std::string advice = "run `xacro FILE > robot.urdf` first";
  const std::vector<UrdfContent> cases{
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
  for (const UrdfContent& bad : cases) BOOST_TEST_CONTEXT(text_of(bad)) {
      std::vector<std::string> fragments = bad.fragments;
      fragments.push_back(advice);
      check_refused([&] { parsed(text_of(bad)); }, fragments);
    }
  check_refused([&] { parsed(two_links("<xacro:m/>"), {.ignore_unknown = true}); }, {"<xacro:m>", advice});
}

BOOST_AUTO_TEST_SUITE_END()
