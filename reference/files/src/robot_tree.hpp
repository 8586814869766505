// The links and joints of a URDF file, and the tree that they form.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kintree/files/urdf.hpp"
#include "kintree/model/model.hpp"
#include "kintree/model/validate.hpp"

namespace kintree::urdf {

struct JointElement {
  Joint joint;
  std::size_t parent, child;  ///< indices of links
  std::size_t line;           ///< of the file
};

/// A constraint whose bodies are still links, or joints if it has a coupling.
struct ConstraintElement {
  Constraint constraint;
  std::size_t line;                             ///< of the file
  std::size_t link = 0;                         ///< index of the frame's link
  std::optional<std::size_t> relative_to = {};  ///< index of the other link, or none for the base
  std::string joint = {}, leader = {};  ///< the joint that follows, and the other; none: it stands still
  std::string place = {};               ///< of the coupling, for messages: line, owner and element
  bool is_mimic = false;                ///< options may leave it out
};

struct RobotElements {
  std::string name;
  std::size_t line = 1;     ///< where <robot> begins
  std::vector<Body> links;  ///< names and inertials, in the order of the file
  std::vector<std::size_t> link_lines;
  std::vector<JointElement> joints;
  std::vector<ConstraintElement> constraints;
  bool numbered_by_file =
      false;  ///< bodies keep the order of the links; otherwise they are numbered depth first
};

struct Tree {
  Model model;
  std::vector<BodyLines> lines;  ///< by body
};

/// The model that the elements form. Throws InputError `line N: <element>: <reason>` in three cases. The
/// elements are not a tree. A link comes before its parent in a file that is numbered by its links. A joint
/// has the name that the options choose for the floating base. A joint of
/// a coupling does not exist, has not one degree of freedom, or follows itself by others. Warns of names that
/// the floating base could not have, and of <mimic>.
Tree tree(RobotElements&& elements, const UrdfOptions& options, std::vector<std::string>& warnings);

}  // namespace kintree::urdf
