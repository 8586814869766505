// Values of fields as JSON, and back.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "kintree/report/fields.hpp"

namespace kintree::report {

using Json = nlohmann::ordered_json;

/// A value does not fit its field. The reader adds the name of the file.
struct BadField : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;

/// Counts are added up: of this size hundreds do not overflow, and every reader of JSON has them exactly.
inline constexpr std::int64_t largest_count = std::int64_t{1} << 53;

/// True if a field of type T may hold the number. Seeds are not counts.
template <std::integral T>
constexpr bool is_in_range(std::integral auto number) {
  return std::in_range<T>(number) &&
         (std::unsigned_integral<T> ||
          (std::cmp_less_equal(number, largest_count) && std::cmp_greater_equal(number, -largest_count)));
}

/// JSON has no infinity: files have null, and the store "inf" or "-inf".
enum class Infinity { null, kept };

template <Infinity infinity = Infinity::null, HasFields T>
Json object(const T& owner);

template <Infinity infinity = Infinity::null, class T>
Json to_json_value(const T& value) {
  if constexpr (HasFields<T>) {
    return object<infinity>(value);
  } else if constexpr (is_optional<T>) {
    return value ? to_json_value<infinity>(*value) : Json();
  } else if constexpr (is_list<T>) {
    Json list = Json::array();
    for (const auto& element : value) list.push_back(to_json_value<infinity>(element));
    return list;
  } else if constexpr (Enumerated<T>) {
    return std::string(name(value));
  } else if constexpr (std::floating_point<T>) {
    if (infinity == Infinity::kept && std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return std::isfinite(value) ? Json(value) : Json();
  } else {
    return value;
  }
}

template <Infinity infinity, HasFields T>
Json object(const T& owner) {
  Json json = Json::object();
  for_each_field<T>([&](const auto& field) {
    if constexpr (is_derived<std::remove_cvref_t<decltype(field)>>)
      json[std::string(field.name)] = to_json_value<infinity>(field.value(owner));
    else if (field.name.empty())
      json.update(to_json_value<infinity>(owner.*field.member));
    else
      json[std::string(field.name)] = to_json_value<infinity>(owner.*field.member);
  });
  return json;
}

/// On one line. Bytes that are not UTF-8 are replaced.
inline std::string as_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <HasFields T>
void read_object(const Json& json, T& owner);

template <class T>
void read_json_value(const Json& json, T& value) {
  if constexpr (HasFields<T>) {
    read_object(json, value);
  } else if constexpr (is_optional<T>) {
    if (json.is_null())
      value.reset();
    else
      read_json_value(json, value.emplace());
  } else if constexpr (is_list<T>) {
    if (!json.is_array()) throw BadField("not a list");
    value.clear();
    for (const Json& element : json) read_json_value(element, value.emplace_back());
  } else if constexpr (Enumerated<T>) {
    const auto found = json.is_string() ? enumerator<T>(json.get_ref<const std::string&>()) : std::nullopt;
    if (!found) throw BadField("not one of the names known");
    value = *found;
  } else if constexpr (std::floating_point<T>) {
    if (json == "inf" || json == "-inf") {
      value = std::numeric_limits<T>::infinity() * (json == "inf" ? 1 : -1);
      return;
    }
    if (!json.is_null() && !json.is_number()) throw BadField("not a number");
    value = json.is_null() ? std::numeric_limits<T>::quiet_NaN() : json.get<T>();
  } else if constexpr (std::same_as<T, bool>) {
    if (!json.is_boolean()) throw BadField("neither true nor false");
    value = json.get<bool>();
  } else if constexpr (std::integral<T>) {
    if (!json.is_number_integer()) throw BadField("not a whole number");
    const bool in_range = json.is_number_unsigned() ? is_in_range<T>(json.get<std::uint64_t>())
                                                    : is_in_range<T>(json.get<std::int64_t>());
    if (!in_range) throw BadField("out of range");
    value = json.get<T>();
  } else {
    if (!json.is_string()) throw BadField("not a text");
    value = json.get<T>();
  }
}

template <HasFields T>
void read_object(const Json& json, T& owner) {
  if (!json.is_object()) throw BadField("not an object");
  for_each_field<T>([&](const auto& field) {
    if constexpr (!is_derived<std::remove_cvref_t<decltype(field)>>) {
      auto& value = owner.*field.member;
      if (field.name.empty()) return read_json_value(json, value);
      const std::string name(field.name);
      const auto found = json.find(name);
      if (found == json.end()) throw BadField(name + ": missing");
      try {
        read_json_value(*found, value);
      } catch (const BadField& bad) {
        throw BadField(name + ": " + bad.what());
      }
    }
  });
}

}  // namespace kintree::report
