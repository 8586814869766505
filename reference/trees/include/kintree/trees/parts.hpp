// A case taken apart body by body, to be changed and put together again.
#pragma once

#include "kintree/trees/case.hpp"

namespace kintree {

/// A body and what the state says of it. body.parent is an index of the parts.
struct Part {
  Body body;
  std::vector<double> q, v, qdd, tau;  ///< of its joint
  Wrench f_ext{};
};

struct Parts {
  explicit Parts(const Case& c);

  /// The case again, under the same name, family and seed. The parts must be regularly numbered.
  Case put_together() const;

  Part& operator[](int i) { return list[static_cast<std::size_t>(i)]; }
  const Part& operator[](int i) const { return list[static_cast<std::size_t>(i)]; }
  int body_count() const { return static_cast<int>(list.size()) - 1; }

  /// Puts a part before part `at` (1..N+1), whose index counts on by one as do those after it; returns it.
  Part& insert(int at, Part part);
  /// Takes a part out. Its children hang on its parent from then on, where they hung on it; end-effectors on
  /// it go.
  void remove(int i);
  /// Part k is what part order[k] was; order[0] = 0.
  void reorder(const std::vector<int>& order);

  std::vector<Part> list;  ///< 0 is the base
  Triple gravity{};
  std::vector<EndEffector> end_effectors;
  std::string model_name;
  CaseId id;
};

}  // namespace kintree
