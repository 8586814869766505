#include "aba_minimal/leaf.hpp"
#include "kernels/ldlt6.hpp"
#include "kernels/test/counting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

template <class Check>
void for_draws(Check check) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Draw draw(seed);
    check(draw);
  }
}

RigidInertia<Counted> rigid(Draw& draw) {
  return {draw.scalar(), draw.vector(), draw.symmetric()};
}

/// w x I w and w x (w x h).
Force<Counted> expected_bias(const RigidInertia<Counted>& I, const Vec3<Counted>& w) {
  return {cross(w, I.I * w), cross(w, cross(w, I.h))};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bodies)

BOOST_AUTO_TEST_CASE(bias_forces) {
  for_draws([](Draw& draw) {
    RigidInertia<Counted> I = rigid(draw);
    const Vec3<Counted> w = draw.vector();
    Force<Counted> p;
    BOOST_TEST(costs(cost_of([&] { p = bias(I, w); }), 27, 15));
    BOOST_TEST(close(p, expected_bias(I, w)));
    regroup(I);
    BOOST_TEST(costs(cost_of([&] { p = regrouped_bias(I, w); }), 24, 12));
    BOOST_TEST(close(p, expected_bias(I, w)));
    I.h.y = Counted(0);
    BOOST_TEST(costs(cost_of([&] { p = leaf_bias(I, w); }), 20, 9));
    BOOST_TEST(close(p, expected_bias(I, w)));
  });
}

BOOST_AUTO_TEST_CASE(what_is_regrouped_turns_without_a_change) {
  for_draws([](Draw& draw) {
    RigidInertia<Counted> I = rigid(draw);
    const RigidInertia<Counted> before = I, J = regroup(I);
    RigidInertia<Counted> both = I;
    both += J;
    BOOST_TEST(close(articulated(both), articulated(before)));
    const RigidInertia<Counted> turned = to_parent(screw_pose(2, draw.angle(true), Counted(0)), J);
    BOOST_TEST(close(articulated(turned), articulated(J)));
    BOOST_TEST((I.m.value == 0 && I.h.z.value == 0 && I.I.yy.value == 0));
  });
}

BOOST_AUTO_TEST_CASE(sums) {
  for_draws([](Draw& draw) {
    RigidInertia<Counted> I = rigid(draw);
    const ArticulatedInertia<Counted> A = draw.inertia();
    ArticulatedInertia<Counted> B = A, expected = A;
    expected += articulated(I);
    BOOST_TEST(costs(cost_of([&] { add(I, B); }), 0, 15));
    BOOST_TEST(close(B, expected));
    const ProjectedInertia<Counted> P{draw.scalar(), draw.scalar(), draw.scalar(),
                                      draw.vector(), draw.vector(), draw.symmetric()};
    const ArticulatedInertia<Counted> full{{P.xx, P.xy, {}, P.yy, {}, {}},
                                           {{P.Hx.x, P.Hy.x, {}}, {P.Hx.y, P.Hy.y, {}}, {P.Hx.z, P.Hy.z, {}}},
                                           P.M};
    B = A, expected = A;
    expected += full;
    BOOST_TEST(costs(cost_of([&] { add(P, B); }), 0, 15));
    BOOST_TEST(close(B, expected));
    expected = articulated(I);
    expected += full;
    BOOST_TEST(costs(cost_of([&] { B = sum(I, P); }), 0, 10));
    BOOST_TEST(close(B, expected));
    regroup(I);
    B = A, expected = A;
    expected += articulated(I);
    BOOST_TEST(costs(cost_of([&] { add_regrouped(I, B); }), 0, 9));
    BOOST_TEST(close(B, expected));
  });
}

BOOST_AUTO_TEST_CASE(leaves) {
  for_draws([](Draw& draw) {
    RigidInertia<Counted> I = rigid(draw);
    regroup(I);
    I.h.y = Counted(0);
    I.I.zz = Counted(1.5);
    Leaf<Counted> leaf;
    leaf.articulate(I);
    const auto angle = draw.angle(false), tilt = draw.angle(true);
    leaf.theta = VariableTurn<Counted>({angle.first, angle.second});
    ProjectedInertia<Counted> P = project(articulated(I), leaf.U, leaf.G);
    turn_z(P, leaf.theta);
    LeafInertia<Counted> turned;
    BOOST_TEST(costs(cost_of([&] { turned = leaf.turned(); }), 13, 9));
    BOOST_TEST(close(sum({}, projected(turned)), sum({}, P)));

    const ConstantTurn<Counted> constant = constant_turn(tilt);
    ArticulatedInertia<Counted> A;
    BOOST_TEST(costs(cost_of([&] { A = turn_x(turned, constant); }), 17, 7));
    BOOST_TEST(close(A, turn_x(P, constant)));

    const Vec3<Counted> v = draw.vector();
    Force<Counted> f = draw.force(), g = f, h = f;
    BOOST_TEST(costs(cost_of([&] { add_moving(turned, v, f); }), 10, 10));
    BOOST_TEST(costs(cost_of([&] { add_moving(P, v, g); }), 15, 15));
    h += sum({}, P) * Motion<Counted>{{}, v};
    BOOST_TEST(close(f, h));
    BOOST_TEST(close(g, h));
    BOOST_TEST(costs(cost_of([&] { add_turning(P, v, g); }), 10, 10));
    h += sum({}, P) * Motion<Counted>{{v.x, v.y, {}}, {}};
    BOOST_TEST(close(g, h));
  });
}

BOOST_AUTO_TEST_CASE(base) {
  for_draws([](Draw& draw) {
    ArticulatedInertia<Counted> A;
    A.I = A.M = {Counted(1), {}, {}, Counted(1), {}, Counted(1)};
    const Force<Counted> u = draw.force(), f = draw.force();
    subtract_outer(A, u * Counted(-1), u);
    Ldlt6<Counted> L;
    Motion<Counted> x;
    BOOST_TEST(costs(cost_of([&] { BOOST_TEST(L.factor(A)); }), 50, 35));
    BOOST_TEST(costs(cost_of([&] { x = L.solve(f); }), 36, 30));
    BOOST_TEST(close(A * x, f));
    A.M.yy = Counted(-1);
    BOOST_TEST(!L.factor(A));
  });
}

BOOST_AUTO_TEST_SUITE_END()
