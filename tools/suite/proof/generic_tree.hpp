// Trees for proofs, whose parameters are generic.
#pragma once

#include "kintree/trees/case.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree::suite {

/// A case with this tree: nothing is zero, no axis is a coordinate axis, and nothing is parallel. It has an end-effector and a constraint on
/// each body, and in half of the cases a joint that follows another.
Case generic(const Topology& topology, std::uint64_t index, std::uint64_t seed);

/// The same for problems that need independent rows, with fewer end-effectors and constraints. `seed`: of the point.
Case with_independent_rows(Case c, std::uint64_t seed);

}  // namespace kintree::suite
