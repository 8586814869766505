#include "robot_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>

#include "kintree/data/printable.hpp"
#include "tokens.hpp"
#include "urdf_names.hpp"

namespace kintree::urdf {

using text::fail;

Model tree(RobotElements&& elements, bool floating_base) {
  auto& [name, links, joints, numbered_by_file] = elements;
  constexpr std::size_t none = SIZE_MAX;
  const std::size_t count = links.size();
  if (count == 0) fail("robot " + in_quotes(name), "no links");
  std::vector<std::size_t> joint_above(count, none);
  std::vector<std::vector<std::size_t>> jointsbelow(count);
  for (std::size_t k = 0; k < joints.size(); ++k) {
    const auto& [joint, parent, child] = joints[k];
    if (joint_above[child] != none)
      fail("link " + in_quotes(links[child].name), "it has two parents, by joint " +
                                                       in_quotes(joints[joint_above[child]].joint.name) +
                                                       " and by joint " + in_quotes(joint.name));
    joint_above[child] = k;
    jointsbelow[parent].push_back(k);
  }
  const auto first_root = std::find(joint_above.begin(), joint_above.end(), none);
  if (first_root == joint_above.end())
    fail("robot " + in_quotes(name), "no root link: every link is in or below a cycle of joints");
  const auto second_root = std::find(std::next(first_root), joint_above.end(), none);
  const auto root = static_cast<std::size_t>(first_root - joint_above.begin());
  if (second_root != joint_above.end()) {
    const auto other = static_cast<std::size_t>(second_root - joint_above.begin());
    fail("robot " + in_quotes(name),
         "more than one root link: " + in_quotes(links[root].name) + " and " + in_quotes(links[other].name));
  }

  Model model;
  model.name = name;
  model.bodies.clear();
  model.bodies.reserve(count + 1);
  std::vector<int> body_of_link(count, -1);
  if (floating_base) {
    if (std::any_of(links.begin(), links.end(), [](const Body& link) { return link.name == world_name; }))
      fail("link " + in_quotes(world_name), "the name is taken by the base of a floating robot");
    if (std::any_of(joints.begin(), joints.end(),
                    [](const JointElement& element) { return element.joint.name == floating_base_name; }))
      fail("joint " + in_quotes(floating_base_name),
           "the name is taken by the free joint of a floating robot");
    model.bodies.push_back({.name = world_name, .parent = 0, .joint = {}, .inertial = {}});
    links[root].joint.name = floating_base_name;
    links[root].joint.kind = JointKind::free;
  }
  std::vector<std::size_t> pending{root};
  if (numbered_by_file) {
    for (std::size_t link = 0; link < count; ++link)
      if (joint_above[link] != none && joints[joint_above[link]].parent >= link)
        fail("link " + in_quotes(links[link].name),
             "it stands before its parent, which numbering='file' forbids");
    pending.resize(count);
    std::iota(pending.rbegin(), pending.rend(), std::size_t{0});
  }
  while (!pending.empty()) {
    const std::size_t link = pending.back();
    pending.pop_back();
    body_of_link[link] = static_cast<int>(model.bodies.size());
    Body& body = model.bodies.emplace_back(std::move(links[link]));
    if (joint_above[link] != none) {
      body.parent = body_of_link[joints[joint_above[link]].parent];
      body.joint = std::move(joints[joint_above[link]].joint);
    }
    if (numbered_by_file) continue;
    for (auto k = jointsbelow[link].rbegin(); k != jointsbelow[link].rend(); ++k)
      pending.push_back(joints[*k].child);
  }
  const auto unreached = std::find(body_of_link.begin(), body_of_link.end(), -1);
  if (unreached != body_of_link.end())
    fail("link " + in_quotes(links[static_cast<std::size_t>(unreached - body_of_link.begin())].name),
         "it is in or below a cycle of joints");
  return model;
}

}  // namespace kintree::urdf
