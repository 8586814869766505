// A serial chain at rest as elements of the mixed form, in the frames of the bodies or all in that of the
// base.
#pragma once

#include <map>
#include <utility>

#include "divide_and_conquer_mixed/leaf.hpp"
#include "kernels/bodies.hpp"
#include "solving.hpp"

namespace kintree::test {

enum class Frames { local, common };

template <class S>
class ChainOfElements {
 public:
  ChainOfElements(const Case& drawn, Frames frames)
      : state(drawn.state), tree(drawn.model), X_(tree.N), subspace_(tree.N), I_(tree.N), leaf_(tree.N) {
    tree.set_positions(view(state.q));
    const Transform<S> one{identity3<S>(), {}};
    Transform<S> X = one;  // X_i_0
    for (int i = 1; i <= tree.N; ++i) {
      X = {X.R * tree.X[i].R, X.r + X.R * tree.X[i].r};
      const bool local = frames == Frames::local;
      const Transform<S> to_base = inverse_of(X);
      X_[i] = local ? tree.X[i] : one;
      I_[i] = local ? articulated(tree.I[i]) : to_parent(X, articulated(tree.I[i]));
      subspace_[i] = tree.subspace[i];
      for (int k = 0; !local && k < tree.dof[i]; ++k) subspace_[i][k] = to_base * tree.subspace[i][k];
    }
  }

  /// Bodies first..last, joined as a balanced binary tree.
  MixedElement<S>& assemble(int first, int last) {
    MixedElement<S>& e = element_[{first, last}];
    if (first == last) {
      BOOST_TEST(leaf_[first].factor(X_[first], subspace_[first], I_[first], e));
      leaf_[first].bias(X_[first], subspace_[first], {}, {}, &state.tau[std::size_t(tree.first[first] - 1)],
                        e);
    } else {
      const int middle = (first + last) / 2;
      join(assemble(first, middle), assemble(middle + 1, last), e);
      join_bias(element_[{first, middle}], element_[{middle + 1, last}], e);
    }
    return e;
  }

  /// q-ddot of all bodies, which are assembled.
  std::vector<S> accelerations() {
    std::vector<S> qdd(state.tau.size());
    MixedElement<S>& e = element_[{1, tree.N}];
    e.a_1 = tree.minus_gravity, e.f_2 = {};
    divide(1, tree.N, qdd);
    return qdd;
  }

  Widened<S> state;
  Tree<S> tree;

 private:
  void divide(int first, int last, std::vector<S>& qdd) {
    const MixedElement<S>& e = element_[{first, last}];
    if (first == last) {
      leaf_[first].accelerate(subspace_[first], X_[first] * e.a_1, e.f_2,
                              &qdd[std::size_t(tree.first[first] - 1)]);
    } else {
      const int middle = (first + last) / 2;
      part(e, element_[{first, middle}], element_[{middle + 1, last}]);
      divide(first, middle, qdd);
      divide(middle + 1, last, qdd);
    }
  }

  ByBody<Transform<S>> X_;
  ByBody<Subspace<S>> subspace_;
  ByBody<ArticulatedInertia<S>> I_;
  ByBody<MixedLeaf<S>> leaf_;
  std::map<std::pair<int, int>, MixedElement<S>> element_;
};

}  // namespace kintree::test
