#include <cctype>
#include <sstream>

#include "data/typography.hpp"
#include "page/assets.hpp"
#include "page/page_data.hpp"

/// The glossary as a page: headings, paragraphs, code, emphasis and links of Markdown are all that it has.
namespace kintree::report {
namespace {

/// The anchor of a heading, as Markdown makes it: small letters and hyphens.
std::string anchor(const std::string& heading) {
  std::string text;
  for (const char c : heading)
    if (static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-')
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (c == ' ')
      text += '-';
  return text;
}

/// A paragraph. Links to other documents become text.
std::string paragraph(const std::string& markdown) {
  std::string text;
  char open = 0;  // ` or *, where code or emphasis is open
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const char c = markdown[i];
    if (c == '`' || (c == '*' && open != '`')) {
      const char* const element = c == '`' ? "code" : "em";
      text += std::string(open == c ? "</" : "<") + element + ">";
      open = open == c ? '\0' : c;
    } else if (const std::size_t middle = markdown.find("](", i);
               c == '[' && open == 0 && middle != std::string::npos) {
      const std::size_t end = markdown.find(')', middle);
      const std::string words = html(markdown.substr(i + 1, middle - i - 1)),
                        target = markdown.substr(middle + 2, end - middle - 2);
      text += target.starts_with("#") ? "<a href=\"" + html(target) + "\">" + words + "</a>" : words;
      i = end;
    } else {
      text += html(std::string_view(&c, 1));
    }
  }
  return "<p>" + text + "</p>\n";
}

}  // namespace

std::string glossary_html() {
  std::istringstream lines{std::string(asset("glossary.md"))};
  std::string text, open;
  const auto close = [&] {
    if (!open.empty()) text += paragraph(open);
    open.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("#")) close();
    if (line.starts_with("# "))
      text += "<h1>" + html(line.substr(2)) + "</h1>\n";
    else if (line.starts_with("### "))
      text += "<h2 id=\"" + html(anchor(line.substr(4))) + "\">" + html(line.substr(4)) + "</h2>\n";
    else
      open += (open.empty() ? "" : " ") + line;
  }
  close();
  return text;
}

}  // namespace kintree::report
