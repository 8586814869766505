// The parsed text of a robot's file in XML: where its elements are, and how messages name them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace kintree::xml {

/// A format of robots, as messages name it.
struct Format {
  const char* name;  ///< "a URDF"
  const char* root;  ///< the root element
  bool is_nested;    ///< messages name the nearest element with a name, and not the child of the root
};

/// A stretch of a text that is put together from several files.
struct Stretch {
  std::size_t offset;  ///< where it begins in the whole text
  std::size_t line;    ///< the line of its beginning in its own file
  std::string file;    ///< empty: the main file
};

class Source {
 public:
  /// Parses. `utf8` must outlive the object. Throws InputError if the text is not XML with one root element of the
  /// format, or has a DOCTYPE. `stretches` is empty for a text of one file.
  Source(std::string_view utf8, const Format& format, std::vector<Stretch> stretches = {});

  pugi::xml_node root() const { return root_; }

  /// The line where an element, or the first word of a text, begins; in its own file.
  std::size_t line(pugi::xml_node node) const;

  /// `line N`, or `<file>: line N` in an included file.
  std::string place(pugi::xml_node node) const;

  /// The link, joint or other element that a node belongs to, by name.
  std::string owner(pugi::xml_node node) const;

  /// Throws InputError `line N: <owner>: <reason>`.
  [[noreturn]] void fail(pugi::xml_node node, const std::string& reason) const;

  /// The first child of this name. Throws InputError if there are two, or if there is none and it is required.
  pugi::xml_node child(pugi::xml_node parent, const char* name) const;
  pugi::xml_node required_child(pugi::xml_node parent, const char* name) const;

  /// The text of an attribute that must be there.
  std::string_view required(pugi::xml_node node, const char* attribute) const;
  /// The attribute `name`, which must be there and not be empty.
  std::string name(pugi::xml_node node) const;

  /// The number in a text of `node`, which messages call `what`.
  double number(pugi::xml_node node, const std::string& what, std::string_view text) const;
  double required_number(pugi::xml_node node, const char* attribute) const;
  std::vector<double> numbers(pugi::xml_node node, const std::string& what, std::string_view text) const;

  /// As many numbers as the array has.
  template <std::size_t count>
  std::array<double, count> numbers(pugi::xml_node node, const std::string& what,
                                    std::string_view text) const {
    const std::vector<double> found = numbers(node, what, text);
    if (found.size() != count) fail_count(node, what, text, found.size(), count);
    std::array<double, count> result{};
    for (std::size_t k = 0; k < count; ++k) result[k] = found[k];
    return result;
  }

  /// The numbers of an attribute; none if there is no such attribute.
  template <std::size_t count>
  std::optional<std::array<double, count>> numbers(pugi::xml_node node, const char* attribute) const {
    const pugi::xml_attribute found = node.attribute(attribute);
    if (!found) return std::nullopt;
    return numbers<count>(node, what(node, attribute), found.value());
  }

 private:
  static std::string what(pugi::xml_node node, const char* attribute);
  [[noreturn]] void fail_count(pugi::xml_node node, const std::string& what, std::string_view text,
                               std::size_t found, std::size_t expected) const;
  const Stretch& stretch_at(std::size_t offset) const;
  std::size_t offset(pugi::xml_node node) const;
  std::size_t line_at(std::ptrdiff_t offset) const;
  std::string place_at(std::ptrdiff_t offset) const;
  void parse(std::string_view utf8);

  Format format_;
  std::vector<Stretch> stretches_;
  std::vector<std::size_t> line_starts_;  // offsets of the lines after the first
  pugi::xml_document document_;
  pugi::xml_node root_;
};

/// `<name a="1" b="2">`, cut off when it is long.
std::string start_tag(pugi::xml_node node);

/// The text without the blanks around it.
std::string_view trimmed(std::string_view text);

}  // namespace kintree::xml
