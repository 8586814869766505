#include "xml_characters.hpp"

#include <charconv>
#include <string>

#include "kintree/model/error.hpp"
#include "tokens.hpp"

namespace kintree {

bool is_xml_character(std::uint32_t point) {
  return point == 0x9 || point == 0xA || point == 0xD || (point >= 0x20 && point <= 0xD7FF) ||
         (point >= 0xE000 && point <= 0xFFFD) || (point >= 0x10000 && point <= 0x10FFFF);
}

void check_xml_characters(std::string_view document) {
  const auto line = [&](std::size_t offset) {
    return "line " + std::to_string(text::line_of(document, offset));
  };
  for (std::size_t i = 0; i < document.size(); ++i) {
    const auto byte = static_cast<unsigned char>(document[i]);
    if (byte < 0x20 && !is_xml_character(byte)) throw InputError(line(i) + ": a control character");
    if (byte != '&' || document.substr(i, 2) != "&#") continue;
    const std::size_t start = i + 2;
    const bool hexadecimal = document.substr(start, 1) == "x";
    const std::size_t digits = start + (hexadecimal ? 1 : 0);
    const std::size_t end =
        document.find_first_not_of(hexadecimal ? "0123456789abcdefABCDEF" : "0123456789", digits);
    if (end == std::string_view::npos || document[end] != ';' || end == digits) continue;
    std::uint32_t point = 0;
    const auto result =
        std::from_chars(document.data() + digits, document.data() + end, point, hexadecimal ? 16 : 10);
    if (result.ec != std::errc{} || !is_xml_character(point))
      throw InputError(line(i) + ": a reference to a character that XML does not have");
    i = end;
  }
}

}  // namespace kintree
