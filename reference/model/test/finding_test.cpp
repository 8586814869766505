#include "kintree/model/finding.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

using namespace kintree;

BOOST_AUTO_TEST_SUITE(finding)

BOOST_AUTO_TEST_CASE(every_reason_has_a_name_and_words_of_its_own) {
  std::set<std::string_view> names, texts;
  for (const ReasonInfo& entry : reasons) {
    BOOST_TEST(name(entry.reason) == entry.name);
    BOOST_TEST(to_string(entry.reason) == entry.words);
    BOOST_TEST(!entry.name.empty());
    BOOST_TEST(names.insert(entry.name).second, entry.name);
    BOOST_TEST(texts.insert(entry.words).second, entry.words);
    BOOST_TEST(entry.words.empty() == (entry.reason == Reason::none), entry.name);
  }
  BOOST_TEST((reasons.back().reason == Reason::oracle_not_the_image),
             "the table ends before the enumerators do");
}

BOOST_AUTO_TEST_CASE(every_standing_has_a_name_of_its_own) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < result_status_names.size(); ++i) {
    const std::string_view text = name(static_cast<ResultStatus>(i));
    BOOST_TEST(!text.empty());
    BOOST_TEST(names.insert(text).second, text);
  }
  BOOST_TEST(name(ResultStatus::judged) == "judged");
  BOOST_TEST(name(ResultStatus::timed_out) == "timed_out");
  BOOST_TEST(static_cast<std::size_t>(ResultStatus::timed_out) + 1 == result_status_names.size());
}

BOOST_AUTO_TEST_SUITE_END()
