// The drawings of a robot's page, as SVG elements. Their classes are those of page/robot.html.
#pragma once

#include <string>
#include <vector>

#include "kintree/report/robot.hpp"

namespace kintree::report {

/// A line for each body, depth first, to the right of its parent. The area of a disc is in proportion to the mass.
std::string tree_list(const std::vector<RobotBody>& bodies);

/// The entries of H that are not zero because of the tree alone: those of coordinates on one way to the base.
struct Sparsity {
  std::vector<std::vector<bool>> is_nonzero;  ///< n x n
  double share = 0;                           ///< of the entries that are not zero
};
Sparsity sparsity_of(const std::vector<int>& expanded_parent);
std::string sparsity_drawing(const Sparsity& sparsity, const std::vector<std::string>& coordinates);

/// Digits in the worst state against operations, of the algorithms that have both: a disc in double, a ring in float. Empty
/// if there are fewer than two.
std::string digits_plot(const std::vector<RobotAlgorithm>& algorithms);

}  // namespace kintree::report
