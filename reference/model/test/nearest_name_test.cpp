#include "kintree/model/nearest_name.hpp"

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

BOOST_AUTO_TEST_CASE(near_name_hint_is_empty_for_a_distant_name) {
  const std::vector<std::string> known{"verify", "bench"};
  BOOST_TEST(near_name_hint("verfy", known) == "; the nearest known name is 'verify'");
  BOOST_TEST(near_name_hint("vrf", known) == "");
  BOOST_TEST(near_name_hint("improve", known) == "");
  BOOST_TEST(near_name_hint("verify", std::vector<std::string>{}) == "");
  BOOST_TEST(near_name_hint("", known) == "");
}

BOOST_AUTO_TEST_CASE(nearest_name_hint_is_appended_to_a_message) {
  BOOST_TEST(nearest_name_hint("nkee", std::vector<std::string>{"hip", "knee"}) ==
             "; the nearest known name is 'knee'");
  BOOST_TEST(nearest_name_hint("knee", std::vector<std::string>{}) == "");
  BOOST_TEST(nearest_name_hint("ab", std::vector<std::string>{"ab\n"}) ==
             "; the nearest known name is 'ab\\x0a'");
}

BOOST_AUTO_TEST_CASE(nearest_name_hint_is_empty_for_distant_names) {
  const auto hint = [](const char* name, const char* known) {
    return nearest_name_hint(name, std::vector<std::string>{known});
  };
  for (const auto& [name, known] : {std::pair("foo", "map"),
                                    {"hinge", "fixed"},
                                    {"cube", "plane"},
                                    {"c", "a"},
                                    {"", "knee"},
                                    {"link", "body"}})
    BOOST_TEST(hint(name, known) == "");
  // A third of the longer name, or the same start.
  for (const auto& [name, known] : {std::pair("ham", "arm2ab"), {"abc", "xyc"}})
    BOOST_TEST(hint(name, known) == "");
  for (const auto& [name, known] :
       {std::pair("abc", "abx"), {"knee_joint", "knee"}, {"Q", "qd"}, {"wrist", "wirst"}})
    BOOST_TEST(hint(name, known) == "; the nearest known name is '" + std::string(known) + "'");
}

BOOST_AUTO_TEST_CASE(known_names_hint_lists_a_few_distant_names) {
  const std::vector<std::string> known{"plane", "box"};
  BOOST_TEST(known_names_hint("cube", known) == "; expected one of 'plane', 'box'");
  BOOST_TEST(known_names_hint("bx", known) == "; the nearest known name is 'box'");
  BOOST_TEST(known_names_hint("cube", known, 1) == "");
  BOOST_TEST(known_names_hint("cube", std::vector<std::string>{}) == "");
}

BOOST_AUTO_TEST_SUITE_END()
