// How indices change: by their kinds alone follow the maps of all answers.
#pragma once

#include <map>
#include <vector>

#include "kintree/data/answer_map.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree {

/// What becomes of each kind of index. With v' = A v and as many velocities after as before, equal power gives tau' = A^-T tau.
struct IndexMaps {
  AnswerMap velocities = {}, forces = {};
  AnswerMap twists = {}, wrenches = {};   ///< empty where there are no end-effectors
  std::vector<double> shift = {};         ///< of accelerations; empty: zero
  double mass = 1, length = 1, time = 1;  ///< old units in new ones
  bool time_runs_backwards = false;

  const AnswerMap& of(Index index) const;
};

/// The map of a quantity: X' = M X N^T, with M and N by the kinds of its two indices.
AnswerMap map_of(const IndexMaps& maps, const Quantity& quantity);

/// Of the answers to all problems, by the output that is compared. Left out is what needs end-effectors where there are none, and
/// what needs constant rates where accelerations are shifted.
std::map<Problem, AnswerMap> maps_of_answers(const IndexMaps& maps);

AnswerMap identity_map(int size);

/// Leaves only the problems whose description satisfies the condition.
template <class Condition>
void keep_problems(std::map<Problem, AnswerMap>& answers, Condition&& condition) {
  std::erase_if(answers, [&](const auto& entry) { return !condition(entry.first); });
}

}  // namespace kintree
