#include "kintree/trees/index_maps.hpp"

#include <algorithm>
#include <cmath>

namespace kintree {

namespace {

/// The map of pairs: entry ((i, k), (j, l)) is M_ij M_kl.
AnswerMap of_pairs(const AnswerMap& M) {
  AnswerMap result{M.rows * M.rows, M.columns * M.columns, {}, {}};
  for (const AnswerMap::Entry& a : M.entries)
    for (const AnswerMap::Entry& b : M.entries)
      result.entries.push_back(
          {(a.row - 1) * M.rows + b.row, (a.column - 1) * M.columns + b.column, a.factor * b.factor});
  return result;
}

}  // namespace

AnswerMap IndexMaps::of(Index index) const {
  switch (index) {
    case Index::none:
      return identity_map(1);
    case Index::forces:
      return of_pairs(forces);
    case Index::velocity:
      return velocities;
    case Index::twist:
      return twists;
    case Index::wrench:
      return wrenches;
    case Index::constraint:
      return constraints;
    case Index::constraint_force:
      return constraint_forces;
    case Index::momentum:
      return momenta;
    case Index::parameter:
      return parameters;
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
  if (quantity.is_vector() && quantity.rows == Index::force) map.shift = maps.force_shift;
  return map;
}

std::vector<AnswerMap> maps_of_answer(const IndexMaps& maps, Problem problem) {
  std::vector<AnswerMap> result;
  for (const Quantity& output : compared_outputs(problem)) result.push_back(map_of(maps, output));
  return result;
}

ProblemSet problems_related_by(const IndexMaps& maps) {
  const auto is_known = [&](const Quantity& output) {
    return (maps.momenta.columns != 0 || !output.has(Index::momentum)) &&
           (maps.parameters.columns != 0 || !output.has(Index::parameter)) &&
           (maps.constant_rates || !output.constant_rates_only);
  };
  ProblemSet related;
  for (const Problem problem : all_problems) {
    const Quantities compared = compared_outputs(problem);
    if (reads(problem, quantity::end_effectors) && maps.twists.rows == 0) continue;
    if (std::all_of(compared.begin(), compared.end(), is_known)) related.insert(problem);
  }
  return related;
}

namespace {

/// x'' of x' = M x + s by x'' = N x' + t.
AnswerMap after(const AnswerMap& second, const AnswerMap& first) {
  if (second.columns == 0) return {};
  AnswerMap result{second.rows, first.columns, {}, {}};
  for (const AnswerMap::Entry& b : second.entries)
    for (const AnswerMap::Entry& a : first.entries)
      if (b.column == a.row) result.entries.push_back({b.row, a.column, b.factor * a.factor});
  return result;
}

/// t + N s.
std::vector<double> shift_after(const AnswerMap& second, const std::vector<double>& t,
                                const std::vector<double>& s) {
  if (s.empty()) return t;
  std::vector<double> result = t;
  result.resize(static_cast<std::size_t>(second.rows), 0.0);
  for (const AnswerMap::Entry& b : second.entries)
    result[static_cast<std::size_t>(b.row - 1)] += b.factor * s[static_cast<std::size_t>(b.column - 1)];
  return result;
}

}  // namespace

IndexMaps after(const IndexMaps& second, const IndexMaps& first) {
  IndexMaps result = first;
  for (AnswerMap IndexMaps::*map :
       {&IndexMaps::velocities, &IndexMaps::forces, &IndexMaps::twists, &IndexMaps::wrenches,
        &IndexMaps::constraints, &IndexMaps::constraint_forces, &IndexMaps::momenta, &IndexMaps::parameters})
    result.*map = after(second.*map, first.*map);
  result.shift = shift_after(second.velocities, second.shift, first.shift);
  result.force_shift = shift_after(second.forces, second.force_shift, first.force_shift);
  result.constant_rates = first.constant_rates && second.constant_rates;
  for (double IndexMaps::*unit : {&IndexMaps::mass, &IndexMaps::length, &IndexMaps::time})
    result.*unit = second.*unit * first.*unit;
  result.time_runs_backwards = first.time_runs_backwards != second.time_runs_backwards;
  return result;
}

AnswerMap identity_map(int size) {
  AnswerMap map{size, size, {}, {}};
  for (int k = 1; k <= size; ++k) map.entries.push_back({k, k, 1.0});
  return map;
}

}  // namespace kintree
