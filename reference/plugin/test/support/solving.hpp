// Support for the plugins' tests: a state in the scalar of a solver, outputs that are poisoned first, and the
// Jacobians of a tree.
#pragma once

#include <boost/test/unit_test.hpp>
#include <limits>
#include <vector>

#include "kintree/plugin/solver.hpp"
#include "kintree/spatial/tree.hpp"
#include "kintree/trees/case.hpp"
#include "multiprecision.hpp"

namespace kintree::test {

template <class S>
VectorView<const S> view(const std::vector<S>& x) {
  return {x.data(), static_cast<int>(x.size())};
}
template <class S>
VectorView<S> view(std::vector<S>& x) {
  return {x.data(), static_cast<int>(x.size())};
}

/// n x n, stored by rows.
template <class S>
struct SquareMatrix {
  explicit SquareMatrix(int size, S value = {})
      : n(size), numbers(static_cast<std::size_t>(size * size), value) {}
  S& operator()(int i, int j) { return numbers[static_cast<std::size_t>((i - 1) * n + j - 1)]; }
  const S& operator()(int i, int j) const { return numbers[static_cast<std::size_t>((i - 1) * n + j - 1)]; }
  MatrixView<S> view() { return {numbers.data(), n, n}; }
  MatrixView<const S> view() const { return {numbers.data(), n, n}; }

  int n;
  std::vector<S> numbers;
};

/// The initial value of outputs, which a solver must overwrite: NaN.
template <class S>
S poison() {
  return S(std::numeric_limits<double>::quiet_NaN());
}

/// A state, widened.
template <class S>
struct Widened {
  explicit Widened(const State& state)
      : q(state.q.begin(), state.q.end()),
        v(state.v.begin(), state.v.end()),
        qdd(state.qdd.begin(), state.qdd.end()),
        tau(state.tau.begin(), state.tau.end()) {
    for (const Wrench& f : state.f_ext)
      f_ext.push_back({{S(f[0]), S(f[1]), S(f[2])}, {S(f[3]), S(f[4]), S(f[5])}});
  }
  Input<S, problems::InverseDynamics> with_qdd(const std::vector<S>& qdd) const {
    return {view(q), view(v), view(qdd), f_ext.data()};
  }
  Input<S, problems::ForwardDynamics> with_tau(const std::vector<S>& tau) const {
    return {view(q), view(v), view(tau), f_ext.data()};
  }

  std::vector<S> q, v, qdd, tau;
  std::vector<Force<S>> f_ext;
};

template <class S, class Algorithm>
std::vector<S> inverse_dynamics(Algorithm& solver, const Widened<S>& state, const std::vector<S>& qdd) {
  std::vector<S> tau(qdd.size(), poison<S>());
  BOOST_TEST(solver.inverse_dynamics(state.with_qdd(qdd), view(tau)).code == Status::ok);
  return tau;
}

template <class S, class Algorithm>
std::vector<S> forward_dynamics(Algorithm& solver, const Widened<S>& state, const std::vector<S>& tau) {
  std::vector<S> qdd(tau.size(), poison<S>());
  BOOST_TEST(solver.forward_dynamics(state.with_tau(tau), view(qdd)).code == Status::ok);
  return qdd;
}

/// The largest |a_i - b_i| over max(1, largest |b_i|); infinite for a NaN or other lengths.
template <class S>
S relative_error(const std::vector<S>& a, const std::vector<S>& b) {
  using std::abs;
  S error{}, scale(1);
  if (a.size() != b.size()) return S(std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const S difference = abs(a[i] - b[i]);
    if (!(difference <= error)) error = difference;
    if (error != error) return S(std::numeric_limits<double>::infinity());
    if (abs(b[i]) > scale) scale = abs(b[i]);
  }
  return error / scale;
}

/// J of body i in its own coordinates: a column for each of the n coordinates, zero where the joint does not
/// support i. The tree's positions are set.
template <class S>
std::vector<Motion<S>> body_jacobian(const Tree<S>& tree, int i) {
  std::vector<Motion<S>> J(static_cast<std::size_t>(tree.n));
  for (int j = i; j != 0; j = tree.parent[j])
    for (int k = 0; k < tree.subspace[j].count; ++k) {
      Motion<S> column = tree.subspace[j][k];
      std::vector<int> path;
      for (int b = i; b != j; b = tree.parent[b]) path.push_back(b);
      for (auto b = path.rbegin(); b != path.rend(); ++b) column = tree.X[*b] * column;
      J[static_cast<std::size_t>(tree.first[j] - 1 + k)] = column;
    }
  return J;
}

/// J x.
template <class S>
Motion<S> times(const std::vector<Motion<S>>& J, const std::vector<S>& x) {
  Motion<S> sum;
  for (std::size_t k = 0; k < J.size(); ++k) sum += J[k] * x[k];
  return sum;
}

/// A tree whose roots are all on free joints, and a state of it.
inline Case afloat(const Case& drawn) {
  Case result = drawn;
  for (auto body = result.model.bodies.begin() + 1; body != result.model.bodies.end(); ++body)
    if (body->parent == 0) body->joint.kind = JointKind::free;
  Generator generator = make_generator({drawn.id.seed});
  result.state = random_state(result.model, generator);
  return result;
}

/// Runs `check(drawn)` for random cases of every moderate family, each named in what fails.
template <class Check>
void for_cases(int max_bodies, std::uint64_t seeds, const CaseOptions& options, Check check) {
  for (const FamilyInfo& entry : moderate_families)
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const Case drawn = random_case(entry.family, max_bodies, seed, options);
      BOOST_TEST_CONTEXT(drawn.id.name() << " of " << drawn.model.body_count() << " bodies") {
        check(drawn);
      }
    }
}

}  // namespace kintree::test
