// The armature of a model in the scalar of an algorithm: what it adds to the diagonal of H.
#pragma once

#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/spatial/views.hpp"

namespace kintree {

template <class S>
class Armature {
 public:
  Armature() = default;
  explicit Armature(const Model& model) {
    const Layout layout(model);
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      const Joint& joint = model.bodies[i].joint;
      if (!has_armature(joint)) continue;
      numbers_.resize(static_cast<std::size_t>(layout.n), S{});
      for (int k = 0; k < info(joint.kind).velocities; ++k) {
        const int coordinate = layout.first_velocity[i] + k;
        coordinates_.push_back(coordinate);
        at(coordinate) = S(joint.armature[static_cast<std::size_t>(k)]);
      }
    }
  }

  /// The numbers of a joint, from its first coordinate on; null if no joint of the model has any.
  const S* from(int first) const { return numbers_.empty() ? nullptr : &numbers_[index(first)]; }

  /// H + diag(r). `diagonal(k)`: the entry H_kk.
  template <class Diagonal>
  void add_to(Diagonal&& diagonal) const {
    for (const int k : coordinates_) {
      auto& H_kk = diagonal(k);
      H_kk = H_kk + numbers_[index(k)];
    }
  }
  /// tau + diag(r) q-ddot.
  void add_forces(VectorView<const S> qdd, VectorView<S> tau) const {
    for (const int k : coordinates_) tau(k) = tau(k) + numbers_[index(k)] * qdd(k);
  }

 private:
  static std::size_t index(int coordinate) { return static_cast<std::size_t>(coordinate - 1); }
  S& at(int coordinate) { return numbers_[index(coordinate)]; }

  std::vector<S> numbers_;        ///< by coordinate; empty if no joint has any
  std::vector<int> coordinates_;  ///< of the joints that have some
};

}  // namespace kintree
