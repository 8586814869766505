#include "kintree/trees/metamorphic.hpp"

#include "metamorphic/transformations.hpp"

namespace kintree {

const std::vector<Transformation>& transformations() {
  using namespace metamorphic;
  static const std::vector<Transformation> list{
      {"renumbered", "the bodies in another regular numbering", true, renumbered},
      {"units", "other units of mass, length and time", true, units},
      {"mirrored", "the mirror image in the plane x = 0", true, mirrored},
      {"axes_reversed", "some axes reversed, and their coordinates with them", true, axes_reversed},
      {"directions_rescaled", "axes and quaternions of other lengths, some quaternions negated", true,
       directions_rescaled},
      {"time_reversed", "all velocities reversed", true, time_reversed},
      {"split", "a link split into two halves on a fixed joint, which share its children", true, split},
      {"split_at_centre", "a link split into two halves, one with its frame at the centre of mass", true,
       split_at_centre},
      {"massless_link", "a massless link on a fixed joint, which carries an end-effector", true,
       massless_link},
      {"end_effector_repeated", "an end-effector listed twice", true, end_effector_repeated},
      {"root_on_fixed_link", "a link fixed to the base, between it and the tree", true, root_on_fixed_link},
      {"tree_alone", "one of several trees on the base, without the others", true, tree_alone},
      {"joint_locked", "a fixed joint instead of a joint at rest", true, joint_locked},
      {"universal_as_hinges", "a universal joint as two revolute joints", true, universal_as_hinges},
      {"cylindrical_as_hinge_and_slider", "a cylindrical joint as a revolute and a prismatic joint", true,
       cylindrical_as_hinge_and_slider},
      {"revolute_as_helical", "a revolute joint as a helical joint of zero pitch", true, revolute_as_helical},
      {"spherical_as_hinges", "a spherical joint as three revolute joints, where their angles are regular",
       false, spherical_as_hinges},
      {"free_as_sliders_and_ball", "a free joint as three prismatic joints and a spherical joint", false,
       free_as_sliders_and_ball},
      {"planar_as_sliders_and_hinge", "a planar joint as two prismatic joints and a revolute joint", false,
       planar_as_sliders_and_hinge},
      {"base_moved", "the base frame moved and turned", false, base_moved},
      {"reframed", "a link's frame turned, and moved as far as its joint allows", false, reframed},
  };
  return list;
}

const Transformation* transformation(std::string_view name) {
  for (const Transformation& entry : transformations())
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace kintree
