#define BOOST_TEST_MODULE yamane_nakamura_split
#include "yamane_nakamura_split/yamane_nakamura_split.hpp"

#include <boost/test/unit_test.hpp>

#include "aba/aba.hpp"
#include "solving.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

/// A number that counts multiplications and divisions.
struct Counted {
  Counted() = default;
  explicit Counted(double number) : x(number) {}
  friend Counted operator+(Counted a, Counted b) { return Counted(a.x + b.x); }
  friend Counted operator-(Counted a, Counted b) { return Counted(a.x - b.x); }
  friend Counted operator-(Counted a) { return Counted(-a.x); }
  friend Counted operator*(Counted a, Counted b) { return ++count, Counted(a.x * b.x); }
  friend Counted operator/(Counted a, Counted b) { return ++count, Counted(a.x / b.x); }
  friend Counted sqrt(Counted a) { return Counted(std::sqrt(a.x)); }
  friend void sincos(Counted a, Counted& s, Counted& c) {
    s = Counted(std::sin(a.x)), c = Counted(std::cos(a.x));
  }
  friend bool is_positive(Counted a) { return a.x > 0; }

  double x = 0;
  static inline long count = 0;
};

/// A link on the base with so many children, all joints fixed: blocks of six rows.
Model hub(int children) {
  Model model;
  for (int i = 1; i <= children + 1; ++i) {
    Body body;
    body.parent = i == 1 ? 0 : 1;
    body.inertial = {{}, 1, 1, 0, 0, 1, 0, 1};
    model.bodies.push_back(body);
  }
  return model;
}

/// The updates of 6 x 6 blocks, eq. (41), that the elimination of a tree carries out.
long block_updates(const Tree<Counted>& tree) {
  const auto counted = [](auto&& work) {
    const long before = Counted::count;
    work();
    return Counted::count - before;
  };
  CliqueElimination<Counted> phi(tree);
  long neighbours = 0;
  for (int i = 1; i <= tree.N; ++i) {
    phi.S_ii[i] = identity<Counted>();
    neighbours += static_cast<long>(phi.plan.neighbours(i).size());
  }
  SmallSpd<Counted> M;
  const long factoring = counted([&] { factor(identity<Counted>(), M); });
  const long solving = counted([&] { solve(M, identity<Counted>()); });  // six columns
  const long all = counted([&] { phi.leaves_to_root([](int, bool) {}); });
  const long rest = all - tree.N * factoring - neighbours * (solving + 36);
  BOOST_TEST(rest % 216 == 0);
  return rest / 216;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_given_joints_forces_are_those_without_a_split) {
  const PrecisionScope precision(60);
  for_cases(16, 3, {}, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    YamaneNakamuraSplit<Multiprecision> solver(drawn.model);
    YamaneNakamura<Multiprecision> whole(drawn.model);
    forward_dynamics(solver, state, state.tau);
    forward_dynamics(whole, state, state.tau);
    std::vector<Multiprecision> forces, expected;
    for (int i = 1; i <= drawn.model.body_count(); ++i) {
      for (const Multiprecision& x : numbers(solver.constraint_force(i))) forces.push_back(x);
      for (const Multiprecision& x : numbers(whole.constraint_force(i))) expected.push_back(x);
    }
    BOOST_TEST(relative_error(forces, expected) <= 1e-45);
  });
}

BOOST_AUTO_TEST_SUITE(traps, *boost::unit_test::label("trap"))

BOOST_AUTO_TEST_CASE(parts_share_the_inertia_and_stay_definite) {
  int split = 0;
  for_cases(20, 3, {}, [&split](const Case& drawn) {
    const Split plan(drawn.model);
    const Tree<double> whole = tree_with_shared_inertia<double>(drawn.model),
                       parts = tree_of_parts<double>(drawn.model, plan);
    BOOST_TEST((parts.n == whole.n));
    ByBody<int> children(whole.N), joints(parts.N);
    ByBody<double> mass(whole.N);
    for (int i = 1; i <= whole.N; ++i) {
      children[whole.parent[i]] += 1;
      BOOST_TEST(parts.first[plan.first[i]] == whole.first[i]);
      BOOST_TEST(parts.dof[plan.first[i]] == whole.dof[i]);
      BOOST_TEST(plan.link[static_cast<std::size_t>(parts.parent[plan.first[i]])] == whole.parent[i]);
    }
    for (int k = 1; k <= parts.N; ++k) {
      const int i = plan.link[static_cast<std::size_t>(k)];
      InverseInertia<double> inverse;
      BOOST_TEST(inverse.factor(articulated(parts.I[k])));
      BOOST_TEST(parts.I[k].m * plan.count[i] == whole.I[i].m, boost::test_tools::tolerance(1e-15));
      mass[i] += parts.I[k].m;
      joints[parts.parent[k]] += 1;
      if (k != plan.first[i]) BOOST_TEST((parts.dof[k] == 0 && plan.link[std::size_t(parts.parent[k])] == i));
    }
    for (int i = 1; i <= whole.N; ++i) {
      BOOST_TEST(plan.count[i] == (children[i] < 3 ? 1 : children[i] - 1));
      BOOST_TEST(mass[i] == whole.I[i].m, boost::test_tools::tolerance(1e-14));
      split += plan.count[i] > 1 ? 1 : 0;
    }
    for (int k = 1; k <= parts.N; ++k) BOOST_TEST(joints[k] <= 2);
  });
  BOOST_TEST(split > 10);
}

/// A row of parts would lose digits with each.
BOOST_AUTO_TEST_CASE(parts_form_a_balanced_tree) {
  for (int n = 3, levels = 2; n <= 64; ++n) {
    if (n > 1 << levels) ++levels;
    const Split plan(hub(n));
    for (int i = 2; i <= n + 1; ++i) {
      int depth = 0;
      for (int k = plan.first[i]; k != plan.first[1]; ++depth) k = plan.parts.bodies[std::size_t(k)].parent;
      BOOST_TEST((depth == levels || depth == levels - 1));
    }
  }
}

/// Each link's forces on one of its parts, whatever their number: only links with three children are pushed.
BOOST_AUTO_TEST_CASE(an_external_force_acts_on_one_part_alone) {
  const PrecisionScope precision(60);
  int pushed = 0;
  for_cases(16, 3, {}, [&pushed](const Case& drawn) {
    const Split plan(drawn.model);
    State rest = neutral_state(drawn.model);
    rest.q = drawn.state.q;
    for (int i = 1; i <= drawn.model.body_count(); ++i)
      if (plan.count[i] > 1) rest.f_ext[static_cast<std::size_t>(i)] = {1, -2, 3, -4, 5, -6}, ++pushed;
    const Widened<Multiprecision> state(rest);
    YamaneNakamuraSplit<Multiprecision> solver(drawn.model);
    Aba<Multiprecision> aba(drawn.model);
    BOOST_TEST(relative_error(forward_dynamics(solver, state, state.tau),
                              forward_dynamics(aba, state, state.tau)) <= 1e-45);
  });
  BOOST_TEST(pushed > 10);
}

BOOST_AUTO_TEST_CASE(cliques_stay_small_and_storage_and_work_linear) {
  for (const int n : {3, 4, 7, 16, 33}) {
    const Model model = hub(n);
    const Tree<Counted> whole(model), parts = tree_of_parts<Counted>(model, Split(model));
    BOOST_TEST(block_updates(whole) == n * (n + 1) * (n + 2) / 6);
    BOOST_TEST(block_updates(parts) == 4 * n - 4);
    BOOST_TEST(CliquePlan(whole).blocks() == static_cast<std::size_t>(n * (n + 1) / 2));
    BOOST_TEST(CliquePlan(parts).blocks() == static_cast<std::size_t>(3 * n - 3));
  }
  for_cases(30, 3, {}, [](const Case& drawn) {
    const Tree<double> parts(Split(drawn.model).parts);
    const CliquePlan plan(parts);
    for (int k = 1; k <= parts.N; ++k) BOOST_TEST(plan.neighbours(k).size() <= 2);
    BOOST_TEST(parts.N <= 2 * drawn.model.body_count());
  });
}

BOOST_AUTO_TEST_SUITE_END()
