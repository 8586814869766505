// Lambda^-1 in O(log N) time on O(N) processors: a unit force at an end-effector, the forces that it causes
// between the bodies, then the accelerations of the bodies that carry end-effectors. The factors belong to
// the matrix, which is formed once; the columns do not wait for each other.
//
//   Lambda^-1 = beta^T [I^-1 - I^-1 P W (W^T Z W)^-1 W^T P^T I^-1] beta  with  Z = P^T I^-1 P        [19]
//
// Fijany & Featherstone 2013; symbols: fijany_featherstone/constraint_force.hpp. Equations in square brackets
// are ours: README.md.
#pragma once

#include "fijany_featherstone_cyclic/fijany_featherstone_cyclic.hpp"

namespace kintree {

template <class S>
class FijanyFeatherstoneOsim final : public Solves<S, problems::InverseOsim> {
 public:
  explicit FijanyFeatherstoneOsim(const Model& model, const std::vector<EndEffector>& end_effectors = {})
      : tree_(tree_with_shared_inertia<S>(model)),
        space_(tree_),
        ends_(model, end_effectors),
        forces_(model),
        at_rest_(tree_.N),
        a_(tree_.N),
        tau_(static_cast<std::size_t>(tree_.n)),
        qdd_(static_cast<std::size_t>(tree_.n)) {}

  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    tree_.set_positions(q);
    space_.update(tree_);
    const Status status = forces_.factor(tree_, space_);
    for (int k = 1; k <= ends_.m; ++k)
      for (int c = 0; c < 6; ++c) {
        respond(ends_.p[k], transpose_times(ends_.X[k], unit_force<S>(c)));
        for (int l = 1; l <= k; ++l) {
          const Motion<S> a = ends_.X[l] * a_[ends_.p[l]];  // beta^T a
          for (int r = 0; r < (l < k ? 6 : c + 1); ++r)
            Lambda_inverse(ends_.row(l, r), ends_.row(k, c)) =
                Lambda_inverse(ends_.row(k, c), ends_.row(l, r)) = dot(a, unit_force<S>(r));
        }
      }
    return status;
  }

 private:
  /// a = I^-1 (f + P W lambda), lambda = -(W^T Z W)^-1 W^T P^T I^-1 f, for a force f on body i alone.  [19]
  void respond(int i, const Force<S>& f) {
    at_rest_.p[i] = Force<S>{} - f;  // an external force is a bias force of the other sign
    forces_.solve(tree_, space_, at_rest_, {tau_.data(), tree_.n}, a_, {qdd_.data(), tree_.n});
    at_rest_.p[i] = {};
  }

  Tree<S> tree_;
  ConstraintSpaces<S> space_;
  EndEffectors<S> ends_;
  InterbodyForces<S, CyclicReduction<S>> forces_;
  BodyMotions<S> at_rest_;
  ByBody<Motion<S>> a_;       // a_[0], the base's, is zero
  std::vector<S> tau_, qdd_;  // no drives; the joints' accelerations, which are not used
};

}  // namespace kintree
