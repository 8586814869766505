#include "kintree/model/printable.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

using namespace kintree;

BOOST_AUTO_TEST_SUITE(printable_)

BOOST_AUTO_TEST_CASE(printable_text_is_one_line) {
  BOOST_TEST(printable("Stra\xc3\x9f"
                       "e 'x'") ==
             "Stra\xc3\x9f"
             "e 'x'");
  BOOST_TEST(printable("a\nb\tc\x7f") == "a\\x0ab\\x09c\\x7f");
  BOOST_TEST(printable(std::string_view("a\0b", 3)) == "a\\x00b");
  BOOST_TEST(printable("\xff\xc3") == "\\xff\\xc3");
  BOOST_TEST(printable("\xe2\x80\xa8\xc2\x85") == "\\xe2\\x80\\xa8\\xc2\\x85");  // line separator, next line
}

BOOST_AUTO_TEST_CASE(long_text_is_cut_off_where_a_limit_is_given) {
  const std::string text(1000, 'x');
  BOOST_TEST(printable(text) == text);
  BOOST_TEST(printable(text, 1000) == text);
  BOOST_TEST(printable(text, 10) == "xxxxxxxxxx...");
  BOOST_TEST(in_quotes(text) == "'" + std::string(longest_name, 'x') + "...'");
  BOOST_TEST(in_quotes("a\n") == "'a\\x0a'");
}

BOOST_AUTO_TEST_SUITE_END()
