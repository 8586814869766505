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

/// Levels of nesting, far more than any format of ours has. What copies, compares or prints a value calls itself for
/// each level.
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

/// "key 'x': unknown; expected 'a' or 'b'; the nearest known name is 'a'".
std::string unknown_key(std::string_view key, std::span<const std::string_view> known);

/// What an exception of the library means, in plain words: "key 'name' is missing", "a string where a number is needed".
std::string json_reason(const nlohmann::json::exception& error);

/// "line L, column C: not JSON: <reason>" for a parse error of the library after `position` bytes of a text.
std::string not_json(std::string_view text, std::size_t position, const nlohmann::json::exception& error);

}  // namespace kintree
