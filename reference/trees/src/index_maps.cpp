#include "kintree/trees/index_maps.hpp"

#include <algorithm>
#include <cmath>

namespace kintree {

const AnswerMap& IndexMaps::of(Index index) const {
  static const AnswerMap number = identity_map(1);
  switch (index) {
    case Index::none:
      return number;
    case Index::velocity:
      return velocities;
    case Index::twist:
      return twists;
    case Index::wrench:
      return wrenches;
    default:
      return forces;
  }
}

AnswerMap map_of(const IndexMaps& maps, const Quantity& quantity) {
  AnswerMap map = maps.of(quantity.rows);
  const auto [mass, length, time] = quantity.dimension;
  const double unit = std::pow(maps.mass, mass) * std::pow(maps.length, length) * std::pow(maps.time, time);
  const double factor = maps.time_runs_backwards && quantity.is_odd_in_velocity ? -unit : unit;
  const bool has_two_factors = factor != 1 || quantity.columns != quantity.rows;
  if (!quantity.is_vector() && has_two_factors) map.of_columns = {maps.of(quantity.columns)};
  for (AnswerMap::Entry& entry : map.entries) entry.factor *= factor;
  if (quantity.is_acceleration) map.shift = maps.shift;
  return map;
}

std::map<Problem, AnswerMap> maps_of_answers(const IndexMaps& maps) {
  const bool constant = std::all_of(maps.shift.begin(), maps.shift.end(), [](double x) { return x == 0; });
  std::map<Problem, AnswerMap> answers;
  for (const Problem problem : all_problems) {
    if (reads(problem, quantity::end_effectors) && maps.twists.rows == 0) continue;
    if (compared_output(problem).constant_rates_only && !constant) continue;
    answers.emplace(problem, map_of(maps, compared_output(problem)));
  }
  return answers;
}

AnswerMap identity_map(int size) {
  AnswerMap map{size, size, {}, {}};
  for (int k = 1; k <= size; ++k) map.entries.push_back({k, k, 1.0});
  return map;
}

}  // namespace kintree
