// One list of fields for each type of row. The store, JSON, CSV and the page read it, so a field is stated once.
#pragma once

#include <array>
#include <boost/preprocessor.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "kintree/model/finding.hpp"
#include "kintree/model/format.hpp"
#include "kintree/model/joint_kind.hpp"
#include "kintree/model/verdict.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree::report {

/// A data member, and its name outside of the program. The fields of a member that has fields itself are named
/// <name>_<its name> in a table and form an object in JSON; with an empty name they join those of the owner.
template <class Owner, class T>
struct Field {
  std::string_view name;
  T Owner::*member;
};
template <class Owner, class T>
Field(const char*, T Owner::*) -> Field<Owner, T>;

/// The fields of a type whose names outside are those of its members, separated by commas.
#define KINTREE_FIELDS(Type, ...) \
  BOOST_PP_SEQ_FOR_EACH_I(KINTREE_FIELD, Type, BOOST_PP_VARIADIC_TO_SEQ(__VA_ARGS__))
#define KINTREE_FIELD(r, Type, i, member)        \
  BOOST_PP_COMMA_IF(i)::kintree::report::Field { \
    BOOST_PP_STRINGIZE(member), &Type::member    \
  }

/// A value computed from the fields. It is written to JSON and CSV, neither stored nor read.
template <class Owner, class T>
struct DerivedField {
  std::string_view name;
  T (*value)(const Owner&);
};
template <class Owner, class T>
DerivedField(const char*, T (*)(const Owner&)) -> DerivedField<Owner, T>;

/// Specialized for each type that has fields: `list`, a tuple of Field and DerivedField, and, of a row of the store,
/// `table`, its name.
template <class T>
struct Fields;

template <class T>
concept HasFields = requires {
  Fields<T>::list;
};
template <class T>
concept Row = HasFields<T> && requires {
  Fields<T>::table;
};

template <class F>
inline constexpr bool is_derived = false;
template <class Owner, class T>
inline constexpr bool is_derived<DerivedField<Owner, T>> = true;

/// Calls `visit(field)` for each field of the list.
template <HasFields T, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, Fields<T>::list);
}

/// Calls `visit(value)` for each value that is stored, in the order of the list. `Owner` may be const.
template <class Owner, class Visit>
constexpr void for_each_value(Owner& row, Visit&& visit) {
  for_each_field<std::remove_const_t<Owner>>([&](const auto& field) {
    if constexpr (!is_derived<std::remove_cvref_t<decltype(field)>>) {
      auto& value = row.*field.member;
      if constexpr (HasFields<std::remove_cvref_t<decltype(value)>>)
        for_each_value(value, visit);
      else
        visit(value);
    }
  });
}

// --- enumerators ---

/// Specialized for each enumeration that a row contains: `all` its enumerators, whose names are name(enumerator).
template <class E>
struct Enumeration;

template <>
struct Enumeration<Problem> {
  static constexpr auto all = all_problems;
};
template <>
struct Enumeration<Verdict> {
  static constexpr std::array all{Verdict::A, Verdict::B, Verdict::C, Verdict::D, Verdict::F};
};
template <>
struct Enumeration<ResultStatus> {
  static constexpr std::array all{ResultStatus::judged, ResultStatus::breakdown, ResultStatus::unsupported,
                                  ResultStatus::crashed, ResultStatus::timed_out};
};
template <>
struct Enumeration<FieldCheck> {
  static constexpr std::array all{FieldCheck::not_asked, FieldCheck::proved, FieldCheck::wrong,
                                  FieldCheck::not_askable};
};
template <>
struct Enumeration<Reason> {
  static constexpr auto all = [] {
    std::array<Reason, reasons.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = reasons[i].reason;
    return all;
  }();
};
template <>
struct Enumeration<Format> {
  static constexpr std::array all{Format::binary64, Format::binary32};
};
template <>
struct Enumeration<JointKind> {
  static constexpr auto all = [] {
    std::array<JointKind, joint_kinds.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = joint_kinds[i].kind;
    return all;
  }();
};

constexpr std::string_view name(JointKind kind) {
  return info(kind).name;
}

template <class E>
concept Enumerated = requires {
  Enumeration<E>::all;
};

/// Nothing if no enumerator has that name.
template <Enumerated E>
constexpr std::optional<E> enumerator(std::string_view text) {
  for (const E e : Enumeration<E>::all)
    if (name(e) == text) return e;
  return std::nullopt;
}

/// A reason and what it leaves open, for readers.
inline std::string explanation(Reason reason, const std::string& detail) {
  std::string text(to_string(reason));
  if (!text.empty() && !detail.empty()) text += ": ";
  return text + detail;
}

}  // namespace kintree::report
