// Propagators over segments of a tree between nodes, bodies where something meets: whatever lies between two
// nodes is passed in one step.  Sathya, Decre & Swevers 2024, PV-OSIMr.
//
//   anc(v)   the next node above node v, 0 if there is none
//   E_v      a motion of anc(v) to node v, over all joints between
//   G_v      the motion of node v that a force there causes by the joints of its segment giving way
//   Omega_v  the motion of node v that a force there causes; Omega_0 = 0
//   C_kv     a motion of node v to end-effector k
#pragma once

#include "kernels/end_effectors.hpp"

namespace kintree {

/// Over the joints from body i up to body w: E <- E T_i and G <- G + E K_i E^T.
template <class S>
void extend(const ArticulatedBodies<S>& bodies, int i, int w, Propagator<S>& E, Mobility<S>& G) {
  for (; i != w; i = bodies.tree.parent[i]) {
    for (int c = 0; c < 6; ++c) G.column[c] += E * give_way(bodies, i, E.row[c]);
    E = through_joint(bodies, i, E);
  }
}

/// The nodes among the N bodies of a tree, with the next node above each.
struct SegmentNodes {
  template <class IsNode>
  SegmentNodes(const ByBody<int>& parent, int N, IsNode is_node) : at_or_above(N), anc(N), rank(N) {
    for (int i = 1; i <= N; ++i) {
      const int above = at_or_above[parent[i]];
      at_or_above[i] = above;
      if (!is_node(i)) continue;
      nodes.push_back(i);
      at_or_above[i] = i;
      anc[i] = above;
      rank[i] = rank[above] + 1;
    }
  }

  std::vector<int> nodes;   ///< without the base, parents first
  ByBody<int> at_or_above;  ///< the nearest node, the body itself counted
  ByBody<int> anc;          ///< by node
  ByBody<int> rank;         ///< by node: how many there are from the base to it
};

template <class S>
class Segments : public SegmentNodes {
 public:
  template <class IsNode>
  Segments(const Tree<S>& tree, const EndEffectors<S>& ends, IsNode is_node)
      : SegmentNodes(tree.parent, tree.N, is_node), E(tree.N), G(tree.N), Omega(tree.N), C_(ends.m) {
    for (int k = 1; k <= ends.m; ++k) C_[k] = ByBody<Propagator<S>>(rank[at_or_above[ends.p[k]]]);
  }

  ByBody<Propagator<S>> E;  ///< by node, as the next
  ByBody<Mobility<S>> G, Omega;

  Propagator<S>& C(int k, int v) { return C_[k][rank[v]]; }

  /// E, G and C; C_kv is there for the first node of every end-effector.
  void up(const ArticulatedBodies<S>& bodies, const EndEffectors<S>& ends) {
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
      const int v = *node;
      E[v] = Propagator<S>::identity();
      G[v] = {};
      extend(bodies, v, anc[v], E[v], G[v]);
      if (anc[v] == 0) continue;
      for (const int k : ends.ES[v]) C(k, anc[v]) = C(k, v) * E[v];
    }
  }

  /// Omega_v = G_v + E_v Omega_anc(v) E_v^T.
  void down() {
    for (const int v : nodes) {
      Omega[v] = G[v];
      if (anc[v] != 0) Omega[v] += E[v] * times_transpose(Omega[anc[v]], E[v]);
    }
  }

 private:
  ByBody<ByBody<Propagator<S>>> C_;
};

}  // namespace kintree
