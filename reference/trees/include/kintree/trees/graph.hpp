// Random graphs and their uniform spanning trees, through Boost.Graph.
#pragma once

#include <utility>
#include <vector>

#include "kintree/trees/random.hpp"

namespace kintree {

/// A simple undirected graph with nodes 0..nodes-1.
struct Graph {
  int nodes = 0;
  std::vector<std::pair<int, int>> edges;  ///< each edge once, its smaller node first, in ascending order
};

Graph complete_graph(int nodes);

/// Rows of ceil(sqrt(nodes)) nodes, numbered along the rows. The last row may be shorter.
Graph grid_graph(int nodes);

// The following graphs are connected. If several components were drawn, each but the first is joined to those
// before it by one random edge.

/// Draws 3/2 `nodes` edges; one that is drawn again counts once.
Graph erdos_renyi_graph(int nodes, Generator& generator);
/// A Watts-Strogatz graph: 4 neighbours, 1 in 5 edges rewired.
Graph small_world_graph(int nodes, Generator& generator);
/// P(degree >= d) ~ 1/d.
Graph power_law_graph(int nodes, Generator& generator);

/// A uniform random spanning tree of a connected graph, by Wilson's algorithm. Returns for each node the next
/// node on the path to the root, and -1 for the root.
std::vector<int> uniform_spanning_tree(const Graph& graph, int root, Generator& generator);

}  // namespace kintree
