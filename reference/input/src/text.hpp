// Numbers and characters of text files.
#pragma once

#include <string>
#include <string_view>

namespace kintree::text {

/// The reason why `text` cannot be read as UTF-8 text, or an empty string.
std::string flaw(std::string_view text);

/// The number that a whole token states; throws InputError with the reason alone. One leading '+' is allowed;
/// nan, inf and what a double cannot hold (infinite, or zero instead of not zero) are not.
double number(std::string_view token);

/// The shortest text that reads back as the same double.
std::string shortest(double number);

/// 'name', fit for a one-line message.
std::string in_quotes(std::string_view name);

/// The line (from 1) of a byte.
std::size_t line_of(std::string_view text, std::size_t offset);

}  // namespace kintree::text
