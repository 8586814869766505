#include "tokens.hpp"

#include <algorithm>
#include <array>
#include <boost/locale/utf.hpp>
#include <charconv>
#include <cmath>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"

namespace kintree::text {

std::string flaw(std::string_view text) {
  if (text.size() > largest_text_file)
    return "larger than " + std::to_string(largest_text_file >> 20) + " MiB";
  if (text.empty()) return "the file is empty";
  const char* position = text.data();
  const char* const end = position + text.size();
  while (position != end) {
    const char* const start = position;
    if (*position == '\0')
      return "line " + std::to_string(line_of(text, static_cast<std::size_t>(start - text.data()))) +
             ": a NUL byte";
    if (static_cast<unsigned char>(*position) < 0x80) {
      ++position;
      continue;
    }
    const auto point = boost::locale::utf::utf_traits<char>::decode(position, end);
    if (point == boost::locale::utf::illegal || point == boost::locale::utf::incomplete)
      return "line " + std::to_string(line_of(text, static_cast<std::size_t>(start - text.data()))) +
             ": bytes that are not UTF-8";
  }
  return {};
}

double number(std::string_view token) {
  std::string_view rest = token;
  if (rest.starts_with('+') && !rest.starts_with("+-")) rest.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error == std::errc::invalid_argument || end != rest.data() + rest.size())
    throw InputError(in_quotes(token) + " is not a number");
  const std::string_view mantissa = rest.substr(0, rest.find_first_of("eE"));
  const bool underflow = value == 0 && mantissa.find_first_of("123456789") != std::string_view::npos;
  if (error == std::errc::result_out_of_range || underflow)
    throw InputError(in_quotes(token) + " is out of the range of a double");
  if (!std::isfinite(value)) throw InputError(in_quotes(token) + " is not finite");
  return value;
}

std::string shortest(double number) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return std::string(buffer.data(), end);
}

void fail(const std::string& element, const std::string& reason) {
  throw InputError(element + ": " + reason);
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

}  // namespace kintree::text
