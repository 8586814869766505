// Forward dynamics by the constraint forces of all joints, eliminated from the leaves to the root.
// Yamane & Nakamura 2002, for trees as they are given: links are split by yamane_nakamura_split. K = W^T and
// K_J = Wa^T. The README has the order of path 1, and corrects what (16), (31), (51) and (53) print wrongly.
//
//   W, Wa    constraint-force space of joint i, and its drive's                       K^T, K_J^T
//   t        force of the drive of joint i on body i                                  H_J^T n_J
//   w        force on a body with that of all drives, without constraint forces       T
//   af       acceleration that w alone causes                                         Lambda^-1 T
//   Phi      the constraint forces' matrix: S_ii on its diagonal, S_ia beside it       S, Phi
//   M        (S_ii less what is eliminated)^-1                                        M
//   n        right side, then the constraint force of joint i                         a, n
//   a, f     acceleration of a body, force through its joint
#pragma once

#include "kernels/bodies.hpp"
#include "kernels/constraint_space.hpp"
#include "kintree/plugin/solver.hpp"
#include "yamane_nakamura/clique_elimination.hpp"

namespace kintree {

template <class S>
class YamaneNakamura final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit YamaneNakamura(const Model& model) : YamaneNakamura(tree_with_shared_inertia<S>(model)) {}

  /// The tree may have any positions. Its bodies must have regular inertias.
  explicit YamaneNakamura(const Tree<S>& tree)
      : tree_(tree), space_(tree_), phi_(tree_), of_(tree_.N), body_(tree_.N) {
    body_[0].a = tree_.minus_gravity;
  }

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> qdd) override {
    tree_.set_positions(in.q);
    space_.update(tree_);
    of_.update(tree_, in);
    Pivots<S> pivots;
    free_bodies(in.tau, pivots);
    constraints();
    phi_.leaves_to_root(
        [&](int i, const Truth<S>& positive) { pivots.check(positive, coordinate_near(tree_, i)); });
    phi_.root_to_leaves();
    accelerations(qdd);
    return pivots.status();
  }

  /// The constraint force of joint i in the last call, on body i in its coordinates: W n.
  Force<S> constraint_force(int i) const { return space_[i].constrain(phi_.n[i]); }

 private:
  struct OfBody {
    Motion<S> af, a;
    Force<S> w, t, f;
    InverseInertia<S> A_inverse;
    ByColumn<Force<S>> XW;    ///< X^T W, in the parent's frame
    ByColumn<Motion<S>> AXW;  ///< A_p^-1 X^T W
  };

  /// The accelerations of the bodies without constraints.
  void free_bodies(VectorView<const S> n_J, Pivots<S>& pivots) {
    for (int i = tree_.N; i >= 1; --i) body_[i].t = space_[i].drive(n_J.from(tree_.first[i]));  // K_J^T n_J
    for (int i = 1; i <= tree_.N; ++i) {
      body_[i].w = body_[i].t - of_.p[i];  // (15)
      if (const int p = tree_.parent[i]; p != 0)
        body_[p].w -= transpose_times(tree_.X[i], body_[i].t);  // (15)
    }
    for (int i = 1; i <= tree_.N; ++i) {
      pivots.check(body_[i].A_inverse.factor(articulated(tree_.I[i])), coordinate_near(tree_, i));
      body_[i].af = body_[i].A_inverse * body_[i].w;  // A^-1 T, (18)
    }
    body_[0].af = tree_.minus_gravity;
  }

  /// Phi n = a.
  void constraints() {
    for (int i = 1; i <= tree_.N; ++i) {
      OfBody& B = body_[i];
      const int p = tree_.parent[i], m = space_[i].count;
      const Motion<S> open = B.af - tree_.X[i] * body_[p].af - of_.c[i];
      phi_.S_ii[i] = Block<S>(m, m);
      for (int j = 0; j < m; ++j) {
        const Force<S>& W = space_[i].W[j];
        phi_.n[i][j] = -dot(open, W);  // alpha below (21), which is (31) corrected; h of (29)
        Motion<S> Y = body_[i].A_inverse * W;
        if (p != 0) {
          B.XW[j] = transpose_times(tree_.X[i], W);
          B.AXW[j] = body_[p].A_inverse * B.XW[j];
          Y += tree_.X[i] * B.AXW[j];
        }
        for (int l = 0; l < m; ++l) phi_.S_ii[i](l, j) = dot(Y, space_[i].W[l]);  // below (32)
      }
      for (std::size_t rank = 0; rank < phi_.plan.neighbours(i).size(); ++rank) {
        const int a = phi_.plan.neighbours(i)[rank];
        const ByColumn<Force<S>>& other = rank == 0 ? space_[a].W : body_[a].XW;
        Block<S>& S_ia = phi_.S_ia[phi_.plan.at(i, rank)];
        S_ia = Block<S>(m, space_[a].count);
        for (int j = 0; j < m; ++j)
          for (int l = 0; l < S_ia.columns; ++l) {
            const S coupling = dot(B.AXW[j], other[l]);
            S_ia(j, l) = rank == 0 ? -coupling : coupling;  // (39); of siblings (32)
          }
      }
    }
  }

  void accelerations(VectorView<S> qdd) {
    for (int i = 1; i <= tree_.N; ++i) body_[i].f = body_[i].w, body_[i].f += constraint_force(i);
    for (int i = tree_.N; i >= 1; --i)
      if (const int p = tree_.parent[i]; p != 0)
        body_[p].f -= transpose_times(tree_.X[i], constraint_force(i));  // (48)
    for (int i = 1; i <= tree_.N; ++i) {
      OfBody& B = body_[i];
      B.a = B.A_inverse * B.f;  // (48)
      const Motion<S> across = B.a - tree_.X[i] * body_[tree_.parent[i]].a - of_.c[i];
      space_[i].rates(across, qdd.from(tree_.first[i]));  // (49)
    }
  }

  Tree<S> tree_;
  ConstraintSpaces<S> space_;
  CliqueElimination<S> phi_;
  BodyMotions<S> of_;
  ByBody<OfBody> body_;
};

}  // namespace kintree
