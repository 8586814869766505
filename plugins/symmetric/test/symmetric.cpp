#define BOOST_TEST_MODULE symmetric
#include "symmetric/symmetric.hpp"

#include "calls.hpp"
#include "crba/crba.hpp"

using namespace kintree;
using namespace kintree::test;

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
