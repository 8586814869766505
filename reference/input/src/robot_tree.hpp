// The links and joints of a URDF file, and the tree that they form.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kintree/data/model.hpp"
#include "kintree/input/urdf.hpp"

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

/// The model that the elements form. Throws InputError `<element>: <reason>` if they are not a tree, if a link
/// comes before its parent in a file that is numbered by its links, or if a joint has the name that the options
/// choose for the floating base. Warns of names that the floating base could not have.
Model tree(RobotElements&& elements, const UrdfOptions& options, std::vector<std::string>& warnings);

}  // namespace kintree::urdf
