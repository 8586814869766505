// A case taken apart into its bodies, to be changed and put together again.
#pragma once

#include "kintree/trees/case.hpp"

namespace kintree {

/// A body with its part of the state. body.parent is an index of parts.
struct Part {
  Body body;
  std::vector<double> q, v, qdd, tau;  ///< of its joint
  Wrench f_ext{};
};

/// A constraint with its rows of gamma.
struct ConstraintPart {
  Constraint constraint;
  std::vector<double> gamma;
};

struct Parts {
  explicit Parts(const Case& c);

  /// The case that the parts form, under the same identity. The parts must be regularly numbered.
  Case put_together() const;

  Part& operator[](int i) { return list[static_cast<std::size_t>(i)]; }
  const Part& operator[](int i) const { return list[static_cast<std::size_t>(i)]; }
  int body_count() const { return static_cast<int>(list.size()) - 1; }

  /// Inserts a part as part `at` (1..N+1); the indices of that part and of those after it increase by one.
  /// Returns the inserted part.
  Part& insert(int at, Part part);
  /// Removes part i. Its children become those of its parent, with the placement that they had; its
  /// end-effectors and constraints are removed as well.
  void remove(int i);
  /// Calls change(frame) with each frame on a body: end-effectors and those of constraints.
  template <class Change>
  void change_frames(Change&& change) {
    for (EndEffector& e : end_effectors) change(e);
    for (ConstraintPart& c : constraints)
      if (!c.constraint.coupling) change(c.constraint.frame);
  }
  /// Returns whether a constraint couples the joint of part i with another.
  bool is_coupled(int i) const;
  /// Makes part order[k] part k; order[0] = 0.
  void reorder(const std::vector<int>& order);

  /// Calls change(body) with each number of a body outside the tree itself.
  template <class Change>
  void change_bodies(Change&& change) {
    for (EndEffector& e : end_effectors) change(e.body);
    for (ConstraintPart& c : constraints) change(c.constraint.frame.body), change(c.constraint.relative_to);
  }

  std::vector<Part> list;  ///< 0 is the base
  Triple gravity{};
  std::vector<EndEffector> end_effectors;
  std::vector<ConstraintPart> constraints;
  double restitution = 0;
  std::string model_name;
  CaseId id;
};

}  // namespace kintree
