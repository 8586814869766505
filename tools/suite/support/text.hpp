// Text at the edges of the suite: arguments and lists in messages, JSON, test data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace kintree::suite {

/// An argument as a shell reads it back.
std::string quoted(const std::string& argument);

/// The names of the items, one after the other.
template <class Range, class Name>
std::string listing(const Range& items, Name&& name_of, const char* separator = ", ") {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : separator) + std::string(name_of(item));
  return text;
}

/// Writes a file as a whole or not at all, by write_text_file().
void write_json(const std::string& path, const nlohmann::ordered_json& value);

/// A number as JSON: NaN and infinity, which JSON lacks, as null.
nlohmann::ordered_json number(double x);

/// The depth to which the arrays and objects of a JSON text are nested, and its number of keys. The numbers
/// are arbitrary if the text is not JSON.
struct JsonExtent {
  std::size_t depth = 0, keys = 0;
};
JsonExtent json_extent(std::string_view text);

/// "812 ns", "1.25 us", "3.00 ms".
std::string time_text(double nanoseconds);

}  // namespace kintree::suite
