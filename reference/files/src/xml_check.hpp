// Check that a reader knows every element and attribute of a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "xml_rules.hpp"
#include "xml_source.hpp"

namespace kintree::xml {

/// Throws InputError for the first thing in the file that may change the dynamics and is not read: unknown or
/// misplaced elements and attributes, stray text, loops, unexpanded xacro. With `ignore_unknown` all but xacro are
/// warnings. Returns these warnings, and one for each kind of content that is left out of the model.
std::vector<std::string> check(const Source& source, const Table& table, bool ignore_unknown);

/// True if a text has no digit but 0, and nothing that is no number.
bool all_zero(std::string_view numbers);

}  // namespace kintree::xml
