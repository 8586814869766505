// Numbers and characters in text files.
#pragma once

#include <string>
#include <string_view>

namespace kintree::text {

/// The reason why `text` cannot be read as UTF-8 text, or an empty string.
std::string flaw(std::string_view text);

/// The number that a whole token states. One leading '+' is allowed. Throws InputError with the reason alone
/// if the token is no number, is nan or inf, or overflows a double or underflows to zero.
double number(std::string_view token);

/// The shortest text that reads back as the same double.
std::string shortest(double number);

/// Throws InputError `<element>: <reason>`.
[[noreturn]] void fail(const std::string& element, const std::string& reason);

/// The number (from 1) of the line that holds the byte at `offset`.
std::size_t line_of(std::string_view text, std::size_t offset);

}  // namespace kintree::text
