#pragma once

#include <string>
#include <string_view>

namespace kintree {

/// The text of an XML document in UTF-8. The encoding is that of its byte order mark, or the one that it declares, as
/// far as iconv knows it; the default is UTF-8. Throws InputError if the encoding is not known, or if the bytes are
/// none of it.
std::string utf8_text(std::string&& document);

}  // namespace kintree
