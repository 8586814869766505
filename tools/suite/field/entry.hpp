#pragma once

#include <string>

#include "kintree/problems/problem.hpp"
#include "kintree/trees/case.hpp"

namespace kintree::suite {

/// An entry of an answer in words: its joint, or two of them, or row and column of an inverse OSIM, or joint and column of J-bar.
/// Rows and columns from 1; 0: none.
std::string entry_name(const Case& c, Problem problem, int row, int column);

}  // namespace kintree::suite
