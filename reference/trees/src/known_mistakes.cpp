#include "kintree/trees/known_mistakes.hpp"

#include <algorithm>

#include "known_mistakes/catalogue.hpp"
#include "known_mistakes/reading.hpp"

namespace kintree {
const std::vector<KnownMistake>& known_mistakes() {
  using namespace misreadings;
  static const std::vector<KnownMistake> list{
      {"linear_first", "the free joint's rates have their linear part first", linear_first},
      {"linear_in_parent_axes", "the free joint's linear rates are in the axes of the parent",
       linear_in_parent_axes},
      {"rates_in_parent_axes", "the free joint's rates are in the axes of the parent", rates_in_parent_axes},
      {"rates_at_centre_of_mass", "the free joint's linear rates are those of the body's centre of mass",
       rates_at_centre_of_mass},
      {"classical_acceleration", "the free joint's linear acceleration is the classical one, with omega x v",
       classical_acceleration},
      {"quaternion_xyzw", "quaternions are read as x, y, z, w", quaternion_xyzw},
      {"degrees", "the joints' angles are read as degrees", degrees},
      {"axis_not_normalized", "the joints' axes are not normalized", axis_not_normalized},
      {"breadth_first", "the joints follow each other level by level", breadth_first},
      {"depth_first", "the joints follow each other depth first", depth_first},
      {"alphabetical", "the joints follow each other in the order of their names", alphabetical},
      {"last_joint_first", "the joints follow each other from the last to the first", last_joint_first},
      {"rpy_in_other_order", "roll, pitch and yaw are taken in the other order, R = Rx Ry Rz",
       rpy_in_other_order},
      {"joint_rotation_ignored", "the joints' placements lack their rotations", joint_rotation_ignored},
      {"joint_rotation_transposed", "the rotations of the joints' placements are transposed",
       joint_rotation_transposed},
      {"axis_in_parent_axes", "the joints' axes are read in the axes of the parent", axis_in_parent_axes},
      {"inertial_rotation_ignored", "the rotation of the inertial frame is ignored",
       inertial_rotation_ignored},
      {"inertial_rotation_transposed", "the rotation of the inertial frame is transposed",
       inertial_rotation_transposed},
      {"inertia_about_link_origin", "the inertia is read as that about the link's origin",
       inertia_about_link_origin},
      {"centre_of_mass_ignored", "the centre of mass is in the link's origin", centre_of_mass_ignored},
      {"products_of_inertia_negated", "the products of inertia have the other sign",
       products_of_inertia_negated},
      {"mass_of_fixed_lost", "the inertia of bodies on fixed joints is lost", mass_of_fixed_lost},
      {"inertia_turned_once", "the inertia is turned as R I, without the transpose of R, and made symmetric",
       inertia_turned_once},
      {"centre_of_mass_turned", "the centre of mass is read in the axes of the inertial frame",
       centre_of_mass_turned},
      {"joint_offset_turned", "the origins of the joints' placements are read in the turned axes",
       joint_offset_turned},
      {"rpy_in_degrees", "roll, pitch and yaw are read as degrees", rpy_in_degrees},
      {"fixed_inertia_not_turned", "the inertia of bodies on fixed joints is added without being turned",
       fixed_inertia_not_turned},
      {"fixed_inertia_turned_back", "the inertia of bodies on fixed joints is turned the other way",
       fixed_inertia_turned_back},
      {"fixed_placement_ignored", "the placements of fixed joints are ignored", fixed_placement_ignored},
      {"children_of_fixed_on_base", "the children of bodies on fixed joints are attached to the base",
       children_of_fixed_on_base},
      {"gravity_missing", "there is no gravity", gravity_missing},
      {"gravity_reversed", "gravity has the other sign", gravity_reversed},
      {"velocity_terms_missing", "the velocity terms are missing", velocity_terms_missing},
      {"external_forces_missing", "the external forces are missing", external_forces_missing},
      {"external_forces_reversed", "the external forces have the other sign", external_forces_reversed},
      {"external_force_first", "the linear part of the external forces comes first", external_force_first},
      {"external_forces_at_centre_of_mass", "the external forces act at the centres of mass",
       external_forces_at_centre_of_mass},
      {"external_forces_in_base_axes", "the external forces are in the axes of the base",
       external_forces_in_base_axes},
      {"lower_triangle_only", "of the matrix only the lower triangle is written", lower_triangle_only},
      {"upper_triangle_only", "of the matrix only the upper triangle is written", upper_triangle_only},
      {"end_effector_linear_first", "of the end-effectors' rows the linear ones come first",
       end_effector_linear_first},
      {"end_effector_at_link_origin", "the end-effectors' frames are at the links' origins",
       end_effector_at_link_origin},
      {"end_effector_in_link_axes", "the end-effectors' rows are in the axes of the links",
       end_effector_in_link_axes},
      {"end_effector_in_base_axes", "the end-effectors' rows are in the axes of the base",
       end_effector_in_base_axes},
  };
  return list;
}

const KnownMistake* known_mistake(std::string_view name) {
  const auto found = std::find_if(known_mistakes().begin(), known_mistakes().end(),
                                  [&](const KnownMistake& s) { return s.name == name; });
  return found == known_mistakes().end() ? nullptr : &*found;
}

Misreading misread_in_order(const Case& c, std::vector<int> order) {
  misreadings::Reading reading(c);
  for (int i = 1; i <= reading.parts.body_count(); ++i)
    if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
  reading.takes_order(order);
  return reading.finish();
}

std::optional<Misreading> misread(const Case& c, const KnownMistake& first, const KnownMistake& second) {
  auto one = first.misread(c);
  if (!one) return {};
  auto two = second.misread(one->solved);
  if (!two) return {};
  Misreading both{std::move(two->solved), after(two->maps, one->maps), one->problems & two->problems,
                  one->part == Misreading::all ? two->part : one->part};
  return both;
}

}  // namespace kintree
