// A case as an implementation with a slip reads it, joint by joint.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "../metamorphic/real.hpp"
#include "kintree/trees/known_mistakes.hpp"
#include "kintree/trees/parts.hpp"

namespace kintree::misreadings {

using metamorphic::Real;
using RealRows = std::vector<std::vector<Real>>;  ///< a matrix, by rows

/// Rates of a joint that are written in other coordinates: velocities v_seen = A v, forces tau_seen = A^-T tau, and
/// accelerations qdd_seen = A qdd + shift.
struct Coordinates {
  RealRows A, A_inverse;
  std::vector<Real> shift = {};  ///< empty: zero
};

/// The parts are those of the given case until they are changed: what an implementation takes the numbers for.
class Reading {
 public:
  explicit Reading(const Case& c) : parts(c), given_(c) {}

  /// It takes the rates of the joint of body i for rates in these coordinates.
  void takes_rates(int i, const Coordinates& coordinates);
  /// It takes the vectors for vectors in which the joints of the bodies follow each other in this order, a permutation of 1..N.
  void takes_order(const std::vector<int>& order);

  /// The case that the implementation solves, and the maps of the answers.
  Misreading finish() const;

  Parts parts;
  std::optional<AnswerMap> end_effectors;  ///< an orthogonal map of their rows; the identity if empty

 private:
  const Case& given_;
  std::unordered_map<int, Coordinates> coordinates_;  ///< by body
  std::vector<int> order_;                            ///< empty: 1..N
};

RealRows identity_rows(int size);
/// Adds a 3 x 3 block, with its first entry at (row, column), both from 0.
void set_block(RealRows& rows, std::size_t row, std::size_t column, const metamorphic::Matrix& block);
/// By body: from coordinates in its axes to coordinates in the base's.
std::vector<metamorphic::Matrix> rotations_to_base(const Parts& parts);
/// The matrix of a x.
metamorphic::Matrix cross_matrix(const metamorphic::Vector& a);

}  // namespace kintree::misreadings
