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

/// A - U U^T / D of a random inertia, with A_zz in 1..2.
ProjectedInertia<Counted> projected(Draw& draw) {
  Inertia A = draw.inertia();
  A.I.zz = Counted(1.5 + draw.number() / 2);
  const Force<Counted> U{{A.I.xz, A.I.yz, A.I.zz}, {A.H.x.z, A.H.y.z, A.H.z.z}};
  const Force<Counted> G = U * (Counted(1) / U.n.z);
  ProjectedInertia<Counted> P;
  BOOST_TEST(costs(cost_of([&] { P = project(A, G.n, G.f); }), 15, 15));
  subtract_outer(A, G, U);
  BOOST_TEST(close(Inertia(P), A));
  return P;
}
/// Random numbers where that of a regrouped leaf has entries.
auto projected_leaf(Draw& draw) {
  return SparseInertia{SparseSym3{draw.scalar(), draw.scalar(), Zero{}, draw.scalar(), Zero{}, Zero{}},
                       Sparse3{Sparse3{Zero{}, Zero{}, Zero{}}, Sparse3{draw.scalar(), draw.scalar(), Zero{}},
                               Sparse3{Zero{}, draw.scalar(), Zero{}}},
                       SparseSym3{Zero{}, Zero{}, Zero{}, draw.scalar(), Zero{}, Zero{}}};
}

/// Costs of the turn about z, of the slide along z, and of the turn about x that may follow the one about z.
struct Costs {
  Operations turn_z, slide_z, turn_x;
};

template <class P>
void check_screws(Draw& draw, const std::pair<Counted, Counted>& angle, const P& given,
                  const Costs& expected) {
  const Inertia A = given;
  const Counted d = draw.scalar(), zero;
  const VariableTurn<Counted> variable({angle.first, angle.second});
  auto turned_z = turned<Z>(given, variable);
  BOOST_TEST((cost_of([&] { turned_z = turned<Z>(given, variable); }) == expected.turn_z));
  BOOST_TEST(close(Inertia(turned_z), to_parent(screw_pose(2, angle, zero), A)));
  auto moved = slid<Z>(turned_z, d);
  BOOST_TEST((cost_of([&] { moved = slid<Z>(turned_z, d); }) == expected.slide_z));
  BOOST_TEST(close(Inertia(moved), to_parent(screw_pose(2, angle, d), A)));
  for (const bool steep : {false, true}) {
    const auto tilt = draw.angle(steep);
    const ConstantTurn<Counted> constant = constant_turn(tilt);
    Inertia B;
    BOOST_TEST((cost_of([&] { B = turned<X>(turned_z, constant); }) == expected.turn_x));
    BOOST_TEST(close(B, to_parent(screw_pose(0, tilt, zero), Inertia(turned_z))));
  }
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

/// Zeros that are known cost nothing, and what comes of them is what comes of zeros.
BOOST_AUTO_TEST_CASE(projected_inertias_about_z_then_x) {
  for_angles([](Draw& draw, const auto& angle) {
    const ProjectedInertia<Counted> P = projected(draw);
    check_screws(draw, angle, P, {{20, 21}, {8, 12}, {20, 13}});
    check_screws(draw, angle, projected_leaf(draw), {{13, 9}, {6, 10}, {17, 7}});

    // The count in print of a privileged child.
    ProjectedInertia<Counted> Q;
    BOOST_TEST(costs(cost_of([&] {
                       const DoubleTurn<Counted> wide({angle.first, angle.second});
                       Q = turned<Z>(P, wide);
                     }),
                     22, 25));
    BOOST_TEST(close(Inertia(Q), to_parent(screw_pose(2, angle, Counted()), Inertia(P))));
  });
}

/// 15a to 21 entries, 9a of a regrouped one.
BOOST_AUTO_TEST_CASE(rigid_inertias_are_added_where_they_have_entries) {
  for_angles([](Draw& draw, const auto&) {
    const Inertia A = draw.inertia();
    const RigidInertia<Counted> I{draw.scalar(), draw.vector(), draw.symmetric()};
    Inertia sum, expected = A;
    BOOST_TEST(costs(cost_of([&] { sum = A + articulated_sparse(I); }), 0, 15));
    expected += articulated(I);
    BOOST_TEST(close(sum, expected));
    const SparseRigidInertia left{Zero{}, Sparse3{I.h.x, I.h.y, Zero{}},
                                  SparseSym3{I.I.xx, I.I.xy, I.I.xz, Zero{}, I.I.yz, I.I.zz}};
    BOOST_TEST(costs(cost_of([&] { sum = articulated_sparse(left) + A; }), 0, 9));
  });
}

BOOST_AUTO_TEST_SUITE_END()
