// Identities that hold for every tree, on random trees of all joint kinds. The other side of each identity
// comes from moving_tree.hpp.
#include <array>
#include <boost/test/unit_test.hpp>

#include "drawn_cases.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Digits;
using oracle::Dynamics;

/// Velocities of the bodies' centres of mass and angular velocities under a unit velocity of each coordinate.
struct Partial {
  std::vector<Vector3> centre, origin, angular;
};
std::vector<Partial> partial_velocities(const Case& c, Eigen::Index n) {
  std::vector<Partial> result;
  for (Eigen::Index i = 0; i < n; ++i) {
    Vector<Real> unit = zeros(n);
    unit(i) = Real(1);
    const MovingTree tree(c.model, c.state.q, unit, zeros(n));
    const auto origins = std::vector<Vector3>(c.model.bodies.size(), kintree::test::widened({0, 0, 0}));
    result.push_back({tree.velocities(tree.centres()), tree.velocities(origins), tree.angular_velocities()});
  }
  return result;
}

BOOST_AUTO_TEST_SUITE(identities)

BOOST_AUTO_TEST_CASE(every_joint_kind_is_drawn) {
  std::array<int, joint_kinds.size()> count{};
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Case c = drawn(seed);
    for (std::size_t i = 1; i < c.model.bodies.size(); ++i)
      ++count[static_cast<std::size_t>(c.model.bodies[i].joint.kind)];
  }
  for (const JointKindInfo& kind : joint_kinds)
    BOOST_TEST(count[static_cast<std::size_t>(kind.kind)] >= 4, kind.name);
}

// The principle of virtual power: tau_i = sum over bodies of (p' - m g - f).v_i + (l' - couple).w_i, with
// v_i, w_i the body's velocities under a unit velocity of coordinate i, p and l its momenta about its centre
// of mass.
BOOST_AUTO_TEST_CASE(forces_are_those_of_virtual_power) {
  for_each_case([](const Case& c, const Dynamics<Real>& answer) {
    const auto n = answer.H.rows();
    const auto partial = partial_velocities(c, n);
    const auto power = [&](const Vector<Real>& acceleration) {
      const MovingTree tree(c.model, c.state.q, vector_of(c.state.v), acceleration);
      const Vector<Real> momentum_rate = tree.rate([&](const Real& t) { return tree.momenta(t, true); });
      const Loads loads = external_loads(c.state, tree.poses(Real(0)));
      Vector<Real> tau = zeros(n);
      for (Eigen::Index i = 0; i < n; ++i)
        for (std::size_t b = 1; b < c.model.bodies.size(); ++b) {
          const auto at = 6 * static_cast<Eigen::Index>(b);
          const Partial& u = partial[static_cast<std::size_t>(i)];
          const Vector3 weight =
              kintree::test::widened(c.model.gravity) * Real(c.model.bodies[b].inertial.mass);
          const Vector3 force = momentum_rate.segment(at, 3), couple = momentum_rate.segment(at + 3, 3);
          tau(i) += u.centre[b].dot(Vector3(force - weight)) +
                    u.angular[b].dot(Vector3(couple - loads.couple[b])) - u.origin[b].dot(loads.force[b]);
        }
      return tau;
    };
    check_vector(answer.C, power(zeros(n)), half, "C");
    check_vector(answer.of(Problem::inverse_dynamics), power(vector_of(c.state.qdd)), half, "tau");
  });
}

// T(v) is a quadratic form, so H_ij = T(e_i + e_j) - T(e_i) - T(e_j).
BOOST_AUTO_TEST_CASE(mass_matrix_is_that_of_the_kinetic_energy) {
  for_each_case([](const Case& c, const Dynamics<Real>& answer) {
    const auto n = answer.H.rows();
    const auto energy = [&](const Vector<Real>& v) {
      return MovingTree(c.model, c.state.q, v, zeros(n)).kinetic_energy();
    };
    const Vector<Real> v = vector_of(c.state.v);
    const Real T = energy(v);
    check_close(v.dot(Vector<Real>(answer.H * v)) / 2, T, std::max(T, Real(1)), half, "kinetic energy");

    if (n > 8) return;  // the pairs of the largest trees would take long
    Matrix<Real> H(n, n);
    std::vector<Vector<Real>> unit;
    std::vector<Real> own;
    for (Eigen::Index i = 0; i < n; ++i) {
      unit.push_back(zeros(n));
      unit.back()(i) = Real(1);
      own.push_back(energy(unit.back()));
      for (Eigen::Index j = 0; j <= i; ++j) {
        const auto k = static_cast<std::size_t>(i), l = static_cast<std::size_t>(j);
        H(i, j) = H(j, i) = energy(unit[k] + unit[l]) - own[k] - own[l];
      }
    }
    check_matrix(answer.H, H, half, "H");
  });
}

// A velocity of the end-effector frame, in its own axes, is J v.
BOOST_AUTO_TEST_CASE(jacobian_gives_the_velocity_of_the_end_effectors) {
  int compared = 0;
  for_each_case([&](const Case& c, const Dynamics<Real>& answer) {
    const auto n = answer.H.rows();
    BOOST_TEST_REQUIRE(answer.J.rows() == 6 * static_cast<Eigen::Index>(c.state.end_effectors.size()));
    for (Eigen::Index j = 0; j < n; ++j) {
      Vector<Real> unit = zeros(n);
      unit(j) = Real(1);
      const MovingTree tree(c.model, c.state.q, unit, zeros(n));
      const auto world = tree.poses(Real(0));
      const auto omega = tree.angular_velocities();
      Vector<Real> column(answer.J.rows());
      for (std::size_t e = 0; e < c.state.end_effectors.size(); ++e) {
        const EndEffector& effector = c.state.end_effectors[e];
        const auto b = static_cast<std::size_t>(effector.body);
        const Pose frame = pose(effector.pose);
        const Vector3 velocity = tree.velocities(std::vector<Vector3>(world.size(), frame.p))[b];
        const Quaternion back = conjugate(world[b].r * frame.r);
        column.segment(6 * static_cast<Eigen::Index>(e), 3) = rotate(back, omega[b]);
        column.segment(6 * static_cast<Eigen::Index>(e) + 3, 3) = rotate(back, velocity);
        ++compared;
      }
      check_vector(answer.J.col(j), column, half, "J column " + std::to_string(j + 1));
    }
  });
  BOOST_TEST(compared > 100);
}

BOOST_AUTO_TEST_CASE(answers_fit_together) {
  for_each_case([](const Case& c, const Dynamics<Real>& answer) {
    const auto n = answer.H.rows();
    BOOST_TEST_REQUIRE(answer.singular_at == 0);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) BOOST_TEST(answer.H(i, j) == answer.H(j, i));

    // Positive definite by Sylvester's criterion: Gauss's pivots, ratios of the leading minors, are positive.
    Matrix<Real> U = answer.H;
    for (Eigen::Index k = 0; k < n; ++k) {
      BOOST_TEST((U(k, k) > 0), "pivot " << k + 1);
      for (Eigen::Index i = k + 1; i < n; ++i) {
        const Real factor = U(i, k) / U(k, k);
        for (Eigen::Index j = k; j < n; ++j) U(i, j) -= factor * U(k, j);
      }
    }

    check_matrix(answer.L * answer.L.transpose(), answer.H, all, "L L^T");
    check_vector(answer.of(Problem::inverse_dynamics), answer.H * vector_of(c.state.qdd) + answer.C, all,
                 "tau");
    check_vector(answer.H * answer.of(Problem::forward_dynamics) + answer.C, vector_of(c.state.tau), all,
                 "H qdd + C");
    Matrix<Real> one(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) one(i, j) = Real(i == j ? 1 : 0);
    check_matrix(answer.H * answer.of(Problem::mass_matrix_inverse), one, all, "H H^-1");
    check_matrix(answer.of(Problem::inverse_osim),
                 answer.J * answer.of(Problem::mass_matrix_inverse) * answer.J.transpose(), all,
                 "J H^-1 J^T");

    // Inverse dynamics undoes forward dynamics.
    State back = c.state;
    for (Eigen::Index i = 0; i < n; ++i)
      back.qdd[static_cast<std::size_t>(i)] = static_cast<double>(answer.of(Problem::forward_dynamics)(i));
    const Dynamics<Real> again = oracle::evaluate<Real>(c.model, back, {Problem::inverse_dynamics});
    check_vector(again.of(Problem::inverse_dynamics), vector_of(c.state.tau), 1e-10,
                 "tau of qdd rounded to double");
  });
}

// d/dt (T + V) = v^T tau + the power of the external forces.
BOOST_AUTO_TEST_CASE(energy_rate_is_power) {
  for_each_case([](const Case& c, const Dynamics<Real>& answer) {
    const Vector<Real> v = vector_of(c.state.v);
    const MovingTree tree(c.model, c.state.q, v, vector_of(c.state.qdd));
    const Real rate = tree.rate(
        [&](const Real& t) { return numbers(tree.kinetic_energy(t) + tree.potential_energy(t)); })(0);
    const Loads loads = external_loads(c.state, tree.poses(Real(0)));
    const auto origin =
        tree.velocities(std::vector<Vector3>(loads.force.size(), kintree::test::widened({0, 0, 0})));
    const auto omega = tree.angular_velocities();
    Real power = v.dot(answer.of(Problem::inverse_dynamics).col(0));
    for (std::size_t b = 1; b < omega.size(); ++b)
      power += loads.force[b].dot(origin[b]) + loads.couple[b].dot(omega[b]);
    check_close(power, rate, std::max(Real(1), Real(abs(rate))), half, "power");
  });
}

// C v is the part of the bias force that velocities make, and v^T C v is the rate of the kinetic energy without accelerations.
BOOST_AUTO_TEST_CASE(coriolis_matrix_makes_the_velocity_terms) {
  for_each_case([](const Case& c, const Dynamics<Real>& answer) {
    const auto n = answer.H.rows();
    State rest = c.state;
    std::fill(rest.v.begin(), rest.v.end(), 0.0);
    const Vector<Real> at_rest = oracle::evaluate<Real>(c.model, rest, {Problem::bias_force}).C;
    const Vector<Real> v = vector_of(c.state.v), Cv = answer.of(Problem::coriolis_matrix) * v;
    check_vector(Cv, Vector<Real>(answer.C - at_rest), all, "C v");
    const MovingTree tree(c.model, c.state.q, v, zeros(n));
    const Real rate = tree.rate([&](const Real& t) { return numbers(tree.kinetic_energy(t)); })(0);
    check_close(v.dot(Cv), rate, std::max(Real(1), Real(abs(rate))), half, "v^T C v");
  });
}

// A tree on an unforced free joint. Its momenta about the world's origin change by weights and external
// forces alone, for any motion of the joints inside. Without weights and external forces they are constant.
BOOST_AUTO_TEST_CASE(momentum_of_a_free_floating_tree) {
  int floating = 0;
  for (const bool loaded : {false, true})
    for (std::uint64_t seed = 100; seed < 108; ++seed) {
      const Digits scope(100);
      CaseOptions one_root;
      one_root.multi_root = false;
      Case c = random_case(Family::recursive, 5, seed, one_root);
      BOOST_TEST_CONTEXT("seed " << seed << (loaded ? ", loaded" : "")) {
        // The root's joint becomes free, all others are as drawn, and a new state is drawn.
        Generator generator = make_generator({seed});
        c.model.bodies[1].joint.kind = JointKind::free;
        c.state = random_state(c.model, generator);
        std::fill_n(c.state.tau.begin(), 6, 0.0);
        if (!loaded) {
          c.model.gravity = {0, 0, 0};
          std::fill(c.state.f_ext.begin(), c.state.f_ext.end(), Wrench{});
        }
        const auto answer = oracle::evaluate<Real>(c.model, c.state, {Problem::forward_dynamics});
        const MovingTree tree(c.model, c.state.q, vector_of(c.state.v), answer.of(Problem::forward_dynamics));
        const Vector<Real> by_body = tree.rate([&](const Real& t) { return tree.momenta(t); });
        const auto world = tree.poses(Real(0));
        const Loads loads = external_loads(c.state, world);
        Vector<Real> rate = zeros(6), expected = zeros(6);
        for (std::size_t b = 1; b < world.size(); ++b) {
          rate += by_body.segment(6 * static_cast<Eigen::Index>(b), 6);
          const Vector3 weight =
              kintree::test::widened(c.model.gravity) * Real(c.model.bodies[b].inertial.mass);
          const Vector3 centre = world[b] * kintree::test::widened(c.model.bodies[b].inertial.origin.xyz);
          expected.segment(0, 3) += weight + loads.force[b];
          expected.segment(3, 3) += centre.cross(weight) + world[b].p.cross(loads.force[b]) + loads.couple[b];
        }
        check_vector(rate, expected, 1e-36, "momentum rate");  // qdd is large, and enters squared
        ++floating;
      }
    }
  BOOST_TEST(floating == 16);
}

// Gravity g is an upward acceleration -g of the base: the same tree on a massless lift, a prismatic joint
// along -g.
BOOST_AUTO_TEST_CASE(gravity_is_an_accelerating_lift) {
  for (std::uint64_t seed = 200; seed < 208; ++seed) {
    const Digits scope(60);
    Case c = random_case(Family::complete, 5, seed);
    BOOST_TEST_CONTEXT("seed " << seed) {
      c.model.gravity = {2, -3, 6};
      Model lifted;
      lifted.gravity = {0, 0, 0};
      add_body(lifted, 0, JointKind::prismatic, {-2, 3, -6});
      for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
        lifted.bodies.push_back(c.model.bodies[i]);
        ++lifted.bodies.back().parent;
      }
      State state = c.state;
      for (auto* x : {&state.q, &state.v, &state.qdd, &state.tau}) x->insert(x->begin(), 0.0);
      state.qdd[0] = 7;  // |g|
      state.q[0] = 0.5;
      state.v[0] = -3;  // steady speed of the lift does not matter
      state.f_ext.insert(state.f_ext.begin(), Wrench{});
      state.end_effectors.clear();
      const ProblemSet tau_only{Problem::inverse_dynamics};
      const Vector<Real> tau =
          oracle::evaluate<Real>(c.model, c.state, tau_only).of(Problem::inverse_dynamics);
      const Vector<Real> lift = oracle::evaluate<Real>(lifted, state, tau_only).of(Problem::inverse_dynamics);
      check_vector(lift.tail(tau.size()), tau, 1e-55, "tau");
    }
  }
}

// H' - 2 C is skew, for the C of Christoffel's symbols: the bias force at rest of everything else is a
// quadratic form c(v) in the rates, and C(v) w = [c(v + w) - c(v) - c(w)] / 2 its bilinear one. Rates are
// derivatives of coordinates for joints without quaternions and turned axes. H' by central differences of H
// along the motion, extrapolated (Richardson); positions and rates are on a grid, so that every step is a
// double.
BOOST_AUTO_TEST_CASE(rate_of_H_less_twice_C_is_skew) {
  const Digits scope(100);
  CaseOptions options;
  options.joints = {JointKind::revolute, JointKind::prismatic,   JointKind::helical,
                    JointKind::fixed,    JointKind::cylindrical, JointKind::universal};
  options.state.max_end_effectors = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Case c = random_case(moderate_families[seed % moderate_families.size()].family, 6, seed, options);
    BOOST_TEST_CONTEXT("seed " << seed << ", " << c.id.name()) {
      c.model.gravity = {};
      for (Wrench& w : c.state.f_ext) w = {};
      for (double& q : c.state.q) q = std::ldexp(std::round(std::ldexp(q, 20)), -20);
      for (double& v : c.state.v) v = std::ldexp(std::round(std::ldexp(v, 4)), -4);
      const auto n = static_cast<Eigen::Index>(c.state.v.size());
      const auto bias = [&](const Vector<Real>& v) {
        State state = c.state;
        for (Eigen::Index i = 0; i < n; ++i) state.v[static_cast<std::size_t>(i)] = static_cast<double>(v(i));
        return Vector<Real>(oracle::evaluate<Real>(c.model, state, {Problem::inverse_dynamics}).C);
      };
      const auto H_at = [&](double step) {
        State state = c.state;
        for (std::size_t i = 0; i < state.q.size(); ++i) state.q[i] += step * state.v[i];
        return Matrix<Real>(oracle::evaluate<Real>(c.model, state, {Problem::inverse_dynamics}).H);
      };

      const Vector<Real> v = vector_of(c.state.v), of_v = bias(v);
      Matrix<Real> C(n, n);
      for (Eigen::Index j = 0; j < n; ++j) {
        Vector<Real> unit = zeros(n);
        unit(j) = Real(1);
        C.col(j) = (bias(v + unit) - of_v - bias(unit)) / Real(2);
      }
      check_vector(Vector<Real>(C * v), of_v, all, "C v");
      const auto exact = oracle::evaluate<Real>(c.model, c.state, {Problem::coriolis_matrix});
      check_matrix(exact.of(Problem::coriolis_matrix), C, all, "C of Christoffel's symbols");

      constexpr int steps = 8;  // 2^-6, 2^-7, ...
      std::vector<Matrix<Real>> row;
      Real last_change = 0;
      for (int k = 0; k < steps; ++k) {
        const double h = std::ldexp(1.0, -6 - k);
        std::vector<Matrix<Real>> next{(H_at(h) - H_at(-h)) / Real(2 * h)};
        Real factor = 4;
        for (std::size_t l = 0; l < row.size(); ++l, factor *= 4)
          next.push_back(next[l] + (next[l] - row[l]) / (factor - 1));
        if (k > 0) last_change = (next.back() - row.back()).norm();
        row = std::move(next);
      }
      const Matrix<Real> N = row.back() - Real(2) * C;
      const Real asymmetry = (N + N.transpose()).norm();
      BOOST_TEST(last_change <= 1e-20 * N.norm() + 1e-90);  // the differences know H' well
      BOOST_TEST(asymmetry <= last_change + 1e-90, "asymmetry " << asymmetry << " of " << N.norm());
    }
  }
}

/// The scale of errors if the answer itself cancels: no sum is larger than its terms' magnitudes.
BOOST_AUTO_TEST_CASE(sums_are_no_larger_than_the_sizes_of_their_terms) {
  const double slack = 1 + 1e-12;  // sizes are made in double
  for_each_case(
      [&](const Case& c, const Dynamics<Real>& a) {
        for (Eigen::Index i = 0; i < a.H.rows(); ++i) {
          BOOST_TEST(abs(a.C(i)) <= Real(a.C_size(i) * slack));
          for (Eigen::Index j = 0; j < a.H.cols(); ++j) {
            BOOST_TEST(abs(a.H(i, j)) <= Real(a.H_size(i, j) * slack));
          }
        }
        for (const Problem problem : everything - everything.that_divide())
          for (std::size_t k = 0; k < outputs(problem).size(); ++k) {
            const Matrix<Real>& X = a.of(problem, k);
            const Eigen::MatrixXd& size = a.sizes_of(problem, k);
            BOOST_TEST_REQUIRE((size.rows() == X.rows() && size.cols() == X.cols()),
                               outputs(problem)[k].name);
            for (Eigen::Index i = 0; i < X.rows(); ++i)
              for (Eigen::Index j = 0; j < X.cols(); ++j)
                BOOST_TEST(abs(X(i, j)) <= Real(size(i, j) * slack) + Real(1e-90), outputs(problem)[k].name);
          }
        const MovingTree tree(c.model, c.state.q, zeros(a.C.size()), zeros(a.C.size()));
        const auto world = tree.poses(Real(0));
        for (std::size_t e = 0; e < c.state.end_effectors.size(); ++e) {
          const EndEffector& effector = c.state.end_effectors[e];
          const Vector3 end =
              world[static_cast<std::size_t>(effector.body)] * kintree::test::widened(effector.pose.xyz);
          BOOST_TEST(end.norm() <= Real(a.reach(static_cast<Eigen::Index>(e)) * slack));
        }
      },
      everything);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
