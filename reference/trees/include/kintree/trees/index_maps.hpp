// Maps of answers, made from the maps of the kinds of indices.
#pragma once

#include <vector>

#include "kintree/model/answer_map.hpp"
#include "kintree/model/problem_set.hpp"

namespace kintree {

/// The map of each kind of index. With v' = A v and an equal number of velocities, equal power gives
/// tau' = A^-T tau.
struct IndexMaps {
  AnswerMap velocities = {}, forces = {};
  AnswerMap twists = {}, wrenches = {};  ///< empty where there are no end-effectors
  AnswerMap constraints = {}, constraint_forces = {};
  AnswerMap momenta = {};                 ///< empty where it is not known
  AnswerMap parameters = {};              ///< empty where it is not known
  std::vector<double> shift = {};         ///< added to accelerations, or empty
  std::vector<double> force_shift = {};   ///< added to forces, or empty
  bool constant_rates = true;             ///< velocities are mapped by the same A at all positions
  double mass = 1, length = 1, time = 1;  ///< old units in new ones
  bool time_runs_backwards = false;

  AnswerMap of(Index index) const;
};

/// The map of a quantity: X' = M X N^T, with M and N by the kinds of its two indices.
AnswerMap map_of(const IndexMaps& maps, const Quantity& quantity);

/// The maps of the outputs that are compared.
std::vector<AnswerMap> maps_of_answer(const IndexMaps& maps, Problem problem);

/// The problems whose answers the maps relate. A problem is left out if the map of one of its indices is not known, or if it needs constant
/// rates and they are not.
ProblemSet problems_related_by(const IndexMaps& maps);

/// The maps one after the other. The order of their units does not matter.
IndexMaps after(const IndexMaps& second, const IndexMaps& first);

AnswerMap identity_map(int size);

}  // namespace kintree
