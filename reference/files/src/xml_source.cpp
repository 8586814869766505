#include "xml_source.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "tokens.hpp"
#include "xml_characters.hpp"

namespace kintree::xml {
namespace {

constexpr std::string_view space = " \t\r\n";

}  // namespace

Source::Source(std::string_view utf8, const Format& format, std::vector<Stretch> stretches)
    : format_(format), stretches_(std::move(stretches)) {
  if (stretches_.empty()) stretches_.push_back({0, 1, ""});
  if (const std::string flaw = text::flaw(utf8); !flaw.empty())
    throw InputError((flaw.starts_with("line ") ? "" : "line 1: ") + flaw);
  check_xml_characters(utf8);
  for (std::size_t i = utf8.find('\n'); i != std::string_view::npos; i = utf8.find('\n', i + 1))
    line_starts_.push_back(i + 1);
  parse(utf8);
}

const Stretch& Source::stretch_at(std::size_t offset) const {
  return *(std::upper_bound(stretches_.begin() + 1, stretches_.end(), offset,
                            [](std::size_t at, const Stretch& stretch) { return at < stretch.offset; }) -
           1);
}

std::size_t Source::line_at(std::ptrdiff_t offset) const {
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
  const Stretch& stretch = stretch_at(at);
  const auto lines_until = [&](std::size_t end) {
    return std::upper_bound(line_starts_.begin(), line_starts_.end(), end) - line_starts_.begin();
  };
  return stretch.line + static_cast<std::size_t>(lines_until(at) - lines_until(stretch.offset));
}

std::string Source::place_at(std::ptrdiff_t offset) const {
  const std::string& file = stretch_at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0))).file;
  return (file.empty() ? "" : printable(file, longest_name) + ": ") + "line " +
         std::to_string(line_at(offset));
}

std::size_t Source::offset(pugi::xml_node node) const {
  const std::size_t blanks = std::string_view(node.value()).find_first_not_of(space);
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0)) +
         (blanks == std::string_view::npos ? 0 : blanks);
}

std::size_t Source::line(pugi::xml_node node) const {
  return line_at(static_cast<std::ptrdiff_t>(offset(node)));
}

std::string Source::place(pugi::xml_node node) const {
  return place_at(static_cast<std::ptrdiff_t>(offset(node)));
}

void Source::parse(std::string_view utf8) {
  // Parsed as a fragment, so that text outside the root element is seen; and with the DOCTYPE, which is
  // refused.
  constexpr unsigned flags = pugi::parse_default | pugi::parse_doctype | pugi::parse_fragment;
  const pugi::xml_parse_result parsed =
      document_.load_buffer(utf8.data(), utf8.size(), flags, pugi::encoding_utf8);
  const auto fail_at = [&](std::ptrdiff_t offset, const std::string& reason) {
    text::fail(place_at(offset), reason);
  };
  const std::string root = std::string("<") + format_.root + ">", format = format_.name;
  if (!parsed) fail_at(parsed.offset, std::string("not well-formed XML: ") + parsed.description());
  for (const pugi::xml_node node : document_.children()) {
    const std::ptrdiff_t offset = node.offset_debug();
    if (node.type() == pugi::node_doctype)
      fail_at(offset, "DOCTYPE: not accepted in " + format + "; remove it");
    if (node.type() == pugi::node_pcdata && !root_ && (*node.value() == '{' || *node.value() == '['))
      fail_at(offset, "JSON; expected a robot as URDF, MJCF or SDF, which are XML");
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata)
      fail_at(offset, "text " + in_quotes(node.value()) + " is outside the root element; remove it");
    if (node.type() != pugi::node_element) continue;
    const std::string element = "element " + start_tag(node);
    if (root_) fail_at(offset, element + ": a second root element; expected one " + root);
    if (std::strcmp(node.name(), format_.root) != 0)
      fail_at(offset, element + ": not " + format + "; the root element of " + format + " is " + root);
    root_ = node;
  }
  if (!root_) fail_at(0, "no root element; expected " + root);
}

std::string Source::owner(pugi::xml_node node) const {
  while (node.type() != pugi::node_element) node = node.parent();
  while (node.parent().parent().parent() && !(format_.is_nested && node.attribute("name")))
    node = node.parent();
  const std::string_view name = node.attribute("name").value();
  const std::string element = printable(node.name(), longest_name);
  return name.empty() ? element : element + " " + in_quotes(name);
}

void Source::fail(pugi::xml_node node, const std::string& reason) const {
  text::fail(place(node) + ": " + owner(node), reason);
}

pugi::xml_node Source::child(pugi::xml_node parent, const char* name) const {
  const pugi::xml_node first = parent.child(name);
  if (const pugi::xml_node second = first.next_sibling(name))
    fail(second, std::string("more than one <") + name + "> in <" + parent.name() + ">; expected one");
  return first;
}

pugi::xml_node Source::required_child(pugi::xml_node parent, const char* name) const {
  const pugi::xml_node node = child(parent, name);
  if (!node) fail(parent, std::string("no <") + name + "> in <" + parent.name() + ">; expected one");
  return node;
}

std::string_view Source::required(pugi::xml_node node, const char* attribute) const {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) fail(node, std::string("<") + node.name() + "> has no '" + attribute + "'");
  return found.value();
}

std::string Source::name(pugi::xml_node node) const {
  const std::string_view value = required(node, "name");
  if (value.empty()) fail(node, "the name is empty; expected name=\"...\"");
  return std::string(value);
}

std::string Source::what(pugi::xml_node node, const char* attribute) {
  return std::string("<") + node.name() + "> " + attribute;
}

double Source::number(pugi::xml_node node, const std::string& what, std::string_view text) const {
  try {
    return text::number(trimmed(text));
  } catch (const InputError& error) {
    fail(node, what + ": " + error.what());
  }
}

double Source::required_number(pugi::xml_node node, const char* attribute) const {
  return number(node, what(node, attribute), required(node, attribute));
}

std::vector<double> Source::numbers(pugi::xml_node node, const std::string& what,
                                    std::string_view text) const {
  std::vector<double> result;
  for (std::string_view rest = trimmed(text); !rest.empty(); rest = trimmed(rest)) {
    const std::string_view token = rest.substr(0, rest.find_first_of(space));
    result.push_back(number(node, what, token));
    rest.remove_prefix(token.size());
  }
  return result;
}

void Source::fail_count(pugi::xml_node node, const std::string& what, std::string_view text,
                        std::size_t found, std::size_t expected) const {
  fail(node, what + ": " + std::to_string(found) + (found == 1 ? " number" : " numbers") + " instead of " +
                 std::to_string(expected) + " in " + in_quotes(text));
}

std::string start_tag(pugi::xml_node node) {
  std::string result = "<" + printable(node.name(), longest_name);
  for (const pugi::xml_attribute attribute : node.attributes()) {
    result += " " + printable(attribute.name(), 40) + "=\"" + printable(attribute.value(), 40) + "\"";
    if (result.size() > longest_name) return result + " ...>";
  }
  return result + ">";
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(space), text.size());
  return text.substr(first, text.find_last_not_of(space) + 1 - first);
}

}  // namespace kintree::xml
