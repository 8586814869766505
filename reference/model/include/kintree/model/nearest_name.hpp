// The known name that is closest to a misspelt one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/model/printable.hpp"

namespace kintree {

/// Number of edits between two names: a letter inserted, removed or replaced, or two neighbours swapped (the
/// optimal string alignment distance). Upper and lower case of ASCII letters are the same. At most the first
/// 80 bytes count.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  constexpr std::size_t most = 80;
  a = a.substr(0, most);
  b = b.substr(0, most);
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  const auto same = [&](std::size_t i, std::size_t j) { return lower(a[i - 1]) == lower(b[j - 1]); };
  std::vector<std::size_t> two_above(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_above.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same(i, j) ? 0 : 1)});
      if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j)) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return row[b.size()];
}

/// The first of the known names with the smallest edit distance from `name`. Empty if no name is known.
template <class Names>
std::string_view nearest_name(std::string_view name, const Names& known) {
  std::string_view nearest;
  std::size_t smallest = std::string_view::npos;
  for (const std::string_view candidate : known)
    if (const std::size_t distance = edit_distance(name, candidate); distance < smallest) {
      smallest = distance;
      nearest = candidate;
    }
  return nearest;
}

/// True if a known name is close enough to be meant. Either at most a third of the longer name is edited, or one name begins with
/// the other.
inline bool is_near(std::string_view name, std::string_view known) {
  const std::size_t longer = std::max(name.size(), known.size());
  const bool has_same_start = !name.empty() && !known.empty() &&
                              edit_distance(name.substr(0, known.size()), known.substr(0, name.size())) == 0;
  return has_same_start || 3 * edit_distance(name, known) <= longer;
}

/// "; the nearest known name is 'x'", to be appended to a message about an unknown name. Empty if no known name is near.
template <class Names>
std::string nearest_name_hint(std::string_view name, const Names& known) {
  std::vector<std::string_view> near;
  for (const std::string_view candidate : known)
    if (is_near(name, candidate)) near.push_back(candidate);
  return near.empty() ? std::string() : "; the nearest known name is " + in_quotes(nearest_name(name, near));
}

/// The same, for a message that does not list what is allowed. If no known name is near, and there are at most `most`, all are
/// listed: "; expected one of 'x', 'y'".
template <class Names>
std::string known_names_hint(std::string_view name, const Names& known, std::size_t most = 10) {
  const std::string hint = nearest_name_hint(name, known);
  if (!hint.empty() || known.empty() || known.size() > most) return hint;
  std::string all;
  for (const std::string_view each : known) all += (all.empty() ? "" : ", ") + in_quotes(each);
  return "; expected one of " + all;
}

/// The hint, if at most a third of the letters of `name` differ from the nearest known name. For messages that list the
/// known names as well.
template <class Names>
std::string near_name_hint(std::string_view name, const Names& known) {
  const bool is_near = 3 * edit_distance(name, nearest_name(name, known)) <= name.size();
  return is_near ? nearest_name_hint(name, known) : std::string();
}

}  // namespace kintree
