// H and C in the coordinates of the joints that do not follow others, from those of the tree: each joint that follows is added to the one
// that it follows. Featherstone, RBDA 2008, ch. 8. The README gives the equations in square brackets.
//
//   j, l, r   q-dot_j = r q-dot_l; l = 0: coordinate j stands still
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "crba/crba.hpp"
#include "kernels/constraints.hpp"
#include "rnea/rnea.hpp"

namespace kintree {

template <class S>
class CoupledCrba final : public Solves<S, problems::CoupledDynamics> {
 public:
  explicit CoupledCrba(const Model& model)
      : crba_(model), rnea_(model), n_(Layout(model).n), v_(static_cast<std::size_t>(n_)) {
    order(Tree<S>(model), Constraints<S>(model));
  }

  Status coupled_dynamics(const Input<S, problems::CoupledDynamics>& in,
                          Output<S, problems::CoupledDynamics> out) override {
    crba_.mass_matrix(in.q, out.H_coupled);
    const VectorView<S> v{v_.data(), n_};
    for (int k = 1; k <= n_; ++k) v(k) = in.v(k);
    for (auto each = followed_.rbegin(); each != followed_.rend(); ++each)
      v(each->j) = each->l == 0 ? S{} : each->r * v(each->l);  // [2]
    rnea_.bias_force({in.q, v, in.f_ext}, out.C_coupled);
    for (const Followed& each : followed_) add(each, out.H_coupled, out.C_coupled);
    return {};
  }

 private:
  struct Followed {
    int j, l;
    S r;
  };

  /// Each coupling makes one coordinate depend on another, or stand still. Both have been replaced by what they follow themselves.
  void order(const Tree<S>& tree, const Constraints<S>& constraints) {
    struct Multiple {
      int of;
      S factor;
    };
    std::vector<Multiple> velocity;
    for (int k = 0; k <= n_; ++k) velocity.push_back({k, S(k == 0 ? 0 : 1)});
    const auto of_joint = [&](int body) {
      return velocity[static_cast<std::size_t>(body == 0 ? 0 : tree.first[body])];
    };
    for (auto each = constraints.coupled.begin(); each != constraints.coupled.end(); ++each) {
      const CoupledJoints<S>& c = *each;
      const auto repeats = [&](const CoupledJoints<S>& other) {
        return other.body == c.body && other.leader == c.leader && !moves(other.multiplier - c.multiplier);
      };
      if (std::any_of(constraints.coupled.begin(), each, repeats)) continue;
      Multiple a = of_joint(c.body), b = of_joint(c.leader);
      b.factor = b.factor * c.multiplier;  // a.factor v_a = b.factor v_b
      if (!moves(a.factor)) std::swap(a, b);
      if (!moves(a.factor) || (a.of == b.of && !moves(a.factor - b.factor))) continue;
      const bool moves_on = a.of != b.of && moves(b.factor);
      const Followed next{a.of, moves_on ? b.of : 0, moves_on ? b.factor / a.factor : S{}};
      for (Multiple& one : velocity)
        if (one.of == next.j) one = {next.l, one.factor * next.r};  // [1]
      followed_.push_back(next);
    }
  }
  static bool moves(const S& x) { return is_positive(x) || is_positive(-x); }

  /// H and C without coordinate j.
  void add(const Followed& each, MatrixView<S> H, VectorView<S> C) const {
    const auto& [j, l, r] = each;
    if (l != 0) {
      for (int k = 1; k <= n_; ++k) H(l, k) = H(l, k) + r * H(j, k);
      for (int k = 1; k <= n_; ++k) H(k, l) = H(k, l) + r * H(k, j);
      C(l) = C(l) + r * C(j);  // [3]
    }
    for (int k = 1; k <= n_; ++k) H(j, k) = H(k, j) = S{};
    C(j) = S{};
  }

  Crba<S> crba_;
  Rnea<S> rnea_;
  int n_;
  std::vector<Followed> followed_;
  std::vector<S> v_;  ///< G q-dot
};

}  // namespace kintree
