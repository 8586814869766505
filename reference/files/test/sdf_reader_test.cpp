#include <boost/test/unit_test.hpp>
#include <numbers>

#include "refused.hpp"
#include "sdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_SUITE(sdf_reader)

BOOST_AUTO_TEST_CASE(sdf_reader_floats_a_link_that_no_joint_holds) {
  const Model model = parsed_sdf(
      sdf_model("<pose>1 2 3 0 0 0</pose>" + sdf_link("a") +
                sdf_link("b", "<pose relative_to='a'>0.1 0.2 0.3 0.4 0.5 0.6</pose>" + unit_inertial) +
                sdf_link("c") + sdf_joint("revolute", "<axis/>")));
  BOOST_REQUIRE(model.body_count() == 3);
  BOOST_TEST(model.name == "m");
  BOOST_TEST((model.bodies[1].joint.kind == JointKind::free));
  BOOST_TEST(model.bodies[1].joint.name == "floating_base");
  BOOST_TEST((model.bodies[1].joint.placement.xyz == Triple{}));
  BOOST_TEST(model.bodies[2].name == "b");
  BOOST_TEST((model.bodies[2].joint.placement.xyz == Triple{0.1, 0.2, 0.3}));
  BOOST_TEST((model.bodies[2].joint.placement.rpy == Triple{0.4, 0.5, 0.6}));
  BOOST_TEST((model.bodies[2].joint.axis == Triple{0, 0, 1}));
  BOOST_TEST(model.bodies[3].joint.name == "floating_base_2");
  BOOST_TEST(model.bodies[3].parent == 0);
}

BOOST_AUTO_TEST_CASE(sdf_reader_puts_a_massless_body_at_a_joint_of_its_own_pose) {
  const Model model = parsed_sdf(two_sdf_links(sdf_joint("revolute", "<pose>0 0 1 0 0 0</pose><axis/>")));
  BOOST_REQUIRE(model.body_count() == 3);
  BOOST_TEST(model.bodies[2].name == "b/j");
  BOOST_TEST((model.bodies[2].joint.placement.xyz == Triple{0, 0, 1}));
  BOOST_TEST(model.bodies[2].inertial.mass == 0.0);
  BOOST_TEST(model.bodies[3].name == "b");
  BOOST_TEST((model.bodies[3].joint.kind == JointKind::fixed));
  BOOST_TEST((model.bodies[3].joint.placement.xyz == Triple{0, 0, -1}));
}

BOOST_AUTO_TEST_CASE(sdf_reader_knows_the_kinds_of_joint) {
  const auto joint = [](const std::string& type, const std::string& rest = "<axis/>") {
    return parsed_sdf(two_sdf_links(sdf_joint(type, rest))).bodies[2].joint;
  };
  BOOST_TEST((joint("revolute").kind == JointKind::revolute));
  BOOST_TEST((joint("continuous").kind == JointKind::revolute));
  BOOST_TEST((joint("prismatic").kind == JointKind::prismatic));
  BOOST_TEST((joint("fixed", "").kind == JointKind::fixed));
  BOOST_TEST((joint("ball", "").kind == JointKind::spherical));
  const std::string two = "<axis/><axis2><xyz>1 0 0</xyz></axis2>";
  BOOST_TEST((joint("universal", two).kind == JointKind::universal));
  BOOST_TEST((joint("revolute2", two).second_axis == Triple{1, 0, 0}));
  // rad/m, left-handed; m per turn, right-handed.
  BOOST_TEST(joint("screw", "<axis/><thread_pitch>4</thread_pitch>").pitch == -0.25);
  BOOST_TEST(joint("screw", "<axis/><screw_thread_pitch>2</screw_thread_pitch>").pitch ==
             1 / std::numbers::pi);
  BOOST_TEST((parsed_sdf(two_sdf_links(sdf_joint("revolute", "<axis><mimic joint='k'/></axis>")),
                         {.independent_mimic = true})
                  .body_count() == 2));
}

// q = 2 (q' - 0.25) + 3. The other joint is one of the same model.
BOOST_AUTO_TEST_CASE(sdf_joints_follow_others) {
  const auto joint = [](const std::string& name, const std::string& child, const std::string& mimic) {
    return "<joint name='" + name + "' type='revolute'><parent>world</parent><child>" + child +
           "</child><axis>" + mimic + "</axis></joint>";
  };
  const std::string gripper =
      sdf_link("a") + sdf_link("b") + joint("left", "a", "") +
      joint("right", "b",
            "<mimic joint='left' "
            "axis='axis'><multiplier>2</multiplier><offset>3</offset><reference>0.25</reference></mimic>");
  const auto check = [](const Model& model, const std::string& scope) {
    BOOST_TEST_REQUIRE(model.constraints.size() == 1U);
    const Constraint& c = model.constraints[0];
    BOOST_TEST(c.name == scope + "right");
    BOOST_TEST(model.bodies[static_cast<std::size_t>(c.frame.body)].joint.name == scope + "right");
    BOOST_TEST(model.bodies[static_cast<std::size_t>(c.relative_to)].joint.name == scope + "left");
    BOOST_TEST((c.coupling->multiplier == 2 && c.coupling->offset == 2.5));
  };
  check(parsed_sdf(sdf_model(gripper)), "");
  check(parsed_sdf(sdf_model("<model name='hand'>" + gripper + "</model>")), "hand::");
}

BOOST_AUTO_TEST_CASE(sdf_reader_turns_an_axis_of_another_frame) {
  const std::string quarter = "<pose degrees='true'>0 0 0 0 0 90</pose>";
  const auto axis = [&](const std::string& of_axis, const std::string& version) {
    return parsed_sdf(sdf_model(sdf_link("a") + sdf_link("b", quarter + unit_inertial) +
                                    sdf_joint("revolute", "<axis>" + of_axis + "</axis>"),
                                version))
        .bodies[2]
        .joint.axis;
  };
  BOOST_TEST((axis("<xyz>1 0 0</xyz>", "1.9") == Triple{1, 0, 0}));
  BOOST_TEST((axis("<xyz expressed_in='a'>1 0 0</xyz>", "1.9") == Triple{0, -1, 0}));
  BOOST_TEST((axis("<xyz expressed_in='__model__'>1 0 0</xyz>", "1.9") == Triple{0, -1, 0}));
  BOOST_TEST((axis("<xyz>1 0 0</xyz><use_parent_model_frame>1</use_parent_model_frame>", "1.6") ==
              Triple{0, -1, 0}));
}

BOOST_AUTO_TEST_CASE(sdf_reader_takes_the_defaults_of_sdf) {
  const UrdfFile file = parse_sdf(sdf_model(sdf_link("a", "") + sdf_link("b", "")), "r.sdf");
  BOOST_TEST(file.model.bodies[1].inertial.mass == 1.0);
  BOOST_TEST(file.model.bodies[1].inertial.izz == 1.0);
  BOOST_REQUIRE(file.warnings.size() == 1U);
  check_refused([&] { throw InputError(file.warnings.front()); },
                {"r.sdf: line 2: link 'a': no <mass> or no <inertia>"});
  const auto in_world = [](const std::string& gravity) {
    return parsed_sdf("<sdf version='1.9'><world name='w'>" + gravity + "<model name='m'>" + sdf_link("a") +
                      "</model></world></sdf>")
        .gravity;
  };
  BOOST_TEST((in_world("") == Triple{0, 0, -9.8}));
  BOOST_TEST((in_world("<gravity>1 2 3</gravity>") == Triple{1, 2, 3}));
  BOOST_TEST((parsed_sdf(sdf_model(sdf_link("a"))).gravity == Triple{0, 0, -9.81}));
}

BOOST_AUTO_TEST_CASE(sdf_reader_names_links_of_several_models_by_them) {
  const std::string inner = "<model name='n'>" + sdf_link("a") + "</model>";
  BOOST_TEST(parsed_sdf(sdf_model(sdf_link("a") + inner)).bodies[2].name == "n::a");
  const Model two = parsed_sdf("<sdf version='1.9'><world name='w'><model name='m'>" + sdf_link("a") + inner +
                               "</model><model name='o'>" + sdf_link("a") + "</model></world></sdf>");
  BOOST_TEST(two.name == "w");
  BOOST_TEST(two.bodies[1].name == "m::a");
  BOOST_TEST(two.bodies[2].name == "m::n::a");
  BOOST_TEST(two.bodies[3].name == "o::a");
}

BOOST_AUTO_TEST_CASE(sdf_reader_warns_of_what_it_leaves_out) {
  const auto warnings = [](const std::string& dynamics) {
    return parse_sdf(
               two_sdf_links(sdf_joint("revolute", "<axis><dynamics>" + dynamics + "</dynamics></axis>")),
               "r.sdf")
        .warnings;
  };
  BOOST_TEST(warnings("<damping>0</damping><spring_stiffness>0</spring_stiffness>").empty());
  BOOST_REQUIRE(warnings("<damping>1</damping>").size() == 1U);
  check_refused(
      [&] { throw InputError(warnings("<friction>1</friction>").front()); },
      {"r.sdf: damping and friction: no part of the model; left out 1 time (friction), first in line 4"});
  check_refused([&] { throw InputError(warnings("<spring_stiffness>1</spring_stiffness>").front()); },
                {"r.sdf: springs"});
}

BOOST_AUTO_TEST_SUITE_END()
