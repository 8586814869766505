#define BOOST_TEST_MODULE unit_vector
#include "unit_vector/unit_vector.hpp"

#include "calls.hpp"
#include "kernels/test/counts.hpp"

using namespace kintree;
using namespace kintree::test;

/// A baseline that computed them for each column would make any other method look good.
BOOST_AUTO_TEST_CASE(positions_are_set_once_for_all_columns) {
  int moving = 0;
  for_cases(12, 3, {}, [&moving](const Case& drawn) {
    const Operations columns = sum_of(count_mass_matrix<UnitVector>(drawn), {"joints"});
    Tree<Counted> tree(drawn.model);
    const Widened<Counted> state(drawn.state);
    const Counting counting;
    tree.set_positions(view(state.q));
    const Operations once = counting.total();
    BOOST_TEST((columns == once));
    moving += once.transcendental > 0 ? 1 : 0;
  });
  BOOST_TEST(moving > 3);
}

/// On a chain of revolutes, for each column: X alpha and X^T f over all joints but the first, I alpha and S^T f
/// of all bodies, and the unit acceleration. There is nothing of velocities.
BOOST_AUTO_TEST_CASE(a_column_is_two_sweeps_at_rest) {
  for (const int N : {2, 5, 9}) {
    CaseOptions options;
    options.joints = {JointKind::revolute};
    const Case drawn = random_case(Family::chain, N, 4, options);
    const std::int64_t n = drawn.model.body_count();
    const auto cost = [](auto work) {
      const Counting counting;
      work();
      return counting.total();
    };
    const Operations alpha = cost([] { Transform<Counted>() * Motion<Counted>(); }),
                     force = cost([] { transpose_times(Transform<Counted>(), Force<Counted>()); }),
                     inertia = cost([] { RigidInertia<Counted>() * Motion<Counted>(); }),
                     projection = cost([] { dot(Motion<Counted>(), Force<Counted>()); }), sum{.additions = 6};
    const Operations expected = n * ((n - 1) * (alpha + force + sum) + n * (inertia + projection) + sum);
    BOOST_TEST(m_and_a(sum_of(count_mass_matrix<UnitVector>(drawn), {""})) == m_and_a(expected));
  }
}
