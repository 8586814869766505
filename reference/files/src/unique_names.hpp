// Names of a file, and generated names that differ from them.
#pragma once

#include <string>
#include <unordered_map>

#include "xml_source.hpp"

namespace kintree {

class UniqueNames {
 public:
  void take(const std::string& name) { places_.emplace(name, ""); }

  /// Takes the attribute `name` of an element, if it is there. Throws InputError if it is empty, or taken.
  void take(const xml::Source& source, pugi::xml_node node);

  /// The attribute `name` of an element, or `otherwise`, made free.
  std::string name_of(pugi::xml_node node, const std::string& otherwise);

  /// The name, or name_2, name_3... if others have it; it is taken from now on.
  std::string free(const std::string& wanted);

 private:
  std::unordered_map<std::string, std::string> places_;
};

}  // namespace kintree
