// Text at the edges of the suite: arguments and lists in messages, JSON, test data.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

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

/// The folder of the test data: KINTREE_TESTDATA of the environment, or that of the running program (folders.hpp).
std::string testdata_folder();

}  // namespace kintree::suite
