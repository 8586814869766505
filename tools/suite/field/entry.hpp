#pragma once

#include <string>

#include "kintree/problems/problem.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// Describes an entry of an answer: the joint of each index over coordinates, and the number of each other
/// index. Rows and columns count from 1, and 0 means that there is none. `output` is the index of the
/// quantity that contains the entry. Its name comes first if the problem has several.
std::string entry_name(const Case& c, Problem problem, int row, int column, std::size_t output = 0);

}  // namespace kintree::suite
