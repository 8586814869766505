#define BOOST_TEST_MODULE fijany_featherstone_osim
#include "fijany_featherstone_osim/fijany_featherstone_osim.hpp"

#include <boost/test/unit_test.hpp>

#include "fijany_featherstone/fijany_featherstone.hpp"
#include "kintree/arithmetic/counted.hpp"
#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

/// End-effectors on the main chain, on side branches, on the base, and two on one body.
BOOST_AUTO_TEST_CASE(answers_like_J_M_inverse_J_transposed) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    std::vector<EndEffector> ends{{0, {}}, {drawn.model.body_count(), {}}};
    for (int i = 1; i <= drawn.model.body_count(); ++i)
      ends.push_back({i, {{0.1, -0.2, 0.3 * i}, {0.4, 0.5, -0.6}}});
    const int size = static_cast<int>(6 * ends.size());
    SquareMatrix<Multiprecision> expected(size, poison<Multiprecision>()),
        mine(size, poison<Multiprecision>());
    FijanyFeatherstone<Multiprecision> by_J(drawn.model, ends);
    FijanyFeatherstoneOsim<Multiprecision> solver(drawn.model, ends);
    BOOST_TEST(by_J.inverse_osim(view(state.q), expected.view()).code == Status::ok);
    for (int call = 0; call < 2; ++call) {
      BOOST_TEST(solver.inverse_osim(view(state.q), mine.view()).code == Status::ok);
      BOOST_TEST(relative_error(mine.numbers, expected.numbers) <= 1e-45);
    }
  });
}

namespace {

/// The longest chain of operations, of a chain of so many revolutes, each with a branch of two; end-effectors
/// on the tip, on its branch, and on a branch in the middle.
std::int64_t depth(int chain) {
  Topology topology{{0}, {}};
  for (int k = 0; k < chain; ++k) {
    topology.parent.push_back(k == 0 ? 0 : 3 * k - 2);
    topology.parent.push_back(3 * k + 1);
    topology.parent.push_back(3 * k + 2);
  }
  topology.joints.resize(topology.parent.size(), JointKind::revolute);
  Generator generator = make_generator({word("depth")});
  const Model model = random_model("depth", topology, generator);
  const State state = random_state(model, generator);
  const int N = model.body_count();
  FijanyFeatherstoneOsim<Counted> solver(model, {{N - 2, {}}, {N, {}}, {N / 2, {}}});
  const std::vector<Counted> q(state.q.begin(), state.q.end());
  std::vector<Counted> Lambda(std::size_t{18} * 18);
  const Counting counting;
  solver.inverse_osim({q.data(), static_cast<int>(q.size())}, {Lambda.data(), 18, 18});
  std::int64_t longest = 0;
  for (const Counted& entry : Lambda) longest = std::max<std::int64_t>(longest, entry.depth);
  return longest;
}

}  // namespace

/// One step of the reduction more for twice the bodies: the depth gains the same each time.
BOOST_AUTO_TEST_CASE(the_depth_grows_with_log_N) {
  const std::int64_t step = depth(64) - depth(32);
  BOOST_TEST(step > 0);
  BOOST_TEST(depth(128) - depth(64) == step);
  BOOST_TEST(depth(256) - depth(128) == step);
}
