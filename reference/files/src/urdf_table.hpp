// The table of the elements and attributes of URDF.
#pragma once

#include "xml_rules.hpp"

namespace kintree::urdf {

const xml::Table& table();

}  // namespace kintree::urdf
