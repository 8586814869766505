#include "kintree/spatial/collapsed.hpp"

#include <boost/test/unit_test.hpp>

#include "dense.hpp"
#include "kintree/spatial/tree.hpp"
#include "kintree/trees/case.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

/// Adds a rigid inertia, brought to the base's frame.
void add(RigidInertia<double>& sum, const Transform<double>& pose, const RigidInertia<double>& I) {
  sum += to_parent(pose, I);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fixed_joints)

/// No body changes its place, and bodies that move together keep their total inertia.
BOOST_AUTO_TEST_CASE(collapse) {
  const CaseOptions options{
      .joints = {JointKind::fixed, JointKind::fixed, JointKind::revolute, JointKind::free},
      .numbering = {},
      .multi_root = true,
      .state = {}};
  int fixed = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Case drawn = random_case(Family::complete, 20, seed, options);
    Tree<double> tree(drawn.model);
    tree.set_positions({drawn.state.q.data(), static_cast<int>(drawn.state.q.size())});
    const Layout layout(drawn.model);
    std::vector<Transform<double>> pose{{identity3<double>(), {}}};
    std::vector<int> carrier{0};
    for (int i = 1; i <= tree.N; ++i) {
      const auto p = static_cast<std::size_t>(tree.parent[i]);
      pose.push_back(compose(pose[p], tree.X[i]));
      carrier.push_back(tree.dof[i] == 0 ? carrier[p] : i);
    }
    const std::vector<MovingBody<double>> moving = collapsed<double>(drawn.model);
    std::size_t next = 1;
    for (int i = 0; i <= tree.N; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (carrier[k] != i) {
        ++fixed;
        continue;
      }
      const MovingBody<double>& body = moving.at(i == 0 ? 0 : next++);
      BOOST_TEST(body.body == i);
      RigidInertia<double> expected, actual;
      for (int j = 1; j <= tree.N; ++j)
        if (carrier[static_cast<std::size_t>(j)] == i)
          add(expected, pose[static_cast<std::size_t>(j)], tree.I[j]);
      add(actual, pose[k], body.I);
      BOOST_TEST((dense(actual) - dense(expected)).norm() <= 1e-12 * (1 + dense(expected).norm()));
      if (i == 0) continue;
      const auto p = static_cast<std::size_t>(moving[static_cast<std::size_t>(body.parent)].body);
      BOOST_TEST(static_cast<int>(p) == carrier[static_cast<std::size_t>(tree.parent[i])]);
      Transform<double> X;
      Subspace<double> subspace;
      JointGeometry<double>(drawn.model.bodies[k].joint, body.placement)
          .place(drawn.state.q.data() + layout.first_position[k] - 1, X, subspace);
      const Transform<double> there = compose(pose[p], X);
      BOOST_TEST((dense(there.R) - dense(pose[k].R)).norm() <= 1e-12);
      BOOST_TEST((dense(there.r) - dense(pose[k].r)).norm() <= 1e-12 * (1 + dense(pose[k].r).norm()));
    }
    BOOST_TEST(next == moving.size());
  }
  BOOST_TEST(fixed > 50);
}

BOOST_AUTO_TEST_SUITE_END()
