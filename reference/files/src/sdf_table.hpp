// The table of the elements and attributes of SDF.
#pragma once

#include "xml_rules.hpp"

namespace kintree::sdf {

const xml::Table& table();

}  // namespace kintree::sdf
