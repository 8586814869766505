#include <cmath>

#include "kintree/report/robot.hpp"

namespace kintree::report {
namespace {

double tenth_of_digits(const RobotAlgorithm& a) {
  return std::round(10 * a.in_double.fewest);
}

template <class Better>
const RobotAlgorithm* best(const RobotStudy& study, Problem problem, Better&& better) {
  const RobotAlgorithm* found = nullptr;
  for (const RobotAlgorithm& a : study.algorithms)
    if (a.problem == problem && a.is_usable() && (found == nullptr || better(a, *found))) found = &a;
  return found;
}

/// Unknown operations count as more than any.
bool is_cheaper(const RobotAlgorithm& a, const RobotAlgorithm& b) {
  return a.operations && (!b.operations || *a.operations < *b.operations);
}

}  // namespace

const RobotAlgorithm* cheapest(const RobotStudy& study, Problem problem) {
  return best(study, problem, is_cheaper);
}

const RobotAlgorithm* most_accurate(const RobotStudy& study, Problem problem) {
  return best(study, problem, [](const RobotAlgorithm& a, const RobotAlgorithm& b) {
    return tenth_of_digits(a) > tenth_of_digits(b) ||
           (tenth_of_digits(a) == tenth_of_digits(b) && is_cheaper(a, b));
  });
}

}  // namespace kintree::report
