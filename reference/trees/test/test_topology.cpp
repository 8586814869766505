#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

#include "chi_square.hpp"
#include "kintree/model/error.hpp"
#include "kintree/trees/graph.hpp"
#include "kintree/trees/topology.hpp"

namespace kintree {

namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// The sum of d(d - 1)/2 over the bodies with d = depth, and of d - 1: D2 and D1 of Featherstone 2005.
std::pair<int, int> cost_numbers(const std::vector<int>& parent) {
  int D1 = 0, D2 = 0;
  std::vector<int> depth(parent.size(), 0);
  for (std::size_t i = 1; i < parent.size(); ++i) {
    depth[i] = depth[at(parent[i])] + 1;
    D1 += depth[i] - 1;
    D2 += depth[i] * (depth[i] - 1) / 2;
  }
  return {D1, D2};
}

std::vector<int> regular_shape(Family family, int bodies, std::uint64_t seed = 1) {
  Generator generator = make_generator({seed});
  const std::vector<int> shape = draw_shape(family, bodies, false, generator);
  return renumber(shape, Numbering::mixed, generator);
}

int children(const std::vector<int>& parent, int node) {
  return static_cast<int>(std::count(parent.begin() + 1, parent.end(), node));
}

bool is_connected(const Graph& graph) {
  std::vector<int> component(at(graph.nodes));
  std::iota(component.begin(), component.end(), 0);
  for (const auto& [a, b] : graph.edges) {
    const int from = component[at(a)], to = component[at(b)];
    std::replace(component.begin(), component.end(), from, to);
  }
  return std::count(component.begin(), component.end(), component[0]) == graph.nodes;
}

bool is_simple(const Graph& graph) {
  const std::set<std::pair<int, int>> distinct(graph.edges.begin(), graph.edges.end());
  return distinct.size() == graph.edges.size() &&
         std::all_of(distinct.begin(), distinct.end(), [&](const auto& edge) {
           return 0 <= edge.first && edge.first < edge.second && edge.second < graph.nodes;
         });
}

int highest_degree(const Graph& graph) {
  std::vector<int> degree(at(graph.nodes), 0);
  for (const auto& [a, b] : graph.edges) ++degree[at(a)], ++degree[at(b)];
  return *std::max_element(degree.begin(), degree.end());
}

// The edges of a tree on the graph's nodes, as sorted pairs.
std::vector<std::pair<int, int>> edges_of(const std::vector<int>& predecessor) {
  std::vector<std::pair<int, int>> edges;
  for (int node = 0; node < static_cast<int>(predecessor.size()); ++node)
    if (predecessor[at(node)] >= 0) edges.push_back(std::minmax({node, predecessor[at(node)]}));
  std::sort(edges.begin(), edges.end());
  return edges;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(topology)

BOOST_AUTO_TEST_CASE(families_are_named) {
  for (std::size_t k = 0; k < families.size(); ++k) {
    BOOST_TEST(static_cast<std::size_t>(families[k].family) == k);
    BOOST_TEST((family(families[k].name) == families[k].family));
    BOOST_TEST(!families[k].description.empty());
  }
  BOOST_TEST(!family("no such family").has_value());
}

BOOST_AUTO_TEST_CASE(every_family_gives_trees_of_every_size) {
  for (const FamilyInfo& entry : families) {
    if (entry.family == Family::shapes) continue;  // counted through: see test_shapes.cpp
    int forests = 0;
    for (int bodies = 1; bodies <= 40; ++bodies)
      for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const bool forest = seed % 2 == 1;
        Generator generator = make_generator({seed, word(entry.name)});
        const std::vector<int> shape = draw_shape(entry.family, bodies, forest, generator);
        BOOST_REQUIRE(shape.size() == at(bodies) + 1);
        BOOST_REQUIRE(shape[0] == 0);
        for (const Numbering numbering :
             {Numbering::depth_first, Numbering::breadth_first, Numbering::mixed}) {
          const std::vector<int> parent = renumber(shape, numbering, generator);
          BOOST_REQUIRE(parent.size() == at(bodies) + 1);
          BOOST_REQUIRE(parent[0] == 0);
          for (int i = 1; i <= bodies; ++i) BOOST_REQUIRE((0 <= parent[at(i)] && parent[at(i)] < i));
          // A numbering keeps the shape: the number of nodes with each number of children.
          std::multiset<int> before, after;
          for (int i = 0; i <= bodies; ++i)
            before.insert(children(shape, i)), after.insert(children(parent, i));
          BOOST_REQUIRE((before == after));
        }
        const int roots = children(shape, 0);
        if (!forest) BOOST_REQUIRE(roots == 1);
        forests += roots > 1;
      }
    BOOST_TEST((forests > 0) == entry.forest, entry.name << ": " << forests << " forests");
  }
  Generator generator = make_generator({0});
  const auto says = [](const std::string& message) {
    return [message](const InputError& error) { return error.what() == message; };
  };
  BOOST_CHECK_EXCEPTION(draw_shape(Family::chain, 0, false, generator), InputError,
                        says("trees: at least 1 body is needed, not 0"));
  BOOST_CHECK_EXCEPTION(draw_shape(Family::shapes, 5, false, generator), InputError,
                        says("trees: shapes are enumerated, not drawn"));
}

BOOST_AUTO_TEST_CASE(the_papers_families_have_the_papers_costs) {  // Featherstone 2005, Table 2
  using Pair = std::pair<int, int>;
  for (int m = 1; m <= 6; ++m) {
    const int n = 2 * m, grid = m * m;
    BOOST_TEST((cost_numbers(regular_shape(Family::chain, n)) == Pair((n * n - n) / 2, (n * n * n - n) / 6)));
    BOOST_TEST((cost_numbers(regular_shape(Family::side_branches, n)) ==
                Pair(m * m, (2 * m * m * m + 3 * m * m + m) / 6)));
    int D1 = 0, D2 = 0;
    for (int i = 1; i < m; ++i) D1 += i << i, D2 += i * (i + 1) << (i - 1);
    BOOST_TEST((cost_numbers(regular_shape(Family::balanced, (1 << m) - 1)) == Pair(D1, D2)));
    const Pair grid_cost(m * m * m - m * m, (7 * grid * grid - 6 * m * grid - grid) / 12);
    for (std::uint64_t seed = 0; seed < 5; ++seed)
      BOOST_TEST((cost_numbers(regular_shape(Family::grid_minimal, grid, seed)) == grid_cost));
  }
  Generator generator = make_generator({1});
  const std::vector<int> grid = draw_shape(Family::grid_minimal, 36, false, generator);
  BOOST_TEST((grid != draw_shape(Family::grid_minimal, 36, false, generator)));
  BOOST_TEST((cost_numbers(regular_shape(Family::star, 30)) == Pair(29, 29)));
  for (int bodies = 2; bodies <= 40; ++bodies) {
    const std::vector<int> balanced = regular_shape(Family::balanced, bodies);
    for (int i = 1; i <= bodies; ++i) BOOST_REQUIRE(children(balanced, i) <= 2);
  }
}

BOOST_AUTO_TEST_CASE(hard_families_draw_shapes_of_all_others) {
  constexpr int bodies = 30, seeds = 400;
  int chains = 0, stars = 0, forests = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Generator generator = make_generator({seed});
    const std::vector<int> parent =
        renumber(draw_shape(Family::fast, bodies, true, generator), Numbering::mixed, generator);
    chains += cost_numbers(parent).first == bodies * (bodies - 1) / 2;
    stars += children(parent, 1) == bodies - 1;
    forests += children(parent, 0) > 1;
    BOOST_REQUIRE(cost_numbers(draw_shape(Family::long_chain, bodies, true, generator)).first ==
                  bodies * (bodies - 1) / 2);
  }
  for (const int count : {chains, stars}) BOOST_TEST((12 < count && count < 80), count);  // 36 of 400
  BOOST_TEST((100 < forests && forests < 300), forests);
  // The complete graph is never drawn if it is too large, and rejected if it is requested.
  Generator generator = make_generator({8});
  BOOST_CHECK_NO_THROW(draw_shape(Family::complete, 3000, false, generator));
  for (const auto& [bodies, forest] : {std::pair{3001, false}, {3000, true}})
    BOOST_CHECK_EXCEPTION(
        draw_shape(Family::complete, bodies, forest, generator), InputError, [](const InputError& error) {
          return std::string(error.what()) ==
                 "trees: the complete graph of 3001 nodes is too large (at most 3000); use another family";
        });
  for (int k = 0; k < 30; ++k) BOOST_CHECK_NO_THROW(draw_shape(Family::thin, 3001, true, generator));

  int at_the_base = 0, deep = 0, two = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::vector<int> parent = regular_shape(Family::wide_star, bodies, seed);
    std::multiset<int> fans;
    int hub = 1;
    for (int i = 1; i <= bodies; ++i) {
      fans.insert(children(parent, i));
      if (children(parent, i) > children(parent, hub)) hub = i;
    }
    BOOST_REQUIRE(*fans.rbegin() + *std::next(fans.rbegin()) >= bodies / 3);
    deep += hub > 4 && parent[at(hub)] > 2;
    two += *std::next(fans.rbegin()) > 4;
    Generator generator = make_generator({seed});
    at_the_base += children(draw_shape(Family::wide_star, bodies, true, generator), 0) > 4;
  }
  BOOST_TEST(deep > seeds / 4);
  BOOST_TEST((seeds / 4 < two && two < 3 * seeds / 4), two);
  BOOST_TEST((seeds / 30 < at_the_base && at_the_base < seeds / 4), at_the_base);
}

BOOST_AUTO_TEST_CASE(recursive_trees_are_shallower_than_uniform_ones) {
  // Mean depth of 500 nodes: about ln 500 = 6.2 (recursive), sqrt(pi 500/2) = 28 (uniform labelled), 250
  // (chain).
  const auto mean_depth = [](Family family) {
    int D1 = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      D1 += cost_numbers(regular_shape(family, 500, seed)).first;
    return D1 / (20 * 500.0);
  };
  const double recursive = mean_depth(Family::recursive), complete = mean_depth(Family::complete);
  BOOST_TEST((4 < recursive && recursive < 9), recursive);
  BOOST_TEST((20 < complete && complete < 40), complete);
}

BOOST_AUTO_TEST_CASE(graphs_are_connected_simple_and_of_their_kind) {
  int hub = 0, erdos_hub = 0;
  for (int nodes = 1; nodes <= 60; ++nodes) {
    Generator generator = make_generator({static_cast<std::uint64_t>(nodes)});
    const Graph power_law = power_law_graph(nodes, generator), erdos = erdos_renyi_graph(nodes, generator),
                small_world = small_world_graph(nodes, generator), grid = grid_graph(nodes),
                complete = complete_graph(nodes);
    for (const Graph* graph : {&power_law, &erdos, &small_world, &grid, &complete}) {
      BOOST_REQUIRE(graph->nodes == nodes);
      BOOST_REQUIRE(is_simple(*graph));
      BOOST_REQUIRE(is_connected(*graph));
    }
    BOOST_TEST(complete.edges.size() == at(nodes * (nodes - 1) / 2));
    if (nodes > 20) {
      BOOST_TEST(small_world.edges.size() <= at(2 * nodes + 1));
      BOOST_TEST(small_world.edges.size() > at(2 * nodes - nodes / 4));
      BOOST_TEST(erdos.edges.size() > at(nodes + nodes / 8));
      hub += highest_degree(power_law);
      erdos_hub += highest_degree(erdos);
    }
  }
  BOOST_TEST(hub > erdos_hub);
  for (int m = 1; m <= 7; ++m) BOOST_TEST(grid_graph(m * m).edges.size() == at(2 * m * (m - 1)));
  BOOST_TEST(grid_graph(7).edges.size() == 8u);  // rows of 3, 3 and 1
  BOOST_TEST(highest_degree(grid_graph(25)) == 4);
}

BOOST_AUTO_TEST_CASE(spanning_trees_use_the_graphs_edges) {
  Generator generator = make_generator({7});
  for (int nodes = 1; nodes <= 40; ++nodes)
    for (const Graph& graph : {grid_graph(nodes), small_world_graph(nodes, generator)}) {
      const int root = uniform_integer(generator, 0, nodes - 1);
      const std::vector<int> predecessor = uniform_spanning_tree(graph, root, generator);
      BOOST_REQUIRE(predecessor[at(root)] == -1);
      const std::vector<std::pair<int, int>> edges = edges_of(predecessor);
      BOOST_REQUIRE(edges.size() == at(nodes - 1));
      BOOST_REQUIRE(std::includes(graph.edges.begin(), graph.edges.end(), edges.begin(), edges.end()));
      BOOST_REQUIRE(is_connected(Graph{nodes, edges}));
    }
}

BOOST_AUTO_TEST_CASE(spanning_trees_are_uniform) {
  constexpr int samples = 16000;
  Generator generator = make_generator({16});
  std::map<std::vector<std::pair<int, int>>, int> wilson, recursive, ring;
  std::map<std::vector<int>, int> trees, forests;
  const Graph complete = complete_graph(4), cycle{4, {{0, 1}, {0, 3}, {1, 2}, {2, 3}}};
  for (int k = 0; k < samples; ++k) {
    ++wilson[edges_of(uniform_spanning_tree(complete, uniform_integer(generator, 0, 3), generator))];
    ++ring[edges_of(uniform_spanning_tree(cycle, 0, generator))];
    ++trees[draw_shape(Family::complete, 3, false, generator)];
    ++forests[draw_shape(Family::complete, 3, true, generator)];
    // Recursive trees on shuffled labels reach all the 16 labelled trees, but not equally: the check must see
    // it.
    std::vector<int> label{0, 1, 2, 3}, predecessor(4, -1);
    shuffle(generator, label);
    for (int i = 1; i < 4; ++i)
      predecessor[at(label[at(i)])] = label[at(uniform_integer(generator, 0, i - 1))];
    ++recursive[edges_of(predecessor)];
  }
  BOOST_TEST(is_uniform(wilson, 16, samples));
  BOOST_TEST(is_uniform(ring, 4, samples));
  BOOST_TEST(is_uniform(trees, 9, samples));  // 3 labelled trees with a root each
  BOOST_TEST(is_uniform(forests, 16, samples));
  BOOST_TEST(recursive.size() == 16u);
  BOOST_TEST(!is_uniform(recursive, 16, samples));
}

BOOST_AUTO_TEST_CASE(joints_are_drawn_from_the_kinds_asked_for) {
  Generator generator = make_generator({3});
  std::vector<int> parent(16001);
  std::iota(parent.begin() + 1, parent.end(), 0);
  std::map<JointKind, int> counts;
  for (const JointKind kind : draw_joints(parent, {}, generator)) ++counts[kind];
  BOOST_TEST(counts.size() == joint_kinds.size());
  for (const auto& [kind, count] : counts) {
    const double expected = kind == JointKind::fixed ? 10.0 / 162 : (1 - 10.0 / 162) / 8;
    BOOST_TEST(std::abs(count - 16000 * expected) < 250,
               info(kind).name << ": " << count);  // 6 standard deviations
  }

  const std::vector<JointKind> two{JointKind::planar, JointKind::fixed};
  int free_roots = 0;
  for (int k = 0; k < 400; ++k) {
    const std::vector<JointKind> joints = draw_joints({0, 0, 1, 0}, two, generator);
    BOOST_REQUIRE(joints.size() == 4u);
    int moving = 0;
    for (std::size_t i = 1; i < 4; ++i) {
      BOOST_REQUIRE((joints[i] == JointKind::planar || joints[i] == JointKind::fixed));
      moving += joints[i] == JointKind::planar;
    }
    BOOST_REQUIRE(moving > 0);
    free_roots += draw_joints({0, 0}, {}, generator)[1] == JointKind::free;
  }
  BOOST_TEST((90 < free_roots && free_roots < 190), free_roots);  // 1/4 + 3/4 of 0.117: 135 +- 9
  BOOST_TEST(
      (draw_joints({0}, {}, generator) == std::vector<JointKind>{JointKind::fixed}));  // the base alone
  BOOST_CHECK_THROW(draw_joints({0, 0}, {JointKind::fixed}, generator), InputError);
}

BOOST_AUTO_TEST_CASE(topologies_are_read_from_files) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("kintree_topology_" + std::to_string(::getpid()) + ".json");
  const auto read = [&](const std::string& text) {
    std::ofstream(file) << text;
    return read_topology(file);
  };
  const NamedTopology tree = read(R"({"name": "fork", "source": "here", "parent": [0, 1, 1],
                                      "joints": ["free", "revolute", "fixed"], "remark": 1})");
  BOOST_TEST(tree.name == "fork");
  BOOST_TEST(tree.source == "here");
  BOOST_TEST((tree.topology.parent == std::vector{0, 0, 1, 1}));
  BOOST_TEST((tree.topology.joints ==
              std::vector{JointKind::fixed, JointKind::free, JointKind::revolute, JointKind::fixed}));
  BOOST_TEST(read(R"({"name": "a", "source": "b", "parent": [0]})").topology.joints.empty());

  const std::vector<std::pair<std::string, std::string>> faulty{
      {R"([])", "not a JSON object"},
      {R"({"name": "a")", "not JSON"},
      {R"({"name": 1, "source": "b", "parent": [0]})", "name: a non-empty string"},
      {R"({"name": "a", "parent": [0]})", "source: a non-empty string"},
      {R"({"name": "a", "source": "b"})", "parent: a non-empty array"},
      {R"({"name": "a", "source": "b", "parent": []})", "parent: a non-empty array"},
      {R"({"name": "a", "source": "b", "parent": [0, 2]})", "parent of body 2: 2 is not"},
      {R"({"name": "a", "source": "b", "parent": [-1]})", "parent of body 1: -1 is not"},
      {R"({"name": "a", "source": "b", "parent": [0, 0.5]})", "parent of body 2: 0.5 is not"},
      {R"({"name": "a", "source": "b", "parent": [0, "1"]})", "parent of body 2: \"1\" is not"},
      {R"({"name": "a", "source": "b", "parent": [0, 0], "joints": ["free"]})", "joints: an array of 2"},
      {R"({"name": "a", "source": "b", "parent": [0], "joints": ["hinge"]})",
       "joint of body 1: \"hinge\" is not"},
      {R"({"name": "a", "source": "b", "parent": [0], "joints": [2]})", "joint of body 1: 2 is not"},
  };
  for (const auto& entry : faulty)
    BOOST_CHECK_EXCEPTION(read(entry.first), InputError, [&](const InputError& error) {
      const std::string message = error.what();
      BOOST_TEST_INFO(message);
      return message.starts_with(file.string()) && message.find(entry.second) != std::string::npos &&
             message.find('\n') == std::string::npos;
    });
  std::filesystem::remove(file);
  BOOST_CHECK_EXCEPTION(read_topology(file), InputError, [&](const InputError& error) {
    return error.what() == file.string() + ": cannot be read";
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace kintree
