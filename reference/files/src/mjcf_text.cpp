#include "mjcf_text.hpp"

#include <algorithm>
#include <pugixml.hpp>
#include <set>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "tokens.hpp"
#include "xml_encoding.hpp"

namespace kintree::mjcf {
namespace {

constexpr unsigned parsing = pugi::parse_default;

/// The offset behind the start tag, or the empty tag, whose name begins here.
std::size_t behind_tag(std::string_view text, std::size_t name) {
  char quote = 0;
  std::size_t at = name;
  for (; at < text.size() && (quote != 0 || text[at] != '>'); ++at)
    if (quote != 0)
      quote = text[at] == quote ? 0 : quote;
    else if (text[at] == '"' || text[at] == '\'')
      quote = text[at];
  return at + 1;
}

class Merger {
 public:
  explicit Merger(const std::filesystem::path& folder) : folder_(folder) {}

  /// Adds the text from `begin` to `end`, with its includes.
  void add(const std::string& utf8, pugi::xml_document& document, std::size_t begin, std::size_t end,
           const std::string& file) {
    const auto copy_until = [&](std::size_t next) {
      result_.stretches.push_back({result_.utf8.size(), text::line_of(utf8, begin), file});
      result_.utf8.append(utf8, begin, next - begin);
    };
    struct Finder : pugi::xml_tree_walker {
      std::vector<pugi::xml_node> found;
      bool for_each(pugi::xml_node& node) override {
        if (std::string_view(node.name()) == "include") found.push_back(node);
        return true;
      }
    } finder;
    document.traverse(finder);
    for (const pugi::xml_node include : finder.found) {
      const auto name = static_cast<std::size_t>(include.offset_debug());
      const std::string place = (file.empty() ? "" : printable(file) + ": ") + "line " +
                                std::to_string(text::line_of(utf8, name)) + ": ";
      if (include.first_child())
        throw InputError(place + "<include> is not empty; expected <include file=\"...\"/>");
      copy_until(name - 1);
      add_file(include.attribute("file").value(), place);
      begin = behind_tag(utf8, name);
      if (utf8[begin - 2] != '/') begin = behind_tag(utf8, utf8.find("</", begin) + 2);
      if (result_.utf8.size() > largest_text_file)
        throw InputError(place + "the file is larger than " + std::to_string(largest_text_file >> 20) +
                         " MiB with its includes");
    }
    copy_until(end);
  }

  Text take() { return std::move(result_); }

 private:
  void add_file(const std::string& name, const std::string& place) {
    if (name.empty()) throw InputError(place + "<include> has no 'file'");
    if (!files_.insert(name).second)
      throw InputError(place + "the file " + in_quotes(name) + " is included twice; remove one <include>");
    std::string utf8;
    try {
      utf8 = utf8_text(read_text_file(folder_ / name));
      // All that is wrong with it is found here, so that messages name this file.
      pugi::xml_document document;
      const pugi::xml_parse_result parsed =
          document.load_buffer(utf8.data(), utf8.size(), parsing, pugi::encoding_utf8);
      const pugi::xml_node root = document.document_element();
      if (!parsed || !root || root.next_sibling())
        throw InputError(message_name(folder_ / name) + ": line " +
                         std::to_string(text::line_of(utf8, static_cast<std::size_t>(parsed.offset))) +
                         ": not well-formed XML with one root element");
      const std::string_view tag = root.name();
      if (tag != "mujoco" && tag != "mujocoinclude")
        throw InputError(message_name(folder_ / name) + ": the root element is " + xml::start_tag(root) +
                         "; expected <mujoco> or <mujocoinclude>");
      const std::size_t begin = behind_tag(utf8, static_cast<std::size_t>(root.offset_debug()));
      if (utf8[begin - 2] == '/') return;
      add(utf8, document, begin, utf8.rfind("</" + std::string(tag)), name);
    } catch (const InputError& error) {
      throw InputError(place + "<include>: " + error.what());
    }
  }

  std::filesystem::path folder_;
  std::set<std::string> files_;
  Text result_;
};

}  // namespace

Text with_includes(const std::string& utf8, const std::filesystem::path& folder) {
  pugi::xml_document document;
  // A text that is not XML is left to the reader's own messages.
  if (!document.load_buffer(utf8.data(), utf8.size(), parsing, pugi::encoding_utf8)) return {utf8, {}};
  Merger merger(folder);
  merger.add(utf8, document, 0, utf8.size(), "");
  return merger.take();
}

}  // namespace kintree::mjcf
