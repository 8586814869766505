#define BOOST_TEST_MODULE innovations
#include "innovations/innovations.hpp"

#include <boost/test/unit_test.hpp>

#include "aba/aba.hpp"
#include "allocations.hpp"
#include "ltl/test/factored.hpp"

using namespace kintree;
using namespace kintree::test;

using Number = Multiprecision;

namespace {

Factored<Number> factored(const Case& drawn) {
  Factored<Number> f(drawn);
  Innovations<Number> innovations(drawn.model);
  BOOST_TEST(innovations.factorization(f.in(), f.result()).code == Status::ok);
  return f;
}

}  // namespace

BOOST_AUTO_TEST_CASE(are_the_factors_of_ltdl_for_joints_of_one_freedom) {
  const PrecisionScope precision(60);
  CaseOptions options;
  options.joints = {JointKind::fixed, JointKind::revolute, JointKind::prismatic, JointKind::helical};
  for_cases(16, 4, options, [](const Case& drawn) {
    const Factored<Number> f = factored(drawn);
    Factored<Number> ltdl(drawn);
    Ltdl<Number>(drawn.model).factorization(ltdl.in(), ltdl.result());
    BOOST_TEST(relative_error(f.L.numbers, ltdl.L.numbers) <= 1e-40);
    BOOST_TEST(relative_error(f.D.numbers, ltdl.D.numbers) <= 1e-40);
    BOOST_TEST(relative_error(f.x, ltdl.x) <= 1e-40);
  });
}

/// A block-L^T D L has no other factors: L unit lower block-triangular, D block-diagonal, by joints.
BOOST_AUTO_TEST_CASE(are_block_factors_of_the_mass_matrix) {
  const PrecisionScope precision(60);
  for_cases(12, 4, {}, [](const Case& drawn) {
    const Factored<Number> f = factored(drawn);
    const std::vector<int> body = Layout(drawn.model).body_of_velocity;
    const auto same_joint = [&](int i, int j) {
      return body[static_cast<std::size_t>(i)] == body[static_cast<std::size_t>(j)];
    };
    std::vector<Number> DL(f.H.numbers.size()), product(DL.size()), Hx(f.x.size());
    const MatrixView<Number> DL_view{DL.data(), f.n, f.n}, product_view{product.data(), f.n, f.n};
    for (int i = 1; i <= f.n; ++i)
      for (int j = 1; j <= f.n; ++j) {
        if (same_joint(i, j))
          BOOST_TEST(f.L(i, j) == (i == j ? 1 : 0));
        else
          BOOST_TEST(f.D(i, j) == 0);
        if (!f.above(j, i)) BOOST_TEST(f.L(i, j) == 0);
        for (int k = 1; k <= f.n; ++k) DL_view(i, j) += f.D(i, k) * f.L(k, j);
        Hx[static_cast<std::size_t>(i - 1)] += f.H(i, j) * f.x[static_cast<std::size_t>(j - 1)];
      }
    for (int i = 1; i <= f.n; ++i)
      for (int j = 1; j <= f.n; ++j)
        for (int k = 1; k <= f.n; ++k) product_view(i, j) += f.L(k, i) * DL_view(k, j);
    BOOST_TEST(relative_error(product, f.H.numbers) <= 1e-50);
    BOOST_TEST(relative_error(Hx, f.state.tau) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(the_inverse_times_the_mass_matrix_is_one) {
  const PrecisionScope precision(60);
  for_cases(12, 4, {}, [](const Case& drawn) {
    const Factored<Number> f(drawn);
    SquareMatrix<Number> inverse(f.n, poison<Number>()), product(f.n), one(f.n);
    Innovations<Number> innovations(drawn.model);
    BOOST_TEST(innovations.mass_matrix_inverse(view(f.state.q), inverse.view()).code == Status::ok);
    for (int i = 1; i <= f.n; ++i) {
      one(i, i) = 1;
      for (int j = 1; j <= f.n; ++j)
        for (int k = 1; k <= f.n; ++k) product(i, j) += f.H(i, k) * inverse(k, j);
    }
    BOOST_TEST(relative_error(product.numbers, one.numbers) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(answers_like_the_articulated_body_algorithm) {
  const PrecisionScope precision(60);
  for_cases(16, 4, {}, [](const Case& drawn) {
    const Widened<Number> state(drawn.state);
    Innovations<Number> innovations(drawn.model);
    Aba<Number> aba(drawn.model);
    BOOST_TEST(relative_error(forward_dynamics(innovations, state, state.tau),
                              forward_dynamics(aba, state, state.tau)) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    Innovations<double> innovations(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    SquareMatrix<double> inverse(Layout(drawn.model).n);
    const std::vector<double> first = forward_dynamics(innovations, state, state.tau);
    forward_dynamics(innovations, neutral, neutral.tau);
    innovations.mass_matrix_inverse(view(state.q), inverse.view());
    BOOST_TEST((forward_dynamics(innovations, state, state.tau) == first));
    BOOST_TEST((forward_dynamics(fresh, state, state.tau) == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    Factored<double> f(drawn);
    Innovations<double> innovations(drawn.model);
    SquareMatrix<double> inverse(f.n);
    check_allocates_nothing([&] {
      innovations.factorization(f.in(), f.result());
      innovations.mass_matrix_inverse(view(std::as_const(f.state.q)), inverse.view());
      innovations.forward_dynamics(f.state.given(f.state.tau), view(f.x));
    });
  });
}
