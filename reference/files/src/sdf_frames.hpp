// The frames of an SDF file: of models, links, joints, and of their own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pose.hpp"
#include "xml_source.hpp"

namespace kintree::sdf {

inline constexpr xml::Format format{.name = "an SDF", .root = "sdf", .is_nested = true};

/// The text of an element without the blanks around it. Throws InputError if a comment divides it.
std::string_view content(const xml::Source& source, pugi::xml_node node);

/// The pose in the text of <pose>, or the identity if there is no element. The doubles of radians and of a quaternion
/// are kept; degrees are rounded once, to the nearest quaternion.
Pose pose_of(const xml::Source& source, pugi::xml_node pose);

/// Names are complete: those of the models around, each followed by "::", and then that of the frame.
class Frames {
 public:
  static constexpr std::size_t world = 0;

  explicit Frames(const xml::Source& source);

  /// Adds the frame of an element in the models of `scope` ("" or "a::b::"), by its <pose>. The pose is
  /// relative to `default_base`, unless the file names another frame. `attached_to`: a complete name, or
  /// empty for a link. Throws InputError if the name is reserved, or taken in this scope.
  std::size_t add(pugi::xml_node node, const std::string& scope, const std::string& default_base,
                  const std::string& attached_to);

  /// The frame that a name means in a scope. Throws InputError if there is none; `what` is the element or attribute.
  std::size_t find(pugi::xml_node node, const std::string& scope, std::string_view name,
                   const std::string& what) const;

  /// The link (or the world) that a frame moves with. Throws InputError if the frames are attached in a cycle.
  std::size_t link_of(std::size_t frame) const;

  /// Finds the frames that poses are relative to, after the last frame is added. Throws InputError if there is none of the
  /// name, or if poses are relative in a cycle.
  void close();

  /// The pose of one frame in another, with all joints at zero.
  Pose relative(std::size_t frame, std::size_t to) const;

 private:
  struct Frame {
    pugi::xml_node node;
    std::string scope, base, attached_to;
    Pose pose;
    std::size_t base_frame = 0, depth = 0;
  };

  const xml::Source& source_;
  std::vector<Frame> frames_;
  std::map<std::string, std::size_t> by_name_;
};

}  // namespace kintree::sdf
