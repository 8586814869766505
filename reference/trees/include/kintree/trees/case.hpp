// A case: a random tree with a random state, which its name, its seed and the options rebuild to the bit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kintree/data/case_id.hpp"
#include "kintree/data/model.hpp"
#include "kintree/trees/random_model.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree {

struct Case {
  CaseId id;
  Model model;
  State state;
};

struct CaseOptions {
  std::vector<JointKind> joints;       ///< to draw from; empty: all nine
  std::optional<Numbering> numbering;  ///< drawn if not set
  bool multi_root = true;              ///< 1 in 4 cases of the families that allow it is a forest on the base
  bool floating_base = false;          ///< the bodies on the base have free joints, whatever else is drawn
  StateOptions state;
};

/// A pure function of its arguments. 1 in 4 seeds has max_bodies bodies, the others 1 to max_bodies alike.
Case random_case(Family family, int max_bodies, std::uint64_t seed, const CaseOptions& options = {});

/// A tree of the papers, as numbered there, with random geometry, inertia and state; joint kinds are drawn
/// from the options where the tree states none.
Case topology_case(const NamedTopology& topology, std::uint64_t seed, const CaseOptions& options = {});
Case topology_case(const std::filesystem::path& file, std::uint64_t seed, const CaseOptions& options = {});

}  // namespace kintree
