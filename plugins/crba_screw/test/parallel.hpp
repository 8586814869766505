// Trees with parallel axes, for the algorithms in Denavit-Hartenberg frames.
#pragma once

#include <array>

#include "exact.hpp"
#include "kernels/screw_plan.hpp"

namespace kintree::test {

/// In a finite field, on trees whose axes are parallel, opposed and of one line, exactly.
template <class Problem, template <class> class Algorithm, template <class> class Other>
void check_exactly_parallel() {
  const CaseOptions options{
      .joints = {JointKind::revolute}, .numbering = {}, .multi_root = true, .state = {}};
  std::array<int, 4> seen{};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Case drawn = random_case(Family::recursive, 12, seed, options);
    for (std::size_t i = 1; i < drawn.model.bodies.size(); ++i) {
      Joint& joint = drawn.model.bodies[i].joint;
      if ((i + seed) % 4 == 0) continue;
      joint.axis = {0, 0, i % 3 == 0 ? -1.0 : 1.0};
      joint.placement.rpy = {};
      if (i % 5 < 2) joint.placement.xyz[0] = joint.placement.xyz[1] = 0;
    }
    const ScrewPlan plan(drawn.model);
    for (int i = 1; i <= plan.N; ++i) ++seen[static_cast<std::size_t>(plan.plan[i].neighbours)];
    for (const Case& each : {drawn, afloat(drawn)}) {
      BOOST_TEST_CONTEXT("seed " << seed) {
        check_equal<Problem, Algorithm, Other>(each);
      }
    }
  }
  for (const Neighbours how : {Neighbours::skew, Neighbours::parallel, Neighbours::coincident})
    BOOST_TEST(seen[static_cast<std::size_t>(how)] > 20);
}

}  // namespace kintree::test
