#include "data/typography.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <utility>

namespace kintree::report {
namespace {

constexpr std::string_view infinity_sign = "\u221e";

std::string printed(const char* format, double value) {
  std::array<char, 64> buffer{};
  const int length = std::snprintf(buffer.data(), buffer.size(), format, value);
  return std::string(buffer.data(), static_cast<std::size_t>(length));
}

std::string not_finite(double value) {
  if (std::isnan(value)) return "NaN";
  return std::string(value < 0 ? "-" : "").append(infinity_sign);
}

/// Bytes that no text format takes; a line break is a space.
bool control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

using Replacements = std::initializer_list<std::pair<char, std::string_view>>;

std::string escaped(std::string_view text, Replacements replacements) {
  std::string result;
  for (const char c : text) {
    const auto* const found =
        std::find_if(replacements.begin(), replacements.end(), [c](const auto& r) { return r.first == c; });
    if (control(c))
      result += c == '\n' || c == '\t' ? " " : "";
    else if (found != replacements.end())
      result += found->second;
    else
      result += c;
  }
  return result;
}

}  // namespace

std::string scientific(double value) {
  if (!std::isfinite(value)) return not_finite(value);
  return value == 0 ? "0" : printed("%.1e", value);
}

std::string compact(double value) {
  const double size = std::abs(value);
  if (size >= 9.95 && size < 999.5) return printed("%.0f", value);
  if (size >= 0.995 && size < 9.95) return printed("%.1f", value);
  if (size >= 0.00995 && size < 0.995) return printed("%.2g", value);
  return scientific(value);
}

std::string decimal(double value) {
  return fixed(value, 3);
}

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return not_finite(value);
  constexpr std::array formats{"%.0f", "%.1f", "%.2f", "%.3f"};
  return printed(formats.at(static_cast<std::size_t>(decimals)), value);
}

std::string in_tenths(double value) {
  return fixed(value, 1);
}

std::string exact(double value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return std::isnan(value) ? "nan" : std::string(buffer.data(), end);
}

std::string grouped(std::int64_t count) {
  const std::string digits = std::to_string(count);
  std::string result;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) result += "\u202f";
    result += digits[i];
  }
  return result;
}

std::string plural(std::int64_t count, std::string_view noun) {
  return grouped(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

std::string power_of_ten(int exponent) {
  constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (exponent == 0) return "1";
  std::string result = exponent < 0 ? "10⁻" : "10";
  for (const char c : std::to_string(std::abs(exponent))) result += digits[static_cast<std::size_t>(c - '0')];
  return result;
}

std::string in_prose(double value) {
  const std::string digits = compact(value);
  const std::size_t e = digits.find('e');
  return e == std::string::npos ? digits
                                : digits.substr(0, e) + "·" + power_of_ten(std::stoi(digits.substr(e + 1)));
}

std::string html(std::string_view text) {
  return escaped(text, {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}});
}

std::string csv(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) result.append(c == '"' ? 2 : 1, c);
  return result + '"';
}

std::string markdown(std::string_view text) {
  return escaped(text, {{'\\', "\\\\"},
                        {'|', "\\|"},
                        {'*', "\\*"},
                        {'`', "\\`"},
                        {'[', "\\["},
                        {'<', "&lt;"},
                        {'&', "&amp;"}});
}

std::string markdown_code(std::string_view text) {
  if (text.empty()) return {};
  const std::string inside = escaped(text, {{'|', "\\|"}});
  return inside.find('`') == std::string::npos ? "`" + inside + "`" : "`` " + inside + " ``";
}

std::string latex(std::string_view text) {
  return escaped(text, {{'\\', "\\textbackslash{}"},
                        {'^', "\\textasciicircum{}"},
                        {'~', "\\textasciitilde{}"},
                        {'&', "\\&"},
                        {'%', "\\%"},
                        {'$', "\\$"},
                        {'#', "\\#"},
                        {'_', "\\_"},
                        {'{', "\\{"},
                        {'}', "\\}"}});
}

}  // namespace kintree::report
