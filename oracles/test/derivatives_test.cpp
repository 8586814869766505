// Identities of derivatives, regressors and momenta, and a false one that fails, on random trees of all joint kinds.
#include <boost/test/unit_test.hpp>

#include "brackets.hpp"
#include "drawn_cases.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Digits;
using oracle::Dynamics;

BOOST_AUTO_TEST_SUITE(derivatives)

// The derivative by v is 2 C - H ad(v). It is 2 C only if the velocities of every joint commute.
BOOST_AUTO_TEST_CASE(derivative_by_v_is_twice_coriolis_less_brackets) {
  int with_brackets = 0;
  for_each_case(
      [&](const Case& c, const Dynamics<Real>& answer) {
        const Vector<Real> v = vector_of(c.state.v);
        const Matrix<Real> C2 = answer.of(Problem::coriolis_matrix) * Real(2), ad = bracket_with(c.model, v),
                           by_v = answer.of(Problem::inverse_dynamics_derivatives, 1);
        check_matrix(by_v, Matrix<Real>(C2 - answer.H * ad), all, "d tau / dv");
        if (ad.norm() == 0) return;
        ++with_brackets;
        // Half of it has the same product with v, but the rate of H is C + C^T alone.
        const Matrix<Real> difference = by_v - C2;
        check_vector(by_v * v, C2 * v, all, "d tau / dv v");
        BOOST_TEST(difference.norm() > Real(1e-3) * C2.norm());
        BOOST_TEST(Matrix<Real>(difference + difference.transpose()).norm() > Real(1e-3) * C2.norm());
      },
      everything);
  BOOST_TEST(with_brackets > 5);
}

// At rest the antisymmetric part of the derivative by q is made of the forces alone: D_jk - D_kj = tau . [e_k, e_j].
BOOST_AUTO_TEST_CASE(derivative_by_q_is_symmetric_but_for_brackets) {
  int asymmetric = 0;
  const Digits scope(100);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Case c = drawn(seed);
    for (std::vector<double>* rates : {&c.state.v, &c.state.qdd})
      std::fill(rates->begin(), rates->end(), 0.0);
    std::fill(c.state.f_ext.begin(), c.state.f_ext.end(), Wrench{});
    const auto answer = oracle::evaluate<Real>(c.model, c.state, {Problem::inverse_dynamics_derivatives});
    const Matrix<Real> D = answer.of(Problem::inverse_dynamics_derivatives);
    Matrix<Real> expected(D.rows(), D.cols());
    for (Eigen::Index k = 0; k < D.rows(); ++k) {
      Vector<Real> unit = zeros(D.rows());
      unit(k) = Real(1);
      expected.col(k) = bracket_with(c.model, unit).transpose() * answer.C;  // row j: C . [e_k, e_j]
    }
    check_matrix(Matrix<Real>(D - D.transpose()), expected, all, "d tau / dq less its transpose");
    asymmetric += expected.norm() > Real(1e-3) * D.norm() ? 1 : 0;
  }
  BOOST_TEST(asymmetric > 5);
}

const ProblemSet second_and_first{Problem::inverse_dynamics_second_derivatives, Problem::coriolis_matrix,
                                  Problem::inverse_dynamics_derivatives};
constexpr int small = 12;

/// The columns of outer coordinate j.
Matrix<Real> block(const Matrix<Real>& second, Eigen::Index j) {
  const Eigen::Index n = second.rows();
  return second.middleCols(j * n, n);
}

// The derivative by v is linear in v; the order of derivatives by v does not matter.
BOOST_AUTO_TEST_CASE(second_derivative_by_v_times_v_is_the_first) {
  for_each_case(
      [](const Case& c, const Dynamics<Real>& answer) {
        const Matrix<Real> vv = answer.of(Problem::inverse_dynamics_second_derivatives, 1),
                           by_v = answer.of(Problem::inverse_dynamics_derivatives, 1);
        const Vector<Real> v = vector_of(c.state.v);
        for (Eigen::Index j = 0; j < v.size(); ++j) {
          check_vector(block(vv, j) * v, by_v.col(j), all, "d2tau / dv dv v");
          for (Eigen::Index k = 0; k < j; ++k)
            check_vector(block(vv, j).col(k), block(vv, k).col(j), all, "d2tau / dv dv");
        }
      },
      second_and_first, small);
}

// Along v the derivative of H is C + C^T.
BOOST_AUTO_TEST_CASE(derivative_of_the_mass_matrix_along_v_is_its_rate) {
  for_each_case(
      [](const Case& c, const Dynamics<Real>& answer) {
        const Matrix<Real> dH = answer.of(Problem::inverse_dynamics_second_derivatives, 3),
                           C = answer.of(Problem::coriolis_matrix);
        const Vector<Real> v = vector_of(c.state.v);
        Matrix<Real> rate = Matrix<Real>::Constant(v.size(), v.size(), Real(0));
        for (Eigen::Index j = 0; j < v.size(); ++j) rate += block(dH, j) * v(j);
        check_matrix(rate, Matrix<Real>(C + C.transpose()), all, "rate of H");
      },
      second_and_first, small);
}

// D_jk - D_kj is the derivative along [e_j, e_k]: zero only if the velocities of every joint commute.
BOOST_AUTO_TEST_CASE(second_derivatives_by_q_commute_but_for_brackets) {
  int with_brackets = 0;
  for_each_case(
      [&](const Case& c, const Dynamics<Real>& answer) {
        const Matrix<Real> qq = answer.of(Problem::inverse_dynamics_second_derivatives, 0),
                           by_q = answer.of(Problem::inverse_dynamics_derivatives, 0);
        const Eigen::Index n = by_q.rows();
        const auto unit = [n](Eigen::Index j) {
          Vector<Real> e = zeros(n);
          e(j) = Real(1);
          return e;
        };
        for (Eigen::Index j = 0; j < n; ++j)
          for (Eigen::Index k = 0; k < j; ++k) {
            const Vector<Real> along = bracket(c.model, unit(j), unit(k));
            with_brackets += along.norm() > 0 ? 1 : 0;
            check_vector(Vector<Real>(block(qq, j).col(k) - block(qq, k).col(j)), Vector<Real>(by_q * along),
                         all, "d2tau / dq dq");
          }
      },
      second_and_first, small);
  BOOST_TEST(with_brackets > 5);
}

// The velocity terms are quadratic in v, so that the mixed derivative times v is twice that part of the derivative by q.
BOOST_AUTO_TEST_CASE(mixed_derivative_times_v_is_quadratic) {
  for_each_case(
      [](const Case& c, const Dynamics<Real>& answer) {
        State rest = c.state;
        std::fill(rest.v.begin(), rest.v.end(), 0.0);
        const Matrix<Real> at_rest =
                               oracle::evaluate<Real>(c.model, rest, {Problem::inverse_dynamics_derivatives})
                                   .of(Problem::inverse_dynamics_derivatives, 0),
                           qv = answer.of(Problem::inverse_dynamics_second_derivatives, 2),
                           quadratic = answer.of(Problem::inverse_dynamics_derivatives, 0) - at_rest;
        const Vector<Real> v = vector_of(c.state.v);
        for (Eigen::Index j = 0; j < v.size(); ++j)
          check_vector(block(qv, j) * v, Vector<Real>(quadratic.col(j) * Real(2)), all, "d2tau / dq dv v");
      },
      second_and_first, small);
}

// Forward dynamics undoes inverse dynamics.
BOOST_AUTO_TEST_CASE(derivatives_fit_together) {
  for_each_case(
      [](const Case&, const Dynamics<Real>& answer) {
        const Matrix<Real> H_times = answer.H * answer.of(Problem::forward_dynamics_derivatives, 1);
        check_matrix(H_times, Matrix<Real>(-answer.of(Problem::inverse_dynamics_derivatives, 1)), 1e-60,
                     "H d qdd / dv");
        const Matrix<Real> one = answer.H * answer.of(Problem::forward_dynamics_derivatives, 2);
        check_matrix(one, Matrix<Real>(Matrix<Real>::Identity(one.rows(), one.cols())), 1e-60,
                     "H d qdd / d tau");
      },
      everything);
}

// The regressor times the parameters is the force without external forces.
BOOST_AUTO_TEST_CASE(regressor_times_parameters_is_the_force) {
  for_each_case([](const Case& c, const Dynamics<Real>& answer) {
    const auto bodies = c.model.bodies.size();
    Vector<Real> parameters(10 * (static_cast<Eigen::Index>(bodies) - 1));
    for (std::size_t b = 1; b < bodies; ++b) {
      const Inertial& I = c.model.bodies[b].inertial;
      Matrix3 R, about_centre;
      for (int k = 0; k < 3; ++k) R.col(k) = rotate(pose(I.origin).r, Vector3(Matrix3::Identity().col(k)));
      about_centre << Real(I.ixx), Real(I.ixy), Real(I.ixz), Real(I.ixy), Real(I.iyy), Real(I.iyz),
          Real(I.ixz), Real(I.iyz), Real(I.izz);
      const Vector3 centre = kintree::test::widened(I.origin.xyz);
      const Real m(I.mass);
      const Matrix3 about_origin =
          R * about_centre * R.transpose() +
          m * (centre.dot(centre) * Matrix3::Identity() - centre * centre.transpose());
      parameters.segment(10 * (static_cast<Eigen::Index>(b) - 1), 10) << m, m * centre, about_origin(0, 0),
          about_origin(0, 1), about_origin(1, 1), about_origin(0, 2), about_origin(1, 2), about_origin(2, 2);
    }
    State free = c.state;
    std::fill(free.f_ext.begin(), free.f_ext.end(), Wrench{});
    const auto without = oracle::evaluate<Real>(c.model, free, {Problem::inverse_dynamics});
    check_vector(answer.of(Problem::regressor) * parameters, without.of(Problem::inverse_dynamics), all,
                 "Y pi");
  });
}

// The linear part of A_G v is the mass times the velocity of the centre of mass; both parts are sums over the bodies.
BOOST_AUTO_TEST_CASE(centroidal_momentum_is_the_sum_over_bodies) {
  for_each_case([](const Case& c, const Dynamics<Real>& answer) {
    const Vector<Real> v = vector_of(c.state.v);
    const MovingTree tree(c.model, c.state.q, v, zeros(v.size()));
    const auto about_centre = [&](const Real& t) {
      const Vector<Real> momenta = tree.momenta(t);
      const auto world = tree.poses(t);
      Vector3 linear(Real(0), Real(0), Real(0)), angular = linear, moment = linear;
      Real mass(0);
      for (std::size_t b = 1; b < world.size(); ++b) {
        linear += momenta.segment(6 * static_cast<Eigen::Index>(b), 3);
        angular += momenta.segment(6 * static_cast<Eigen::Index>(b) + 3, 3);
        const Real m(c.model.bodies[b].inertial.mass);
        mass += m;
        moment += m * (world[b] * kintree::test::widened(c.model.bodies[b].inertial.origin.xyz));
      }
      Vector<Real> result(6);
      result << angular - Vector3(moment / mass).cross(linear), linear;
      return result;
    };
    check_vector(answer.of(Problem::centroidal_momentum) * v, about_centre(Real(0)), half, "A_G v");
    check_vector(answer.of(Problem::centroidal_momentum, 1), tree.rate(about_centre), 1e-36, "rate of A_G v");
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
