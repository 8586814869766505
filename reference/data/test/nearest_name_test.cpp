#include "kintree/data/nearest_name.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

using namespace kintree;

BOOST_AUTO_TEST_SUITE(nearest_name_)

BOOST_AUTO_TEST_CASE(edit_distance_counts_single_edits) {
  BOOST_TEST(edit_distance("", "") == 0);
  BOOST_TEST(edit_distance("", "knee") == 4);
  BOOST_TEST(edit_distance("knee", "") == 4);
  BOOST_TEST(edit_distance("knee", "knee") == 0);
  BOOST_TEST(edit_distance("orgin", "origin") == 1);    // inserted
  BOOST_TEST(edit_distance("originn", "origin") == 1);  // removed
  BOOST_TEST(edit_distance("origan", "origin") == 1);   // replaced
  BOOST_TEST(edit_distance("oirgin", "origin") == 1);   // neighbours swapped
  BOOST_TEST(edit_distance("KNEE", "knee") == 0);       // upper and lower case
  BOOST_TEST(edit_distance("kitten", "sitting") == 3);
}

BOOST_AUTO_TEST_CASE(edit_distance_is_symmetric) {
  const std::vector<std::string> names{"", "a", "ab", "ba", "abc", "cab", "left_knee", "leftt_kene"};
  for (const std::string& a : names)
    for (const std::string& b : names) BOOST_TEST(edit_distance(a, b) == edit_distance(b, a));
}

BOOST_AUTO_TEST_CASE(edit_distance_reads_80_bytes_of_long_names) {
  const std::string long_name(std::size_t{1} << 20, 'x');
  BOOST_TEST(edit_distance(long_name, long_name + "y") == 0);
  BOOST_TEST(edit_distance(long_name, "") == 80);
}

BOOST_AUTO_TEST_CASE(nearest_name_is_the_first_of_the_closest) {
  constexpr std::array<std::string_view, 4> keys{"q", "v", "tau", "qdd"};
  BOOST_TEST(nearest_name("qd", keys) == "q");
  BOOST_TEST(nearest_name("qddd", keys) == "qdd");
  BOOST_TEST(nearest_name("Tau", keys) == "tau");
  BOOST_TEST(nearest_name("", keys) == "q");
  BOOST_TEST(nearest_name("knee", std::vector<std::string>{}) == "");
}

BOOST_AUTO_TEST_CASE(nearest_name_hint_is_appended_to_a_message) {
  BOOST_TEST(nearest_name_hint("nkee", std::vector<std::string>{"hip", "knee"}) ==
             "; the nearest known name is 'knee'");
  BOOST_TEST(nearest_name_hint("knee", std::vector<std::string>{}) == "");
  BOOST_TEST(nearest_name_hint("a", std::vector<std::string>{"b\n"}) ==
             "; the nearest known name is 'b\\x0a'");
}

BOOST_AUTO_TEST_SUITE_END()
