// Names and other foreign text in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kintree {

/// `text` in the form for a message of one line: control characters, line separators and bytes that are not
/// UTF-8 become \xNN. A text longer than about `longest` bytes is cut off and ends in "...".
std::string printable(std::string_view text, std::size_t longest = std::string_view::npos);

inline constexpr std::size_t longest_name = 160;  ///< [bytes], of a name in a message

/// 'name', printable and cut off after about `longest_name` bytes.
std::string in_quotes(std::string_view name);

}  // namespace kintree
