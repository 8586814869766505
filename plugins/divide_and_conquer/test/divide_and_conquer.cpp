#define BOOST_TEST_MODULE divide_and_conquer
#include "divide_and_conquer/divide_and_conquer.hpp"

#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

/// S^T W = 0, W^T W = 1 and S^T Wa = 1 at the positions of the last update, joints of moving S among them.
BOOST_AUTO_TEST_CASE(constraint_spaces_follow_the_positions, *boost::unit_test::label("trap")) {
  using S = Multiprecision;
  const PrecisionScope precision(60);
  int moving = 0;
  for_cases(12, 2, {}, [&moving](const Case& drawn) {
    Tree<S> tree(drawn.model);
    ConstraintSpaces<S> space(tree);
    for (const State& posed : {neutral_state(drawn.model), drawn.state}) {
      const Widened<S> state(posed);
      tree.set_positions(view(state.q));
      space.update(tree);
      for (int i = 1; i <= tree.N; ++i) {
        const Subspace<S>& S_i = tree.subspace[i];
        moving += tree.subspace_moves(i) ? 1 : 0;
        BOOST_TEST((space[i].freedom == S_i.count && space[i].count == 6 - S_i.count));
        for (int j = 0; j < space[i].count; ++j) {
          for (int k = 0; k < S_i.count; ++k) BOOST_TEST(abs(dot(S_i[k], space[i].W[j])) <= 1e-55);
          const Motion<S> W_j{space[i].W[j].n, space[i].W[j].f};
          for (int k = 0; k < space[i].count; ++k)
            BOOST_TEST(abs(dot(W_j, space[i].W[k]) - S(j == k)) <= 1e-55);
        }
        for (int j = 0; j < S_i.count; ++j)
          for (int k = 0; k < S_i.count; ++k)
            BOOST_TEST(abs(dot(S_i[k], space[i].Wa[j]) - S(j == k)) <= 1e-55);
      }
    }
  });
  BOOST_TEST(moving > 10);
}
