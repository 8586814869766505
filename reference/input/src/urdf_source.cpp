#include "urdf_source.hpp"

#include <algorithm>
#include <cstring>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "tokens.hpp"
#include "xml_characters.hpp"

namespace kintree::urdf {

Source::Source(std::string_view utf8) {
  if (const std::string flaw = text::flaw(utf8); !flaw.empty())
    throw InputError((flaw.starts_with("line ") ? "" : "line 1: ") + flaw);
  check_xml_characters(utf8);
  for (std::size_t i = utf8.find('\n'); i != std::string_view::npos; i = utf8.find('\n', i + 1))
    line_starts_.push_back(i + 1);
  parse(utf8);
}

std::size_t Source::line_at(std::ptrdiff_t offset) const {
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), at);
  return 1 + static_cast<std::size_t>(next - line_starts_.begin());
}

std::size_t Source::line(pugi::xml_node node) const {
  const std::size_t blanks = std::string_view(node.value()).find_first_not_of(" \t\r\n");
  return line_at(node.offset_debug() +
                 (blanks == std::string_view::npos ? 0 : static_cast<std::ptrdiff_t>(blanks)));
}

void Source::parse(std::string_view utf8) {
  // Parsed as a fragment, so that text outside the root element is seen; and with the DOCTYPE, which is
  // refused.
  constexpr unsigned flags = pugi::parse_default | pugi::parse_doctype | pugi::parse_fragment;
  const pugi::xml_parse_result parsed =
      document_.load_buffer(utf8.data(), utf8.size(), flags, pugi::encoding_utf8);
  const auto fail_at = [&](std::ptrdiff_t offset, const std::string& reason) {
    text::fail("line " + std::to_string(line_at(offset)), reason);
  };
  if (!parsed) fail_at(parsed.offset, std::string("not well-formed XML: ") + parsed.description());
  for (const pugi::xml_node node : document_.children()) {
    const std::ptrdiff_t offset = node.offset_debug();
    if (node.type() == pugi::node_doctype) fail_at(offset, "DOCTYPE: not accepted in a URDF; remove it");
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata)
      fail_at(offset, "text " + in_quotes(node.value()) + " is outside the root element; remove it");
    if (node.type() != pugi::node_element) continue;
    const std::string element = "element " + start_tag(node);
    if (robot_) fail_at(offset, element + ": a second root element; expected one <robot>");
    if (std::strcmp(node.name(), "robot") != 0)
      fail_at(offset, element + ": not a URDF; the root element of a URDF is <robot>");
    robot_ = node;
  }
  if (!robot_) fail_at(0, "no root element; expected <robot>");
}

std::string Source::owner(pugi::xml_node node) {
  while (node.type() != pugi::node_element) node = node.parent();
  while (node.parent().parent().parent()) node = node.parent();
  const std::string_view name = node.attribute("name").value();
  const std::string element = printable(node.name(), longest_name);
  return name.empty() ? element : element + " " + in_quotes(name);
}

void Source::fail(pugi::xml_node node, const std::string& reason) const {
  text::fail("line " + std::to_string(line(node)) + ": " + owner(node), reason);
}

std::string start_tag(pugi::xml_node node) {
  std::string result = "<" + printable(node.name(), longest_name);
  for (const pugi::xml_attribute attribute : node.attributes()) {
    result += " " + printable(attribute.name(), 40) + "=\"" + printable(attribute.value(), 40) + "\"";
    if (result.size() > longest_name) return result + " ...>";
  }
  return result + ">";
}

}  // namespace kintree::urdf
