#define BOOST_TEST_MODULE armstrong
#include "armstrong/armstrong.hpp"

#include "aba/aba.hpp"
#include "calls.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

CaseOptions spherical() {
  CaseOptions options;
  options.joints = {JointKind::spherical};
  return options;
}

std::vector<Multiprecision> numbers(const Vec3<Multiprecision>& a) {
  return {a.x, a.y, a.z};
}
std::vector<Multiprecision> numbers(const Mat3<Multiprecision>& A) {
  return {A.x.x, A.x.y, A.x.z, A.y.x, A.y.y, A.y.z, A.z.x, A.z.y, A.z.z};
}
std::vector<Multiprecision> numbers(const Sym3<Multiprecision>& A) {
  return {A.xx, A.xy, A.xz, A.yy, A.yz, A.zz};
}

}  // namespace

BOOST_AUTO_TEST_CASE(coefficients_are_articulated_body_inertias_in_world_axes) {  // (49)
  const PrecisionScope precision(60);
  int compared = 0;
  for_cases(16, 4, spherical(), [&compared](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    Armstrong<Multiprecision> armstrong(drawn.model);
    forward_dynamics(armstrong, state, state.tau);
    ArticulatedBodies<Multiprecision> articulated(drawn.model);
    BOOST_TEST(articulated.update(view(state.q)).code == Status::ok);
    for (int i = 1; i <= drawn.model.body_count(); ++i) {
      const Armstrong<Multiprecision>::Body& body = armstrong.body(i);
      const ArticulatedInertia<Multiprecision>& P = articulated.P[i];
      const Mat3<Multiprecision> P_12 = body.R * P.H * transpose(body.R);
      BOOST_TEST(relative_error(numbers(body.Gamma_inverse), numbers(rotate(body.R, P.I))) <= 1e-40);
      BOOST_TEST(relative_error(numbers(body.L * Multiprecision(-1)), numbers(P_12)) <= 1e-40);
      BOOST_TEST(relative_error(numbers(body.M), numbers(rotate(body.R, P.M))) <= 1e-40);
      ++compared;
    }
  });
  BOOST_TEST(compared > 100);
}

/// The balance of forces on every body, with F = Omega_F v_dot + Y_F through its joint.  Jain (48) prints
/// Y_F(k) = L* Y_w for Y_F(k-1) - L* Y_w, and below (49) z_F(k) = l~ Y_F(k-1) + N(k-1), which is z_N, for
/// Y_F(k-1).
BOOST_AUTO_TEST_CASE(the_printed_Y_F_and_z_F_do_not_balance, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  int Y_slips = 0, z_slips = 0;
  for_cases(12, 2, spherical(), [&](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    const Tree<Multiprecision> tree(drawn.model);
    Armstrong<Multiprecision> armstrong(drawn.model);
    answer<ForwardDynamics>(armstrong, state);
    const int N = tree.N;
    ByBody<Vec3<Multiprecision>> needed(N), z_printed(N);  // by Newton; Armstrong's z_F as printed
    for (int k = N; k >= 1; --k) {
      const auto& b = armstrong.body(k);
      const Vec3<Multiprecision> mp = b.R * tree.I[k].h;
      const Vec3<Multiprecision> f =
          b.R * state.f_ext[static_cast<std::size_t>(k)].f - tree.minus_gravity.v * tree.I[k].m;
      needed[k] += b.v_dot * tree.I[k].m + cross(b.w_dot, mp) + cross(b.w, cross(b.w, mp)) - f;
      const Vec3<Multiprecision> F = b.Omega_F * b.v_dot + b.Y_F;
      BOOST_TEST(relative_error(numbers(F), numbers(needed[k])) <= 1e-45);
      const Vec3<Multiprecision> F_z = b.M * b.v_dot - transpose_times(b.L, b.w_dot) + b.force;  // (49)
      BOOST_TEST(relative_error(numbers(F_z), numbers(needed[k])) <= 1e-45);

      const Vec3<Multiprecision> Y = transpose_times(b.L, b.Y_w);
      Y_slips += relative_error(numbers(b.Omega_F * b.v_dot + Y), numbers(needed[k])) >= 1e-3 ? 1 : 0;
      const Vec3<Multiprecision> z = F_z - b.force + z_printed[k];
      z_slips += relative_error(numbers(z), numbers(needed[k])) >= 1e-3 ? 1 : 0;
      z_printed[tree.parent[k]] += cross(b.l, b.Y_F) + b.N;
      needed[tree.parent[k]] += needed[k];
    }
  });
  BOOST_TEST(Y_slips > 100);
  BOOST_TEST(z_slips > 100);
}
