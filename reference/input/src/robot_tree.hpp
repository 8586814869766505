// The links and joints of a URDF file, and the tree that they form.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kintree/data/model.hpp"

namespace kintree::urdf {

struct JointElement {
  Joint joint;
  std::size_t parent, child;  ///< indices of links
};

struct RobotElements {
  std::string name;
  std::vector<Body> links;  ///< names and inertials, in the order of the file
  std::vector<JointElement> joints;
  bool numbered_by_file =
      false;  ///< bodies keep the order of the links; otherwise they are numbered depth first
};

/// The model that the elements form. Throws InputError `<element>: <reason>` if they are not a tree, if a
/// link stands before its parent in a file that is numbered by its links, or if a name is taken by the
/// floating base.
Model tree(RobotElements&& elements, bool floating_base);

}  // namespace kintree::urdf
