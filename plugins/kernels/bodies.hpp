// Single bodies before they are joined: their velocities and bias forces, and their inverse inertias.
#pragma once

#include "kernels/block.hpp"
#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/small_spd.hpp"
#include "kintree/spatial/tree.hpp"

namespace kintree {

/// Velocities of the bodies, and what these and the external forces add to the equations of motion.
template <class S>
struct BodyMotions {
  explicit BodyMotions(int body_count) : v(body_count), c(body_count), p(body_count) {}

  ByBody<Motion<S>> v;  ///< velocity
  ByBody<Motion<S>> c;  ///< velocity-product acceleration
  ByBody<Force<S>> p;   ///< bias force, less the external force

  void update(const Tree<S>& tree, const auto& in) {
    const Phase<S> phase("velocities");
    for (int i = 1; i <= tree.N; ++i) {
      const Motion<S> v_J = tree.subspace[i].times(in.v.from(tree.first[i]));
      v[i] = tree.X[i] * v[tree.parent[i]] + v_J;                // RBDA sec. 7.3
      c[i] = tree.velocity_product(i, in.v) + cross(v[i], v_J);  // RBDA sec. 7.3
      p[i] = gyroscopic_force(tree.I[i], v[i]) - in.f_ext[i];    // RBDA sec. 7.3
    }
  }
};

/// I^-1, by factors.
template <class S>
class InverseInertia {
 public:
  /// Factors the inertia. Returns true if it is regular.
  Truth<S> factor(const ArticulatedInertia<S>& A) {
    const Block<S> I = matrix<Motion, S>([&A](const Motion<S>& a) { return A * a; });
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j <= i; ++j) factors_(i, j) = I(i, j);
    return factors_.factor(6);
  }
  /// I^-1 f.
  Motion<S> operator*(const Force<S>& f) const {
    std::array<S, 6> x = numbers(f);
    factors_.solve(x.data());
    return vector<Motion>(x);
  }

 private:
  SmallSpd<S> factors_;
};

/// X_parent_child.
template <class S>
Transform<S> inverse_of(const Transform<S>& X) {
  return {transpose(X.R), -transpose_times(X.R, X.r)};
}

/// A share of an inertia, positive definite with it.
template <class S>
RigidInertia<S> share(const RigidInertia<S>& A, const S& s) {
  return {A.m * s, A.h * s, {A.I.xx * s, A.I.xy * s, A.I.xz * s, A.I.yy * s, A.I.yz * s, A.I.zz * s}};
}

/// The first of the bodies that are fixed to each other; 0 is the base.
template <class S>
ByBody<int> leads(const Tree<S>& tree) {
  ByBody<int> lead(tree.N);
  for (int i = 1; i <= tree.N; ++i) lead[i] = tree.dof[i] == 0 ? lead[tree.parent[i]] : i;
  return lead;
}

/// 1 for each body that has a regular inertia of its own, and at least 2^-10 of the mean mass of the bodies
/// that it is fixed to. The choice is made in doubles for every scalar. The inverse inertia of a lighter body
/// would hide theirs.
inline ByBody<int> regular_bodies(const Tree<double>& tree) {
  const ByBody<int> lead = leads(tree);
  ByBody<double> mass(tree.N), members(tree.N);
  for (int i = 1; i <= tree.N; ++i) mass[lead[i]] += tree.I[i].m, members[lead[i]] += 1;
  ByBody<int> regular(tree.N);
  for (int i = 1; i <= tree.N; ++i)
    regular[i] = InverseInertia<double>().factor(articulated(tree.I[i])) &&
                 members[lead[i]] * tree.I[i].m >= 0x1p-10 * mass[lead[i]];
  return regular;
}

/// The tree in which a body that has no regular inertia, or a tiny one, gets an equal share of the inertia of
/// the bodies that it is fixed to. Fixed bodies move as one, and only the forces between them depend on how
/// their inertia is divided [Yamane & Nakamura 2002, sec. 4: splitting]. On bodies fixed to the base any
/// inertia does.
template <class S>
Tree<S> tree_with_shared_inertia(const Model& model) {
  Tree<S> tree(model);
  const std::vector<double> neutral = neutral_state(model).q;
  const std::vector<S> q(neutral.begin(), neutral.end());
  tree.set_positions({q.data(), static_cast<int>(q.size())});
  const ByBody<int> regular = regular_bodies(Tree<double>(model));
  const ByBody<int> lead = leads(tree);
  ByBody<int> members(tree.N), singular(tree.N);
  for (int i = 1; i <= tree.N; ++i) {
    members[lead[i]] += 1;
    singular[lead[i]] += 1 - regular[i];
  }
  singular[0] = 1;
  ByBody<RigidInertia<S>> total = tree.I;
  for (int i = tree.N; i >= 1; --i)
    if (lead[i] != i && tree.parent[i] != 0) total[tree.parent[i]] += to_parent(tree.X[i], total[i]);
  for (int i = 1; i <= tree.N; ++i) {
    if (singular[lead[i]] == 0) continue;
    if (lead[i] == 0) {
      tree.I[i] = {S(1), {}, {S(1), S{}, S{}, S(1), S{}, S(1)}};
    } else {
      if (lead[i] != i) total[i] = to_parent(inverse_of(tree.X[i]), total[tree.parent[i]]);
      tree.I[i] = share(total[i], S(1) / S(members[lead[i]]));
    }
  }
  return tree;
}

/// The coordinate that a breakdown at body or joint i names: of the nearest joint towards the base that moves.
template <class S>
int coordinate_near(const Tree<S>& tree, int i) {
  while (tree.dof[i] == 0 && tree.parent[i] != 0) i = tree.parent[i];
  return tree.dof[i] == 0 ? 1 : tree.first[i];
}

}  // namespace kintree
