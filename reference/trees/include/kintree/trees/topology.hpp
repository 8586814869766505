// The shapes of trees: families, numberings, and the trees of the papers, read from files.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/model/model.hpp"
#include "kintree/trees/random.hpp"

namespace kintree {

/// A tree without geometry. Index 0 is the base, whose entries are ignored.
struct Topology {
  std::vector<int> parent{0};
  std::vector<JointKind> joints{JointKind::fixed};

  int body_count() const { return static_cast<int>(parent.size()) - 1; }
};

enum class Family : std::uint8_t {
  complete,
  grid,
  erdos_renyi,
  small_world,
  power_law,
  recursive,
  chain,
  side_branches,
  balanced,
  grid_minimal,
  star,
  shapes,
  mass_ratio,
  massless,
  thin,
  long_chain,
  wide_star,
  fast,
  far_origin,
  coincident_axes,
  one_kind,
  tiny_bodies,
  contacts,
  loops,
  gears,
  mechanisms,
  rotors,
};

struct FamilyInfo {
  Family family;
  std::string_view name;
  bool forest;  ///< may have several bodies on the base
  std::string_view description;
};

/// In the order of the enumerators. From mass_ratio to tiny_bodies the families are hard: except for long_chain and
/// wide_star, their shapes are those of the first eleven families, and their numbers are made hard by
/// hard.hpp. Contacts, loops and gears have constraints (constrained.hpp), and so have mechanisms (mechanisms.hpp).
inline constexpr std::array<FamilyInfo, 27> families{{
    {Family::complete, "complete", true,
     "uniform spanning tree of the complete graph (all labelled trees equally likely)"},
    {Family::grid, "grid", true,
     "uniform spanning tree of a near-square grid, whose last row may be shorter"},
    {Family::erdos_renyi, "erdos_renyi", true, "uniform spanning tree of a sparse Erdos-Renyi graph"},
    {Family::small_world, "small_world", true, "uniform spanning tree of a Watts-Strogatz small-world graph"},
    {Family::power_law, "power_law", true, "uniform spanning tree of a graph with power-law degrees (hubs)"},
    {Family::recursive, "recursive", true,
     "random recursive tree: the parent of each body is any earlier body (shallow)"},
    {Family::chain, "chain", false, "unbranched chain"},
    {Family::side_branches, "side_branches", false,
     "chain with a side branch of one body on each body (an odd body lengthens the chain) [Featherstone "
     "2005, "
     "fig. 4a]"},
    {Family::balanced, "balanced", false,
     "balanced binary tree, its last level filled from one side [Featherstone 2005, fig. 4b]"},
    {Family::grid_minimal, "grid_minimal", false,
     "tree of shortest paths from a corner of a square grid, whose last rows may be shorter [Featherstone "
     "2005, fig. 4c]"},
    {Family::star, "star", false, "body 1 is the parent of all others"},
    {Family::shapes, "shapes", true, "every tree shape of up to 8 bodies, one for each seed from 1 to 485"},
    {Family::mass_ratio, "mass_ratio", true,
     "masses and inertias scaled by 1e-6 to 1e6, in 1 of 4 models by 1e-10 to 1e10"},
    {Family::massless, "massless", true,
     "massless links, also in series and on fixed joints; every moving joint carries inertia"},
    {Family::thin, "thin", true, "rods and point masses on or near the joint axes"},
    {Family::long_chain, "long_chain", false, "almost straight chain of equal links"},
    {Family::wide_star, "wide_star", true, "one or two bodies with many children, also far from the base"},
    {Family::fast, "fast", true, "velocities up to 1e6"},
    {Family::far_origin, "far_origin", true,
     "base, link frames, centres of mass, positions or end-effectors 1e3 to 1e6 m away"},
    {Family::coincident_axes, "coincident_axes", true,
     "parallel and coincident joint axes, zero offsets; in half of the states q is zero"},
    {Family::one_kind, "one_kind", true, "all moving joints of one kind, which depends on the seed"},
    {Family::tiny_bodies, "tiny_bodies", true,
     "sensor frames of 1e-16 to 1e-9 kg on fixed joints, and dummy links of 1e-6 to 1e-3 kg that move"},
    {Family::contacts, "contacts", true, "moderate numbers; links without children touch the ground"},
    {Family::loops, "loops", true, "moderate numbers; constraints join links of different branches"},
    {Family::gears, "gears", true, "moderate numbers; joints follow others, with ratios up to 1000"},
    {Family::mechanisms, "mechanisms", true,
     "planar linkages, and platforms on legs: loops that machines have"},
    {Family::rotors, "rotors", true, "moderate numbers; joints with armature"},
}};

/// The families whose shapes are drawn at random (not enumerated) and whose numbers are moderate (not hard).
inline constexpr std::span<const FamilyInfo> moderate_families =
    std::span(families).first<static_cast<std::size_t>(Family::shapes)>();

constexpr const FamilyInfo& info(Family family) {
  return families[static_cast<std::size_t>(family)];
}

/// True if the family is made to be hard.
constexpr bool is_hard(Family family) {
  return family >= Family::mass_ratio && family <= Family::tiny_bodies;
}

/// True if cases of the family have constraints.
constexpr bool has_constraints(Family family) {
  return family >= Family::contacts && family <= Family::mechanisms;
}

constexpr std::optional<Family> family(std::string_view name) {
  for (const FamilyInfo& entry : families)
    if (entry.name == name) return entry.family;
  return std::nullopt;
}

/// A tree of the family with this number of bodies, as an array of parents in no particular numbering; node 0
/// is the base. With `forest`, the base is a node of the graph like any other, so that several bodies may be
/// on it; otherwise only body 1 is. Throws InputError for Family::shapes, whose shapes are chosen by the seed
/// (shapes.hpp).
std::vector<int> draw_shape(Family family, int bodies, bool forest, Generator& generator);

enum class Numbering : std::uint8_t {
  depth_first,
  breadth_first,
  mixed,  ///< regular, but neither of these two, uniformly drawn; if the tree has no such numbering, any
};

inline constexpr std::array<std::string_view, 3> numbering_names{"depth_first", "breadth_first", "mixed"};

/// The tree in another numbering; depth_first and breadth_first visit the children in random order. The base
/// stays 0.
std::vector<int> renumber(const std::vector<int>& parent, Numbering numbering, Generator& generator);

/// The nodes in such a numbering, the base first, and the tree in which each has its place in the order as number.
std::vector<int> numbering_order(const std::vector<int>& parent, Numbering numbering, Generator& generator);
std::vector<int> relabelled(const std::vector<int>& parent, const std::vector<int>& order);

// Properties of regularly numbered trees:
bool is_depth_first(const std::vector<int>& parent);    ///< every subtree has consecutive numbers
bool is_breadth_first(const std::vector<int>& parent);  ///< parents never decrease

/// True if the tree has a regular numbering that is neither depth first nor breadth first. All trees have
/// one, except for a path from the base that ends in any number of leaves, or in a fork of one leaf and a
/// path of two bodies.
bool has_mixed_numbering(const std::vector<int>& parent);

/// Joint kinds for the tree, drawn from `kinds` (empty: all). Fixed is drawn less often than the others (1 in
/// 16 of all nine), 1 in 4 roots is free if free is among the kinds, and at least one joint moves. Throws
/// InputError if none can.
std::vector<JointKind> draw_joints(const std::vector<int>& parent, const std::vector<JointKind>& kinds,
                                   Generator& generator);

/// A tree of the papers, read from JSON with the keys `name`, `source`, `parent` (the parents of bodies 1..N)
/// and `joints` (their kinds). Other keys are ignored. Without "joints", `topology.joints` is empty.
struct NamedTopology {
  std::string name;
  std::string source;
  Topology topology;
};

/// Throws InputError, naming file, element and reason.
NamedTopology read_topology(const std::filesystem::path& file);

}  // namespace kintree
