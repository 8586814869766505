#include "suite/support/text.hpp"

#include <spdlog/fmt/fmt.h>

#include <cctype>
#include <cmath>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"

namespace kintree::suite {

void write_json(const std::string& path, const nlohmann::ordered_json& value) {
  write_text_file(path, value.dump(1) + "\n");
}

nlohmann::ordered_json number(double x) {
  if (std::isfinite(x)) return x;
  return nullptr;
}

JsonExtent json_extent(std::string_view text) {
  JsonExtent most;
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (in_string) {
      if (c == '\\') ++k;
      in_string = c != '"';
      continue;
    }
    in_string = c == '"';
    if (c == ':') ++most.keys;
    if (c == '[' || c == '{') most.depth = std::max(most.depth, ++depth);
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return most;
}

std::string quoted(const std::string& argument) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-+=./:,@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!argument.empty() && std::all_of(argument.begin(), argument.end(), plain)) return argument;
  std::string text = "'";
  for (const char c : argument) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string time_text(double nanoseconds) {
  if (nanoseconds < 1e3) return fmt::format("{:.0f} ns", nanoseconds);
  if (nanoseconds < 1e6) return fmt::format("{:.2f} us", nanoseconds / 1e3);
  return fmt::format("{:.2f} ms", nanoseconds / 1e6);
}

}  // namespace kintree::suite
