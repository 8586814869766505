// Proofs for all small trees: every numbering, every choice of joint kinds, for all values of the parameters.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kintree/report/suite_quality.hpp"
#include "kintree/trees/case.hpp"
#include "kintree/trees/shapes.hpp"
#include "suite/cases/request.hpp"

namespace kintree::suite {

/// Trees of one number of bodies, up to which all are gone through: n! numberings times 9^n choices of joint kinds.
inline constexpr int most_proved_bodies = 5;

struct ProofChoice {
  PluginChoice plugins;
  int bodies = 4;                    ///< at most
  int shapes = most_counted_bodies;  ///< bodies of the shapes, at most
  std::uint64_t seed = 1;            ///< of the points
  int threads = 1;
};

/// The number of trees of 1 to `bodies` bodies.
std::uint64_t small_trees(int bodies);

/// Returns the tree of that index, the small ones first, with an end-effector on every body. Its parameters
/// are generic: no number is zero, no axis is a coordinate axis, and no two are parallel. So one point
/// decides for almost all values.
Case small_tree(std::uint64_t index, std::uint64_t seed);

/// Returns a case with the topology of `SmallTreesProof::first_wrong`, such as "0-free, 1-revolute": the parent of each
/// body, and the kind of its joint. Its parameters are generic.
Case tree_of(const std::string& first_wrong, Problem problem, std::uint64_t seed);

/// Returns a row for each plugin and problem: all those trees, and all shapes of up to `shapes` bodies with joint
/// kinds drawn at random, checked in the finite field. `goes_on`, if given, is called after each tree, on
/// any thread. Once it returns false, the trees that are left are not checked.
std::vector<report::SmallTreesProof> prove(const ProofChoice& choice,
                                           const std::function<bool()>& goes_on = {});
/// The same for the plugins and problems of a request instead of those of the choice.
std::vector<report::SmallTreesProof> prove(const Request& request, const ProofChoice& choice,
                                           const std::function<bool()>& goes_on = {});

/// Returns the number of trees that prove() checks.
std::uint64_t proof_size(const ProofChoice& choice);

}  // namespace kintree::suite
