// Maps of answers, made from the maps of the kinds of indices.
#pragma once

#include <map>
#include <vector>

#include "kintree/data/answer_map.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree {

/// The map of each kind of index. With v' = A v and as many velocities after as before, equal power gives tau' = A^-T tau.
struct IndexMaps {
  AnswerMap velocities = {}, forces = {};
  AnswerMap twists = {}, wrenches = {};   ///< empty where there are no end-effectors
  std::vector<double> shift = {};         ///< added to accelerations, or empty
  double mass = 1, length = 1, time = 1;  ///< old units in new ones
  bool time_runs_backwards = false;

  const AnswerMap& of(Index index) const;
};

/// The map of a quantity: X' = M X N^T, with M and N by the kinds of its two indices.
AnswerMap map_of(const IndexMaps& maps, const Quantity& quantity);

/// The maps of the answers to all problems, by the output that is compared. A problem is left out if it needs end-effectors and there
/// are none, or if it needs constant rates and accelerations are shifted.
std::map<Problem, AnswerMap> maps_of_answers(const IndexMaps& maps);

AnswerMap identity_map(int size);

/// Leaves only the problems whose description satisfies the condition.
template <class Condition>
void keep_problems(std::map<Problem, AnswerMap>& answers, Condition&& condition) {
  std::erase_if(answers, [&](const auto& entry) { return !condition(entry.first); });
}

}  // namespace kintree
