// The identities of Jain's spatial operators, on random trees with joints of any freedom, dense and at 60
// digits. The operators are stacked over the bodies, 6N x 6N; trees are numbered from the base, so phi is
// upper triangular here.
#include <Eigen/Dense>
#include <boost/multiprecision/eigen.hpp>
#include <boost/test/unit_test.hpp>
#include <set>

#include "crba/crba.hpp"
#include "kernels/articulated.hpp"
#include "kintree/trees/case.hpp"
#include "multiprecision.hpp"
#include "rnea/rnea.hpp"

namespace {

using namespace kintree;
using S = Multiprecision;
using Dense = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

Eigen::Matrix<S, 6, 1> dense(const Force<S>& f) {
  Eigen::Matrix<S, 6, 1> v;
  v << f.n.x, f.n.y, f.n.z, f.f.x, f.f.y, f.f.z;
  return v;
}
Eigen::Matrix<S, 6, 1> dense(const Motion<S>& m) {
  Eigen::Matrix<S, 6, 1> v;
  v << m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z;
  return v;
}
Motion<S> unit_motion(int k) {
  Motion<S> m;
  S* const parts[] = {&m.w.x, &m.w.y, &m.w.z, &m.v.x, &m.v.y, &m.v.z};
  *parts[k] = S(1);
  return m;
}
Force<S> unit_force(int k) {
  const Motion<S> m = unit_motion(k);
  return {m.w, m.v};
}
template <class Operator>
Dense six(Operator&& column) {
  Dense A(6, 6);
  for (int k = 0; k < 6; ++k) A.col(k) = dense(column(k));
  return A;
}

/// Every operator of the paper at one state of one tree.
struct Operators {
  int N, n;
  Dense E_phi, phi, M, R, P, H, D, G, K, E_psi, psi, tau_bar, one, one_n;

  Operators(const Model& model, const State& state) : bodies(model) {
    const std::vector<S> q(state.q.begin(), state.q.end());
    const Status status = bodies.update({q.data(), static_cast<int>(q.size())});
    BOOST_TEST_REQUIRE((status.code == Status::ok));
    const Tree<S>& tree = bodies.tree;
    N = tree.N;
    n = tree.n;
    const int rows = 6 * N;
    one = Dense::Identity(rows, rows);
    one_n = Dense::Identity(n, n);
    E_phi = E_psi = M = R = P = Dense::Zero(rows, rows);
    H = Dense::Zero(n, rows);
    D = Dense::Zero(n, n);
    G = Dense::Zero(rows, n);
    ByBody<RigidInertia<S>> composite(N);
    for (int i = 1; i <= N; ++i) composite[i] = tree.I[i];
    for (int i = N; i >= 1; --i)
      if (const int p = tree.parent[i]; p != 0) composite[p] += to_parent(tree.X[i], composite[i]);  // (25)
    for (int i = 1; i <= N; ++i) {
      const int at = 6 * (i - 1);
      M.block(at, at, 6, 6) = six([&](int k) { return tree.I[i] * unit_motion(k); });
      R.block(at, at, 6, 6) = six([&](int k) { return composite[i] * unit_motion(k); });
      P.block(at, at, 6, 6) = six([&](int k) { return bodies.P[i] * unit_motion(k); });
      for (int k = 0; k < tree.dof[i]; ++k) {
        H.block(tree.first[i] - 1 + k, at, 1, 6) = dense(tree.subspace[i][k]).transpose();
        G.block(at, tree.first[i] - 1 + k, 6, 1) = dense(bodies.G[i][k]);
      }
      if (const int p = tree.parent[i]; p != 0) {
        const int above = 6 * (p - 1);
        E_phi.block(above, at, 6, 6) = six([&](int k) { return transpose_times(tree.X[i], unit_force(k)); });
        E_psi.block(above, at, 6, 6) = six([&](int k) { return bodies.psi(i, unit_force(k)); });
      }
    }
    D = H * P * H.transpose();  // (53); block-diagonal, as P and H are
    K = E_phi * G;              // (53)
    tau_bar = one - G * H;      // (53)
    phi = series(E_phi);        // (20)
    psi = series(E_psi);        // (54)
  }

  ArticulatedBodies<S> bodies;

 private:
  /// 1 + E + E^2 + ..., which ends since E is nilpotent.
  Dense series(const Dense& E) const {
    Dense sum = one, power = one;
    for (int k = 1; k < N; ++k) {
      power = E * power;
      sum += power;
    }
    return sum;
  }
};

void equal(const Dense& a, const Dense& b, const char* what) {
  S size = 0, difference = 0;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) {
      size = std::max<S>(size, abs(b(i, j)));
      difference = std::max<S>(difference, abs(a(i, j) - b(i, j)));
    }
  BOOST_TEST(difference <= size * S("1e-45"), what << ": " << difference << " of " << size);
}

/// Ten trees of up to seven bodies, forests among them, and joints of every freedom.
template <class Check>
void on_trees(Check&& check) {
  const PrecisionScope digits(60);
  int forests = 0;
  std::set<int> freedoms;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Case c = random_case(seed % 2 == 0 ? Family::complete : Family::recursive, 7, seed);
    int roots = -1;  // the base is its own parent
    for (const Body& body : c.model.bodies) {
      roots += body.parent == 0 ? 1 : 0;
      freedoms.insert(info(body.joint.kind).velocities);
    }
    forests += roots > 1 ? 1 : 0;
    BOOST_TEST_CONTEXT(c.id.name()) {
      check(c, Operators(c.model, c.state));
    }
  }
  BOOST_TEST(forests > 0);
  BOOST_TEST((freedoms == std::set<int>{0, 1, 2, 3, 6}));
}

Dense mass_matrix(const Case& c, int n) {
  Crba<S> crba(c.model);
  const std::vector<S> q(c.state.q.begin(), c.state.q.end());
  std::vector<S> H(static_cast<std::size_t>(n * n));
  crba.mass_matrix({q.data(), static_cast<int>(q.size())}, {H.data(), n, n});
  return Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(H.data(), n, n);
}

BOOST_AUTO_TEST_SUITE(operators)

BOOST_AUTO_TEST_CASE(phi_and_psi_are_inverses) {
  on_trees([](const Case&, const Operators& o) {
    equal(o.phi * (o.one - o.E_phi), o.one, "phi (1 - E_phi), (20)");
    equal(o.psi * (o.one - o.E_psi), o.one, "psi (1 - E_psi), (54)");
    equal((o.one - o.E_phi) * o.phi, o.one, "(1 - E_phi) phi, (20)");
    equal((o.one - o.E_psi) * o.psi, o.one, "(1 - E_psi) psi, (54)");
    equal(o.E_psi, o.E_phi * o.tau_bar, "E_psi = E_phi tau_bar, (53)");
  });
}

BOOST_AUTO_TEST_CASE(tau_bar_is_a_projection) {
  on_trees([](const Case&, const Operators& o) {
    // Both sides get the same summand, which sets the scale: beyond a free joint tau_bar is zero.
    equal(o.one + o.tau_bar * o.tau_bar, o.one + o.tau_bar, "tau_bar^2 = tau_bar");
    equal(o.H + o.H * o.tau_bar, o.H, "H tau_bar = 0, (38)");
    equal(o.P + o.tau_bar * o.P * o.H.transpose() * o.H, o.P, "tau_bar P H* = 0, (38)");
    equal(o.P + o.tau_bar * o.P, o.P + o.P * o.tau_bar.transpose(), "tau_bar P = P tau_bar*, (41)");
    equal(o.P + o.tau_bar * o.P, o.P + o.tau_bar * o.P * o.tau_bar.transpose(), "tau_bar P tau_bar*, (41)");
  });
}

BOOST_AUTO_TEST_CASE(lemma_3_1) {
  on_trees([](const Case& c, const Operators& o) {
    equal(o.R - o.E_phi * o.R * o.E_phi.transpose(), o.M, "M = R - E R E*, (26)");
    const Dense phi_strict = o.phi - o.one;
    equal(o.phi * o.M * o.phi.transpose(), o.R + phi_strict * o.R + o.R * phi_strict.transpose(), "(27)");
    equal(o.H * o.phi * o.M * o.phi.transpose() * o.H.transpose(), mass_matrix(c, o.n),
          "H phi M phi* H*, (21)");
  });
}

BOOST_AUTO_TEST_CASE(lemma_3_2) {
  on_trees([](const Case& c, const Operators& o) {
    const std::vector<S> rate(c.state.qdd.begin(), c.state.qdd.end());
    const Dense beta_dot = Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, 1>>(rate.data(), o.n);
    const Dense alpha = o.phi.transpose() * o.H.transpose() * beta_dot;
    const Dense y = (o.phi - o.one) * o.R * o.H.transpose() * beta_dot;
    equal(o.R * alpha + y, o.phi * o.M * alpha, "f = R alpha + y");
  });
}

BOOST_AUTO_TEST_CASE(lemmas_6_1_to_6_4) {
  on_trees([](const Case& c, const Operators& o) {
    const Dense factor = o.one_n + o.H * o.phi * o.K, inverse = o.one_n - o.H * o.psi * o.K;
    equal(o.one - o.E_psi, o.one - o.E_phi + o.K * o.H, "psi^-1 = phi^-1 + K H, lemma 6.1");
    const Dense mass = mass_matrix(c, o.n);
    equal(factor * o.D * factor.transpose(), mass, "lemma 6.2");
    equal(factor * inverse, o.one_n, "lemma 6.3");
    equal(inverse.transpose() * o.D.llt().solve(inverse) * mass, o.one_n, "lemma 6.4");
    equal(o.P - o.E_psi * o.P * o.E_phi.transpose(), o.M, "M = P - E_psi P E_phi*, (58)");
  });
}

/// With K* psi* a in the last term. The printed psi* K* a conforms only if n = 6 N, all joints being free;
/// read as K* a, it is wrong.
BOOST_AUTO_TEST_CASE(lemma_6_5_ends_in_K_psi_a_and_not_in_psi_K_a, *boost::unit_test::label("trap")) {
  int slips = 0;
  on_trees([&slips](const Case& c, const Operators& o) {
    const int size = 6 * o.N;
    Dense a(size, 1), b(size, 1), T(o.n, 1);  // any velocity terms and forces
    Generator generator = make_generator({c.id.seed});
    for (int i = 0; i < size; ++i)
      a(i, 0) = S(uniform(generator, -1, 1)), b(i, 0) = S(uniform(generator, -1, 1));
    for (int i = 0; i < o.n; ++i) T(i, 0) = S(uniform(generator, -1, 1));
    const Dense bias = o.H * o.phi * (b + o.M * o.phi.transpose() * a);  // C, (21)
    const Dense inverse = o.one_n - o.H * o.psi * o.K;
    const Dense nu = o.D.llt().solve(T - o.H * o.psi * (o.K * T + b + o.P * a));
    const Dense without_velocity = inverse.transpose() * nu;
    const Dense beta_dot = without_velocity - o.K.transpose() * o.psi.transpose() * a;
    const Dense mass = mass_matrix(c, o.n);
    equal(mass * beta_dot + bias, T, "M beta-dot + C = T, lemma 6.5");
    const Dense slip = without_velocity - o.K.transpose() * a;
    slips += (mass * slip + bias - T).cwiseAbs().maxCoeff() > 1e-3 ? 1 : 0;
  });
  BOOST_TEST(slips > 3);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
