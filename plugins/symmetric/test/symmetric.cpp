#define BOOST_TEST_MODULE symmetric
#include "symmetric/symmetric.hpp"

#include <boost/test/unit_test.hpp>

#include "allocations.hpp"
#include "crba/crba.hpp"
#include "solving.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

template <class S, class Algorithm>
std::vector<S> mass_matrix(Algorithm& solver, const std::vector<S>& q, int n) {
  SquareMatrix<S> H(n, poison<S>());
  BOOST_TEST(solver.mass_matrix(view(q), H.view()).code == Status::ok);
  return H.numbers;
}

}  // namespace

BOOST_AUTO_TEST_CASE(answers_like_the_composite_rigid_body_algorithm) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [](const Case& drawn) {
    const int n = Layout(drawn.model).n;
    const Widened<Multiprecision> state(drawn.state);
    Symmetric<Multiprecision> symmetric(drawn.model);
    Crba<Multiprecision> crba(drawn.model);
    const std::vector<Multiprecision> expected = mass_matrix(crba, state.q, n);
    BOOST_TEST(relative_error(mass_matrix(symmetric, state.q, n), expected) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(is_symmetric_to_the_bit) {
  for_cases(16, 2, {}, [](const Case& drawn) {
    const int n = Layout(drawn.model).n;
    Symmetric<double> symmetric(drawn.model);
    const Widened<double> state(drawn.state);
    SquareMatrix<double> H(n, poison<double>());
    symmetric.mass_matrix(view(state.q), H.view());
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j < i; ++j) BOOST_TEST(H(i, j) == H(j, i));
  });
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    const int n = Layout(drawn.model).n;
    Symmetric<double> symmetric(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    const std::vector<double> first = mass_matrix(symmetric, state.q, n);
    mass_matrix(symmetric, neutral.q, n);
    BOOST_TEST((mass_matrix(symmetric, state.q, n) == first));
    BOOST_TEST((mass_matrix(fresh, state.q, n) == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    Symmetric<double> symmetric(drawn.model);
    const Widened<double> state(drawn.state);
    SquareMatrix<double> H(Layout(drawn.model).n);
    check_allocates_nothing([&] { symmetric.mass_matrix(view(state.q), H.view()); });
  });
}
