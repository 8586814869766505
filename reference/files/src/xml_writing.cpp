#include "xml_writing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <sstream>
#include <utility>

#include "kintree/model/printable.hpp"
#include "tokens.hpp"
#include "xml_characters.hpp"

namespace kintree::xml {

std::string text_of(const Triple& numbers) {
  return text::shortest(numbers[0]) + " " + text::shortest(numbers[1]) + " " + text::shortest(numbers[2]);
}

std::string text_of(const std::vector<double>& numbers) {
  std::string result;
  for (const double x : numbers) result += (result.empty() ? "" : " ") + text::shortest(x);
  return result;
}

std::string text_of(const Quadruple& numbers) {
  return text_of(Triple{numbers[0], numbers[1], numbers[2]}) + " " + text::shortest(numbers[3]);
}

bool all_zero_bits(const Triple& numbers) {
  return std::bit_cast<std::array<std::uint64_t, 3>>(numbers) == std::array<std::uint64_t, 3>{};
}

bool all_zero_bits(const Placement& placement) {
  return std::bit_cast<std::array<std::uint64_t, 10>>(placement) == std::array<std::uint64_t, 10>{};
}

bool all_zero_bits(const Inertial& inertial) {
  return std::bit_cast<std::array<std::uint64_t, 17>>(inertial) == std::array<std::uint64_t, 17>{};
}

void append_name(pugi::xml_node node, const std::string& name) {
  const bool forbidden = std::any_of(name.begin(), name.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && !is_xml_character(byte);
  });
  if (forbidden || !text::flaw(name).empty())
    text::fail(std::string(node.name()) + " " + in_quotes(name), "the name cannot be written as XML");
  node.append_attribute("name") = name.c_str();
}

bool numbered_depth_first(const Model& model) {
  for (std::size_t i = 2; i < model.bodies.size(); ++i) {
    auto above = static_cast<int>(i) - 1;
    while (above > model.bodies[i].parent) above = model.bodies[static_cast<std::size_t>(above)].parent;
    if (above != model.bodies[i].parent) return false;
  }
  return true;
}

std::string text_of(pugi::xml_document& document) {
  pugi::xml_node declaration = document.prepend_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  std::ostringstream stream;
  document.save(stream, "  ", pugi::format_default, pugi::encoding_utf8);
  return std::move(stream).str();
}

}  // namespace kintree::xml
