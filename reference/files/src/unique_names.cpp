#include "unique_names.hpp"

namespace kintree {

void UniqueNames::take(const xml::Source& source, pugi::xml_node node) {
  if (!node.attribute("name")) return;
  const auto [earlier, is_new] = places_.emplace(source.name(node), source.place(node));
  if (is_new) return;
  const std::string where = earlier->second.empty() ? "" : ", here and in " + earlier->second;
  source.fail(node, std::string("the name is used by two of <") + node.name() + ">" + where + "; rename one");
}

std::string UniqueNames::name_of(pugi::xml_node node, const std::string& otherwise) {
  const pugi::xml_attribute name = node.attribute("name");
  return name ? name.value() : free(otherwise);
}

std::string UniqueNames::free(const std::string& wanted) {
  std::string name = wanted;
  for (int k = 2; !places_.emplace(name, "").second; ++k) name = wanted + "_" + std::to_string(k);
  return name;
}

}  // namespace kintree
