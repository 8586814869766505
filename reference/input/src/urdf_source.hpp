// The parsed text of a URDF file: where its elements are, and how messages name them.
#pragma once

#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace kintree::urdf {

class Source {
 public:
  /// Parses. `utf8` must outlive the object. Throws InputError if the text is not XML with one root element <robot>,
  /// or has a DOCTYPE.
  explicit Source(std::string_view utf8);

  pugi::xml_node robot() const { return robot_; }

  /// The line where an element, or the first word of a text, begins.
  std::size_t line(pugi::xml_node node) const;

  /// The link, joint or other child of <robot> that holds a node, or <robot> itself, by name.
  static std::string owner(pugi::xml_node node);

  /// Throws InputError `line N: <owner>: <reason>`.
  [[noreturn]] void fail(pugi::xml_node node, const std::string& reason) const;

 private:
  std::size_t line_at(std::ptrdiff_t offset) const;
  void parse(std::string_view utf8);

  std::vector<std::size_t> line_starts_;  // offsets of the lines after the first
  pugi::xml_document document_;
  pugi::xml_node robot_;
};

/// `<name a="1" b="2">`, cut off when it is long.
std::string start_tag(pugi::xml_node node);

}  // namespace kintree::urdf
