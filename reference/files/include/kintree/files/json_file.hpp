// JSON from outside: every mistake in it is an InputError that names the place.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

namespace kintree {

/// The limit of nesting. Copying, comparing and printing a value recurse once for each level.
inline constexpr std::size_t deepest_json = 64;

/// The value of a text. Throws InputError `line L, column C: not JSON: <reason>` if it is no JSON, and InputError if it
/// is nested too deeply or if an object has a key twice or more than 4096 keys.
nlohmann::ordered_json parse_json(std::string_view text);

/// The value of a file. The InputError begins with the name of the file.
nlohmann::ordered_json read_json_file(const std::filesystem::path& path);

/// Returns the value. Throws InputError unless it is an object.
const nlohmann::ordered_json& checked_object(const nlohmann::ordered_json& value);

/// Throws InputError unless the value is an object all of whose keys are known.
void check_keys(const nlohmann::ordered_json& object, std::span<const std::string_view> known);
void check_keys(const nlohmann::ordered_json& object, std::initializer_list<std::string_view> known);

/// Returns the message about an unknown key, with all known keys and the nearest of them.
std::string unknown_key(std::string_view key, std::span<const std::string_view> known);

/// Returns the meaning of an exception of the library in plain words, such as "key 'name' is missing".
std::string json_reason(const nlohmann::json::exception& error);

/// Returns the message about a parse error of the library after `position` bytes of a text, with line and column.
std::string not_json(std::string_view text, std::size_t position, const nlohmann::json::exception& error);

}  // namespace kintree
