#include "kintree/spatial/views.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#include "kintree/numbers/scalar.hpp"
#include "multiprecision.hpp"

namespace {

using namespace kintree;

template <class S>
void check_scalar() {
  using kintree::is_positive, std::cos, std::sin;
  const S angle = S(7) / S(10);
  S sine, cosine;
  sincos(angle, sine, cosine);
  BOOST_TEST(sine == S(sin(angle)));
  BOOST_TEST(cosine == S(cos(angle)));
  BOOST_TEST(is_positive(angle));
  BOOST_TEST(!is_positive(S{}));
  BOOST_TEST(!is_positive(S(-angle)));
  BOOST_TEST(!is_positive(S(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(views)

BOOST_AUTO_TEST_CASE(vectors_count_from_one) {
  std::vector<double> numbers{1, 2, 3, 4, 5};
  const VectorView<double> view{numbers.data(), 5};
  for (int i = 1; i <= 5; ++i) BOOST_TEST(view(i) == i);
  BOOST_TEST(view.from(3) == &numbers[2]);
  const VectorView<const double> constant = view;
  BOOST_TEST((constant.data == numbers.data() && constant.size == 5));
  view(4) = 9;
  BOOST_TEST(numbers[3] == 9);
  static_assert(!std::is_convertible_v<VectorView<const double>, VectorView<double>>);
}

BOOST_AUTO_TEST_CASE(matrices_are_stored_by_rows) {
  std::vector<int> numbers(6);
  std::iota(numbers.begin(), numbers.end(), 1);
  const MatrixView<int> view{numbers.data(), 2, 3};
  int expected = 0;
  for (int i = 1; i <= 2; ++i)
    for (int j = 1; j <= 3; ++j) BOOST_TEST(view(i, j) == ++expected);
  const MatrixView<const int> constant = view;
  BOOST_TEST((constant.data == numbers.data() && constant.rows == 2 && constant.columns == 3));
}

BOOST_AUTO_TEST_CASE(arrays_by_body_hold_the_base_too) {
  ByBody<int> numbers(3);
  for (int i = 0; i <= 3; ++i) {
    BOOST_TEST(numbers[i] == 0);
    numbers[i] = i;
  }
  BOOST_TEST(&numbers[3] - &numbers[0] == 3);
  ByColumn<int> columns;
  columns[5] = 1;
  BOOST_TEST(columns.data()[5] == 1);
}

BOOST_AUTO_TEST_CASE(scalars) {
  check_scalar<double>();
  check_scalar<float>();
  const PrecisionScope precision(40);
  check_scalar<Multiprecision>();
}

BOOST_AUTO_TEST_CASE(precision_holds_in_its_scope) {
  const unsigned before = Multiprecision::default_precision();
  {
    const PrecisionScope outer(80);
    {
      const PrecisionScope inner(30);
      BOOST_TEST(Multiprecision::default_precision() == 30u);
    }
    BOOST_TEST(Multiprecision::default_precision() == 80u);
    const Multiprecision third = Multiprecision(1) / 3, error = abs(third * 3 - 1);
    BOOST_TEST(error <= pow(Multiprecision(10), -80));
    BOOST_TEST(abs(third - Multiprecision(1.0 / 3)) > 1e-18);
  }
  BOOST_TEST(Multiprecision::default_precision() == before);
}

BOOST_AUTO_TEST_SUITE_END()
