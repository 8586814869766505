// Rows as lines of CSV, by their lists of fields. Every digit is written.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "data/typography.hpp"
#include "store/leaf_json.hpp"

namespace kintree::report {

template <class T>
std::string csv_value(const T& value) {
  if constexpr (is_optional<T>) {
    return value ? csv_value(*value) : std::string();
  } else if constexpr (is_list<T>) {
    if constexpr (Enumerated<typename T::value_type>) {
      std::string text;
      for (const auto& element : value) text += (text.empty() ? "" : "+") + std::string(name(element));
      return text;
    } else {
      return as_text(to_json_value(value));
    }
  } else if constexpr (Enumerated<T>) {
    return std::string(name(value));
  } else if constexpr (std::floating_point<T>) {
    return exact(value);
  } else if constexpr (std::same_as<T, bool>) {
    return value ? "yes" : "no";
  } else if constexpr (std::integral<T>) {
    return std::to_string(value);
  } else {
    return value;
  }
}

/// Calls `visit(name, value)` for each column, those of members that have fields themselves included.
template <HasFields T, class Visit>
void for_each_csv_column(const T& row, Visit&& visit, const std::string& prefix = "") {
  for_each_field<T>([&]<class F>(const F& field) {
    const auto column = [&]<class V>(const V& value) {
      const std::string name = prefix + std::string(field.name);
      if constexpr (HasFields<V>)
        for_each_csv_column(value, visit, name.empty() ? name : name + "_");
      else
        visit(name, value);
    };
    if constexpr (is_derived<F>)
      column(field.value(row));
    else
      column(row.*field.member);
  });
}

template <HasFields T>
std::string csv_heading() {
  std::string line;
  for_each_csv_column(
      T{}, [&](const std::string& name, const auto&) { line += (line.empty() ? "" : ",") + name; });
  return line + "\n";
}

template <HasFields T>
std::string csv_line(const T& row) {
  std::string line;
  bool first = true;
  for_each_csv_column(row, [&](const std::string&, const auto& value) {
    if (!first) line += ',';
    first = false;
    line += csv(csv_value(value));
  });
  return line + "\n";
}

}  // namespace kintree::report
