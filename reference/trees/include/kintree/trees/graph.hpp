// Random graphs and their uniform spanning trees, through Boost.Graph.
#pragma once

#include <utility>
#include <vector>

#include "kintree/trees/random.hpp"

namespace kintree {

/// A simple undirected graph with nodes 0..nodes-1.
struct Graph {
  int nodes = 0;
  std::vector<std::pair<int, int>> edges;  ///< each once, the smaller node first, sorted
};

Graph complete_graph(int nodes);

/// Rows of ceil(sqrt(nodes)) nodes, numbered along the rows; the last row is cut short to fit.
Graph grid_graph(int nodes);

// Connected: where the generator leaves several components, each of the others gets one random edge to those
// before it.
Graph erdos_renyi_graph(int nodes,
                        Generator& generator);  ///< 3/2 nodes edges drawn, a repeated one counts once
Graph small_world_graph(int nodes,
                        Generator& generator);  ///< Watts-Strogatz, 4 neighbours, 1 in 5 edges rewired
Graph power_law_graph(int nodes, Generator& generator);  ///< P(degree >= d) ~ 1/d

/// A uniformly drawn spanning tree of a connected graph, by Wilson's algorithm: the predecessor of each node
/// on its way to the root, -1 at the root.
std::vector<int> uniform_spanning_tree(const Graph& graph, int root, Generator& generator);

}  // namespace kintree
