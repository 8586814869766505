// The end-effectors of an operational space: their poses, the bodies that support them, and the places of
// their blocks in Lambda^-1. They are numbered k = 1..m here, from N + 1 in the paper. Wensing, Featherstone
// & Orin 2012, sec. II-A.
//
//   p(k)       the body that carries end-effector k; it may be the base
//   X_k        from that body's frame to the end-effector's
//   ES(i)      the end-effectors that joint i supports                   eq. (2)
//   ancest     the nearest common ancestor of two bodies                 eq. (1)
#pragma once

#include <utility>
#include <vector>

#include "kernels/blocks.hpp"

namespace kintree {

/// An end-effector on a body, and the transform from there to it.
template <class S>
struct Attached {
  int body = 0;
  Transform<S> X;
};

template <class S>
class EndEffectors {
 public:
  EndEffectors(const Model& model, const std::vector<EndEffector>& given)
      : EndEffectors(parents(model), model.body_count(), attached(given)) {}

  /// On a tree of N bodies of one's own, in its frames.
  EndEffectors(const ByBody<int>& parent, int N, const std::vector<Attached<S>>& given)
      : m(static_cast<int>(given.size())), p(m), X(m), rows(m), ES(N), GCA(N) {
    const auto up = [&parent](int i) { return parent[i]; };
    for (int k = 1; k <= m; ++k) {
      p[k] = given[static_cast<std::size_t>(k - 1)].body;
      X[k] = given[static_cast<std::size_t>(k - 1)].X;
      rows[k] = Propagator<S>::of(X[k]);
      for (int i = p[k]; i != 0; i = up(i)) ES[i].push_back(k);
    }
    for (int b = 2; b <= m; ++b)
      for (int a = 1; a < b; ++a) {
        int i = p[a], j = p[b];
        while (i != j) (i > j ? i : j) = up(i > j ? i : j);  // regular numbering: the larger is no ancestor
        GCA[i].push_back({a, b});
      }
  }

  int m;
  ByBody<int> p;                                 ///< by end-effector
  ByBody<Transform<S>> X;                        ///< by end-effector
  ByBody<Propagator<S>> rows;                    ///< of X, by end-effector: constants
  ByBody<std::vector<int>> ES;                   ///< by body
  ByBody<std::vector<std::pair<int, int>>> GCA;  ///< by body: pairs a < b whose ancest it is, eq. (15)

  /// Row or column of component r = 0..5 of end-effector k.
  static int row(int k, int r) { return 6 * k - 5 + r; }

  /// Lambda^-1 = 0. The blocks of pairs that only the base joins, and of end-effectors on the base, stay so.
  void clear(MatrixView<S> Lambda) const {
    for (int i = 1; i <= 6 * m; ++i)
      for (int j = 1; j <= 6 * m; ++j) Lambda(i, j) = S{};
  }

  /// Lambda^-1_ab = M, in both triangles; of a diagonal block the upper triangle counts.
  void put(int a, int b, const Mobility<S>& M, MatrixView<S> Lambda) const {
    for (int c = 0; c < 6; ++c)
      for (int r = 0; r < (a == b ? c + 1 : 6); ++r)
        Lambda(row(a, r), row(b, c)) = Lambda(row(b, c), row(a, r)) = dot(M.column[c], unit_force<S>(r));
  }

 private:
  static ByBody<int> parents(const Model& model) {
    ByBody<int> parent(model.body_count());
    for (int i = 1; i <= model.body_count(); ++i)
      parent[i] = model.bodies[static_cast<std::size_t>(i)].parent;
    return parent;
  }
  static std::vector<Attached<S>> attached(const std::vector<EndEffector>& given) {
    std::vector<Attached<S>> result;
    for (const EndEffector& e : given) result.push_back({e.body, transform<S>(e.pose)});
    return result;
  }
};

/// J, 6m x n: row by row, the unit force at the end-effector carried towards the base.
template <class S>
void jacobian(const Tree<S>& tree, const EndEffectors<S>& ends, MatrixView<S> J) {
  for (int k = 1; k <= ends.m; ++k)
    for (int r = 0; r < 6; ++r) {
      const int row = ends.row(k, r);
      for (int j = 1; j <= tree.n; ++j) J(row, j) = S{};
      Force<S> f = ends.rows[k].row[r];
      for (int i = ends.p[k]; i != 0; i = tree.parent[i]) {
        const Subspace<S>& S_i = tree.subspace[i];
        for (int a = 0; a < S_i.count; ++a) J(row, tree.first[i] + a) = dot(S_i[a], f);
        f = transpose_times(tree.X[i], f);
      }
    }
}

}  // namespace kintree
