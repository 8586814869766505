#include "kintree/model/printable.hpp"

#include <array>
#include <boost/locale/utf.hpp>
#include <cstdio>

namespace kintree {

std::string printable(std::string_view text, std::size_t longest) {
  std::string result;
  const char* position = text.data();
  const char* const end = position + text.size();
  const auto escape = [&result](const char* from, const char* to) {
    for (; from != to; ++from) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\x%02x",
                    static_cast<unsigned>(static_cast<unsigned char>(*from)));
      result += code.data();
    }
  };
  while (position != end) {
    if (result.size() >= longest) return result + "...";
    const char* const start = position;
    const auto point = boost::locale::utf::utf_traits<char>::decode(position, end);
    const bool invalid = point == boost::locale::utf::illegal || point == boost::locale::utf::incomplete;
    const bool control = point < 0x20 || (point >= 0x7f && point < 0xa0);
    const bool separator = (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
    if (invalid) position = start + 1;
    if (invalid || control || separator)
      escape(start, position);
    else
      result.append(start, position);
  }
  return result;
}

std::string in_quotes(std::string_view name) {
  // Appended to: in "'" + string g++ 12 sees an overlap that is not there (its bug 105651).
  std::string result(1, '\'');
  return result.append(printable(name, longest_name)).append(1, '\'');
}

}  // namespace kintree
