#include "kernels/articulated_screw.hpp"

#include "counting.hpp"
#include "efpa/printed_turn.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using Inertia = ArticulatedInertia<Counted>;

/// Runs `check(draw, angle)` for flat and steep angles.
template <class Check>
void for_angles(Check check) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Draw draw(seed);
    check(draw, draw.angle(seed % 2 == 0));
  }
}

template <Axis k>
void check_full_screws() {
  for_angles([](Draw& draw, const auto& angle) {
    const Inertia A = draw.inertia();
    const Counted d = draw.scalar(), zero;
    const Inertia turned = to_parent(screw_pose(k, angle, zero), A),
                  moved = to_parent(screw_pose(k, angle, d), A);
    const VariableTurn<Counted> variable({angle.first, angle.second});
    const ConstantTurn<Counted> constant = constant_turn(angle);
    Inertia B = A;
    BOOST_TEST(costs(cost_of([&] { turn<k>(B, variable); }), 28, 25));
    BOOST_TEST(close(B, turned));
    BOOST_TEST(costs(cost_of([&] { slide<k>(B, d); }), 10, 14));
    BOOST_TEST(close(B, moved));
    B = A;
    BOOST_TEST(costs(cost_of([&] { screw<k>(B, variable, d); }), 38, 39));
    BOOST_TEST(close(B, moved));
    B = A;
    BOOST_TEST(costs(cost_of([&] { screw<k>(B, constant, d); }), 35, 39));
    BOOST_TEST(close(B, moved));
    B = A;
    BOOST_TEST(costs(cost_of([&] {
                       const DoubleTurn<Counted> wide({angle.first, angle.second});
                       screw<k>(B, wide, d);
                     }),
                     40, 43));
    BOOST_TEST(close(B, moved));
  });
}

Force<Counted> column_z(const Inertia& A) {
  return {{A.I.xz, A.I.yz, A.I.zz}, {A.H.x.z, A.H.y.z, A.H.z.z}};
}

Inertia full(const ProjectedInertia<Counted>& A) {
  return {{A.xx, A.xy, {}, A.yy, {}, {}},
          {{A.Hx.x, A.Hy.x, {}}, {A.Hx.y, A.Hy.y, {}}, {A.Hx.z, A.Hy.z, {}}},
          A.M};
}

/// I - U U^T / D of a random inertia, with I_zz in 1..2.
ProjectedInertia<Counted> projected(Draw& draw) {
  Inertia A = draw.inertia();
  A.I.zz = Counted(1.5 + draw.number() / 2);
  const Force<Counted> U = column_z(A);
  const Counted& D = U.n.z;
  Force<Counted> G{{U.n.x / D, U.n.y / D, Counted(1)}, {U.f.x / D, U.f.y / D, U.f.z / D}};
  ProjectedInertia<Counted> P;
  BOOST_TEST(costs(cost_of([&] { P = project(A, U, G); }), 15, 15));
  Inertia expected = A;
  subtract_outer(expected, G, U);
  BOOST_TEST(close(full(P), expected));
  return P;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(articulated_screw)

BOOST_AUTO_TEST_CASE(blocks_cost_what_they_claim) {
  for_angles([](Draw& draw, const auto& angle) {
    const auto s = angle.first, c = angle.second;
    const VariableTurn<Counted> variable({s, c});
    const ConstantTurn<Counted> constant = constant_turn(angle);
    const DoubleTurn<Counted> wide({s, c});
    Counted p = draw.scalar(), q = draw.scalar(), u = draw.scalar(), w = draw.scalar();
    BOOST_TEST(costs(cost_of([&] { turn_block(p, q, u, w, variable); }), 4, 7));
    BOOST_TEST(costs(cost_of([&] { turn_block(p, q, u, w, constant); }), 3, 7));
    BOOST_TEST(costs(cost_of([&] { turn_block(p, q, u, w, wide); }), 4, 8));
    BOOST_TEST(costs(cost_of([&] { turn_block(p, q, w, variable); }), 4, 5));
    BOOST_TEST(costs(cost_of([&] { turn_block(p, q, w, constant); }), 3, 5));
    BOOST_TEST(costs(cost_of([&] { turn_block(p, q, w, wide); }), 4, 5));
    BOOST_TEST(costs(cost_of([&] { turn(p, q, constant); }), 4, 2));
    BOOST_TEST(costs(cost_of([&] { VariableTurn<Counted>({s, c}); }), 0, 1));
    BOOST_TEST(costs(cost_of([&] { DoubleTurn<Counted>({s, c}); }), 2, 3));
  });
}

BOOST_AUTO_TEST_CASE(full_inertias_about_each_axis) {
  check_full_screws<X>();
  check_full_screws<Y>();
  check_full_screws<Z>();
}

BOOST_AUTO_TEST_CASE(projected_inertias_about_z_then_x) {
  for_angles([](Draw& draw, const auto& angle) {
    ProjectedInertia<Counted> P = projected(draw), Q = P;
    const Inertia A = full(P);
    const Counted d = draw.scalar(), zero;
    const VariableTurn<Counted> variable({angle.first, angle.second});
    BOOST_TEST(costs(cost_of([&] { turn_z(P, variable); }), 20, 21));
    BOOST_TEST(close(full(P), to_parent(screw_pose(2, angle, zero), A)));
    BOOST_TEST(costs(cost_of([&] { slide_z(P, d); }), 8, 12));
    const Inertia moved = to_parent(screw_pose(2, angle, d), A);
    BOOST_TEST(close(full(P), moved));

    // The count in print of a privileged child, 22m+25a, and of its z-screw.
    BOOST_TEST(costs(cost_of([&] {
                       const DoubleTurn<Counted> wide({angle.first, angle.second});
                       turn_z(Q, wide);
                     }),
                     22, 25));
    BOOST_TEST(costs(cost_of([&] { slide_z(Q, d); }), 8, 12));
    BOOST_TEST(close(full(Q), moved));

    for (const bool steep : {false, true}) {
      const auto tilt = draw.angle(steep);
      const Counted a = draw.scalar();
      Inertia B;
      const ConstantTurn<Counted> constant = constant_turn(tilt);
      BOOST_TEST(costs(cost_of([&] { B = turn_x(P, constant); }), 20, 13));
      BOOST_TEST(close(B, to_parent(screw_pose(0, tilt, zero), moved)));
      BOOST_TEST(costs(cost_of([&] {
                         B = turn_x(P, constant);
                         slide<X>(B, a);
                       }),
                       30, 27));
      BOOST_TEST(close(B, to_parent(screw_pose(0, tilt, a), moved)));
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
