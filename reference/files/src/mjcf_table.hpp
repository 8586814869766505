// The table of the elements and attributes of MJCF.
#pragma once

#include "xml_rules.hpp"

namespace kintree::mjcf {

const xml::Table& table();

}  // namespace kintree::mjcf
