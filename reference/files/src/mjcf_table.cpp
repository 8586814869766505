// The table. Sources: the XML reference of MuJoCo 2.2.2 to 3.3.
#include "mjcf_table.hpp"

namespace kintree::mjcf {
namespace {

using xml::Names;
using enum xml::Meaning;

// Kinds of left-out content, and reasons of refusals.
constexpr std::string_view dissipation = "damping and friction";
constexpr std::string_view springs = "springs";
constexpr std::string_view actuators = "actuators, whose forces are part of tau";
constexpr std::string_view fluid = "forces of a fluid (density, viscosity, wind)";
constexpr std::string_view softness = "softness of constraints (they hold exactly)";
constexpr std::string_view weld_frames =
    "frames of welds (a weld forbids all rows, in the frame of body1, so qdd is the same and lambda is not)";
constexpr std::string_view weld_poses = "poses of welds (the state decides in which pose a loop is closed)";
constexpr std::string_view references = "references of joints (q is counted from the reference position)";
constexpr std::string_view inactive =
    "a program may switch it on; expected \"true\", or remove the constraint";
constexpr std::string_view sites =
    "constraints of sites are not supported; write body1, body2 and anchor in its place";
constexpr std::string_view tendons =
    "tendons are not supported, since they may add springs, damping and inertia; remove it";
constexpr std::string_view soft = "deformable bodies are not supported; remove it";
constexpr std::string_view macros =
    "it is expanded by MuJoCo alone; save the model as MJCF from MuJoCo, and read that file";
constexpr std::string_view plugins = "plugins may add forces; remove it";
constexpr std::string_view changed_inertias =
    "it changes masses and inertias; state the final ones in <inertial>";

constexpr Names orientation{read, "quat axisangle xyaxes zaxis euler"};

constexpr std::string_view drawings = "site camera light";
constexpr std::string_view other_defaults =
    "mesh material site camera light pair general motor position velocity intvelocity damper cylinder muscle "
    "adhesion dcmotor skin";

}  // namespace

const xml::Table& table() {
  static const xml::Table table({
      {.element = "mujoco",
       .attributes = {{read, "model"}},
       .children = {{read, "compiler option default worldbody"},
                    {harmless, "size visual statistic asset contact sensor keyframe custom"},
                    {read, "equality"},
                    {left_out, "actuator", actuators},
                    {zero, "tendon", tendons},
                    {zero, "extension", plugins},
                    {zero, "deformable", soft},
                    {refused, "include", "it is empty or misplaced"}}},
      {.element = "compiler",
       .attributes = {{read, "angle eulerseq inertiafromgeom inertiagrouprange"},
                      {harmless,
                       "autolimits meshdir texturedir assetdir strippath discardvisual convexhull fusestatic "
                       "usethread exactmeshinertia saveinertial"},
                      {zero, "coordinate=local",
                       "global coordinates were removed from MuJoCo; expected \"local\""},
                      {zero, "fitaabb=false", changed_inertias},
                      {zero, "balanceinertia=false boundmass boundinertia settotalmass=-1", changed_inertias},
                      {zero, "alignfree=false", "it moves the frames of free bodies; expected \"false\""}},
       .children = {{harmless, "lengthrange"}}},
      {.element = "option",
       .attributes =
           {{read, "gravity"},
            {left_out, "density viscosity wind", fluid},
            {harmless,
             "timestep apirate integrator solver cone jacobian iterations tolerance ls_iterations "
             "ls_tolerance noslip_iterations noslip_tolerance ccd_iterations ccd_tolerance "
             "mpr_iterations mpr_tolerance sdf_iterations sdf_initpoints impratio magnetic collision "
             "o_margin o_solref o_solimp o_friction actuatorgroupdisable sleep_tolerance"}},
       .children = {{read, "flag"}}},
      {.element = "flag",
       .attributes = {{read, "gravity constraint equality"},
                      {harmless,
                       "frictionloss limit contact passive spring damper clampctrl warmstart "
                       "filterparent actuation refsafe sensor midphase eulerdamp autoreset nativeccd island "
                       "override energy fwdinv invdiscrete sensornoise multiccd sleep"}}},
      {.element = "default",
       .attributes = {{read, "class"}},
       .children = {{read, "default joint geom"},
                    {harmless, other_defaults},
                    {zero, "equality tendon", "defaults of elements that are not supported; remove it"}}},
      {.element = "equality",
       .children = {{read, "connect weld joint"},
                    {zero, "tendon", tendons},
                    {zero, "flex flexvert flexstrain", soft},
                    {refused, "distance", "it was removed from MuJoCo; remove it"}}},
      {.element = "connect",
       .attributes = {{read, "name body1 body2 anchor"},
                      {harmless, "class"},
                      {left_out, "solref solimp", softness},
                      {zero, "active=true", inactive},
                      {zero, "site1 site2", sites}}},
      {.element = "weld",
       .attributes = {{read, "name body1 body2"},
                      {harmless, "class"},
                      {left_out, "anchor torquescale=1", weld_frames},
                      {left_out, "relpose", weld_poses},
                      {left_out, "solref solimp", softness},
                      {zero, "active=true", inactive},
                      {zero, "site1 site2", sites}}},
      {.element = "equality/joint",
       .attributes = {{read, "name joint1 joint2 polycoef"},
                      {harmless, "class"},
                      {left_out, "solref solimp", softness},
                      {zero, "active=true", inactive}}},
      {.element = "worldbody",
       .attributes = {{harmless, "name childclass"}},
       .children = {{read, "body"},
                    {harmless, "geom"},
                    {harmless, drawings},
                    {refused, "frame replicate attach composite flexcomp", macros}}},
      {.element = "body",
       .attributes = {{read, "name childclass pos"},
                      orientation,
                      {harmless, "user sleep"},
                      {zero, "mocap=false", "such a body is moved by a program; remove it, or its mocap"},
                      {zero, "gravcomp", "a compensation of gravity is not supported; expected 0"}},
       .children = {{read, "inertial joint freejoint geom body"},
                    {harmless, drawings},
                    {zero, "plugin", plugins},
                    {refused, "frame replicate attach composite flexcomp", macros}}},
      {.element = "inertial", .attributes = {{read, "pos mass diaginertia fullinertia"}, orientation}},
      {.element = "joint",
       .attributes =
           {{read, "name class type pos axis armature"},
            {harmless,
             "group limited actuatorfrclimited solreflimit solimplimit solreffriction solimpfriction range "
             "actuatorfrcrange actuatorgravcomp margin springref user"},
            {left_out, "damping frictionloss", dissipation},
            {left_out, "stiffness springdamper", springs},
            {left_out, "ref", references}}},
      {.element = "freejoint",
       .attributes = {{read, "name"},
                      {harmless, "group"},
                      {zero, "align=false", "it moves the frame of the body; expected \"false\""}}},
      {.element = "geom",
       .attributes =
           {{read, "class type size fromto pos mass density group mesh shellinertia"},
            orientation,
            {harmless,
             "name contype conaffinity condim priority friction margin gap solmix solref solimp material "
             "rgba hfield fitscale user"},
            {left_out, "fluidshape=none fluidcoef", fluid}},
       .children = {{zero, "plugin", plugins}}},
  });
  return table;
}

}  // namespace kintree::mjcf
