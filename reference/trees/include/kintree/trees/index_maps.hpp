// How indices change: by their kinds alone follow the maps of all answers.
#pragma once

#include <map>
#include <vector>

#include "kintree/data/answer_map.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree {

/// What becomes of each kind of index. With v' = A v and as many velocities after as before, equal power gives tau' = A^-T tau.
struct IndexMaps {
  AnswerMap velocities;
  AnswerMap forces;
  AnswerMap twists = {}, wrenches = {};  ///< empty where there are no end-effectors
  std::vector<double> shift = {};        ///< of accelerations; empty: zero

  const AnswerMap& of(Index index) const;
};

/// The maps of the answers to all problems that have a map: X' = M X N^T, with M and N by the kinds of the two indices of the
/// output that is compared.
std::map<Problem, AnswerMap> maps_of_answers(const IndexMaps& maps);

AnswerMap identity_map(int size);

/// Leaves only the problems whose description satisfies the condition.
template <class Condition>
void keep_problems(std::map<Problem, AnswerMap>& answers, Condition&& condition) {
  std::erase_if(answers, [&](const auto& entry) { return !condition(entry.first); });
}

}  // namespace kintree
