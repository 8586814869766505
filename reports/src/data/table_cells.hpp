#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "data/table.hpp"
#include "data/typography.hpp"
#include "kintree/report/record.hpp"

/// Columns and cells that several tables have.
namespace kintree::report {

inline const Column plugin{"plugin", Kind::name}, problem{"problem"};

inline std::string name_of(Problem p) {
  return std::string(name(p));
}

/// A number, or a dash where there is none.
inline Cell or_dash(double value) {
  return std::isnan(value) ? Cell(DisplayedText{"", "–"}) : Cell(value);
}

inline DisplayedText verdict_chip(const std::optional<Verdict>& verdict) {
  if (!verdict) return chip("", "F");
  const std::string letter(name(*verdict));
  return chip(letter, letter);
}

}  // namespace kintree::report
