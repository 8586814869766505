// Inverse dynamics against virtual power, of the plain algorithm and of rnea_points.
#define BOOST_TEST_MODULE rnea
#include "rnea/rnea.hpp"

#include <tuple>

#include "calls.hpp"
#include "coordinate_rates.hpp"
#include "rnea_points/rnea_points.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

using Numbers = std::vector<Multiprecision>;

struct Plain {
  template <class S>
  using Solver = Rnea<S>;
};
struct Points {
  template <class S>
  using Solver = RneaPoints<S>;
};
using Algorithms = std::tuple<Plain, Points>;

/// The base's motion (0, -g) in the coordinates of body i.
Motion<Multiprecision> minus_gravity(const Tree<Multiprecision>& tree, int i) {
  return i == 0 ? tree.minus_gravity : tree.X[i] * minus_gravity(tree, tree.parent[i]);
}

/// v_i in body coordinates, for every body, at the state moved for a while along a straight line in q.
std::vector<Motion<Multiprecision>> velocities(const Model& model, const Widened<Multiprecision>& state,
                                               const Multiprecision& time) {
  Numbers q = state.q, v = state.v;
  const Numbers rates = coordinate_rates(model, state.q, state.v);
  for (std::size_t k = 0; k < q.size(); ++k) q[k] += time * rates[k];
  for (std::size_t k = 0; k < v.size(); ++k) v[k] += time * state.qdd[k];
  Tree<Multiprecision> tree(model);
  tree.set_positions(view(std::as_const(q)));
  std::vector<Motion<Multiprecision>> result(1);
  for (int i = 1; i <= tree.N; ++i) result.push_back(times(body_jacobian(tree, i), v));
  return result;
}

/// sum of J^T (I dv/dt + v x* I v - f_ext), gravity as an acceleration of the base, dv/dt by central
/// differences.
Numbers by_virtual_power(const Model& model, const Widened<Multiprecision>& state) {
  const Multiprecision step = pow(Multiprecision(10), -20);  // errors of about 10^-40
  Tree<Multiprecision> tree(model);
  tree.set_positions(view(state.q));
  const auto early = velocities(model, state, -step), late = velocities(model, state, step);
  Numbers tau(state.qdd.size());
  for (int i = 1; i <= tree.N; ++i) {
    const auto b = static_cast<std::size_t>(i);
    const std::vector<Motion<Multiprecision>> J = body_jacobian(tree, i);
    const Motion<Multiprecision> v = times(J, state.v);
    const Motion<Multiprecision> a =
        (late[b] - early[b]) * Multiprecision(1 / (2 * step)) + minus_gravity(tree, i);
    const Force<Multiprecision> f = tree.I[i] * a + cross(v, tree.I[i] * v) - state.f_ext[b];
    for (std::size_t k = 0; k < tau.size(); ++k) tau[k] += dot(J[k], f);
  }
  return tau;
}

/// Roots of all sorts, numbered as they come: base - 1 - 3 - 6, base - 2 - 5, base - 4 - 7.
const std::vector<int> forest_parents{0, 0, 0, 1, 0, 2, 3, 4};
const std::vector<int> tree_of_body{0, 0, 1, 0, 2, 1, 0, 2};

Case forest(std::uint64_t seed) {
  Topology topology;
  topology.parent = forest_parents;
  Generator generator = make_generator({word("forest"), seed});
  topology.joints = draw_joints(topology.parent, {}, generator);
  Case drawn;
  drawn.model = random_model("forest", topology, generator);
  drawn.state = random_state(drawn.model, generator);
  for (Wrench& wrench : drawn.state.f_ext)
    for (double& component : wrench) component = uniform(generator, -10, 10);
  return drawn;
}

/// Tree number `which` of the forest, alone: its model and state, and the places of its coordinates in those
/// of the forest.
struct Part {
  Part(const Case& whole, int which) {
    const Layout layout(whole.model);
    std::vector<int> number(whole.model.bodies.size(), 0);
    model.gravity = whole.model.gravity;
    state.f_ext.push_back(whole.state.f_ext[0]);
    for (std::size_t i = 1; i < whole.model.bodies.size(); ++i) {
      if (tree_of_body[i] != which) continue;
      Body body = whole.model.bodies[i];
      body.parent = number[static_cast<std::size_t>(body.parent)];
      number[i] = model.body_count() + 1;
      const JointKindInfo& kind = info(body.joint.kind);
      for (int k = 0; k < kind.positions; ++k)
        state.q.push_back(whole.state.q[static_cast<std::size_t>(layout.first_position[i] - 1 + k)]);
      for (int k = 0; k < kind.velocities; ++k) {
        coordinates.push_back(static_cast<std::size_t>(layout.first_velocity[i] - 1 + k));
        state.v.push_back(whole.state.v[coordinates.back()]);
        state.qdd.push_back(whole.state.qdd[coordinates.back()]);
      }
      state.f_ext.push_back(whole.state.f_ext[i]);
      model.bodies.push_back(body);
    }
  }
  Model model;
  State state;
  std::vector<std::size_t> coordinates;
};

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(is_the_virtual_power_of_the_bodies, Algorithm, Algorithms) {
  const PrecisionScope precision(60);
  for_cases(9, 3, {}, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    typename Algorithm::template Solver<Multiprecision> rnea(drawn.model);
    BOOST_TEST(relative_error(inverse_dynamics(rnea, state, state.qdd),
                              by_virtual_power(drawn.model, state)) <= 1e-36);
  });
}

/// The part of tau that is missing without c_J: J^T I times the c_J of all joints between a body and the
/// base.
Numbers share_of_velocity_products(const Model& model, const Widened<Multiprecision>& state) {
  Tree<Multiprecision> tree(model);
  tree.set_positions(view(state.q));
  ByBody<Motion<Multiprecision>> a(tree.N);
  Numbers tau(state.qdd.size());
  for (int i = 1; i <= tree.N; ++i) {
    a[i] = tree.X[i] * a[tree.parent[i]] + tree.velocity_product(i, view(state.v));
    const std::vector<Motion<Multiprecision>> J = body_jacobian(tree, i);
    for (std::size_t k = 0; k < tau.size(); ++k) tau[k] += dot(J[k], tree.I[i] * a[i]);
  }
  return tau;
}

BOOST_TEST_DECORATOR(*boost::unit_test::label("trap"))
BOOST_AUTO_TEST_CASE_TEMPLATE(leaving_out_c_J_shows_only_where_S_depends_on_q, Algorithm, Algorithms) {
  const PrecisionScope precision(60);
  CaseOptions constant, depends;
  for (const JointKindInfo& entry : joint_kinds)
    if (entry.kind != JointKind::universal) constant.joints.push_back(entry.kind);
  depends.joints = {JointKind::universal};
  for (const CaseOptions& options : {constant, depends})
    for_cases(6, 1, options, [&](const Case& drawn) {
      const Widened<Multiprecision> state(drawn.state);
      typename Algorithm::template Solver<Multiprecision> rnea(drawn.model);
      const Numbers tau = inverse_dynamics(rnea, state, state.qdd),
                    truth = by_virtual_power(drawn.model, state);
      Numbers without = tau;
      const Numbers share = share_of_velocity_products(drawn.model, state);
      for (std::size_t k = 0; k < without.size(); ++k) without[k] -= share[k];
      BOOST_TEST(relative_error(tau, truth) <= 1e-36);
      const bool shows = relative_error(without, truth) >= 1e-6;
      BOOST_TEST(shows == (options.joints.size() == 1));
    });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_forest_is_its_trees, Algorithm, Algorithms) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      const Case whole = forest(seed);
      const Widened<double> state(whole.state);
      typename Algorithm::template Solver<double> rnea(whole.model);
      const std::vector<double> tau = inverse_dynamics(rnea, state, state.qdd);
      std::size_t compared = 0;
      for (int which = 0; which < 3; ++which) {
        const Part part(whole, which);
        const Widened<double> alone(part.state);
        typename Algorithm::template Solver<double> rnea_alone(part.model);
        const std::vector<double> tau_alone = inverse_dynamics(rnea_alone, alone, alone.qdd);
        // The same operations on the same numbers: to the bit.
        for (std::size_t k = 0; k < tau_alone.size(); ++k)
          BOOST_TEST(tau_alone[k] == tau[part.coordinates[k]]);
        compared += tau_alone.size();
      }
      BOOST_TEST((compared == tau.size() && compared > 0));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_external_force_counts, Algorithm, Algorithms) {
  const PrecisionScope precision(60);
  const Case drawn = forest(1);
  typename Algorithm::template Solver<Multiprecision> rnea(drawn.model);
  Tree<Multiprecision> tree(drawn.model);
  Widened<Multiprecision> state(drawn.state);
  tree.set_positions(view(std::as_const(state.q)));
  for (Force<Multiprecision>& f : state.f_ext) f = {};
  const Numbers without = inverse_dynamics(rnea, state, state.qdd);
  for (int i = 0; i <= tree.N; ++i) {
    const auto b = static_cast<std::size_t>(i);
    state.f_ext[b] = Widened<Multiprecision>(drawn.state).f_ext[b];
    const Numbers with = inverse_dynamics(rnea, state, state.qdd);
    const std::vector<Motion<Multiprecision>> J = body_jacobian(tree, i);
    Numbers expected = without;
    for (std::size_t k = 0; k < expected.size(); ++k)
      expected[k] -= dot(J[k], state.f_ext[b]);  // none for the base
    BOOST_TEST(relative_error(with, expected) <= 1e-50, "f_ext of body " << i);
    state.f_ext[b] = {};
  }
}
