// x -> M x by inverse dynamics at rest, without gravity and external forces: what every algorithm shares that
// sees the mass matrix through its products alone.  Jain 1991, eqs. (17) and (21), secs. 3 and 4.
#pragma once

#include <vector>

#include "kintree/data/model.hpp"
#include "kintree/plugin/solver.hpp"

namespace kintree {

/// InverseDynamics: a solver that has `inverse_dynamics`.
template <class S, template <class> class InverseDynamics>
class MassOperator {
 public:
  explicit MassOperator(const Model& model)
      : inverse_dynamics_(without_gravity(model)),
        at_rest_(static_cast<std::size_t>(Layout(model).n)),
        no_force_(model.bodies.size()) {}

  /// M x at the positions q: T = M x + C with C = 0.  (21)
  void times(VectorView<const S> q, VectorView<const S> x, VectorView<S> product) {
    inverse_dynamics_.inverse_dynamics({q, {at_rest_.data(), x.size}, x, no_force_.data()}, product);
  }

 private:
  static Model without_gravity(Model model) {
    model.gravity = {};
    return model;
  }

  InverseDynamics<S> inverse_dynamics_;
  std::vector<S> at_rest_;
  std::vector<Force<S>> no_force_;
};

}  // namespace kintree
