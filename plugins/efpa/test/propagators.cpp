// The statements that the operational-space algorithms use, checked at 60 digits: the propagators are
// products of the joints' T_i, and the response of body i to end-effector k is Omega_i C_ki^T. The yardstick
// is J H^-1 J^T with an end-effector in the frame of every body.
#include <boost/test/unit_test.hpp>

#include "crba/crba.hpp"
#include "dense_osim/dense_osim.hpp"
#include "kernels/segments.hpp"
#include "kernels/test/counts.hpp"
#include "rjk/rjk.hpp"
#include "sfa/sfa.hpp"
#include "solving.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using Numbers = std::vector<Multiprecision>;

Numbers numbers(const Mobility<Multiprecision>& M) {
  Numbers result;
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 6; ++c) result.push_back(dot(M.column[c], unit_force<Multiprecision>(r)));
  return result;
}
Numbers numbers(const Propagator<Multiprecision>& E) {
  Numbers result;
  for (int r = 0; r < 6; ++r) {
    const Force<Multiprecision>& f = E.row[r];
    result.insert(result.end(), {f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z});
  }
  return result;
}
Motion<Multiprecision> unit_motion(int c) {
  const Force<Multiprecision> e = unit_force<Multiprecision>(c);
  return {e.n, e.f};
}

/// At one state of a case, with its own end-effectors and one in the frame of every body.
struct Responses {
  explicit Responses(const Case& drawn)
      : m(static_cast<int>(drawn.state.end_effectors.size())),
        state(drawn.state),
        given(drawn.state.end_effectors),
        ends(drawn.model, given),
        bodies(drawn.model),
        everywhere(bodies.tree, ends, [](int) { return true; }),
        Omega(tree().N),
        Lambda_inverse(6 * (m + tree().N)) {
    bodies.update(view(state.q));
    for (int i = 1; i <= tree().N; ++i)
      for (int c = 0; c < 6; ++c) {
        const Force<Multiprecision> e = unit_force<Multiprecision>(c);
        Omega[i].column[c] = give_way(bodies, i, e);
        if (const int p = tree().parent[i]; p != 0)
          Omega[i].column[c] += bodies.psi_star(i, Omega[p] * bodies.psi(i, e));
      }
    for (int k = 1; k <= m; ++k) everywhere.C(k, ends.p[k]) = Propagator<Multiprecision>::of(ends.X[k]);
    everywhere.up(bodies, ends);
    everywhere.down();
    std::vector<EndEffector> all = given;
    for (int i = 1; i <= tree().N; ++i) all.push_back({i, {}});
    DenseOsim<Multiprecision>(drawn.model, all).inverse_osim(view(state.q), Lambda_inverse.view());
  }

  const Tree<Multiprecision>& tree() const { return bodies.tree; }
  /// Lambda^-1_ab, where a and b are 1..m or m + i for body i.
  Numbers block(int a, int b) const {
    Numbers result;
    for (int r = 0; r < 6; ++r)
      for (int c = 0; c < 6; ++c) result.push_back(Lambda_inverse(ends.row(a, r), ends.row(b, c)));
    return result;
  }
  /// From body i up to g, g not among them, i first.
  std::vector<int> path(int i, int g) const {
    std::vector<int> result;
    for (; i != g; i = tree().parent[i]) result.push_back(i);
    return result;
  }
  Propagator<Multiprecision> T(int i) const {
    return through_joint(bodies, i, Propagator<Multiprecision>::identity());
  }
  Mobility<Multiprecision> at_ends(int a, int b, const Mobility<Multiprecision>& M) const {
    return Propagator<Multiprecision>::of(ends.X[a]) *
           times_transpose(M, Propagator<Multiprecision>::of(ends.X[b]));
  }

  int m;
  Widened<Multiprecision> state;
  std::vector<EndEffector> given;
  EndEffectors<Multiprecision> ends;
  ArticulatedBodies<Multiprecision> bodies;
  Segments<Multiprecision> everywhere;  // every body a node
  ByBody<Mobility<Multiprecision>> Omega;
  SquareMatrix<Multiprecision> Lambda_inverse;
};

template <class Check>
void for_responses(Check check) {
  const PrecisionScope precision(60);
  for_cases(9, 4, {}, [&check](const Case& drawn) {
    const Responses r(drawn);
    check(drawn, r);
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(propagators)

/// L = 1 - K I^A on motions, Table I; L^T = 1 - I^A K on forces, (10). L and L^T are different matrices.
BOOST_AUTO_TEST_CASE(L_passes_motions_and_its_transpose_forces, *boost::unit_test::label("trap")) {
  int one_sided = 0;
  for_responses([&one_sided](const Case&, const Responses& r) {
    for (int i = 1; i <= r.tree().N; ++i) {
      const auto L = [&](const Motion<Multiprecision>& a) {
        return a - give_way(r.bodies, i, r.bodies.P[i] * a);
      };
      const auto L_T = [&](const Force<Multiprecision>& f) {
        return f - r.bodies.P[i] * give_way(r.bodies, i, f);
      };
      for (int c = 0; c < 6; ++c)
        for (int s = 0; s < 6; ++s) {
          const Motion<Multiprecision> m = unit_motion(c);
          const Force<Multiprecision> f = unit_force<Multiprecision>(s);
          const Multiprecision T_sc = dot(L(r.tree().X[i] * m), f);
          BOOST_TEST(abs(dot(r.T(i) * m, f) - T_sc) <= 1e-50);
          BOOST_TEST(abs(dot(r.bodies.psi_star(i, m), f) - T_sc) <= 1e-50);
          BOOST_TEST(abs(dot(m, transpose_times(r.tree().X[i], L_T(f))) - T_sc) <= 1e-50);
          one_sided +=
              abs(dot(L(m), f) - dot(unit_motion(s), L_T(unit_force<Multiprecision>(c)))) >= 1e-3 ? 1 : 0;
        }
    }
  });
  BOOST_TEST(one_sided > 100);
}

BOOST_AUTO_TEST_CASE(extended_propagators_are_products_of_T) {
  int compared = 0;
  for_responses([&compared](const Case&, const Responses& r) {
    Segments<Multiprecision> everywhere = r.everywhere, where_ends_sit(r.tree(), r.ends, [&r](int i) {
      return std::any_of(r.given.begin(), r.given.end(), [i](const EndEffector& e) { return e.body == i; });
    });
    for (int k = 1; k <= r.m; ++k)
      where_ends_sit.C(k, r.ends.p[k]) = Propagator<Multiprecision>::of(r.ends.X[k]);
    where_ends_sit.up(r.bodies, r.ends);
    for (int k = 1; k <= r.m; ++k) {
      Propagator<Multiprecision> product = Propagator<Multiprecision>::of(r.ends.X[k]);
      for (int i = r.ends.p[k]; i != 0; i = r.tree().parent[i]) {
        BOOST_TEST(relative_error(numbers(everywhere.C(k, i)), numbers(product)) <= 1e-45);
        if (where_ends_sit.at_or_above[i] == i)
          BOOST_TEST(relative_error(numbers(where_ends_sit.C(k, i)), numbers(product)) <= 1e-45);
        product = product * r.T(i);
        ++compared;
      }
    }
    for (const int v : where_ends_sit.nodes) {
      Propagator<Multiprecision> E = Propagator<Multiprecision>::identity();
      for (const int i : r.path(v, where_ends_sit.anc[v])) E = E * r.T(i);
      BOOST_TEST(relative_error(numbers(where_ends_sit.E[v]), numbers(E)) <= 1e-45);
    }
  });
  BOOST_TEST(compared > 100);
}

BOOST_AUTO_TEST_CASE(Omega_is_the_response_of_a_body_to_a_force_on_it) {
  for_responses([](const Case&, const Responses& r) {
    for (int i = 1; i <= r.tree().N; ++i) {
      BOOST_TEST(relative_error(numbers(r.Omega[i]), r.block(r.m + i, r.m + i)) <= 1e-40);
      BOOST_TEST(relative_error(numbers(r.everywhere.Omega[i]), r.block(r.m + i, r.m + i)) <= 1e-40);
    }
  });
}

/// So Lambda_ik for every end-effector repeats what one Omega_i tells.
BOOST_AUTO_TEST_CASE(the_response_to_an_end_effector_is_Omega_C_transposed,
                     *boost::unit_test::label("trap")) {
  int compared = 0;
  for_responses([&compared](const Case&, const Responses& r) {
    Segments<Multiprecision> segments = r.everywhere;
    for (int k = 1; k <= r.m; ++k)
      for (int i = r.ends.p[k]; i != 0; i = r.tree().parent[i]) {
        const Numbers Lambda_ik = numbers(times_transpose(segments.Omega[i], segments.C(k, i)));
        BOOST_TEST(relative_error(Lambda_ik, r.block(r.m + i, k)) <= 1e-40);
        ++compared;
      }
  });
  BOOST_TEST(compared > 100);
}

/// Below g = gca(a, b) the response passes to a over joints that do not support b.
BOOST_AUTO_TEST_CASE(K_belongs_in_the_diagonal_recursion_alone, *boost::unit_test::label("trap")) {
  int slips = 0, on_an_ancestor = 0;
  for_responses([&](const Case& drawn, const Responses& r) {
    SquareMatrix<Multiprecision> Lambda(6 * r.m);
    Rjk<Multiprecision>(drawn.model, r.given).inverse_osim(view(r.state.q), Lambda.view());
    for (int g = 1; g <= r.tree().N; ++g)
      for (const auto& [a, b] : r.ends.GCA[g]) {
        Mobility<Multiprecision> right = r.Omega[g], with_K = r.Omega[g];
        std::vector<int> down = r.path(r.ends.p[a], g);
        for (auto i = down.rbegin(); i != down.rend(); ++i) {
          right = r.T(*i) * right;
          with_K = r.T(*i) * with_K;
          for (int c = 0; c < 6; ++c)
            with_K.column[c] += give_way(r.bodies, *i, unit_force<Multiprecision>(c));
        }
        Propagator<Multiprecision> to_b = Propagator<Multiprecision>::identity();
        for (const int i : r.path(r.ends.p[b], g)) to_b = to_b * r.T(i);
        const Numbers expected = r.block(a, b);
        Numbers rjk;
        for (int row = 0; row < 6; ++row)
          for (int c = 0; c < 6; ++c) rjk.push_back(Lambda(r.ends.row(a, row), r.ends.row(b, c)));
        BOOST_TEST(relative_error(rjk, expected) <= 1e-40);
        BOOST_TEST(relative_error(numbers(r.at_ends(a, b, times_transpose(right, to_b))), expected) <= 1e-40);
        slips +=
            relative_error(numbers(r.at_ends(a, b, times_transpose(with_K, to_b))), expected) >= 1e-3 ? 1 : 0;
        on_an_ancestor += g == r.ends.p[b] && g != r.ends.p[a] ? 1 : 0;
      }
  });
  BOOST_TEST(slips > 10);
  BOOST_TEST(on_an_ancestor > 3);
}

/// One end-effector on the root of a chain, another on its tip: which of them is named first does not matter
/// to the cost of RJK, since a step has the structure of a transform on either side.
BOOST_AUTO_TEST_CASE(rjk_steps_cost_the_same_on_both_sides) {
  CaseOptions options;
  options.joints = {JointKind::revolute};
  const int N = 8;
  std::uint64_t seed = 1;  // one in four has so many bodies
  while (random_case(Family::chain, N, seed, options).model.body_count() < N) ++seed;
  const Case drawn = random_case(Family::chain, N, seed, options);
  const auto cross_terms = [&](const std::vector<EndEffector>& ends) {
    Rjk<Counted> rjk(drawn.model, ends);
    const Widened<Counted> state(drawn.state);
    SquareMatrix<Counted> Lambda(12);
    const Counting counting;
    rjk.inverse_osim(view(state.q), Lambda.view());
    return sum_of(counting.phases(), {"cross terms"}).total();
  };
  const std::int64_t down = cross_terms({{1, {}}, {N, {}}}), up = cross_terms({{N, {}}, {1, {}}});
  BOOST_TEST(down == up);
  BOOST_TEST(down > 300 * (N - 1));
}

/// Y = J L^-1 keeps the zeros of J, for L^-1 has those of L; with the factor of H = L L^T it would not.
BOOST_AUTO_TEST_CASE(rows_of_Y_are_zero_off_the_path, *boost::unit_test::label("trap")) {
  int zeros = 0, filled = 0;
  for_responses([&](const Case& drawn, const Responses& r) {
    const int n = r.tree().n;
    Sfa<Multiprecision> sfa(drawn.model, r.given);
    SquareMatrix<Multiprecision> Lambda(6 * r.m), H(n), G(n), L(n);
    sfa.inverse_osim(view(r.state.q), Lambda.view());
    expand_lower(sfa.L(), L.view());
    Crba<Multiprecision>(drawn.model).mass_matrix(view(r.state.q), H.view());
    for (int i = 1; i <= n; ++i)  // H = G G^T
      for (int j = 1; j <= i; ++j) {
        Multiprecision sum = H(i, j);
        for (int k = 1; k < j; ++k) sum -= G(i, k) * G(j, k);
        G(i, j) = i == j ? Multiprecision(sqrt(sum)) : Multiprecision(sum / G(j, j));
      }
    Numbers J(static_cast<std::size_t>(6 * r.m * n)), YL;
    jacobian(r.tree(), r.ends, {J.data(), 6 * r.m, n});
    for (int k = 1; k <= r.m; ++k) {
      std::vector<bool> supports(static_cast<std::size_t>(n) + 1);
      for (int i = r.ends.p[k]; i != 0; i = r.tree().parent[i])
        for (int l = 0; l < r.tree().dof[i]; ++l)
          supports[static_cast<std::size_t>(r.tree().first[i] + l)] = true;
      for (int row = r.ends.row(k, 0); row <= r.ends.row(k, 5); ++row) {
        Numbers y(static_cast<std::size_t>(n) + 1);  // J G^-T
        for (int j = 1; j <= n; ++j) {
          const auto c = static_cast<std::size_t>(j);
          Multiprecision product = 0;
          for (int l = j; l <= n; ++l)
            product += sfa.Y()(row, l) * L(l, j) * (supports[static_cast<std::size_t>(l)] ? 1 : 0);
          YL.push_back(product);
          y[c] = J[static_cast<std::size_t>((row - 1) * n + j - 1)];
          for (int l = 1; l < j; ++l) y[c] -= G(j, l) * y[static_cast<std::size_t>(l)];
          y[c] /= G(j, j);
          if (supports[c]) continue;
          BOOST_TEST(sfa.Y()(row, j) == 0);
          filled += y[c] != 0 ? 1 : 0;
          ++zeros;
        }
      }
    }
    BOOST_TEST(relative_error(YL, J) <= 1e-45);
  });
  BOOST_TEST(zeros > 1000);
  BOOST_TEST(filled > 100);
}

BOOST_AUTO_TEST_SUITE_END()
