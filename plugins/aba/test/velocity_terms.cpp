// Where velocities and gravity enter the articulated-body algorithm: in Featherstone's form (RBDA, table 7.1)
// and in Jain's (60), which must not be mixed.
#define BOOST_TEST_MODULE aba
#include <boost/test/unit_test.hpp>

#include "aba/aba.hpp"
#include "calls.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

enum class Form {
  featherstone,  ///< passes Ia c, and meets c before it solves for q-ddot
  jain,          ///< has I^A c in z from the start, and adds c afterwards
  mixed,         ///< passes I^A c, and meets c before it solves for q-ddot
};

struct Sweeps {
  Sweeps(const Model& model, const Widened<Multiprecision>& in, Form form)
      : bodies(model), v(N()), c(N()), a(N()), z(N()), qdd(in.tau.size()) {
    bodies.update(view(in.q));
    const Tree<Multiprecision>& tree = bodies.tree;
    for (int i = 1; i <= N(); ++i) {
      const Motion<Multiprecision> v_J = tree.subspace[i].times(view(in.v).from(tree.first[i]));
      v[i] = tree.X[i] * v[tree.parent[i]] + v_J;
      c[i] = tree.velocity_product(i, view(in.v)) + cross(v[i], v_J);
      z[i] = cross(v[i], tree.I[i] * v[i]) - in.f_ext[static_cast<std::size_t>(i)];
    }
    ByBody<ByColumn<Multiprecision>> nu(N());  // D^-1 u
    for (int i = N(); i >= 1; --i) {
      if (form == Form::jain) z[i] += bodies.P[i] * c[i];
      Force<Multiprecision> passed = z[i];
      if (form != Form::jain) passed += bodies.P[i] * c[i];
      for (int k = 0; k < tree.dof[i]; ++k) {
        nu[i][k] = view(in.tau)(tree.first[i] + k) - dot(tree.subspace[i][k], z[i]);
        passed += bodies.G[i][k] * nu[i][k];
        if (form == Form::featherstone) passed -= bodies.G[i][k] * dot(c[i], bodies.U[i][k]);  // Ia c
      }
      bodies.D[i].solve(nu[i].data());
      z[tree.parent[i]] += transpose_times(tree.X[i], passed);
    }
    a[0] = tree.minus_gravity;
    for (int i = 1; i <= N(); ++i) {
      a[i] = tree.X[i] * a[tree.parent[i]];
      if (form != Form::jain) a[i] += c[i];
      Multiprecision* const rate = view(qdd).from(tree.first[i]);
      for (int k = 0; k < tree.dof[i]; ++k) rate[k] = nu[i][k] - dot(a[i], bodies.G[i][k]);
      a[i] += tree.subspace[i].times(rate);
      if (form == Form::jain) a[i] += c[i];
    }
  }
  int N() const { return bodies.tree.N; }

  ArticulatedBodies<Multiprecision> bodies;
  ByBody<Motion<Multiprecision>> v, c, a;
  ByBody<Force<Multiprecision>> z;
  std::vector<Multiprecision> qdd;
};

std::vector<Multiprecision> numbers(const Force<Multiprecision>& f) {
  return {f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(velocity_terms)

BOOST_AUTO_TEST_CASE(the_two_forms_agree_and_a_mixture_does_not, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  int mixtures = 0;
  for_cases(12, 3, {}, [&mixtures](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    Aba<Multiprecision> aba(drawn.model);
    const std::vector<Multiprecision> expected = answer<ForwardDynamics>(aba, state);
    const Sweeps F(drawn.model, state, Form::featherstone), J(drawn.model, state, Form::jain),
        mixed(drawn.model, state, Form::mixed);
    BOOST_TEST(relative_error(F.qdd, expected) <= 1e-45);
    BOOST_TEST(relative_error(J.qdd, expected) <= 1e-45);
    mixtures += relative_error(mixed.qdd, expected) >= 1e-3 ? 1 : 0;
  });
  BOOST_TEST(mixtures > 15);
}

BOOST_AUTO_TEST_CASE(jain_s_z_is_featherstone_s_and_I_A_c, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  for_cases(12, 2, {}, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    const Sweeps F(drawn.model, state, Form::featherstone), J(drawn.model, state, Form::jain);
    for (int i = 1; i <= F.N(); ++i)
      BOOST_TEST(relative_error(numbers(F.z[i] + F.bodies.P[i] * F.c[i]), numbers(J.z[i])) <= 1e-45);
  });
}

/// A tree at rest on a free joint with no forces but gravity falls as one body: q-ddot is g in the root's
/// axes, and zero in the joints. Gravity stands as the base's acceleration -g, so the accelerations within
/// the algorithm are the true ones less g: here zero, not g.
BOOST_AUTO_TEST_CASE(gravity_as_the_base_s_acceleration_needs_no_correction,
                     *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  int fallen = 0;
  for_cases(12, 3, {}, [&fallen](const Case& drawn) {
    Case falling = drawn;
    std::vector<Body>& bodies = falling.model.bodies;
    for (std::size_t i = 1; i < bodies.size(); ++i)
      if (bodies[i].parent == 0) bodies[i].joint.kind = JointKind::free;
    const Widened<Multiprecision> state(neutral_state(falling.model));
    Aba<Multiprecision> aba(falling.model);
    Tree<Multiprecision> tree(falling.model);
    tree.set_positions(view(state.q));
    std::vector<Multiprecision> expected(state.tau.size());
    for (int i = 1; i <= tree.N; ++i)
      if (tree.parent[i] == 0) {
        const Vec3<Multiprecision> g = -transpose_times(tree.X[i].R, tree.minus_gravity.v);
        Multiprecision* const linear = view(expected).from(tree.first[i] + 3);
        linear[0] = g.x, linear[1] = g.y, linear[2] = g.z;
        fallen += g.x != 0 || g.y != 0 || g.z != 0 ? 1 : 0;
      }
    BOOST_TEST(relative_error(answer<ForwardDynamics>(aba, state), expected) <= 1e-50);
    const Sweeps sweeps(falling.model, state, Form::featherstone);
    for (int i = 1; i <= tree.N; ++i) {
      const auto [w, v] = sweeps.a[i];
      BOOST_TEST(relative_error({w.x, w.y, w.z, v.x, v.y, v.z}, std::vector<Multiprecision>(6)) <= 1e-50);
    }
  });
  BOOST_TEST(fallen > 10);
}

BOOST_AUTO_TEST_SUITE_END()
