#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "suite/support/text.hpp"

namespace kintree::suite {

/// Returns the enumerator of that name. The enumerators count on from 0. Throws an InputError that lists all
/// names if there is none of that name.
template <class Enum, class Names>
Enum enumerator(const char* what, const nlohmann::ordered_json& json, const Names& names) {
  const auto text = json.get<std::string>();
  const auto at = std::find(names.begin(), names.end(), text);
  if (at == names.end())
    throw InputError(std::string("unknown ") + what + " " + in_quotes(text) +
                     "; there are: " + listing(names, [](std::string_view name) { return name; }));
  return static_cast<Enum>(at - names.begin());
}

}  // namespace kintree::suite
