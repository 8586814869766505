// URDF files in encodings other than UTF-8.
#include <boost/test/unit_test.hpp>

#include "refused.hpp"
#include "urdf_text.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

std::string declaring(const std::string& encoding, const std::string& name) {
  return "<?xml version='1.0' encoding='" + encoding + "'?>\n<robot name='r'>\n<link name='" + name +
         "'/></robot>";
}

/// ASCII text as UTF-16 or UTF-32, of this width and order.
std::string widened(const std::string& text, std::size_t width, bool little) {
  std::string result;
  for (const char c : text) {
    std::string unit(width, '\0');
    unit[little ? 0 : width - 1] = c;
    result += unit;
  }
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(xml_encoding)

BOOST_AUTO_TEST_CASE(declared_encodings_are_read) {
  const std::vector<std::array<std::string, 3>> names{{"Shift_JIS", "\x83\x53\x83\x80", "ゴム"},
                                                      {"EUC-JP", "\xa5\xb4\xa5\xe0", "ゴム"},
                                                      {"ISO-8859-1", "gr\xfc\xdf", "grüß"},
                                                      {"windows-1252", "\x80", "€"},
                                                      {"GB18030", "\xd6\xd0", "中"},
                                                      {"UTF-8", "ゴム", "ゴム"},
                                                      {"utf-8", "ゴム", "ゴム"},
                                                      {"US-ASCII", "plain", "plain"}};
  for (const auto& [encoding, bytes, name] : names)
    BOOST_TEST(parsed(declaring(encoding, bytes)).bodies[0].name == name, encoding);
}

BOOST_AUTO_TEST_CASE(wide_encodings_are_read) {
  for (const bool little : {true, false})
    for (const std::size_t width : {2U, 4U}) {
      std::string mark(width, '\0');
      mark[little ? 0 : width - 2] = '\xff';
      mark[little ? 1 : width - 1] = '\xfe';
      if (!little) std::swap(mark[width - 2], mark[width - 1]);
      const std::string text = widened(declaring("UTF-" + std::to_string(8 * width), "a"), width, little);
      BOOST_TEST(parsed(mark + text).bodies[0].name == "a");
      if (width == 2) BOOST_TEST(parsed(text).bodies[0].name == "a");
    }
}

BOOST_AUTO_TEST_CASE(wrong_encodings_are_refused) {
  check_refused([] { parsed(declaring("klingon", "a")); },
                {"r.urdf: line 1", "'klingon' is not known", "save the file as UTF-8"});
  check_refused([] { parsed(declaring("a/b", "a")); },
                {"line 1", "'a/b' is no name of an encoding", "UTF-8"});
  check_refused([] { parsed(declaring("EUC-JP", "\xff")); },
                {"line 3", "bytes that are not EUC-JP", "UTF-8"});
  check_refused([] { parsed(declaring("UTF-16", "a")); },
                {"line 1", "'UTF-16', but has one byte for a character", "UTF-8"});
  check_refused([] { parsed(declaring("UTF-8", "\xfc")); }, {"line 3", "not UTF-8"});
  check_refused([] { parsed(std::string("\xff\xfe<\0r", 5)); }, {"line 1", "not UTF-16LE"});
  check_refused([] { parsed(std::string("\xff\xfe<\0r\0", 6)); }, {"line 1", "not well-formed"});
}

BOOST_AUTO_TEST_SUITE_END()
