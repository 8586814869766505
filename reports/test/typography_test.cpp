// Numbers as they are printed.
#include "data/typography.hpp"

#include "support.hpp"

namespace kintree::report::test {
namespace {

BOOST_AUTO_TEST_CASE(prose_has_powers_of_ten) {
  BOOST_TEST(in_prose(3.04e-10) == "3.0·10⁻¹⁰");
  BOOST_TEST(in_prose(4e16) == "4.0·10¹⁶");
  BOOST_TEST(in_prose(29) == "29");
}

BOOST_AUTO_TEST_CASE(numbers_are_compact) {
  const auto check = [](double value, const char* text) { BOOST_TEST(compact(value) == text); };
  check(123456, "1.2e+05");
  check(999.4, "999");
  check(999.6, "1.0e+03");
  check(9.96, "10");
  check(9.94, "9.9");
  check(2.34, "2.3");
  check(0.996, "1.0");
  check(0.994, "0.99");
  check(0.00996, "0.01");
  check(0.00994, "9.9e-03");
  check(0.0123, "0.012");
  check(0.001, "1.0e-03");
  check(-12, "-12");
}

}  // namespace
}  // namespace kintree::report::test
