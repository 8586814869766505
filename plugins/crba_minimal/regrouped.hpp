// A tree in Denavit-Hartenberg frames whose inertias are regrouped. A body on a revolute joint has the part
//   J = {m, h_z, I_xx = I_yy = w},  w = I_yy.
// It looks the same at every angle and adds nothing to H_ii or to I s_i. So it is moved to the parent,
//   I_i -= J,  I_lambda(i) += X J X^T.
// The rest has m = h_z = I_yy = 0, and H is unchanged. Only light bodies are regrouped, and their composites
// then have no mass. Base parameters after Gautier & Khalil 1990; derived here.
//
//   light    the joints of the whole subtree are revolute
//   m        mass of the composite, a constant: 0 for light bodies
//
// The inertia of a floating base that was moved, and what is regrouped to it, stays in the caller's frame.
#pragma once

#include "kernels/reduced.hpp"
#include "kernels/screw_frames.hpp"

namespace kintree {

/// The constants of a link that the kernels need.
template <class S>
struct LinkConstants {
  bool light = false, leaf = false;
  bool first_of_light = false;  ///< the first that is added to a light parent
  ConstantTurn<S> alpha, gamma;
  S dm, am, d2, a2;  ///< d m, a m, 2d, 2a
  Vec3<S> tm, t2;
};

template <class S>
class RegroupedTree : public ScrewFrames<S> {
 public:
  using ScrewFrames<S>::N, ScrewFrames<S>::parent, ScrewFrames<S>::link, ScrewFrames<S>::I;

  explicit RegroupedTree(const Model& model) : ScrewFrames<S>(model), constants(N), top(N), m(N), m_moved(N) {
    for (int i = 1; i <= N; ++i) constants[i].light = this->kind[i] == JointKind::revolute;
    for (int i = N; i >= 1; --i)
      if (!constants[i].light && parent[i] != 0) constants[parent[i]].light = false;
    for (int i = 1; i <= N; ++i)
      if (const int p = parent[i]; p != 0) top[i] = parent[p] == 0 ? i : top[p];
    for (int i = 1; i <= N; ++i)
      if (this->moved[i]) I[i] = {};
    for (int i = N; i >= 1; --i) {
      const int p = parent[i];
      constants[i].first_of_light = p != 0 && constants[p].light && this->last_child[p] == i;
      if (constants[i].light) regroup(link[i], I[i], I[p]);  // a root's part is lost: the base's
      if (this->moved[i]) {
        this->I_given[i] += to_parent(this->pose[i], I[i]);
        I[i] = {};
        m_moved[i] = m[i] + this->I_given[i].m;
      }
      m[i] = m[i] + I[i].m;
      I[i].m = S{};
      if (p != 0) m[p] = m[p] + m[i];
      set_constants(i);
    }
  }

  ByBody<LinkConstants<S>> constants;
  ByBody<int> top;    ///< the ancestor that is a child of a root; 0 for roots
  ByBody<S> m;        ///< of a moved base: the mass of its children alone
  ByBody<S> m_moved;  ///< the same with the mass of the base

  /// True if all bodies of the subtree at c, a child of a root, are near the root in relation to their size.
  /// About the root's origin H_ij loses the digits of the ratio of distance to size, here 256 at most.
  bool near_root(int c) const {
    ByBody<double> distance(N);
    for (int i = c; i <= N; ++i) {
      if (top[i] != c) continue;
      distance[i] = this->reach_[i] + (i == c ? 0 : distance[parent[i]]);
      if (this->mass_[i] * distance[i] * distance[i] > 65536 * this->spread_[i]) return false;
    }
    return true;
  }

 private:
  void set_constants(int i) {
    const ScrewLink<S>& l = link[i];
    LinkConstants<S>& k = constants[i];
    k.leaf = k.light && this->children[i] == 0;
    if (l.kind != Link::dh && l.kind != Link::non_dh) return;
    k.alpha = ConstantTurn<S>({l.sin_alpha, l.cos_alpha}, l.steep_alpha);
    k.gamma = ConstantTurn<S>({l.sin_gamma, l.cos_gamma}, l.steep_gamma);
    k.dm = l.d * m[i], k.d2 = l.d + l.d;
    k.am = l.a * m[i], k.a2 = l.a + l.a;
    k.tm = l.t * m[i], k.t2 = l.t + l.t;
  }
};

}  // namespace kintree
