#define BOOST_TEST_MODULE unit_vector
#include "unit_vector/unit_vector.hpp"

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
    UnitVector<Multiprecision> unit_vector(drawn.model);
    Crba<Multiprecision> crba(drawn.model);
    const std::vector<Multiprecision> expected = mass_matrix(crba, state.q, n);
    BOOST_TEST(relative_error(mass_matrix(unit_vector, state.q, n), expected) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(a_call_leaves_nothing_behind) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    const int n = Layout(drawn.model).n;
    UnitVector<double> unit_vector(drawn.model), fresh(drawn.model);
    const Widened<double> state(drawn.state), neutral(neutral_state(drawn.model));
    const std::vector<double> first = mass_matrix(unit_vector, state.q, n);
    mass_matrix(unit_vector, neutral.q, n);
    BOOST_TEST((mass_matrix(unit_vector, state.q, n) == first));
    BOOST_TEST((mass_matrix(fresh, state.q, n) == first));
  });
}

BOOST_AUTO_TEST_CASE(allocates_nothing) {
  for_cases(20, 2, {}, [](const Case& drawn) {
    UnitVector<double> unit_vector(drawn.model);
    const Widened<double> state(drawn.state);
    SquareMatrix<double> H(Layout(drawn.model).n);
    check_allocates_nothing([&] { unit_vector.mass_matrix(view(state.q), H.view()); });
  });
}
