#include "kintree/files/json_file.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "tokens.hpp"

namespace kintree {
namespace {

using Json = nlohmann::ordered_json;

/// "an object", "a number" and so on, for a type as the library names it.
std::string with_article(const std::string& type) {
  if (type == "null" || type == "binary") return type;
  return (type == "array" || type == "object" ? "an " : "a ") + type;
}

/// The text behind the last "<before>" in a message of the library; empty if there is none.
std::string after(std::string_view message, std::string_view before) {
  const std::size_t at = message.rfind(before);
  return at == std::string_view::npos ? std::string() : std::string(message.substr(at + before.size()));
}

constexpr std::size_t most_keys = 4096;  // an object is searched from its beginning for each of its keys

/// Rejects deep nesting, very many keys and repeated keys while a text is parsed.
class Watch {
 public:
  bool operator()(int, Json::parse_event_t event, Json& value) {
    switch (event) {
      case Json::parse_event_t::object_start:
      case Json::parse_event_t::array_start:
        if (keys_.size() == deepest_json) throw InputError("nested too deeply");
        keys_.emplace_back();
        break;
      case Json::parse_event_t::object_end:
      case Json::parse_event_t::array_end:
        keys_.pop_back();
        break;
      case Json::parse_event_t::key:
        if (keys_.back().size() == most_keys)
          throw InputError("more than " + std::to_string(most_keys) + " keys in one object");
        if (!keys_.back().insert(value.get<std::string>()).second)
          throw InputError("key " + in_quotes(value.get<std::string>()) + ": appears twice");
        break;
      case Json::parse_event_t::value:
        break;
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_;  ///< of each object and array around the current place
};

/// The word at this offset of the text if it is a number that JSON does not have.
std::string_view not_finite_at(std::string_view text, std::size_t offset) {
  const auto is_letter = [&](std::size_t k) {
    return k < text.size() && ((text[k] >= 'a' && text[k] <= 'z') || (text[k] >= 'A' && text[k] <= 'Z'));
  };
  std::size_t first = offset, end = offset;
  while (first > 0 && is_letter(first - 1)) --first;
  while (is_letter(end)) ++end;
  const std::string_view word = text.substr(first, end - first);
  for (const std::string_view name : {"NaN", "nan", "Infinity", "inf"})
    if (word == name) return word;
  return {};
}

}  // namespace

std::string not_json(std::string_view text, std::size_t position, const nlohmann::json::exception& error) {
  // "[json.exception.parse_error.101] parse error at line 1, column 2: reason"
  std::string_view reason = error.what();
  for (const std::string_view end : {"] ", ": "})
    if (const std::size_t found = reason.find(end); found != std::string_view::npos)
      reason.remove_prefix(found + end.size());
  const std::size_t offset = std::min(std::max<std::size_t>(position, 1) - 1, text.size());
  const std::string_view word = not_finite_at(text, offset);
  const std::size_t line_start = text.substr(0, offset).rfind('\n') + 1;  // 0 in the first line
  return "line " + std::to_string(text::line_of(text, offset)) + ", column " +
         std::to_string(offset - line_start + 1) +
         ": not JSON: " + (word.empty() ? printable(reason, 240) : std::string(word) + "; expected a number");
}

std::string json_reason(const nlohmann::json::exception& error) {
  const std::string_view what = error.what();
  if (error.id == 302) {  // "type must be number, but is string"
    const std::string needed = after(what, "type must be "), found = after(what, ", but is ");
    return with_article(found) + " where " + with_article(needed.substr(0, needed.find(','))) + " is needed";
  }
  if (error.id >= 304 && error.id <= 306)  // "cannot use at() with array"
    return with_article(after(what, " with ")) + " where an object is needed";
  if (error.id == 403)  // "key 'name' not found"
    return printable(what.substr(what.find("key '"), what.rfind(" not found") - what.find("key '")), 160) +
           " is missing";
  return printable(after(what, "] "), 200);
}

Json parse_json(std::string_view text) {
  try {
    return Json::parse(text.begin(), text.end(), Watch());
  } catch (const nlohmann::json::parse_error& error) {
    throw InputError(not_json(text, error.byte, error));
  } catch (const nlohmann::json::exception& error) {  // a number that overflows
    throw InputError("not JSON: " + json_reason(error));
  }
}

Json read_json_file(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  try {
    if (const std::string flaw = text::flaw(text); !flaw.empty()) throw InputError(flaw);
    return parse_json(text);
  } catch (const InputError& error) {
    throw InputError(message_name(path) + ": " + error.what());
  }
}

std::string unknown_key(std::string_view key, std::span<const std::string_view> known) {
  std::string expected;
  for (std::size_t k = 0; k < known.size(); ++k)
    expected.append(k == 0 ? "" : k + 1 == known.size() ? " or " : ", ").append(in_quotes(known[k]));
  return "key " + in_quotes(key) + ": unknown; expected " + expected + nearest_name_hint(key, known);
}

const Json& checked_object(const Json& value) {
  if (!value.is_object()) throw InputError(with_article(value.type_name()) + " where an object is needed");
  return value;
}

void check_keys(const Json& object, std::span<const std::string_view> known) {
  for (const auto& [key, value] : checked_object(object).items())
    if (std::find(known.begin(), known.end(), key) == known.end()) throw InputError(unknown_key(key, known));
}

void check_keys(const Json& object, std::initializer_list<std::string_view> known) {
  check_keys(object, std::span(known.begin(), known.size()));
}

}  // namespace kintree
