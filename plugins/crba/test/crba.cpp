#define BOOST_TEST_MODULE crba
#include "crba/crba.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "allocations.hpp"
#include "solving.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

template <class S>
SquareMatrix<S> mass_matrix(Crba<S>& crba, const std::vector<S>& q, int n) {
  SquareMatrix<S> H(n, poison<S>());
  BOOST_TEST(crba.mass_matrix(view(q), H.view()).code == Status::ok);
  return H;
}

/// The sum of J^T I J over the bodies.
SquareMatrix<Multiprecision> sum_over_bodies(const Tree<Multiprecision>& tree) {
  SquareMatrix<Multiprecision> H(tree.n);
  for (int i = 1; i <= tree.N; ++i) {
    const std::vector<Motion<Multiprecision>> J = body_jacobian(tree, i);
    for (int k = 1; k <= tree.n; ++k) {
      const Force<Multiprecision> F = tree.I[i] * J[static_cast<std::size_t>(k - 1)];
      for (int l = 1; l <= tree.n; ++l) H(k, l) += dot(J[static_cast<std::size_t>(l - 1)], F);
    }
  }
  return H;
}

bool supports(const Model& model, int j, int i) {
  while (i > j) i = model.bodies[static_cast<std::size_t>(i)].parent;
  return i == j;
}

/// Compares every number; those of blocks between branches are zero exactly, the others symmetric exactly.
/// Returns how many blocks were between branches.
int check_blocks(const Case& drawn) {
  Tree<Multiprecision> tree(drawn.model);
  const Widened<Multiprecision> state(drawn.state);
  tree.set_positions(view(state.q));
  Crba<Multiprecision> crba(drawn.model);
  const SquareMatrix<Multiprecision> H = mass_matrix(crba, state.q, tree.n), expected = sum_over_bodies(tree);
  BOOST_TEST(relative_error(H.numbers, expected.numbers) <= 1e-50);
  const Layout layout(drawn.model);
  int between_branches = 0;
  for (int k = 1; k <= tree.n; ++k)
    for (int l = 1; l <= tree.n; ++l) {
      const int i = layout.body_of_velocity[static_cast<std::size_t>(k)];
      const int j = layout.body_of_velocity[static_cast<std::size_t>(l)];
      const bool zero = !supports(drawn.model, i, j) && !supports(drawn.model, j, i);
      BOOST_TEST(H(k, l) == H(l, k));
      if (zero) BOOST_TEST(H(k, l) == 0);
      between_branches += zero ? 1 : 0;
    }
  return between_branches;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_block_of_every_pair_of_sizes) {
  const PrecisionScope precision(60);
  // Kinds with n_i = 0, 1, 2, 3 and 6: each above each other on a path, and on branches beside each other.
  const std::vector<JointKind> kinds{JointKind::fixed,     JointKind::helical, JointKind::cylindrical,
                                     JointKind::universal, JointKind::planar,  JointKind::spherical,
                                     JointKind::free};
  Topology topology;
  for (const JointKind upper : kinds) {
    topology.parent.push_back(0);
    topology.joints.push_back(upper);
    const int root = topology.body_count();
    for (const JointKind lower : kinds) {
      topology.parent.push_back(root);
      topology.joints.push_back(lower);
      topology.parent.push_back(
          topology.body_count());  // a leaf below, so that composite inertias are carried
      topology.joints.push_back(JointKind::prismatic);
    }
    Case drawn;
    Generator generator = make_generator({word("blocks"), static_cast<std::uint64_t>(upper)});
    drawn.model = random_model("blocks", topology, generator);
    drawn.state = random_state(drawn.model, generator);
    BOOST_TEST_CONTEXT("below a " << info(upper).name << " joint") {
      BOOST_TEST(check_blocks(drawn) > 0);
    }
    topology = {};
  }
}

BOOST_AUTO_TEST_CASE(random_trees_and_forests) {
  const PrecisionScope precision(60);
  int forests = 0;
  for_cases(8, 4, {}, [&forests](const Case& drawn) {
    check_blocks(drawn);
    int roots = 0;
    for (std::size_t i = 1; i < drawn.model.bodies.size(); ++i)
      roots += drawn.model.bodies[i].parent == 0 ? 1 : 0;
    forests += roots > 1 ? 1 : 0;
  });
  BOOST_TEST(forests > 0);
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    const int n = Layout(drawn.model).n;
    Crba<double> crba(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    const std::vector<double> first = mass_matrix(crba, state.q, n).numbers;
    mass_matrix(crba, neutral.q, n);
    BOOST_TEST((mass_matrix(crba, state.q, n).numbers == first));
    BOOST_TEST((mass_matrix(fresh, state.q, n).numbers == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    Crba<double> crba(drawn.model);
    const Widened<double> state(drawn.state);
    SquareMatrix<double> H(Layout(drawn.model).n);
    check_allocates_nothing([&] { crba.mass_matrix(view(state.q), H.view()); });
  });
}
