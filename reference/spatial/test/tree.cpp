#include "kintree/spatial/tree.hpp"

#include <boost/test/unit_test.hpp>
#include <cstring>
#include <limits>

#include "dense.hpp"
#include "kintree/trees/case.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

/// The numbers of a plain structure, bit by bit.
template <class T>
bool same(const T& a, const T& b) {
  return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b), sizeof(T)) == 0;
}

bool same(const Subspace<double>& a, const Subspace<double>& b, int from) {
  bool equal = a.count == b.count;
  for (int k = from; k < a.count; ++k) equal = equal && same(a[k], b[k]);
  return equal;
}

VectorView<const double> view(const std::vector<double>& x) {
  return {x.data(), static_cast<int>(x.size())};
}

/// Runs `check(drawn)` for thirty random trees of all joint kinds.
template <class Check>
void for_cases(Check check) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      check(random_case(Family::complete, 20, seed));
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tree)

BOOST_AUTO_TEST_CASE(is_the_model_prepared) {
  for_cases([](const Case& drawn) {
    const Model& model = drawn.model;
    const Layout layout(model);
    const Tree<double> tree(model);
    BOOST_TEST(tree.N == model.body_count());
    BOOST_TEST(tree.n == layout.n);
    const Triple& g = model.gravity;
    BOOST_TEST((dense(tree.minus_gravity) == (Vector6() << 0, 0, 0, -g[0], -g[1], -g[2]).finished()));
    for (int i = 1; i <= tree.N; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Body& body = model.bodies[k];
      BOOST_TEST(tree.parent[i] == body.parent);
      BOOST_TEST(tree.dof[i] == info(body.joint.kind).velocities);
      BOOST_TEST(tree.first[i] == layout.first_velocity[k]);
      BOOST_TEST(same(tree.I[i], rigid_inertia<double>(body.inertial)));
      BOOST_TEST(same(tree.subspace[i], JointGeometry<double>(body.joint).subspace(), 0));
    }
  });
}

BOOST_AUTO_TEST_CASE(set_positions_places_each_joint_by_its_own_coordinates) {
  for_cases([](const Case& drawn) {
    const Layout layout(drawn.model);
    Tree<double> tree(drawn.model);
    tree.set_positions(view(drawn.state.q));
    for (int i = 1; i <= tree.N; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const JointGeometry<double> joint(drawn.model.bodies[k].joint);
      Transform<double> X;
      Subspace<double> subspace = joint.subspace();
      joint.place(drawn.state.q.data() + (layout.first_position[k] - 1), X, subspace);
      BOOST_TEST(same(tree.X[i], X));
      BOOST_TEST(same(tree.subspace[i], subspace, 0));
      const double* rate = drawn.state.v.data() + (layout.first_velocity[k] - 1);
      BOOST_TEST(same(tree.velocity_product(i, view(drawn.state.v)), joint.velocity_product(subspace, rate)));
    }
  });
}

BOOST_AUTO_TEST_CASE(set_positions_changes_only_transforms_and_universal_columns) {
  int universal = 0;
  for_cases([&universal](const Case& drawn) {
    Tree<double> tree(drawn.model);
    tree.set_positions(view(drawn.state.q));
    const Tree<double> before = tree;
    // Numbers that no column which stays may depend on.
    const std::vector<double> elsewhere(drawn.state.q.size(), std::numeric_limits<double>::quiet_NaN());
    tree.set_positions(view(elsewhere));
    BOOST_TEST((tree.N == before.N && tree.n == before.n && same(tree.minus_gravity, before.minus_gravity)));
    for (int i = 1; i <= tree.N; ++i) {
      const JointKind kind = drawn.model.bodies[static_cast<std::size_t>(i)].joint.kind;
      const bool moves = kind != JointKind::fixed, turns = kind == JointKind::universal;
      BOOST_TEST((tree.parent[i] == before.parent[i] && tree.dof[i] == before.dof[i] &&
                  tree.first[i] == before.first[i]));
      BOOST_TEST(same(tree.I[i], before.I[i]));
      BOOST_TEST(same(tree.X[i], before.X[i]) != moves);
      BOOST_TEST(same(tree.subspace[i], before.subspace[i], turns ? 1 : 0));
      if (turns) BOOST_TEST(!same(tree.subspace[i][0].w, before.subspace[i][0].w));
      if (turns) BOOST_TEST(same(tree.subspace[i][0].v, before.subspace[i][0].v));
      BOOST_TEST(tree.subspace_moves(i) == turns);
      universal += turns ? 1 : 0;
    }
    tree.set_positions(view(drawn.state.q));
    for (int i = 1; i <= tree.N; ++i) {
      BOOST_TEST(same(tree.X[i], before.X[i]));
      BOOST_TEST(same(tree.subspace[i], before.subspace[i], 0));
    }
  });
  BOOST_TEST(universal > 0);
}

BOOST_AUTO_TEST_SUITE_END()
