// Rows in SQL: tables, statements and values from the lists of fields.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <vector>

#include "store/leaf_json.hpp"

namespace kintree::report::sql {

/// A seed has 64 bits without a sign, which SQLite's integers have not: those are text.
template <class T>
inline constexpr bool is_seed = std::same_as<T, std::uint64_t>;

/// Joint kinds, joined as in the name of a case.
template <class T>
inline constexpr bool is_name_list = false;
template <Enumerated E>
inline constexpr bool is_name_list<std::vector<E>> = true;

inline constexpr char between_names = '+';

/// The type of a column. NaN is NULL.
template <class T>
constexpr const char* type() {
  if constexpr (is_optional<T>)
    return std::integral<typename T::value_type> ? "INTEGER" : "TEXT";
  else if constexpr (std::floating_point<T>)
    return "REAL";
  else if constexpr (std::integral<T> && !is_seed<T>)
    return "INTEGER NOT NULL";
  else
    return "TEXT NOT NULL";
}

struct Column {
  std::string name;  ///< quoted
  std::string type;
};

template <HasFields T>
void append_columns(std::vector<Column>& columns, const std::string& prefix = "") {
  for_each_field<T>([&]<class F>(const F& field) {
    if constexpr (!is_derived<F>) {
      using Value = std::remove_cvref_t<decltype(std::declval<T>().*field.member)>;
      const std::string name = prefix + std::string(field.name);
      if constexpr (HasFields<Value>)
        append_columns<Value>(columns, name.empty() ? name : name + "_");
      else
        columns.push_back({"\"" + name + "\"", type<Value>()});
    }
  });
}

template <HasFields T>
std::vector<Column> columns() {
  std::vector<Column> columns;
  append_columns<T>(columns);
  return columns;
}

/// "a, b, c"
template <HasFields T>
std::string names() {
  std::string text;
  for (const Column& column : columns<T>()) text += (text.empty() ? "" : ", ") + column.name;
  return text;
}

/// "a TEXT NOT NULL, b REAL"
template <HasFields T>
std::string definitions() {
  std::string text;
  for (const Column& column : columns<T>())
    text += (text.empty() ? "" : ", ") + column.name + " " + column.type;
  return text;
}

/// "?, ?, ?"
template <HasFields T>
std::string places() {
  std::string text;
  for (std::size_t i = columns<T>().size(); i > 0; --i) text += i > 1 ? "?, " : "?";
  return text;
}

// --- values ---

template <class T>
void bind_value(SQLite::Statement& statement, int index, const T& value) {
  if constexpr (is_optional<T>) {
    if (value)
      bind_value(statement, index, *value);
    else
      statement.bind(index);
  } else if constexpr (is_name_list<T>) {
    std::string text;
    for (const auto& element : value) (text.empty() ? text : text += between_names) += name(element);
    statement.bind(index, text);
  } else if constexpr (Enumerated<T>) {
    statement.bind(index, std::string(name(value)));
  } else if constexpr (std::floating_point<T>) {
    if (std::isnan(value))
      statement.bind(index);
    else
      statement.bind(index, value);
  } else if constexpr (is_seed<T>) {
    statement.bind(index, std::to_string(value));
  } else if constexpr (std::same_as<T, bool>) {
    statement.bind(index, value ? 1 : 0);
  } else {
    statement.bind(index, value);
  }
}

inline Json parsed(const SQLite::Column& column) {
  Json json = Json::parse(column.getString(), nullptr, false);
  if (json.is_discarded()) throw BadField("not JSON");
  return json;
}

template <class T>
void read_value(const SQLite::Column& column, T& value) {
  if constexpr (is_optional<T>) {
    if (!column.isNull()) read_value(column, value.emplace());
  } else if constexpr (is_name_list<T>) {
    value.clear();
    const std::string text = column.getString();
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t to = std::min(text.find(between_names, from), text.size());
      const auto found = enumerator<typename T::value_type>(std::string_view(text).substr(from, to - from));
      if (!found) throw BadField("not one of the names known");
      value.push_back(*found);
      from = to + 1;
    }
  } else if constexpr (is_list<T>) {
    read_json_value(parsed(column), value);
  } else if constexpr (Enumerated<T>) {
    const auto found = enumerator<T>(column.getText());
    if (!found) throw BadField("not one of the names known");
    value = *found;
  } else if constexpr (std::floating_point<T>) {
    if (!column.isNull() && !column.isFloat() && !column.isInteger()) throw BadField("not a number");
    value = column.isNull() ? std::numeric_limits<T>::quiet_NaN() : column.getDouble();
  } else if constexpr (is_seed<T>) {
    const std::string text = column.getString();
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error != std::errc() || end != last) throw BadField("not a number");
  } else if constexpr (std::integral<T>) {
    if (!column.isInteger()) throw BadField("not a whole number");
    const std::int64_t number = column.getInt64();
    if constexpr (std::same_as<T, bool>) {
      value = number != 0;
    } else {
      if (!is_in_range<T>(number)) throw BadField("out of range");
      value = static_cast<T>(number);
    }
  } else {
    value = column.getString();
  }
}

/// The row in a column of JSON. BadField names its type and field.
template <Row T>
T read_json(const SQLite::Column& column) {
  T row;
  try {
    read_object(parsed(column), row);
  } catch (const BadField& bad) {
    throw BadField(std::string(Fields<T>::table) + ": " + bad.what());
  }
  return row;
}

/// Binds the values of the row to the places from `first` on.
template <HasFields T>
void bind(SQLite::Statement& statement, int first, const T& row) {
  for_each_value(row, [&](const auto& value) { bind_value(statement, first++, value); });
}

/// The row in the columns from `first` on. BadField names the column that is damaged.
template <HasFields T>
T read(SQLite::Statement& statement, int first) {
  T row;
  for_each_value(row, [&](auto& value) {
    try {
      read_value(statement.getColumn(first), value);
    } catch (const BadField& bad) {
      throw BadField(std::string(statement.getColumnName(first)) + ": " + bad.what());
    }
    ++first;
  });
  return row;
}

}  // namespace kintree::report::sql
