#include "xml_encoding.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <optional>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"

namespace kintree {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view remedy = "; save the file as UTF-8";

struct Signature {
  std::string_view bytes;
  const char* encoding;
};

/// Byte order marks, and '<' in UTF-16 without one (XML 1.0, appendix F).
constexpr std::array signatures{
    Signature{"\xff\xfe\0\0"sv, "UTF-32LE"}, Signature{"\0\0\xfe\xff"sv, "UTF-32BE"},
    Signature{"\xff\xfe"sv, "UTF-16LE"},     Signature{"\xfe\xff"sv, "UTF-16BE"},
    Signature{"\xef\xbb\xbf"sv, "UTF-8"},    Signature{"<\0"sv, "UTF-16LE"},
    Signature{"\0<"sv, "UTF-16BE"}};

bool is_name_character(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '-';
}

/// The encoding that an XML declaration states.
std::optional<std::string> declared_encoding(std::string_view document) {
  if (!document.starts_with("<?xml")) return std::nullopt;
  const std::string_view declaration = document.substr(0, document.find("?>"));
  const std::size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t quote = declaration.find_first_of("\"'", at);
  if (quote == std::string_view::npos) return std::nullopt;
  const std::string_view value = declaration.substr(quote + 1);
  const std::string_view name = value.substr(0, value.find(declaration[quote]));
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_name_character))
    throw InputError("line 1: the declared encoding " + in_quotes(name) + " is no name of an encoding" +
                     std::string(remedy));
  return std::string(name);
}

std::string converted(std::string& document, const std::string& encoding) {
  const auto close = [](void* descriptor) { ::iconv_close(descriptor); };
  const iconv_t opened = ::iconv_open("UTF-8", encoding.c_str());
  if (opened == reinterpret_cast<iconv_t>(-1))  // NOLINT: as iconv_open() is defined
    throw InputError("line 1: the declared encoding " + in_quotes(encoding) + " is not known" +
                     std::string(remedy));
  const std::unique_ptr<void, decltype(close)> descriptor(opened, close);
  std::string result;
  std::array<char, 1 << 16> buffer{};
  char* in = document.data();
  std::size_t left = document.size();
  while (true) {
    char* out = buffer.data();
    std::size_t room = buffer.size();
    const bool at_end = left == 0;
    const std::size_t status = ::iconv(descriptor.get(), at_end ? nullptr : &in, &left, &out, &room);
    result.append(buffer.data(), out);
    if (status != static_cast<std::size_t>(-1) && at_end) return result;
    if (status == static_cast<std::size_t>(-1) && errno != E2BIG)
      throw InputError("line " + std::to_string(1 + std::count(result.begin(), result.end(), '\n')) +
                       ": bytes that are not " + encoding + std::string(remedy));
  }
}

}  // namespace

std::string utf8_text(std::string&& document) {
  for (const auto& [bytes, encoding] : signatures)
    if (document.starts_with(bytes)) {
      if (encoding == "UTF-8"sv) return std::move(document);
      std::string text = converted(document, encoding);
      if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
      return text;
    }
  const std::optional<std::string> declared = declared_encoding(document);
  if (!declared) return std::move(document);
  std::string name = *declared;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  if (name == "UTF-8" || name == "UTF8" || name == "US-ASCII" || name == "ASCII") return std::move(document);
  if (name.starts_with("UTF-16") || name.starts_with("UTF-32") || name.starts_with("UCS"))
    throw InputError("line 1: the file declares the encoding " + in_quotes(*declared) +
                     ", but has one byte for a character; declare its encoding, or save it as UTF-8");
  return converted(document, *declared);
}

}  // namespace kintree
