// The table. Sources: the specification of URDF 1.0 to 1.2 (urdfdom), ROS 1 and ROS 2 (ros_control, transmissions),
// Gazebo's extensions (sdformat), Drake, Bullet, MuJoCo, and some 300 published robots.
#include "urdf_table.hpp"

#include <algorithm>
#include <array>

#include "urdf_names.hpp"
#include "xml_check.hpp"

namespace kintree::urdf {
namespace {

using xml::ElementRule;
using xml::Meaning;
using xml::Names;
using enum xml::Meaning;

// Kinds of left-out content, and reasons of refusals.
constexpr std::string_view dissipation = "damping and friction";
constexpr std::string_view springs = "springs";
constexpr std::string_view rotors = "rotor data (inertias of motors, gear ratios)";
constexpr std::string_view gazebo_bodies = "Gazebo's own gravity and motion of single links";
constexpr std::string_view other_inertias = "changes of inertias and gravity by MuJoCo and Bullet";
constexpr std::string_view loops =
    "loops and constraints are not supported in this form, and the answers would be those of the open tree; "
    "write <motion_constraint>, or remove it";
constexpr std::string_view drake_joints =
    "joints of Drake are not read; write <joint> with one of the types helical (for screw), universal, "
    "spherical (for ball), planar, cylindrical";
constexpr std::string_view includes = "other files are not read; put their content here";
constexpr std::string_view only_zero =
    "it is not read; expected zeros, or nothing (put it into the joint's <origin>)";

// Names of left-out content, as attributes and as elements.
constexpr Names dissipation_names{
    left_out,
    "damping friction dampingFactor velocity_decay viscous coulomb mu_viscous mu_coulomb damping_coefficient "
    "friction_coefficient joint_damping joint_friction viscous_friction coulomb_friction static_friction "
    "dynamic_friction frictionloss linear_damping angular_damping",
    dissipation};
constexpr Names spring_names{
    left_out,
    "spring_stiffness spring_reference spring_rest stiffness rest_position rest_length spring spring_k "
    "spring_constant implicitSpringDamper force_element linear_bushing_rpy",
    springs};
constexpr Names rotor_names{
    left_out,
    "motorInertia motor_mass mass_motor rotorInertia rotor_mass actuatorInertia reflected_inertia armature "
    "joint_armature mechanicalReduction=1 simulated_reduction=1 gear_reduction=1 gearRatio=1 reduction=1 "
    "gear_efficiency=1 screw_reduction",
    rotors};

// Attributes of any element that is read.
constexpr Names namespaces{harmless, "xmlns xmlns:* xml:* xsi:*"};

constexpr std::string_view forces_of_gazebo = "turnGravityOff gravity=1 static kinematic enable_wind";

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// True for an element of the model in a place where nothing is read.
bool is_misplaced_element(pugi::xml_node node, Meaning above) {
  const std::string_view name = node.name(), parent = node.parent().name();
  // <link>, <joint>, <parent> and <child> are missed elsewhere, and other programs have their own.
  constexpr std::array<std::string_view, 8> of_model{"inertial", "mass",  "inertia", "axis",
                                                     "axis2",    "pitch", "mimic",   "dynamics"};
  constexpr std::array<std::string_view, 5> with_origin{"visual", "collision", "propellor",
                                                        "self_collision_checking", "collision_checking"};
  if (above == Meaning::harmless)
    return contains(of_model, name) || (name == "origin" && !contains(with_origin, parent));
  const bool is_pose = name == "origin" && !parent.starts_with("sensor");
  const bool is_axis = name.starts_with("axis") && node.attribute("xyz");
  return above == Meaning::foreign && (name == "inertial" || is_pose || is_axis);
}

/// True for an attribute of the model in a place where nothing is read.
bool is_misplaced_attribute(pugi::xml_attribute attribute, std::string_view element) {
  constexpr std::array<std::string_view, 3> of_pose{"xyz", "rpy", "quat_xyzw"};
  constexpr std::array<std::string_view, 8> of_model{"ixx", "ixy", "ixz",  "iyy",
                                                     "iyz", "izz", "axis", "numbering"};
  const std::string_view name = attribute.name();
  if (element == "axis" && name == "rpy") return !xml::all_zero(attribute.value());
  const bool has_pose = element == "origin" || element == "frame" || element == "anchor" || element == "axis";
  return contains(of_model, name) || (contains(of_pose, name) && !has_pose);
}

/// True for the <axis> of a <joint> whose type has none.
bool is_unused(pugi::xml_node node) {
  const pugi::xml_node joint = node.parent();
  if (std::string_view(node.name()) != "axis" || std::string_view(joint.name()) != "joint") return false;
  const std::string_view type = joint.attribute("type").value();
  const auto* const known = std::find_if(joint_types.begin(), joint_types.end(),
                                         [&](const JointType& t) { return t.name == type; });
  return known != joint_types.end() && !has_axis(known->kind);
}

}  // namespace

const xml::Table& table() {
  static const xml::Table table(
      {
          {.element = "robot",
           .attributes = {{read, "name version numbering"}, namespaces},
           .children =
               {{read, "link joint motion_constraint transmission gazebo mujoco"},
                {harmless,
                 "material frame collision_filter_group drake:collision_filter_group disable_collisions"},
                {foreign, "sensor ros2_control map webots plugin schedule_topic_creator_file RefLink bullet"},
                spring_names,
                {zero, "origin",
                 "the base is at the origin; expected zeros, or nothing (turn the state's gravity instead)"},
                {refused,
                 "loop_joint loop loops loop_closure closed_loop constraint constraints cable tendon "
                 "equality "
                 "connect weld drake:*constraint",
                 loops},
                {refused, "drake:joint", drake_joints},
                {refused, "include xi:include", includes}}},
          {.element = "link",
           .attributes = {{read, "name"}, {harmless, "type concave"}, namespaces},
           .children = {{read, "inertial contact"},
                        {harmless,
                         "visual collision material self_collision_checking collision_checking self_filter "
                         "contact_coefficients"},
                        {foreign, "sensor map audio_source"},
                        {left_out, "gravity=1", gazebo_bodies},
                        {zero, "origin", only_zero}}},
          {.element = "contact",
           .children = {{harmless,
                         "lateral_friction rolling_friction spinning_friction restitution contact_cfm "
                         "contact_erp stiffness "
                         "damping friction_anchor"},
                        {left_out, "inertia_scaling=1", other_inertias}}},
          {.element = "inertial",
           .attributes = {namespaces},
           .children = {{read, "origin mass inertia"},
                        {refused, "com", "the centre of mass is written as <origin xyz=\"...\"/>"},
                        {refused, "density volume", "a mass is not computed; write <mass value=\"...\"/>"}}},
          {.element = "mass", .attributes = {{read, "value"}}},
          {.element = "inertia", .attributes = {{read, "ixx ixy ixz iyy iyz izz iyx izx izy"}}},
          {.element = "origin", .attributes = {{read, "xyz rpy quat_xyzw"}}},
          {.element = "joint",
           .attributes = {{read, "name type"}, {harmless, "dont_collapse"}, namespaces},
           .children =
               {{read,
                 "parent child origin axis axis2 pitch armature mimic dynamics limit safety_controller "
                 "calibration "
                 "joint_properties traits hardwareInterface actuator"},
                {harmless, "controller_gains"},
                {foreign, "sensor map plugin"},
                {zero, "anchor", only_zero},
                dissipation_names,
                spring_names,
                rotor_names,
                {refused, "drake:mimic", "write <mimic>"},
                {refused, "drake:screw_thread_pitch",
                 "write type=\"helical\" and <pitch value=\"...\"/>, the translation by an angle of 1 rad"}}},
          {.element = "motion_constraint",
           .attributes = {{read, "name rows"}},
           .children = {{read, "frame relative_to coupling"}}},
          {.element = "coupling", .attributes = {{read, "joint follows multiplier offset"}}},
          {.element = "frame", .attributes = {{read, "link"}}, .children = {{read, "origin"}}},
          {.element = "relative_to", .attributes = {{read, "link"}}},
          {.element = "parent", .attributes = {{read, "link"}}},
          {.element = "child", .attributes = {{read, "link"}}},
          {.element = "axis",
           .attributes = {{read, "xyz"}, {zero, "rpy", "an axis is not turned; expected zeros, or nothing"}}},
          {.element = "axis2", .attributes = {{read, "xyz"}}},
          {.element = "pitch", .attributes = {{read, "value"}}},
          {.element = "armature", .attributes = {{read, "values"}}},
          {.element = "mimic", .attributes = {{read, "joint multiplier offset"}}},
          {.element = "dynamics",
           .attributes = {dissipation_names,
                          spring_names,
                          {left_out, "D", dissipation},
                          {left_out, "K", springs},
                          rotor_names},
           .children = {dissipation_names, spring_names, rotor_names}},
          {.element = "joint_properties", .attributes = {dissipation_names, spring_names, rotor_names}},
          {.element = "traits", .attributes = {dissipation_names, spring_names, rotor_names}},
          {.element = "limit",
           .attributes =
               {{harmless,
                 "lower upper effort velocity acceleration deceleration jerk drake:acceleration drake:jerk "
                 "command_effort current gear_velocity k_velocity"}}},
          {.element = "safety_controller",
           .attributes = {{harmless, "soft_lower_limit soft_upper_limit k_position k_velocity k_effort"}}},
          {.element = "calibration", .attributes = {{harmless, "rising falling reference_position"}}},
          {.element = "transmission",
           .attributes =
               {{harmless,
                 "name type role joint passive_actuated_joint ratio k_belt kd_motor lambda_combined "
                 "lambda_joint lambda_motor L0 a b h r t0 theta0 phi0 plugin version"},
                rotor_names,
                namespaces},
           .children =
               {{read,
                 "joint actuator hardwareInterface leftActuator rightActuator flexJoint rollJoint gap_joint "
                 "passive_joint simulated_actuated_joint compensator child"},
                {harmless,
                 "type role offset robotNamespace node api motorTorqueConstant pulsesPerRevolution "
                 "encoderResolution maximumMotorTorque use_simulated_gripper_joint parent "
                 "ignoreTransmissionAbsoluteEncoder"},
                {foreign, "param plugin map"},
                dissipation_names,
                spring_names,
                rotor_names},
           .has_text = true,
           .is_recursive = true},
          {.element = "hardwareInterface",
           .attributes = {{harmless, "name type"}},
           .children = {dissipation_names, spring_names, rotor_names},
           .has_text = true},
          {.element = "actuator",
           .attributes = {{harmless, "name type"}, rotor_names},
           .children = {{read, "hardwareInterface"}, dissipation_names, spring_names, rotor_names}},
          {.element = "gazebo",
           .attributes = {{harmless, "reference version"}, namespaces},
           .children =
               {{harmless,
                 "material mu mu1 mu2 mu3 kp kd fdir1 maxVel minDepth maxContacts max_contacts "
                 "selfCollide self_collide "
                 "laserRetro laser_retro genTexCoord mesh preserveFixedJoint disableFixedJointLumping "
                 "provideFeedback provide_feedback stopCfm stopErp stopKd stopKp cfmDamping fudgeFactor "
                 "canonicalBody initial_joint_position allow_auto_disable must_be_base_link slip1 slip2 "
                 "slip torsional soft_cfm soft_erp cfm erp"},
                {foreign,
                 "sensor plugin visual collision projector gripper physics ode light battery audio_sink "
                 "audio_source "
                 "particle_emitter frame ros2_control robotNamespace controller:* sensor:* interface:* "
                 "renderable:* "
                 "rendering:* physics:* model:* geom:* map:*"},
                {left_out, forces_of_gazebo, gazebo_bodies},
                dissipation_names,
                spring_names,
                rotor_names,
                {left_out, "use_implicit_spring_damper implicit_spring_damper", springs},
                {zero, "pose", only_zero},
                {refused, "joint joint:* slider:* constraint loop_joint",
                 "a joint for Gazebo closes a loop or adds a joint, and the answers would be those of the "
                 "tree without it; remove it, or write <motion_constraint> or <joint> in <robot>"},
                {refused, "link body:* model include",
                 "bodies for Gazebo are not read; write <link> and <joint> in <robot>"}}},
          {.element = "mujoco",
           .children =
               {{read, "compiler option"},
                {foreign,
                 "size visual asset default statistic flag extension sensor actuator contact keyframe"},
                {refused, "equality tendon worldbody", loops}}},
          {.element = "compiler",
           .attributes =
               {{harmless,
                 "meshdir texturedir assetdir strippath discardvisual convexhull fusestatic fitaabb "
                 "usethread "
                 "autolimits coordinate angle eulerseq exactmeshinertia alignfree saveinertial"},
                {left_out,
                 "balanceinertia boundmass boundinertia settotalmass=-1 inertiafromgeom inertiagrouprange",
                 other_inertias}}},
          {.element = "option",
           .attributes =
               {{left_out, "gravity density viscosity wind magnetic", other_inertias},
                {harmless,
                 "timestep integrator solver iterations tolerance cone jacobian impratio noslip_iterations "
                 "apirate collision o_margin o_solref o_solimp mpr_iterations mpr_tolerance"}},
           .children = {{foreign, "flag"}}},
      },
      {.is_misplaced_element = is_misplaced_element,
       .is_misplaced_attribute = is_misplaced_attribute,
       .is_unused = is_unused,
       .has_macros = true});
  return table;
}

}  // namespace kintree::urdf
