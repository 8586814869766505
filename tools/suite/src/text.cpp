#include "kintree/suite/text.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>

#include "kintree/input/text_file.hpp"
#include "kintree/suite/folders.hpp"

namespace kintree::suite {

void write_json(const std::string& path, const nlohmann::ordered_json& value) {
  write_text_file(path, value.dump(1) + "\n");
}

nlohmann::ordered_json number(double x) {
  if (std::isfinite(x)) return x;
  return nullptr;
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

std::string testdata_folder() {
  if (const char* variable = std::getenv("KINTREE_TESTDATA"); variable != nullptr && *variable != '\0')
    return variable;
  return folders().testdata.string();
}

}  // namespace kintree::suite
