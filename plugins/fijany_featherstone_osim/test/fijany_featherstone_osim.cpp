#define BOOST_TEST_MODULE fijany_featherstone_osim
#include "fijany_featherstone_osim/fijany_featherstone_osim.hpp"

#include <boost/test/unit_test.hpp>

#include "kintree/arithmetic/counted.hpp"
#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

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
