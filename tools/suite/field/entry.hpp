#pragma once

#include <string>

#include "kintree/problems/problem.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// An entry of an answer in words: the joint of each index over coordinates, and the number of each other index. Rows and columns from 1;
/// 0: none. `output`: in which the entry is. Its name comes first if the problem has several.
std::string entry_name(const Case& c, Problem problem, int row, int column, std::size_t output = 0);

}  // namespace kintree::suite
