// A case: a random tree in a random state. Its family, its seed and the options rebuild it to the bit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kintree/model/case_id.hpp"
#include "kintree/model/model.hpp"
#include "kintree/trees/random_model.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree {

struct Case {
  CaseId id;
  Model model;
  State state;
};

struct CaseOptions {
  std::vector<JointKind> joints;       ///< the kinds to draw from; all nine if empty
  std::optional<Numbering> numbering;  ///< drawn at random if empty
  bool multi_root = true;      ///< let 1 in 4 cases be a forest on the base, in families that allow it
  bool floating_base = false;  ///< all bodies on the base have free joints
  StateOptions state;
};

/// A pure function of its arguments. 1 in 4 cases has max_bodies bodies; in the others the number is uniform
/// in 1..max_bodies. Throws InputError if max_bodies < 1, or if no joint could move.
Case random_case(Family family, int max_bodies, std::uint64_t seed, const CaseOptions& options = {});

/// A tree of the papers in its own numbering, with random geometry, inertia and state. Where the tree states
/// no joint kinds, they are drawn from those of the options. Throws InputError as read_topology does.
Case topology_case(const NamedTopology& topology, std::uint64_t seed, const CaseOptions& options = {});
Case topology_case(const std::filesystem::path& file, std::uint64_t seed, const CaseOptions& options = {});

}  // namespace kintree
