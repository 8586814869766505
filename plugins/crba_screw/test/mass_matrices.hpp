// Functions that the tests of mass_matrix in Denavit-Hartenberg frames share.
#pragma once

#include "calls.hpp"
#include "crba/crba.hpp"
#include "kernels/axes.hpp"
#include "kernels/test/counts.hpp"
#include "kintree/trees/random.hpp"

namespace kintree::test {

inline const CaseOptions revolutes{
    .joints = {JointKind::revolute}, .numbering = {}, .multi_root = true, .state = {}};

inline Case of_the_papers(const std::string& name, std::uint64_t seed) {
  return topology_case(std::string(KINTREE_TESTDATA) + "/topologies/" + name + ".json", seed);
}

/// In double and float, on a chain whose every other joint axis is tilted by eps against the one before.
template <template <class> class Algorithm>
void check_almost_parallel(double eps, std::uint64_t seed) {
  const PrecisionScope precision(80);
  Topology topology;
  for (int i = 0; i < 6; ++i) topology.parent.push_back(i), topology.joints.push_back(JointKind::revolute);
  Generator generator = make_generator({word("almost parallel"), seed});
  Case drawn;
  drawn.model = random_model("tilted", topology, generator);
  for (std::size_t i = 1; i <= 6; ++i) {
    Joint& joint = drawn.model.bodies[i].joint;
    joint.axis = {0, 0, 1};
    if (i % 2 == 0) joint.placement.rpy = {eps, 0, 0};
  }
  drawn.state = random_state(drawn.model, generator);
  Crba<Multiprecision> exact(drawn.model);
  const auto expected = answer<MassMatrix>(exact, Widened<Multiprecision>(drawn.state));
  Algorithm<double> in_double(drawn.model);
  const auto H = answer<MassMatrix>(in_double, Widened<double>(drawn.state));
  Algorithm<float> in_float(drawn.model);
  const auto H_float = answer<MassMatrix>(in_float, Widened<float>(drawn.state));
  Algorithm<Multiprecision> solver(drawn.model);
  BOOST_TEST_CONTEXT("eps " << eps << " seed " << seed) {
    BOOST_TEST(relative_error(std::vector<Multiprecision>(H.begin(), H.end()), expected) <= 4e-14);
    BOOST_TEST(relative_error(std::vector<Multiprecision>(H_float.begin(), H_float.end()), expected) <=
               4e-14 * 0x1p29);
    // A tilt of a rounding is taken for none, in every scalar.
    const bool dropped = eps != 0 && eps < rounding<double>;
    BOOST_TEST(relative_error(answer<MassMatrix>(solver, Widened<Multiprecision>(drawn.state)), expected) <=
               (dropped ? 4e-14 : 1e-70));
  }
}

}  // namespace kintree::test
