// Tests of weighted rows: their sum before and after a direction is taken out of them, and where they are
// gathered.
#include "aba_accurate/weighted_rows.hpp"

#include <boost/test/unit_test.hpp>

#include "aba_accurate/row_plan.hpp"
#include "calls.hpp"
#include "kintree/spatial/tree.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using S = Multiprecision;
using Rows = std::vector<WeightedRow<S>>;

/// P a + z of the rows.
std::vector<S> force(const Rows& rows, const Motion<S>& a) {
  Force<S> sum;
  for (const WeightedRow<S>& row : rows) sum += row.g * (row.w * dot(a, row.g) + row.y);
  return {sum.n.x, sum.n.y, sum.n.z, sum.f.x, sum.f.y, sum.f.z};
}

Motion<S> drawn_motion(Generator& generator) {
  const auto number = [&generator] { return S(uniform(generator, -1, 1)); };
  return {{number(), number(), number()}, {number(), number(), number()}};
}

Rows drawn_rows(int count, Generator& generator) {
  Rows rows;
  for (int k = 0; k < count; ++k) {
    const Motion<S> g = drawn_motion(generator);
    rows.push_back({.w = S(uniform(generator, 0.1, 1)), .g = {g.w, g.v}, .y = S(uniform(generator, -1, 1))});
  }
  return rows;
}

Inertial inertial(double ixx, double iyy, double izz) {
  return {.origin = {}, .mass = 1, .ixx = ixx, .iyy = iyy, .izz = izz};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(weighted_rows)

BOOST_AUTO_TEST_CASE(the_rows_of_a_body_are_its_inertia_and_its_gyroscopic_force) {
  const PrecisionScope precision(60);
  for_cases(8, 2, {}, [](const Case& drawn) {
    Generator generator = make_generator({drawn.id.seed});
    for (std::size_t i = 1; i < drawn.model.bodies.size(); ++i) {
      const Inertial& of = drawn.model.bodies[i].inertial;
      const Motion<S> V = drawn_motion(generator), a = drawn_motion(generator);
      Rows rows(6);
      BodyRows<S>(of).write(V, rows);
      const RigidInertia<S> I = rigid_inertia<S>(of);
      const Force<S> f = I * a + gyroscopic_force(I, V);
      BOOST_TEST(relative_error(force(rows, a), {f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z}) <= 1e-50);
    }
  });
}

BOOST_AUTO_TEST_CASE(weighted_rows_lose_only_the_pivot_of_a_removed_direction) {
  const PrecisionScope precision(60);
  Generator generator = make_generator({1});
  for (int trial = 0; trial < 20; ++trial) {
    const Rows before = drawn_rows(9, generator);
    const Motion<S> h = drawn_motion(generator), a = drawn_motion(generator);
    Rows after = before;
    const RowPivot<S> pivot = pivot_along<S>(h, after);
    take_out<S>(pivot, after);
    S answered{};  // by h: what was not taken out of y
    for (const WeightedRow<S>& row : after) {
      BOOST_TEST(abs(dot(h, row.g)) <= 1e-55);
      answered = answered + row.s * row.y;
    }
    BOOST_TEST(abs(answered) <= 1e-55);
    Rows with_pivot = after;
    with_pivot.push_back({.w = pivot.D, .g = pivot.G, .y = pivot.D * pivot.eta});
    BOOST_TEST(relative_error(force(with_pivot, a), force(before, a)) <= 1e-50);
  }
}

BOOST_AUTO_TEST_CASE(gathered_rows_add_up_to_the_same) {
  const PrecisionScope precision(60);
  Generator generator = make_generator({2});
  const std::array<Motion<S>, 6> directions = general_directions<S>(0.25);
  for (int freedom = 0; freedom < 6; ++freedom) {
    Rows before = drawn_rows(13, generator);
    for (int k = 0; k < freedom; ++k) take_out<S>(pivot_along<S>(drawn_motion(generator), before), before);
    Rows after = before;
    BOOST_TEST(gather<S>(6 - freedom, directions, after));
    after.resize(static_cast<std::size_t>(6 - freedom));
    const Motion<S> a = drawn_motion(generator);
    BOOST_TEST(relative_error(force(after, a), force(before, a)) <= 1e-45);
  }
}

BOOST_AUTO_TEST_CASE(tensors_are_eliminated_from_the_largest_pivot) {
  const TensorPlan regular(inertial(1, 3, 2));
  BOOST_TEST(regular.rank == 3);
  BOOST_TEST((regular.axes == std::array<std::size_t, 3>{1, 2, 0}));
  BOOST_TEST(TensorPlan(inertial(0, 1, 1)).rank == 2);
  BOOST_TEST(TensorPlan(inertial(0, 0, 0)).rank == 0);
  Inertial turned_rod = inertial(0.5, 0.5, 1);
  turned_rod.ixy = 0.5;
  BOOST_TEST(TensorPlan(turned_rod).rank == 2);
}

BOOST_AUTO_TEST_CASE(bodies_without_a_regular_inertia_pass_all_of_their_rows) {
  Model model;
  for (int i = 1; i <= 3; ++i) {
    Body body{.name = "", .parent = i - 1, .joint = {}, .inertial = inertial(1, 1, 1)};
    body.joint.kind = i == 3 ? JointKind::universal : JointKind::revolute;
    if (i == 2) body.inertial = inertial(0, 1, 1);
    model.bodies.push_back(body);
  }
  const RowPlan plan(model);
  BOOST_TEST((plan.of[3].count == 6 && plan.of[3].passed == 4 && plan.of[3].place == 6));
  BOOST_TEST((plan.of[2].count == 10 && plan.of[2].passed == 10 && plan.of[2].place == 6));
  BOOST_TEST((plan.of[1].count == 16 && plan.of[1].passed == 5));
  BOOST_TEST(plan.total == 32);
}

BOOST_AUTO_TEST_SUITE_END()
