#include "efpa/unit_costs.hpp"

#include "kernels/test/counting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using kintree::test::numbers;
using Inertia = ArticulatedInertia<Counted>;
using Matrix = Mobility<Counted>;

std::vector<double> column(const Matrix& M, int c) {
  return numbers(M.column[c]);
}

Matrix random_matrix(Draw& draw) {
  Matrix M;
  for (int c = 0; c < 6; ++c) M.column[c] = draw.motion();
  return M;
}
Propagator<Counted> random_propagator(Draw& draw) {
  Propagator<Counted> E;
  for (int r = 0; r < 6; ++r) E.row[r] = draw.force();
  return E;
}

/// Lambda with its blocks exchanged, as a matrix from forces to motions.
Matrix mobility(const Inertia& A) {
  Matrix M;
  for (int c = 0; c < 6; ++c) {
    const Force<Counted> f = unit_force<Counted>(c);
    const Force<Counted> m = A * Motion<Counted>{f.f, f.n};
    M.column[c] = {m.f, m.n};
  }
  return M;
}

void check_same(const Matrix& M, const Matrix& expected, double tolerance = 1e-12) {
  for (int c = 0; c < 6; ++c) {
    const std::vector<double> x = column(M, c), y = column(expected, c);
    for (std::size_t r = 0; r < 6; ++r) BOOST_TEST(std::abs(x[r] - y[r]) <= tolerance);
  }
}

/// X Lambda X^T.
Matrix congruent(const Transform<Counted>& X, const Matrix& Lambda) {
  const auto E = Propagator<Counted>::of(X);
  return E * times_transpose(Lambda, E);
}

template <class Check>
void for_draws(Check check) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Draw draw(seed);
    check(draw, draw.angle(seed % 2 == 0));
  }
}

/// Positive definite: a unit matrix and a little more.
Inertia positive(Draw& draw) {
  Inertia A;
  const Counted one(1);
  A.I = {one, {}, {}, one, {}, one};
  A.M = A.I;
  const Force<Counted> f = draw.force(), g = draw.force();
  subtract_outer(A, f * Counted(-1), f);
  subtract_outer(A, g * Counted(-1), g);
  return A;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(unit_costs)

BOOST_AUTO_TEST_CASE(privileged_child_has_the_stated_cost) {
  for_draws([](Draw& draw, const auto& angle) {
    const auto [s, c] = angle;
    const Transform<Counted> X = screw_pose(2, angle, Counted(0));

    const auto column = [&draw] { return Sparse3{draw.scalar(), draw.scalar(), Zero{}}; };
    ProjectedInertia<Counted> P{{draw.scalar(), draw.scalar(), {}, draw.scalar(), {}, {}},
                                {column(), column(), column()},
                                renamed(draw.symmetric())},
        Q = P;
    const Inertia expected = to_parent(X, Inertia(P));
    BOOST_TEST(costs(cost_of([&, s = s, c = c] { privileged_inertia(s, c, P); }), 22, 25));
    BOOST_TEST(close(Inertia(P), expected));
    BOOST_TEST(costs(cost_of([&, s = s, c = c] { privileged_inertia_less(s, c, Q); }), 20, 22));
    BOOST_TEST(close(Inertia(Q), expected));

    const RigidInertia<Counted> I{draw.scalar(), draw.vector(), draw.symmetric()};
    Inertia A = draw.inertia(), added = A;
    added += articulated(I);
    BOOST_TEST(costs(cost_of([&] { add_inertia(I, A); }), 0, 15));
    BOOST_TEST(close(A, added));

    Matrix Lambda = random_matrix(draw), turned = Lambda;
    for (int k = 0; k < 6; ++k) turned.column[k] = X * turned.column[k];
    BOOST_TEST(costs(cost_of([&, s = s, c = c] { privileged_motions(s, c, Lambda); }), 48, 24));
    check_same(Lambda, turned);

    // L X Lambda X^T L^T + K, with L m = m - e_z (G m).
    Inertia B = draw.inertia();
    Force<Counted> G = draw.force();
    G.n.z = Counted(1);
    const Counted reciprocal = draw.scalar();
    Propagator<Counted> L = Propagator<Counted>::identity();
    L.row[2] -= G;
    Matrix full = L * times_transpose(congruent(X, mobility(B)), L);
    full.column[2].w.z = full.column[2].w.z + reciprocal;
    const VariableTurn<Counted> back({-s, c});
    BOOST_TEST(costs(cost_of([&] { privileged_mobility(back, G, reciprocal, B); }), 58, 50));
    check_same(mobility(B), full);
  });
}

BOOST_AUTO_TEST_CASE(inverse_at_the_base_has_the_stated_cost) {
  for_draws([](Draw& draw, const auto&) {
    const Inertia A = positive(draw);
    Lower6<Counted> factored, swept;
    const Operations by_factors = cost_of([&] { factored = inverse_by_factors(A); });
    BOOST_TEST(costs(by_factors, 141, 90));
    BOOST_TEST(by_factors.total() == 231);
    BOOST_TEST(costs(cost_of([&] { swept = inverse_by_sweeps(A); }), 126, 90));
    for (int c = 0; c < 6; ++c) {
      for (const Lower6<Counted>* inverse : {&factored, &swept}) {
        std::array<Counted, 6> x;
        for (int r = 0; r < 6; ++r)
          x[static_cast<std::size_t>(r)] = r < c ? (*inverse)(c, r) : (*inverse)(r, c);
        const Force<Counted> unit = A * Motion<Counted>{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
        BOOST_TEST(close(unit, unit_force<Counted>(c)));
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(end_effector_mobility_has_the_stated_cost) {
  for_draws([](Draw& draw, const auto& first) {
    const std::array<std::pair<Counted, Counted>, 3> angle{first, draw.angle(false), draw.angle(true)};
    const std::array<Counted, 3> d{draw.scalar(), draw.scalar(), draw.scalar()}, back{-d[0], -d[1], -d[2]};
    const auto all = [&angle](auto turn) {
      return std::array{turn(angle[0]), turn(angle[1]), turn(angle[2])};
    };
    const Transform<Counted> two = compose(screw_pose(0, angle[1], d[1]), screw_pose(2, angle[2], d[2]));
    const Transform<Counted> three = compose(screw_pose(2, angle[0], d[0]), two);
    const Inertia Lambda = draw.inertia();
    const auto check = [&](const auto& angles, int m_three, int m_two) {
      Inertia A = Lambda, B = Lambda;
      BOOST_TEST(costs(cost_of([&] { end_effector_mobility(angles, back, A); }), m_three, 117));
      check_same(mobility(A), congruent(three, mobility(Lambda)));
      BOOST_TEST(
          costs(cost_of([&] {
                  end_effector_mobility(std::array{angles[1], angles[2]}, std::array{back[1], back[2]}, B);
                }),
                m_two, 78));
      check_same(mobility(B), congruent(two, mobility(Lambda)));
    };
    using Angle = std::pair<Counted, Counted>;
    check(all([](const Angle& t) { return VariableTurn<Counted>({-t.first, t.second}); }), 114, 76);
    check(all([](const Angle& t) { return constant_turn({-t.first, t.second}); }), 105, 70);

    const Matrix M = random_matrix(draw);
    Matrix between;
    BOOST_TEST(costs(cost_of([&] { between = between_end_effectors(two, M, three); }), 288, 216));
    check_same(between, Propagator<Counted>::of(two) * times_transpose(M, Propagator<Counted>::of(three)));

    Propagator<Counted> chi = random_propagator(draw);
    Matrix product;
    BOOST_TEST(costs(cost_of([&] { product = base_mobility(M, chi); }), 216, 180));
    check_same(product, transpose(chi * transpose(M)));
    for (int r = 0; r < 6; ++r) chi.row[r].n.z = Counted(0);
    BOOST_TEST(
        costs(cost_of([&] { product = base_mobility_beyond_privileged(M, chi); }), 216 - 36, 180 - 36));
    check_same(product, times_transpose(M, chi));
  });
}

BOOST_AUTO_TEST_SUITE_END()
