// The composite-rigid-body algorithm [Featherstone, RBDA 2008, table 6.2].
#include "kintree/plugin/register.hpp"
#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"

template <class S>
class MyCrba final : public kintree::Solves<S, kintree::problems::MassMatrix> {
 public:
  explicit MyCrba(const kintree::Model& model) : tree_(model), composite_(tree_.N) {}

  kintree::StatusOf<S> mass_matrix(kintree::VectorView<const S> q, kintree::MatrixView<S> H) override {
    tree_.set_positions(q);
    clear(H);
    for (int i = 1; i <= tree_.N; ++i) composite_[i] = tree_.I[i];
    for (int i = tree_.N; i >= 1; --i) {
      for (int a = 0; a < tree_.dof[i]; ++a) column(i, a, H);
      if (const int p = tree_.parent[i]; p != 0) composite_[p] += to_parent(tree_.X[i], composite_[i]);
    }
    return {};
  }

 private:
  /// Coordinate a of joint i with those of every joint on the path to the base.
  void column(int i, int a, kintree::MatrixView<S> H) {
    const int k = tree_.first[i] + a;
    kintree::Force<S> F = composite_[i] * tree_.subspace[i][a];
    for (int j = i; j != 0; j = tree_.parent[j]) {
      for (int b = 0; b < tree_.dof[j]; ++b)
        H(tree_.first[j] + b, k) = H(k, tree_.first[j] + b) = dot(tree_.subspace[j][b], F);
      F = transpose_times(tree_.X[j], F);
    }
  }

  kintree::Tree<S> tree_;
  kintree::ByBody<kintree::RigidInertia<S>> composite_;
};

KINTREE_PLUGIN(
    MyCrba,
    {.name = "my_crba",
     .citation = "Featherstone, RBDA 2008, table 6.2",
     .claims = {{.problem = kintree::Problem::mass_matrix, .promise = kintree::Verdict::B, .cost = "O(Nd)"}}})
