#include "robot_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "tokens.hpp"
#include "urdf_names.hpp"

namespace kintree::urdf {

using text::fail;

namespace {

/// The name, or name_2, name_3... if others have it.
std::string free_name(const std::string& wanted, const std::unordered_set<std::string_view>& taken) {
  std::string name = wanted;
  for (int k = 2; taken.contains(name); ++k) name = wanted + "_" + std::to_string(k);
  return name;
}

std::string at(std::size_t line, const char* element, const std::string& name) {
  return "line " + std::to_string(line) + ": " + element + " " + in_quotes(name);
}

/// Puts the base and the free joint of a floating robot before the root link.
void add_floating_base(Model& model, std::vector<Body>& links, const std::vector<JointElement>& joints,
                       std::size_t root, const UrdfOptions& options, std::vector<std::string>& warnings) {
  std::unordered_set<std::string_view> link_names, joint_names;
  for (const Body& link : links) link_names.insert(link.name);
  for (const JointElement& element : joints) joint_names.insert(element.joint.name);
  const std::string& chosen = options.floating_base_name;
  if (joint_names.contains(chosen))
    fail("joint " + in_quotes(chosen),
         "the floating base cannot have the name of another joint; choose another "
         "name, or none");
  const std::string base = free_name(world_name, link_names);
  const std::string joint = chosen.empty() ? free_name(floating_base_name, joint_names) : chosen;
  if (base != world_name)
    warnings.push_back("link " + in_quotes(world_name) +
                       ": the name is taken, so the base of the floating robot is " + in_quotes(base));
  if (chosen.empty() && joint != floating_base_name)
    warnings.push_back("joint " + in_quotes(floating_base_name) +
                       ": the name is taken, so the joint of the floating base is " + in_quotes(joint) +
                       "; --floating-base NAME chooses another");
  const auto at_root = [root](const JointElement& element) { return element.parent == root; };
  const auto first = std::find_if(joints.begin(), joints.end(), at_root);
  if (std::count_if(joints.begin(), joints.end(), at_root) == 1 && first->joint.kind == JointKind::free &&
      links[root].inertial.mass == 0)
    warnings.push_back(
        "joint " + in_quotes(first->joint.name) +
        ": the robot already floats by this joint, so a floating base before the massless link " +
        in_quotes(links[root].name) + " makes the mass matrix singular");
  model.bodies.push_back({.name = base, .parent = 0, .joint = {}, .inertial = {}});
  links[root].joint.name = joint;
  links[root].joint.kind = JointKind::free;
}

/// Finds the joints of couplings.
class Couplings {
 public:
  explicit Couplings(const Model& model) : model_(model) {
    for (int i = 1; i <= model.body_count(); ++i) bodies_.emplace(joint(i).name, i);
  }

  Constraint operator()(ConstraintElement&& element) {
    Constraint result = std::move(element.constraint);
    result.frame.body = body_of(element.joint, element.place);
    if (element.leader.empty() && !element.is_mimic) return result;
    result.relative_to = body_of(element.leader, element.place);
    if (element.is_mimic) refuse_cycle(result.frame.body, result.relative_to, element.place);
    return result;
  }

 private:
  const Joint& joint(int body) const { return model_.bodies[static_cast<std::size_t>(body)].joint; }

  /// A joint has one <mimic> at most.
  void refuse_cycle(int body, int leader, const std::string& place) {
    leader_[body] = leader;
    int last = leader;
    while (last != body && leader_.contains(last)) last = leader_[last];
    if (last != body) return;
    std::string cycle = in_quotes(joint(body).name);
    do {
      last = leader_[last];
      cycle += " follows " + in_quotes(joint(last).name);
    } while (last != body);
    fail(place, "joints follow each other in a cycle: " + cycle + "; remove one <mimic>");
  }

  int body_of(const std::string& name, const std::string& place) const {
    const auto found = bodies_.find(name);
    if (found == bodies_.end()) {
      std::vector<std::string_view> names;
      for (const auto& [known, body] : bodies_) names.push_back(known);
      fail(place, "there is no joint " + in_quotes(name) + known_names_hint(name, names));
    }
    if (const int count = info(joint(found->second).kind).velocities; count != 1)
      fail(place, "joint " + in_quotes(name) + " has " + std::to_string(count) +
                      " degrees of freedom; expected joints with one (--mimic independent, in Python "
                      "independent_mimic=True, leaves <mimic> out)");
    return found->second;
  }

  const Model& model_;
  std::map<std::string_view, int> bodies_;  ///< by the names of their joints
  std::unordered_map<int, int> leader_;     ///< by body: the one whose joint its <mimic> follows
};

/// Leaves out the joints that follow others if the options say so. Warns of both.
void choose_mimics(std::vector<ConstraintElement>& constraints, const UrdfOptions& options,
                   std::vector<std::string>& warnings) {
  const auto is_mimic = [](const ConstraintElement& element) { return element.is_mimic; };
  const auto first = std::find_if(constraints.begin(), constraints.end(), is_mimic);
  if (first == constraints.end()) return;
  const auto count = std::count_if(constraints.begin(), constraints.end(), is_mimic);
  warnings.push_back(first->place + (count > 1 ? " (and " + std::to_string(count - 1) + " more)" : "") +
                     (options.independent_mimic ? " is not followed; the joint is taken as independent"
                                                : " is a constraint, and only problems about constraints "
                                                  "observe it; --mimic independent leaves it out"));
  if (options.independent_mimic) std::erase_if(constraints, is_mimic);
}

}  // namespace

Tree tree(RobotElements&& elements, const UrdfOptions& options, std::vector<std::string>& warnings) {
  auto& [name, line, links, link_lines, joints, constraints, numbered_by_file] = elements;
  const std::string robot = at(line, "robot", name);
  constexpr std::size_t none = SIZE_MAX;
  const std::size_t count = links.size();
  if (count == 0) fail(robot, "no links; expected at least one <link>");
  std::vector<std::size_t> joint_above(count, none);
  std::vector<std::vector<std::size_t>> jointsbelow(count);
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const auto& [joint, parent, child, joint_line] = joints[k];
    if (joint_above[child] != none)
      fail(at(joint_line, "link", links[child].name),
           "it has two parents, by joint " + in_quotes(joints[joint_above[child]].joint.name) +
               " and by joint " + in_quotes(joint.name) +
               "; expected one parent, so remove one of the joints (in URDF, a <motion_constraint> closes "
               "a loop)");
    joint_above[child] = k;
    jointsbelow[parent].push_back(k);
  }
  const auto first_root = std::find(joint_above.begin(), joint_above.end(), none);
  if (first_root == joint_above.end())
    fail(robot, "no root link, because every link is in or below a cycle of joints; expected a tree");
  const auto root = static_cast<std::size_t>(first_root - joint_above.begin());
  if (std::count(joint_above.begin(), joint_above.end(), none) > 1) {
    std::string roots;
    std::size_t listed = 0;
    constexpr std::size_t most_listed = 10;
    for (std::size_t link = 0; link < count; ++link)
      if (joint_above[link] == none && ++listed <= most_listed)
        roots += (roots.empty() ? "" : ", ") + in_quotes(links[link].name);
    if (listed > most_listed) roots += " and " + std::to_string(listed - most_listed) + " more";
    fail(robot, "more than one root link: " + roots + "; expected one link that is no joint's child");
  }

  Model model;
  model.name = name;
  model.bodies.clear();
  model.bodies.reserve(count + 1);
  std::vector<int> body_of_link(count, -1);
  std::vector<BodyLines> lines;
  if (options.floating_base) {
    add_floating_base(model, links, joints, root, options, warnings);
    lines.push_back({});
  }
  std::vector<std::size_t> pending{root};
  if (numbered_by_file) {
    for (std::size_t link = 0; link < count; ++link)
      if (joint_above[link] != none && joints[joint_above[link]].parent >= link)
        fail(at(link_lines[link], "link", links[link].name),
             "it stands before its parent; expected after it, as numbering='file' requires");
    pending.resize(count);
    std::iota(pending.rbegin(), pending.rend(), std::size_t{0});
  }
  while (!pending.empty()) {
    const std::size_t link = pending.back();
    pending.pop_back();
    body_of_link[link] = static_cast<int>(model.bodies.size());
    Body& body = model.bodies.emplace_back(std::move(links[link]));
    lines.push_back({link_lines[link], 0});
    if (joint_above[link] != none) {
      lines.back().joint = joints[joint_above[link]].line;
      body.parent = body_of_link[joints[joint_above[link]].parent];
      body.joint = std::move(joints[joint_above[link]].joint);
    }
    if (numbered_by_file) continue;
    for (auto k = jointsbelow[link].rbegin(); k != jointsbelow[link].rend(); ++k)
      pending.push_back(joints[*k].child);
  }
  const auto unreached = std::find(body_of_link.begin(), body_of_link.end(), -1);
  if (unreached != body_of_link.end()) {
    const auto link = static_cast<std::size_t>(unreached - body_of_link.begin());
    fail(at(link_lines[link], "link", links[link].name),
         "it is in or below a cycle of joints; expected a tree");
  }
  choose_mimics(constraints, options, warnings);
  Couplings coupled(model);
  for (ConstraintElement& element : constraints) {
    if (element.constraint.coupling) {
      model.constraints.push_back(coupled(std::move(element)));
      continue;
    }
    Constraint& constraint = model.constraints.emplace_back(std::move(element.constraint));
    constraint.frame.body = body_of_link[element.link];
    if (element.relative_to) constraint.relative_to = body_of_link[*element.relative_to];
    if (constraint.relative_to == constraint.frame.body)
      fail(at(element.line, "motion_constraint", constraint.name),
           "the frame is on the body that it must not move relative to, " +
               in_quotes(model.bodies[static_cast<std::size_t>(constraint.frame.body)].name) +
               "; expected another body in <relative_to>");
  }
  return {std::move(model), std::move(lines)};
}

}  // namespace kintree::urdf
