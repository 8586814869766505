// The rates of H^-1, J H^-1 J^T and J-bar along the motion by forward mode: carpentier_inverse, efpa and dynamically_consistent_inverse in dual
// numbers (numbers/dual.hpp), one run each. Griewank & Walther, Evaluating Derivatives, 2008, ch. 3.
//
//   q + epsilon N(q) v    q moved along the generalized velocities v: reference/notation.md
#pragma once

#include <array>
#include <vector>

#include "carpentier_inverse/carpentier_inverse.hpp"
#include "dynamically_consistent_inverse/dynamically_consistent_inverse.hpp"
#include "efpa/efpa.hpp"
#include "kintree/numbers/dual.hpp"
#include "kintree/spatial/joint.hpp"

namespace kintree {

template <class S>
class ForwardModeRates final : public Solves<S, problems::MassMatrixInverseRate, problems::InverseOsimRate,
                                             problems::DynamicallyConsistentInverseRate> {
 public:
  ForwardModeRates(const Model& model, const std::vector<EndEffector>& end_effectors)
      : inverse_(model),
        efpa_(model, end_effectors),
        consistent_(model, end_effectors),
        layout_(model),
        q_(static_cast<std::size_t>(layout_.nq)) {
    for (const Body& body : model.bodies) kind_.push_back(body.joint.kind);
    const auto n = static_cast<std::size_t>(layout_.n), rows = 6 * end_effectors.size();
    result_.resize(std::max({n * n, rows * rows, n * rows}));
  }

  Status mass_matrix_inverse_rate(const Input<S, problems::MassMatrixInverseRate>& in,
                                  MatrixView<S> rate) override {
    move(in.q, in.v);
    return written(inverse_.mass_matrix_inverse(q(), result_as(rate)), rate);
  }

  Status inverse_osim_rate(const Input<S, problems::InverseOsimRate>& in, MatrixView<S> rate) override {
    move(in.q, in.v);
    return written(efpa_.inverse_osim(q(), result_as(rate)), rate);
  }

  Status dynamically_consistent_inverse_rate(const Input<S, problems::DynamicallyConsistentInverseRate>& in,
                                             MatrixView<S> rate) override {
    move(in.q, in.v);
    return written(consistent_.dynamically_consistent_inverse(q(), result_as(rate)), rate);
  }

 private:
  using T = Dual<S>;

  /// q + epsilon N(q) v.
  void move(VectorView<const S> q, VectorView<const S> v) {
    for (std::size_t body = 1; body < kind_.size(); ++body) {
      const JointKindInfo& joint = info(kind_[body]);
      std::array<S, 7> rates{};
      if (joint.positions == 0) continue;
      const S* q_i = q.from(layout_.first_position[body]);
      position_rates(kind_[body], q_i, v.from(layout_.first_velocity[body]), rates.data());
      T* moved = q_.data() + (layout_.first_position[body] - 1);
      for (int k = 0; k < joint.positions; ++k) moved[k] = {q_i[k], rates[static_cast<std::size_t>(k)]};
    }
  }

  VectorView<const T> q() const { return {q_.data(), layout_.nq}; }
  MatrixView<T> result_as(MatrixView<S> shape) { return {result_.data(), shape.rows, shape.columns}; }
  /// Takes the rates from the result, if there is one.
  Status written(Status status, MatrixView<S> rate) const {
    const MatrixView<const T> result{result_.data(), rate.rows, rate.columns};
    for (int i = 1; i <= rate.rows; ++i)
      for (int j = 1; j <= rate.columns; ++j) rate(i, j) = result(i, j).e;
    return status;
  }

  CarpentierInverse<T> inverse_;
  Efpa<T> efpa_;
  DynamicallyConsistentInverse<T> consistent_;
  Layout layout_;
  std::vector<JointKind> kind_;
  std::vector<T> q_, result_;
};

}  // namespace kintree
