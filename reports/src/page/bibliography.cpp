#include "page/bibliography.hpp"

#include <algorithm>
#include <string_view>

#include "page/assets.hpp"

namespace kintree::report {
namespace {

/// The text between the first occurrence of `begin` and the next `end`.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + begin.size());
  return text.substr(0, text.find(end));
}

bool cites(const std::string& text, std::string_view entry) {
  const std::string_view shorthand = between(entry, "shorthand = {", "}");
  return text == between(entry, "{", ",") ||
         (!shorthand.empty() && text.find(shorthand) != std::string::npos);
}

}  // namespace

std::string references(const std::vector<std::string>& texts) {
  const std::string_view all = asset("references.bib");
  constexpr std::string_view begin = "\n@";
  std::string cited;
  for (std::size_t at = all.find(begin); at != std::string_view::npos;) {
    const std::size_t next = all.find(begin, at + begin.size());
    const std::string_view entry = all.substr(at, next == std::string_view::npos ? next : next - at);
    if (std::any_of(texts.begin(), texts.end(), [&](const std::string& text) { return cites(text, entry); }))
      cited.append(entry);
    at = next;
  }
  return cited.empty() ? cited : cited.substr(1);
}

}  // namespace kintree::report
