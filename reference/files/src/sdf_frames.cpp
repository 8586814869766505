#include "sdf_frames.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>

#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"

namespace kintree::sdf {

std::string_view content(const xml::Source& source, pugi::xml_node node) {
  if (node.first_child().next_sibling())
    source.fail(node, std::string("<") + node.name() + ">: expected one text");
  return xml::trimmed(node.child_value());
}

Pose pose_of(const xml::Source& source, pugi::xml_node pose) {
  if (!pose) return {};
  const std::string_view text = content(source, pose),
                         format = pose.attribute("rotation_format").as_string("euler_rpy");
  const std::string_view degrees = pose.attribute("degrees").as_string("false");
  if (format != "euler_rpy" && format != "quat_xyzw")
    source.fail(pose, "<pose> rotation_format: " + in_quotes(format) + "; expected euler_rpy or quat_xyzw");
  if (degrees != "true" && degrees != "false" && degrees != "1" && degrees != "0")
    source.fail(pose, "<pose> degrees: " + in_quotes(degrees) + "; expected true or false");
  if (text.empty()) return {};
  if (format == "quat_xyzw") {
    const auto [x, y, z, qx, qy, qz, qw] = source.numbers<7>(pose, "<pose>", text);
    const Placement placement{.xyz = {x, y, z}, .rpy = {}, .quaternion = {qw, qx, qy, qz}};
    if (!has_quaternion(placement))
      source.fail(pose, "<pose>: a quaternion of zeros, expected one such as 0 0 0 1");
    return Pose(placement);
  }
  const auto [x, y, z, roll, pitch, yaw] = source.numbers<6>(pose, "<pose>", text);
  const bool is_turned = roll != 0 || pitch != 0 || yaw != 0;
  if (!is_turned || degrees == "false" || degrees == "0")
    return Pose(Placement{.xyz = {x, y, z}, .rpy = {roll, pitch, yaw}});
  const Digits degree = boost::math::constants::pi<Digits>() / 180;
  return Pose(DigitVector{x, y, z}, rotation({0, 0, 1}, yaw * degree) * (rotation({0, 1, 0}, pitch * degree) *
                                                                         rotation({1, 0, 0}, roll * degree)));
}

Frames::Frames(const xml::Source& source) : source_(source) {
  frames_.push_back({.node = source.root(), .scope = "", .base = "", .attached_to = "", .pose = {}});
  by_name_["world"] = world;
}

std::size_t Frames::add(pugi::xml_node node, const std::string& scope, const std::string& default_base,
                        const std::string& attached_to) {
  const std::string name = source_.name(node);
  const bool is_reserved = name.size() >= 4 && name.starts_with("__") && name.ends_with("__");
  if (name == "world" || is_reserved || name.find("::") != std::string::npos)
    source_.fail(node, "the name is reserved in SDF; expected none with '::', '__...__' or 'world'");
  const auto [earlier, is_new] = by_name_.emplace(scope + name, frames_.size());
  if (!is_new)
    source_.fail(node, "the name is used twice in this model, here and in " +
                           source_.place(frames_[earlier->second].node) + "; rename one");
  const pugi::xml_node pose = source_.child(node, "pose");
  if (*pose.attribute("frame").value() != '\0')
    source_.fail(pose, "<pose> frame: not defined, so write relative_to in SDF 1.7 or later");
  const std::string_view base = pose.attribute("relative_to").value();
  frames_.push_back({.node = node,
                     .scope = scope,
                     .base = base.empty() ? default_base : "",
                     .attached_to = attached_to,
                     .pose = pose_of(source_, pose)});
  if (std::string_view(node.name()) == "model") by_name_[scope + name + "::__model__"] = frames_.size() - 1;
  return frames_.size() - 1;
}

std::size_t Frames::find(pugi::xml_node node, const std::string& scope, std::string_view name,
                         const std::string& what) const {
  if (name == "world") return world;
  const auto found = by_name_.find(scope + std::string(name));
  if (found != by_name_.end()) return found->second;
  std::vector<std::string_view> names;
  for (const auto& [each, frame] : by_name_)
    if (each.starts_with(scope)) names.push_back(std::string_view(each).substr(scope.size()));
  source_.fail(node, what + ": there is no link, joint, frame or model " + in_quotes(name) +
                         (names.size() <= 10000 ? known_names_hint(name, names) : ""));
}

std::size_t Frames::link_of(std::size_t frame) const {
  for (std::size_t steps = 0; steps <= frames_.size(); ++steps) {
    const Frame& at = frames_[frame];
    if (at.attached_to.empty()) return frame;
    frame = find(at.node, at.scope, at.attached_to, "the frame that it is attached to");
  }
  source_.fail(frames_[frame].node, "its frame is attached to itself, by other frames");
}

void Frames::close() {
  for (std::size_t k = 1; k < frames_.size(); ++k) {
    Frame& frame = frames_[k];
    const std::string_view stated = frame.node.child("pose").attribute("relative_to").value();
    frame.base_frame =
        find(frame.node, frame.scope, frame.base.empty() ? stated : frame.base, "<pose> relative_to");
  }
  std::vector<std::size_t> path;
  for (std::size_t k = 1; k < frames_.size(); ++k) {
    path.clear();
    for (std::size_t at = k; at != world && frames_[at].depth == 0; at = frames_[at].base_frame) {
      path.push_back(at);
      if (path.size() > frames_.size())
        source_.fail(frames_[at].node, "its pose is relative to itself, by other frames");
    }
    for (auto at = path.rbegin(); at != path.rend(); ++at)
      frames_[*at].depth = frames_[frames_[*at].base_frame].depth + 1;
  }
}

Pose Frames::relative(std::size_t frame, std::size_t to) const {
  std::vector<std::size_t> down, up;
  const auto step = [&](std::size_t& at, std::vector<std::size_t>& path) {
    path.push_back(at);
    at = frames_[at].base_frame;
  };
  while (frame != to)
    if (frames_[frame].depth >= frames_[to].depth)
      step(frame, down);
    else
      step(to, up);
  const auto product = [&](const std::vector<std::size_t>& path) {
    Pose result;
    for (auto at = path.rbegin(); at != path.rend(); ++at) result = result * frames_[*at].pose;
    return result;
  };
  return up.empty() ? product(down) : product(up).inverse() * product(down);
}

}  // namespace kintree::sdf
