// The blocks of the mass matrix, of the plain algorithm and of crba_columns.
#define BOOST_TEST_MODULE crba
#include "crba/crba.hpp"

#include <tuple>

#include "calls.hpp"
#include "crba_columns/crba_columns.hpp"
#include "factored.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

struct Plain {
  template <class S>
  using Solver = Crba<S>;
};
struct Columns {
  template <class S>
  using Solver = CrbaColumns<S>;
};
using Algorithms = std::tuple<Plain, Columns>;

bool supports(const Model& model, int j, int i) {
  while (i > j) i = model.bodies[static_cast<std::size_t>(i)].parent;
  return i == j;
}

/// Compares every number; those of blocks between branches are zero exactly, the others symmetric exactly.
/// Returns how many blocks were between branches.
template <class Algorithm>
int check_blocks(const Case& drawn) {
  Tree<Multiprecision> tree(drawn.model);
  const Widened<Multiprecision> state(drawn.state);
  tree.set_positions(view(state.q));
  typename Algorithm::template Solver<Multiprecision> crba(drawn.model);
  SquareMatrix<Multiprecision> H(tree.n);
  H.numbers = answer<MassMatrix>(crba, state);
  BOOST_TEST(relative_error(H.numbers, sum_over_bodies(tree).numbers) <= 1e-50);
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

BOOST_AUTO_TEST_CASE_TEMPLATE(every_block_of_every_pair_of_sizes, Algorithm, Algorithms) {
  const PrecisionScope precision(60);
  // Kinds with n_i = 0, 1, 2, 3 and 6: each above each other on a path, and on two branches.
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
      BOOST_TEST(check_blocks<Algorithm>(drawn) > 0);
    }
    topology = {};
  }
}

/// Two bodies in a row, or both on the base.
Case two_bodies(JointKind first, JointKind second, bool in_a_row) {
  Generator generator = make_generator({word("two bodies"), static_cast<std::uint64_t>(first)});
  Case drawn;
  drawn.model = random_model("two", {{0, 0, in_a_row ? 1 : 0}, {JointKind::fixed, first, second}}, generator);
  drawn.state = random_state(drawn.model, generator);
  return drawn;
}

template <class Algorithm>
struct Pair {
  explicit Pair(const Case& drawn) : f(drawn), H(f.n) {
    typename Algorithm::template Solver<Multiprecision> crba(drawn.model);
    H.numbers = answer<MassMatrix>(crba, f.state);
  }
  Factored<Multiprecision> f;  // f.H by definition
  SquareMatrix<Multiprecision> H;
};

BOOST_TEST_DECORATOR(*boost::unit_test::label("trap"))
BOOST_AUTO_TEST_CASE_TEMPLATE(a_diagonal_block_is_more_than_its_diagonal, Algorithm, Algorithms) {
  const PrecisionScope precision(60);
  for (const JointKind kind :
       {JointKind::universal, JointKind::planar, JointKind::spherical, JointKind::free}) {
    const Pair<Algorithm> p(two_bodies(kind, JointKind::fixed, true));
    SquareMatrix<Multiprecision> diagonal(p.f.n);
    for (int i = 1; i <= p.f.n; ++i) diagonal(i, i) = p.f.H(i, i);
    BOOST_TEST(relative_error(p.H.numbers, p.f.H.numbers) <= 1e-50);
    BOOST_TEST(relative_error(diagonal.numbers, p.f.H.numbers) >= 1e-3);
  }
}

BOOST_TEST_DECORATOR(*boost::unit_test::label("trap"))
BOOST_AUTO_TEST_CASE_TEMPLATE(a_block_of_unequal_joints_is_not_its_transpose, Algorithm, Algorithms) {
  const PrecisionScope precision(60);
  for (const auto& [upper, lower] : {std::pair(JointKind::spherical, JointKind::universal),
                                     std::pair(JointKind::universal, JointKind::planar),
                                     std::pair(JointKind::free, JointKind::spherical)}) {
    const Pair<Algorithm> p(two_bodies(upper, lower, true));
    // H_21 is n_2 x n_1: its numbers by rows, and those of the n_1 x n_2 matrix H_12.
    const int n_1 = info(upper).velocities;
    std::vector<Multiprecision> by_rows, transposed, expected;
    for (int i = n_1 + 1; i <= p.f.n; ++i)
      for (int j = 1; j <= n_1; ++j) by_rows.push_back(p.H(i, j)), expected.push_back(p.f.H(i, j));
    for (int j = 1; j <= n_1; ++j)
      for (int i = n_1 + 1; i <= p.f.n; ++i) transposed.push_back(p.H(j, i));
    BOOST_TEST(relative_error(by_rows, expected) <= 1e-50);
    BOOST_TEST(relative_error(transposed, expected) >= 1e-3);
  }
}

BOOST_TEST_DECORATOR(*boost::unit_test::label("trap"))
BOOST_AUTO_TEST_CASE_TEMPLATE(blocks_between_branches_are_zero_whatever_was_there, Algorithm, Algorithms) {
  const Case drawn = two_bodies(JointKind::free, JointKind::spherical, false);
  typename Algorithm::template Solver<double> crba(drawn.model);
  const Widened<double> state(drawn.state);
  SquareMatrix<double> H(9, poison<double>());
  BOOST_TEST(crba.mass_matrix(view(state.q), H.view()).code == Status::ok);
  for (int i = 7; i <= 9; ++i)
    for (int j = 1; j <= 6; ++j) BOOST_TEST((H(i, j) == 0 && H(j, i) == 0));
}

/// Featherstone 2005, eq. (4), as a scanned copy has it: rows 5 and 6 have their second cross in a column
/// that is no ancestor's. Eq. (6) is the authority.
BOOST_TEST_DECORATOR(*boost::unit_test::label("trap"))
BOOST_AUTO_TEST_CASE_TEMPLATE(the_misread_pattern_of_tree_1_is_not_that_of_eq_6, Algorithm, Algorithms) {
  const char* const misread[]{"xxxxxxx", "xx xx  ", "x x  xx", "xx x   ", "x x x  ", "x  x x ", "x x   x"};
  CaseOptions options;
  options.joints = {JointKind::revolute};
  const Case drawn = topology_case(std::string(KINTREE_TESTDATA) + "/topologies/tree1.json", 1, options);
  typename Algorithm::template Solver<double> crba(drawn.model);
  const std::vector<double> H = answer<MassMatrix>(crba, Widened<double>(drawn.state));
  int wrong = 0;
  for (int i = 1; i <= 7; ++i)
    for (int j = 1; j <= 7; ++j) {
      const bool number = H[static_cast<std::size_t>((i - 1) * 7 + j - 1)] != 0;
      BOOST_TEST(number == (supports(drawn.model, i, j) || supports(drawn.model, j, i)));
      if (number == (misread[i - 1][j - 1] == 'x')) continue;
      BOOST_TEST((i == 5 || i == 6));
      ++wrong;
    }
  BOOST_TEST(wrong == 4);
}
