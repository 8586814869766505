// Mistakes whose answers are computed, not listed in files: those with one unknown number, those of recursions over the bodies,
// coordinates in another order, and lost precision. Each is fitted to all answers of a program at once.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kintree/trees/case.hpp"
#include "suite/vectors/wrong_answers.hpp"
#include "suite/verification/fitted_mistake.hpp"

namespace kintree::suite::mistakes {

/// Widened exactly, and rounded.
template <class T>
Eigen::Matrix<T, Eigen::Dynamic, 1> widened(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size())).template cast<T>();
}
template <class Derived>
Values rounded(const Eigen::MatrixBase<Derived>& x) {
  return x.template cast<double>();
}

/// One answer of a program, and the tolerance of a right one.
struct Observation {
  std::string id;  ///< of the case, for messages
  const Case* c = nullptr;
  Problem problem{};
  Values answered;   ///< no size: the program gave no answer
  Values exact;      ///< rounded
  Values tolerance;  ///< by entry
  double loss = 0;   ///< the loss that any answer may have, relative to its largest entry

  /// Returns whether the program's answer is x, an answer that a mistake gives. The tolerance grows as x does.
  bool is(const Values& x) const { return is(x, tolerance); }
  /// The same with the tolerances of other entries.
  bool is(const Values& x, const Values& tolerances) const { return misfit(x, tolerances) <= 1; }
  /// Returns whether the answer is not the right one.
  bool is_wrong() const { return !is(exact); }
  /// The largest difference of an entry from x, as a multiple of the allowed difference; infinite if an entry is missing.
  double misfit(const Values& x, const Values& tolerances) const;
  /// The allowed difference of each entry from x.
  Values allowed(const Values& x, const Values& tolerances) const;
};

/// A mistake that has answers to all cases.
struct ComputedMistake {
  std::string name;
  std::string description;  ///< a clause that follows "it looks as if"; {} stands for the number
  /// Returns the answer of an implementation with the mistake, which is not finite if it divides by zero.
  /// Returns nothing if the mistake does not concern the problem. Pure.
  using Answer = std::function<std::optional<Values>(const Case&, Problem, double number)>;
  Answer answer;  ///< computed with 50 digits, and rounded
  Answer rough;   ///< computed in double, to skip mistakes that are far from the answer
  /// The number that changes no answer or, if there is none, one that is not far off.
  double sound = 0;
  bool is_linear = true;  ///< answers to all problems but forward dynamics are linear in the number
  ProblemSet changed = ProblemSet::all();  ///< the problems whose answers it may change
};

/// Armature, damping, gravity, units and other mistakes with one unknown number.
const std::vector<ComputedMistake>& mistakes_with_a_number();

/// Recursions that take another body for the parent, or omit terms of other children. Without a number.
std::vector<ComputedMistake> mistakes_of_recursions();

/// Derivatives and Coriolis matrices by sweeps with a wrong term, and right answers taken for others: in other axes, transposed. Without a
/// number.
std::vector<ComputedMistake> mistakes_of_sweeps();
std::vector<ComputedMistake> mistakes_of_outputs();
/// The inertias of all bodies are read in the order of another format. Without a number.
std::vector<ComputedMistake> mistakes_of_inertia_orders();

/// All mistakes without a number.
const std::vector<ComputedMistake>& mistakes_without_a_number();

/// The mistake, if it explains all observations, and one is wrong.
std::optional<FittedMistake> explained_without_a_number(const ComputedMistake& mistake,
                                                        const std::vector<Observation>& observations);

/// Returns the number with which the mistake explains all observations: the shortest decimal that does.
/// Returns nothing if no number does, or if the observations determine less than half of its digits. A
/// mistake that changes little does not explain a wrong formula that changes as little.
std::optional<FittedMistake> fitted(const ComputedMistake& mistake,
                                    const std::vector<Observation>& observations);

/// The coordinates are in another order, in the answers alone or in the state too. For each case there is an
/// order that explains all answers to it.
std::vector<FittedMistake> orders(const std::vector<Observation>& observations);

/// The answers are right, but rounded: to single precision, or to so many decimal digits or places.
std::vector<FittedMistake> roundings(const std::vector<Observation>& observations);

/// Returns all mistakes of the simplest kind that explain the observations. Mistakes without a number are simpler than those with
/// one, are found from at least two observations, and roundings come last. They are looked for within the tolerances, and, where that finds none, with every answer allowed to lose `loss`, as a
/// plugin may that promises no more digits. None where no observation is wrong.
std::vector<FittedMistake> computed_explanations(std::vector<Observation> observations, double loss);

}  // namespace kintree::suite::mistakes
