// Algorithms with which Jain 1991 compares others, in the frames of the model. The plugins `crba` and `rnea`
// use frames of their own, in which a revolute joint is about z, so their counts are not those of these
// methods.
#pragma once

#include "conjugate_gradient/conjugate_gradient.hpp"
#include "kernels/composite.hpp"
#include "kintree/plugin/register.hpp"

namespace kintree::suite::jain {

/// The mass matrix by composite bodies, eq. (28), on trees: the methods of plugins `unit_vector` and `symmetric` are (23).
template <class S>
class CompositeBodyMethod final : public Solves<S, problems::MassMatrix> {
 public:
  explicit CompositeBodyMethod(const Model& model) : bodies_(model) {}

  Status mass_matrix(VectorView<const S> q, MatrixView<S> M) override {
    bodies_.update(q);  // (25)
    const Tree<S>& tree = bodies_.tree;
    for (int i = 1; i <= tree.n; ++i)
      for (int j = 1; j <= tree.n; ++j) M(i, j) = S{};  // between branches
    for (int k = 1; k <= tree.N; ++k)
      for (int a = 0; a < tree.dof[k]; ++a) {
        const int column = tree.first[k] + a;
        Force<S> X = bodies_.R[k] * tree.subspace[k][a];  // X(k) = R(k) H*(k)
        for (int b = 0; b <= a; ++b) set(M, tree.first[k] + b, column, dot(tree.subspace[k][b], X));
        for (int i = k, j = tree.parent[k]; j != 0; i = j, j = tree.parent[j]) {
          X = transpose_times(tree.X[i], X);  // X(j) = phi(j, j-1) X(j-1)
          for (int b = 0; b < tree.dof[j]; ++b)
            set(M, tree.first[j] + b, column, dot(tree.subspace[j][b], X));
        }
      }
    return {};
  }

 private:
  static void set(MatrixView<S> M, int i, int j, const S& value) { M(i, j) = M(j, i) = value; }

  CompositeBodies<S> bodies_;
};

/// Inverse dynamics by the recursions of eq. (17), on trees, as plugin `composite_inverse_dynamics` has those of (29).
template <class S>
class NewtonEulerRecursions final : public Solves<S, problems::InverseDynamics> {
 public:
  explicit NewtonEulerRecursions(const Model& model)
      : tree_(model), V_(tree_.N), alpha_(tree_.N), f_(tree_.N) {
    alpha_[0] = tree_.minus_gravity;
  }

  Status inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> T) override {
    tree_.set_positions(in.q);
    for (int i = 1; i <= tree_.N; ++i) {
      const Subspace<S>& S_i = tree_.subspace[i];
      const int p = tree_.parent[i], k = tree_.first[i];
      Motion<S> a;
      {
        const Phase<S> phase("velocities");
        const Motion<S> V_J = S_i.times(in.v.from(k));
        V_[i] = tree_.X[i] * V_[p] + V_J;                           // (13)
        a = tree_.velocity_product(i, in.v) + cross(V_[i], V_J);    // (14)
        f_[i] = gyroscopic_force(tree_.I[i], V_[i]) - in.f_ext[i];  // b, (16)
      }
      alpha_[i] = tree_.X[i] * alpha_[p] + (S_i.times(in.qdd.from(k)) + a);
      f_[i] += tree_.I[i] * alpha_[i];  // M alpha + b
    }
    for (int i = tree_.N; i >= 1; --i) {
      tree_.subspace[i].transpose_times(f_[i], T.from(tree_.first[i]));  // T = H f
      if (const int p = tree_.parent[i]; p != 0) f_[p] += transpose_times(tree_.X[i], f_[i]);
    }
    return {};
  }

 private:
  Tree<S> tree_;
  ByBody<Motion<S>> V_, alpha_;
  ByBody<Force<S>> f_;
};

/// Conjugate gradients, eq. (30), ended after n steps, which are enough in exact arithmetic.
template <class S>
class ConjugateGradientOfNSteps final : public Solves<S, problems::ForwardDynamics> {
 public:
  explicit ConjugateGradientOfNSteps(const Model& model) : steps_(model, Layout(model).n) {}

  Status forward_dynamics(const Input<S, problems::ForwardDynamics>& in, VectorView<S> beta_dot) override {
    return steps_.forward_dynamics(in, beta_dot);
  }

 private:
  ConjugateGradient<S> steps_;
};

inline const PluginOf<CompositeBodyMethod>& composite_body_method() {
  static const PluginOf<CompositeBodyMethod> plugin(
      Description{.name = "eq. (28)",
                  .citation = "Jain 1991",
                  .claims = {{.problem = Problem::mass_matrix, .promise = Verdict::A, .cost = "O(N^2)"}}});
  return plugin;
}
inline const PluginOf<NewtonEulerRecursions>& newton_euler_recursions() {
  static const PluginOf<NewtonEulerRecursions> plugin(
      Description{.name = "eq. (17)",
                  .citation = "Jain 1991",
                  .claims = {{.problem = Problem::inverse_dynamics, .promise = Verdict::A, .cost = "O(N)"}}});
  return plugin;
}

inline const PluginOf<ConjugateGradientOfNSteps>& n_conjugate_gradients() {
  static const PluginOf<ConjugateGradientOfNSteps> plugin(Description{
      .name = "eq. (30), n steps",
      .citation = "Jain 1991",
      .claims = {{.problem = Problem::forward_dynamics, .promise = Verdict::D, .cost = "O(N^2)"}}});
  return plugin;
}

}  // namespace kintree::suite::jain
