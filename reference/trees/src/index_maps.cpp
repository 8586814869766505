#include "kintree/trees/index_maps.hpp"

namespace kintree {

const AnswerMap& IndexMaps::of(Index index) const {
  switch (index) {
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

std::map<Problem, AnswerMap> maps_of_answers(const IndexMaps& maps) {
  std::map<Problem, AnswerMap> answers;
  for (const Problem problem : all_problems) {
    const Quantity& output = compared_output(problem);
    if (reads(problem, quantity::end_effectors) && maps.twists.rows == 0) continue;
    AnswerMap& map = answers[problem] = maps.of(output.rows);
    if (output.is_acceleration) map.shift = maps.shift;
    if (!output.is_vector() && output.columns != output.rows) map.of_columns = {maps.of(output.columns)};
  }
  return answers;
}

AnswerMap identity_map(int size) {
  AnswerMap map{size, size, {}, {}};
  for (int k = 1; k <= size; ++k) map.entries.push_back({k, k, 1.0});
  return map;
}

}  // namespace kintree
