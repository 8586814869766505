// A case under transformation, and the maps from its answers to those of its image.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kintree/trees/metamorphic.hpp"
#include "kintree/trees/parts.hpp"
#include "kintree/trees/random.hpp"

namespace kintree::metamorphic {

using Rows = std::vector<std::vector<double>>;  ///< a matrix, by rows

/// The map from the rates of one joint of the case to the rates of one joint of its image: velocities v' = A
/// v, forces tau' = B tau, accelerations qdd' = A qdd + shift.
struct RateMap {
  std::string of;  ///< the body of the case that carries the joint
  Rows A, B;
  std::vector<double> shift = {};  ///< empty: zero
};

/// The parts of a case while they are changed. Bodies keep their names, which identify the source of their
/// rates: joint i of the image has the rates of the joint of the same name in the case, unless `rate_maps`
/// has an entry for it.
struct Change {
  /// The generator of random numbers depends on the name of the transformation and on the seed.
  Change(const Case& c, std::string_view transformation, std::uint64_t seed);

  /// The image, and the maps of its answers. With v' = A v and as many rates in the image as in the case,
  /// equal kinetic energy gives H = A^T H' A, and equal power gives tau = A^T tau'. J' A = E J gives Lambda'^-1 =
  /// E Lambda^-1 E^T and J-bar' = A J-bar E^-1.
  CaseImage finish() const;

  AnswerMap parameter_map(const Model& image) const;

  const Case& original;
  Parts parts;
  Generator generator;
  std::unordered_map<std::string, RateMap> rate_maps;  ///< by the name of the image's body
  std::optional<AnswerMap> end_effectors;              ///< of the rows of J; the identity if empty
  std::optional<AnswerMap> constraints;                ///< of the rows of K; the identity if empty
  AnswerMap momenta;                                   ///< empty if the bodies are not the same
  /// Factors of the inertial parameters of each body; nothing if a body has another frame.
  std::optional<std::array<double, 10>> parameters;
};

Rows diagonal(const std::vector<double>& entries);
std::vector<double> ones(int count);
/// E^-T of a matrix E with one entry in each row and one in each column, or in each of some columns.
AnswerMap inverse_transposed(AnswerMap map);
/// Adds a block to the matrix of a map, with its first entry at (row, column), both from 1.
void place(AnswerMap& map, const Rows& block, int row, int column);

std::vector<double> scaled(std::vector<double> x, double factor);
template <std::size_t count>
void scale(std::array<double, count>& x, double factor) {
  for (double& entry : x) entry *= factor;
}
/// Multiplies v, qdd and tau of the part's joint, entry k by factors[k].
void scale_rates(Part& part, const std::vector<double>& factors);

/// The bodies 1..N whose parts satisfy the condition, in ascending order.
std::vector<int> bodies_where(const Parts& parts, const std::function<bool(const Part&)>& condition);
/// Those with a joint of this kind, without armature.
std::vector<int> bodies_with(const Parts& parts, JointKind kind);

/// A massless body and its joint, both of this name, with underscores appended while it is taken.
Part new_part(const Parts& parts, std::string name, int parent, JointKind kind);

}  // namespace kintree::metamorphic
