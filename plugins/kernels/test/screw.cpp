#include "kernels/screw.hpp"

#include "counts.hpp"
#include "draw.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

template <Axis k>
void check_screw(std::uint64_t seed) {
  using S = Multiprecision;
  Draw<S> draw(seed);
  const Turn<S> t = draw.turn();
  const S d = draw.number();
  RigidInertia<S> A = draw.inertia();
  Force<S> f = draw.force();
  const Transform<S> X = screw<k>(t, d);
  const auto A_expected = numbers(to_parent(X, A));
  const auto f_expected = numbers(transpose_times(X, f));
  turn<k>(A, DoubleTurn<S>(t));
  slide<k>(A, d, d * A.m);
  turn<k>(f, t);
  slide<k>(f, d);
  BOOST_TEST(relative_error(numbers(A), A_expected) <= 1e-55);
  BOOST_TEST(relative_error(numbers(f), f_expected) <= 1e-55);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_screw_is_the_general_transform) {
  const PrecisionScope precision(60);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    check_screw<X>(seed);
    check_screw<Y>(seed);
    check_screw<Z>(seed);
  }
}

BOOST_AUTO_TEST_CASE(slides_across_an_axis) {
  const PrecisionScope precision(60);
  using S = Multiprecision;
  for (int k = 0; k < 3; ++k) {
    Draw<S> draw(7);
    RigidInertia<S> A = draw.inertia();
    Vec3<S> t = draw.vector();
    (k == 0 ? t.x : k == 1 ? t.y : t.z) = S{};
    const auto expected = numbers(to_parent(Transform<S>{identity3<S>(), t}, A));
    slide_across(A, k, t, t * A.m);
    BOOST_TEST(relative_error(numbers(A), expected) <= 1e-55);
  }
}

BOOST_AUTO_TEST_CASE(forces_of_a_general_frame) {
  const PrecisionScope precision(60);
  using S = Multiprecision;
  Draw<S> draw(3);
  const Turn<S> gamma = draw.turn(), alpha = draw.turn(), theta = draw.turn();
  const Mat3<S> E_0 = screw<Z>(gamma, S{}).R * screw<X>(alpha, S{}).R;
  const Transform<S> T{E_0 * screw<Z>(theta, S{}).R, draw.vector()};
  const Force<S> f = draw.force();
  const auto actual = numbers(to_parent(times_turn(E_0, theta), T.r, f));
  BOOST_TEST(relative_error(actual, numbers(transpose_times(T, f))) <= 1e-55);
}

BOOST_AUTO_TEST_CASE(columns_of_an_inertia) {
  Draw<double> draw(5);
  const RigidInertia<double> A = draw.inertia();
  const Force<double> f = draw.force();
  for (int u = 0; u < 6; ++u) {
    Motion<double> e;
    (u == 0 ? e.w.x : u == 1 ? e.w.y : u == 2 ? e.w.z : u == 3 ? e.v.x : u == 4 ? e.v.y : e.v.z) = 1;
    BOOST_TEST((numbers(column(A, u)) == numbers(A * e)));
    BOOST_TEST(component(f, u) == dot(e, f));
  }
}

BOOST_AUTO_TEST_CASE(costs_of_the_kernels) {
  using S = Counted;
  Draw<S> draw(1);
  RigidInertia<S> A = draw.inertia();
  Force<S> f = draw.force();
  const Turn<S> t = draw.turn();
  const DoubleTurn<S> constant(draw.turn());
  const S d(0.3), dm(0.2);
  const Vec3<S> v = draw.vector();
  const auto z_screw = [&] { turn<Z>(A, DoubleTurn<S>(t)), slide<Z>(A, d, dm); };
  const auto x_screw = [&] { turn<X>(A, constant), slide<X>(A, d, dm); };
  check_cost("one axial screw", {15, 15}, x_screw);
  check_cost("the coefficients of a joint", {2, 3}, [&] { DoubleTurn<S>{t}; });
  check_cost("two screws", {32, 33}, [&] { z_screw(), x_screw(); });
  check_cost("non-DH", {47, 48}, [&] {
    z_screw();
    turn<X>(A, constant);
    turn<Z>(A, constant);
    slide_across(A, 0, v, v);
  });
  check_cost("privileged child", {14, 12}, [&] { turn<Z>(A, DoubleTurn<S>(t)); });
  check_cost("ra", {0, 10}, [&] { A += A; });
  check_cost("force, two screws", {20, 12}, [&] {
    turn<Z>(f, t), slide<Z>(f, d);
    turn<X>(f, t), slide<X>(f, d);
  });
  check_cost("force, general", {24, 18}, [&] { f = to_parent(Mat3<S>{v, v, v}, v, f); });
  check_cost("force, privileged child", {8, 4}, [&] { turn<Z>(f, t); });
  check_cost("E", {10, 4}, [&] { times_turn(Mat3<S>{v, v, v}, t); });
  check_cost("a column", {0, 0}, [&] { f = column(A, 2); });
}
