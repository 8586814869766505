// The shapes of trees: families, numberings, and the papers' trees from files.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/data/model.hpp"
#include "kintree/trees/random.hpp"

namespace kintree {

/// A tree without geometry. Index 0 is the base: its entries mean nothing.
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
};

struct FamilyInfo {
  Family family;
  std::string_view name;
  bool forest;  ///< may have several bodies on the base
  std::string_view description;
};

/// In the order of the enumerators. Those from mass_ratio on are hard: trees of any of the first eleven
/// families (but for long_chain and wide_star), made hard by hard.hpp.
inline constexpr std::array<FamilyInfo, 21> families{{
    {Family::complete, "complete", true,
     "uniform spanning tree of the complete graph (any labelled tree alike)"},
    {Family::grid, "grid", true, "uniform spanning tree of a near-square grid, its last row cut short"},
    {Family::erdos_renyi, "erdos_renyi", true, "uniform spanning tree of a sparse Erdos-Renyi graph"},
    {Family::small_world, "small_world", true, "uniform spanning tree of a Watts-Strogatz small-world graph"},
    {Family::power_law, "power_law", true, "uniform spanning tree of a graph with power-law degrees (hubs)"},
    {Family::recursive, "recursive", true,
     "random recursive tree: each body on any body before it (shallow)"},
    {Family::chain, "chain", false, "unbranched chain"},
    {Family::side_branches, "side_branches", false,
     "chain with a body hanging on each of its bodies (an odd body lengthens the chain) [Featherstone 2005, "
     "fig. 4a]"},
    {Family::balanced, "balanced", false,
     "balanced binary tree, its last level filled from one side [Featherstone 2005, fig. 4b]"},
    {Family::grid_minimal, "grid_minimal", false,
     "spanning tree of a square grid by shortest paths from a corner, its last rows cut short [Featherstone "
     "2005, fig. 4c]"},
    {Family::star, "star", false, "all other bodies on body 1"},
    {Family::shapes, "shapes", true, "every tree shape of up to 8 bodies: seeds 1 to 485 go through all"},
    {Family::mass_ratio, "mass_ratio", true,
     "masses and inertias over 1e-6 to 1e6, 1 in 4 over 1e-10 to 1e10, neighbours far apart"},
    {Family::massless, "massless", true,
     "massless links, also several in a row and on fixed joints, always with inertia beyond what moves"},
    {Family::thin, "thin", true, "rods and point masses on or near the joint axes"},
    {Family::long_chain, "long_chain", false, "nearly straight chain of equal links"},
    {Family::wide_star, "wide_star", true, "many children on one body or two, also at depth"},
    {Family::fast, "fast", true, "velocities up to 1e6"},
    {Family::far_origin, "far_origin", true,
     "base, link frames, centres of mass, positions or end-effectors 1e3 to 1e6 m off"},
    {Family::coincident_axes, "coincident_axes", true,
     "parallel and coincident joint axes, zero offsets, half of the states at zero"},
    {Family::one_kind, "one_kind", true, "all moving joints of one kind, the kinds take turns by seed"},
}};

/// Drawn shapes, moderate numbers: neither counted through nor hard.
inline constexpr std::span<const FamilyInfo> moderate_families =
    std::span(families).first<static_cast<std::size_t>(Family::shapes)>();

constexpr const FamilyInfo& info(Family family) {
  return families[static_cast<std::size_t>(family)];
}

constexpr std::optional<Family> family(std::string_view name) {
  for (const FamilyInfo& entry : families)
    if (entry.name == name) return entry.family;
  return std::nullopt;
}

/// A tree of the family with so many bodies: parents, in no particular numbering, node 0 the base. With
/// `forest` the base is a node of the graph as any other, so several bodies may hang on it; without, body 1
/// alone does. InputError for Family::shapes, whose seed picks the shape: shapes.hpp.
std::vector<int> draw_shape(Family family, int bodies, bool forest, Generator& generator);

enum class Numbering : std::uint8_t {
  depth_first,
  breadth_first,
  mixed,  ///< neither, wherever the tree has such a regular numbering: uniform among these
};

inline constexpr std::array<std::string_view, 3> numbering_names{"depth_first", "breadth_first", "mixed"};

/// Numbers the bodies anew: depth_first and breadth_first visit children in random order. The base stays 0.
std::vector<int> renumber(const std::vector<int>& parent, Numbering numbering, Generator& generator);

// Of regularly numbered trees:
bool is_depth_first(const std::vector<int>& parent);    ///< every subtree is numbered without a gap
bool is_breadth_first(const std::vector<int>& parent);  ///< parents never decrease

/// Whether the tree has a regular numbering that is neither depth-first nor breadth-first. All have but those
/// which are, from the base on, a path that ends in a number of leaves, or in a fork of one leaf and one path
/// of two bodies.
bool has_mixed_numbering(const std::vector<int>& parent);

/// Joint kinds for the tree, drawn from `kinds` (empty: all): fixed rarer than the others (1 in 16 of all
/// nine), 1 in 4 roots free if free is among them, and at least one joint that moves. InputError if none can.
std::vector<JointKind> draw_joints(const std::vector<int>& parent, const std::vector<JointKind>& kinds,
                                   Generator& generator);

/// A tree of the papers, read from JSON: {"name", "source", "parent": [the parents of bodies 1..N], "joints":
/// [their kinds]}; other keys are the reader's own. Without "joints" `topology.joints` is empty.
struct NamedTopology {
  std::string name;
  std::string source;
  Topology topology;
};

/// Throws InputError, naming file, element and reason.
NamedTopology read_topology(const std::filesystem::path& file);

}  // namespace kintree
