// The table. Sources: the specification of SDFormat 1.5 to 1.12 (libsdformat 12 and 14).
#include "sdf_table.hpp"

#include <array>

namespace kintree::sdf {
namespace {

using xml::ElementRule;
using xml::Names;
using enum xml::Meaning;

// Kinds of left-out content, and reasons of refusals.
constexpr std::string_view dissipation = "damping and friction";
constexpr std::string_view springs = "springs";
constexpr std::string_view wind = "wind";
constexpr std::string_view includes = "other files are not read; put their content here";
constexpr std::string_view gearboxes = "gearboxes are not supported yet; remove it";
constexpr std::string_view not_moving =
    "such bodies do not obey the equations of motion; remove it, or use joints of type fixed";
constexpr std::string_view no_gravity = "gravity acts on all bodies; expected true";
constexpr std::string_view computed = "an inertia is not computed; state mass and inertia";
constexpr std::string_view placement = "state the pose of the model itself by <pose>";

constexpr Names namespaces{harmless, "xmlns xmlns:* xml:* xsi:*"};
constexpr Names programs{foreign, "plugin gz:* ignition:* drake:collision_filter_group"};
constexpr Names of_drake{refused, "drake:*", "it may change the dynamics, and is not read; remove it"};

std::vector<ElementRule> all_rules() {
  const Names axis_children{read, "xyz dynamics mimic use_parent_model_frame"};
  std::vector<ElementRule> rules{
      {.element = "sdf",
       .attributes = {{read, "version"}, namespaces},
       .children = {{read, "model world"}, {harmless, "actor light"}}},
      {.element = "world",
       .attributes = {{read, "name"}, namespaces},
       .children = {{read, "model frame gravity"},
                    {harmless,
                     "audio magnetic_field atmosphere gui physics scene light road spherical_coordinates "
                     "state actor"},
                    programs,
                    {left_out, "wind", wind},
                    {refused, "include population", includes},
                    {refused, "joint", "joints between models are not supported; put both into one model"}}},
      {.element = "model",
       .attributes = {{read, "name canonical_link"}, {refused, "placement_frame", placement}, namespaces},
       .children = {{read, "pose link joint frame model"},
                    {harmless, "self_collide allow_auto_disable gripper"},
                    programs,
                    {left_out, "enable_wind", wind},
                    {zero, "static=false", not_moving},
                    {refused, "include", includes},
                    of_drake}},
      {.element = "frame",
       .attributes = {{read, "name attached_to"}, namespaces},
       .children = {{read, "pose"}}},
      {.element = "pose",
       .attributes = {{read, "relative_to rotation_format degrees frame"}},
       .has_text = true},
      {.element = "link",
       .attributes = {{read, "name"}, namespaces},
       .children =
           {{read, "pose inertial"},
            {harmless,
             "self_collide must_be_base_link collision visual sensor projector audio_sink audio_source "
             "battery light particle_emitter"},
            programs,
            {left_out, "velocity_decay", dissipation},
            {left_out, "enable_wind", wind},
            {zero, "gravity=true", no_gravity},
            {zero, "kinematic=false", not_moving},
            of_drake}},
      {.element = "inertial",
       .attributes = {{zero, "auto=false", computed}, namespaces},
       .children = {{read, "pose mass inertia"},
                    {refused, "density auto_inertia_params", computed},
                    {refused, "fluid_added_mass", "the mass of a fluid is not supported; remove it"}}},
      {.element = "inertia", .children = {{read, "ixx ixy ixz iyy iyz izz"}}},
      {.element = "joint",
       .attributes = {{read, "name type"}, namespaces},
       .children = {{read, "pose parent child axis axis2 thread_pitch screw_thread_pitch"},
                    {harmless, "sensor physics"},
                    programs,
                    {refused, "gearbox_ratio gearbox_reference_body", gearboxes},
                    {left_out, "drake:rotor_inertia drake:gear_ratio=1",
                     "rotor data (inertias of motors, gear ratios)"},
                    of_drake}},
      {.element = "axis", .children = {axis_children, {harmless, "limit initial_position"}}},
      {.element = "axis2", .children = {axis_children, {harmless, "limit initial_position"}}},
      {.element = "xyz", .attributes = {{read, "expressed_in"}}, .has_text = true},
      {.element = "dynamics",
       .children = {{left_out, "damping friction", dissipation},
                    {left_out, "spring_stiffness", springs},
                    {harmless, "spring_reference"}}},
      {.element = "mimic",
       .attributes = {{read, "joint axis"}},
       .children = {{read, "multiplier offset reference"}}}};
  for (const std::string_view number :
       {"gravity", "mass", "ixx", "ixy", "ixz", "iyy", "iyz", "izz", "parent", "child", "thread_pitch",
        "screw_thread_pitch", "use_parent_model_frame", "multiplier", "offset", "reference"})
    rules.push_back({.element = number, .has_text = true});
  return rules;
}

}  // namespace

const xml::Table& table() {
  static const xml::Table table(all_rules());
  return table;
}

}  // namespace kintree::sdf
