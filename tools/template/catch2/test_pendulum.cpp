#include <kintree/testing/catch2.hpp>

#include "pendulum.hpp"

TEST_CASE("the mass matrix of the pendulum is exact") {
  for (const double elbow : {-1.5, 0.0, 0.5, 3.0}) {
    kintree::testing::State state;
    state.q = {{"shoulder", {0.3}}, {"elbow", {elbow}}};
    KINTREE_EXPECT_EXACT(ROBOT, state, "mass_matrix", mass_matrix(0.3, elbow));
  }
}
