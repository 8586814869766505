#pragma once

#include <cstdint>
#include <string_view>

namespace kintree {

/// True if XML 1.0 has the character of this code point (section 2.2, production 2).
bool is_xml_character(std::uint32_t code_point);

/// Throws InputError, naming the line, for what XML forbids and pugixml accepts: control characters, and
/// references to characters that XML does not have (a NUL would cut a name short). Malformed references,
/// which pugixml takes literally, are left alone: they do no harm.
void check_xml_characters(std::string_view document);

}  // namespace kintree
