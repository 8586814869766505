#include "kintree/trees/graph.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/erdos_renyi_generator.hpp>
#include <boost/graph/plod_generator.hpp>
#include <boost/graph/random_spanning_tree.hpp>
#include <boost/graph/small_world_generator.hpp>

namespace kintree {

namespace {

using Adjacency = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

Adjacency adjacency(const Graph& graph) {
  return Adjacency(graph.edges.begin(), graph.edges.end(), static_cast<std::size_t>(graph.nodes));
}

void add_edge(Graph& graph, std::size_t a, std::size_t b) {
  graph.edges.emplace_back(static_cast<int>(std::min(a, b)), static_cast<int>(std::max(a, b)));
}

void make_simple(Graph& graph) {
  std::sort(graph.edges.begin(), graph.edges.end());
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
}

void connect(Graph& graph, Generator& generator) {
  std::vector<int> component(static_cast<std::size_t>(graph.nodes));
  const int count = boost::connected_components(adjacency(graph), component.data());
  std::vector<std::vector<std::size_t>> members(static_cast<std::size_t>(count));
  for (std::size_t node = 0; node < component.size(); ++node)
    members[static_cast<std::size_t>(component[node])].push_back(node);
  shuffle(generator, members);
  std::vector<std::size_t> connected;
  for (const std::vector<std::size_t>& part : members) {
    if (!connected.empty()) {
      const std::size_t from = pick(generator, connected);
      add_edge(graph, from, pick(generator, part));
    }
    connected.insert(connected.end(), part.begin(), part.end());
  }
}

template <class Iterator>
Graph generated_graph(int nodes, Iterator edge, Generator& generator) {
  Graph graph{nodes, {}};
  for (; edge != Iterator(); ++edge) add_edge(graph, edge->first, edge->second);
  make_simple(graph);
  connect(graph, generator);
  make_simple(graph);
  return graph;
}

}  // namespace

Graph complete_graph(int nodes) {
  Graph graph{nodes, {}};
  for (int a = 0; a < nodes; ++a)
    for (int b = a + 1; b < nodes; ++b) graph.edges.emplace_back(a, b);
  return graph;
}

Graph grid_graph(int nodes) {
  int columns = 1;
  while (columns * columns < nodes) ++columns;
  Graph graph{nodes, {}};
  for (int a = 0; a < nodes; ++a) {
    if ((a + 1) % columns != 0 && a + 1 < nodes) graph.edges.emplace_back(a, a + 1);
    if (a + columns < nodes) graph.edges.emplace_back(a, a + columns);
  }
  return graph;
}

Graph erdos_renyi_graph(int nodes, Generator& generator) {
  if (nodes < 2) return complete_graph(nodes);
  const auto count = static_cast<std::size_t>(nodes);
  return generated_graph(
      nodes, boost::erdos_renyi_iterator<Generator, Adjacency>(generator, count, 3 * count / 2), generator);
}

Graph small_world_graph(int nodes, Generator& generator) {
  if (nodes < 6) return complete_graph(nodes);  // all nodes are neighbours
  const auto count = static_cast<std::size_t>(nodes);
  return generated_graph(nodes, boost::small_world_iterator<Generator, Adjacency>(generator, count, 4, 0.2),
                         generator);
}

Graph power_law_graph(int nodes, Generator& generator) {
  if (nodes < 2) return complete_graph(nodes);
  // A degree is the integer part of beta / x with x uniform in 1..nodes-1; the 1/2 keeps the quotient away
  // from integers.
  const auto count = static_cast<std::size_t>(nodes);
  const double alpha = 1, beta = nodes + 0.5;
  return generated_graph(nodes, boost::plod_iterator<Generator, Adjacency>(generator, count, alpha, beta),
                         generator);
}

std::vector<int> uniform_spanning_tree(const Graph& graph, int root, Generator& generator) {
  const Adjacency nodes = adjacency(graph);
  const auto count = static_cast<std::size_t>(graph.nodes);
  std::vector<std::size_t> predecessor(count);
  std::vector<boost::default_color_type> color(count);
  boost::random_spanning_tree(nodes, generator, static_cast<std::size_t>(root), predecessor.data(),
                              boost::static_property_map<double>(1.0), color.data());
  std::vector<int> result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = static_cast<int>(i) == root ? -1 : static_cast<int>(predecessor[i]);
  return result;
}

}  // namespace kintree
