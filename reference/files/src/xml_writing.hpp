// Functions that the writers of robots as XML share.
#pragma once

#include <pugixml.hpp>
#include <string>

#include <vector>

#include "kintree/model/model.hpp"

namespace kintree::xml {

std::string text_of(const Triple& numbers);
std::string text_of(const Quadruple& numbers);
std::string text_of(const std::vector<double>& numbers);

/// True if there is nothing to write: every number is +0.
bool all_zero_bits(const Triple& numbers);
bool all_zero_bits(const Placement& placement);
bool all_zero_bits(const Inertial& inertial);

/// Adds the attribute `name`. Throws InputError if XML does not have its characters.
void append_name(pugi::xml_node node, const std::string& name);

bool numbered_depth_first(const Model& model);

/// The document with its declaration, in UTF-8.
std::string text_of(pugi::xml_document& document);

}  // namespace kintree::xml
