#define BOOST_TEST_MODULE fijany_featherstone_product
#include "fijany_featherstone_product/fijany_featherstone_product.hpp"

#include <boost/test/unit_test.hpp>

#include "fijany_featherstone/fijany_featherstone.hpp"
#include "solving.hpp"

using namespace kintree;
using namespace kintree::test;

BOOST_AUTO_TEST_CASE(product_and_difference_are_the_same_matrix) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    FijanyFeatherstoneProduct<Multiprecision> product(drawn.model);
    FijanyFeatherstone<Multiprecision> difference(drawn.model);
    const int n = static_cast<int>(state.tau.size());
    SquareMatrix<Multiprecision> by_product(n, poison<Multiprecision>()), by_difference(n);
    BOOST_TEST(product.mass_matrix_inverse(view(state.q), by_product.view()).code == Status::ok);
    BOOST_TEST(difference.mass_matrix_inverse(view(state.q), by_difference.view()).code == Status::ok);
    BOOST_TEST(relative_error(by_product.numbers, by_difference.numbers) <= 1e-45);
  });
}

BOOST_AUTO_TEST_CASE(columns_are_symmetric_though_A_is_not, *boost::unit_test::label("trap")) {
  const PrecisionScope precision(60);
  for_cases(12, 3, {}, [](const Case& drawn) {
    const Widened<Multiprecision> state(drawn.state);
    FijanyFeatherstoneProduct<Multiprecision> solver(drawn.model);
    const std::size_t n = state.tau.size();
    const std::vector<Multiprecision> rest = forward_dynamics(solver, state, std::vector<Multiprecision>(n));
    std::vector<std::vector<Multiprecision>> column;
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<Multiprecision> tau(n);
      tau[j] = 1;
      column.push_back(forward_dynamics(solver, state, tau));
      for (std::size_t i = 0; i < n; ++i) column[j][i] -= rest[i];
    }
    std::vector<Multiprecision> above, below;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) above.push_back(column[i][j]), below.push_back(column[j][i]);
    BOOST_TEST(relative_error(above, below) <= 1e-40);
  });
}
