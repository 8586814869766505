#define BOOST_TEST_MODULE armstrong
#include "armstrong/armstrong.hpp"

#include <boost/test/unit_test.hpp>

#include "aba/aba.hpp"
#include "allocations.hpp"
#include "solving.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using Number = Multiprecision;

CaseOptions spherical() {
  CaseOptions options;
  options.joints = {JointKind::spherical};
  return options;
}

std::vector<Number> numbers(const Mat3<Number>& A) {
  return {A.x.x, A.x.y, A.x.z, A.y.x, A.y.y, A.y.z, A.z.x, A.z.y, A.z.z};
}
std::vector<Number> numbers(const Sym3<Number>& A) {
  return {A.xx, A.xy, A.xz, A.yy, A.yz, A.zz};
}

}  // namespace

BOOST_AUTO_TEST_CASE(answers_like_the_articulated_body_algorithm) {
  const PrecisionScope precision(60);
  for_cases(16, 4, spherical(), [](const Case& drawn) {
    const Widened<Number> state(drawn.state);
    Armstrong<Number> armstrong(drawn.model);
    Aba<Number> aba(drawn.model);
    const std::vector<Number> expected = forward_dynamics(aba, state, state.tau);
    BOOST_TEST(relative_error(forward_dynamics(armstrong, state, state.tau), expected) <= 1e-48);
  });
}

BOOST_AUTO_TEST_CASE(its_coefficients_are_the_articulated_body_inertia_in_world_axes) {  // (49)
  const PrecisionScope precision(60);
  int compared = 0;
  for_cases(16, 4, spherical(), [&compared](const Case& drawn) {
    const Widened<Number> state(drawn.state);
    Armstrong<Number> armstrong(drawn.model);
    forward_dynamics(armstrong, state, state.tau);
    ArticulatedBodies<Number> articulated(drawn.model);
    BOOST_TEST(articulated.update(view(state.q)).code == Status::ok);
    for (int i = 1; i <= drawn.model.body_count(); ++i) {
      const Armstrong<Number>::Body& body = armstrong.body(i);
      const ArticulatedInertia<Number>& P = articulated.P[i];
      const Mat3<Number> P_12 = body.R * P.H * transpose(body.R);
      BOOST_TEST(relative_error(numbers(body.Gamma_inverse), numbers(rotate(body.R, P.I))) <= 1e-40);
      BOOST_TEST(relative_error(numbers(body.L * Number(-1)), numbers(P_12)) <= 1e-40);
      BOOST_TEST(relative_error(numbers(body.M), numbers(rotate(body.R, P.M))) <= 1e-40);
      ++compared;
    }
  });
  BOOST_TEST(compared > 100);
}

BOOST_AUTO_TEST_CASE(a_joint_without_inertia_is_a_breakdown_at_its_first_coordinate) {
  for_cases(12, 2, spherical(), [](const Case& drawn) {
    Model model = drawn.model;
    model.bodies.back().inertial = {};
    Armstrong<double> armstrong(model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    const Status status = armstrong.forward_dynamics(state.given(state.tau), view(qdd));
    const int expected = Layout(model).first_velocity.back();
    BOOST_TEST((status.code == Status::breakdown && status.coordinate == expected));
  });
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, spherical(), [](const Case& drawn) {
    Armstrong<double> armstrong(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    const std::vector<double> first = forward_dynamics(armstrong, state, state.tau);
    forward_dynamics(armstrong, neutral, neutral.tau);
    BOOST_TEST((forward_dynamics(armstrong, state, state.tau) == first));
    BOOST_TEST((forward_dynamics(fresh, state, state.tau) == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, spherical(), [](const Case& drawn) {
    Armstrong<double> armstrong(drawn.model);
    const Widened<double> state(drawn.state);
    std::vector<double> qdd(state.tau.size());
    check_allocates_nothing([&] { armstrong.forward_dynamics(state.given(state.tau), view(qdd)); });
  });
}
