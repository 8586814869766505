#include "kintree/trees/topology.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/trees/graph.hpp"

namespace kintree {

namespace {

/// A complete graph of this size has 4.5 million edges.
constexpr int most_complete_nodes = 3000;

Graph draw_graph(Family family, int nodes, Generator& generator) {
  switch (family) {
    case Family::grid:
      return grid_graph(nodes);
    case Family::erdos_renyi:
      return erdos_renyi_graph(nodes, generator);
    case Family::small_world:
      return small_world_graph(nodes, generator);
    case Family::power_law:
      return power_law_graph(nodes, generator);
    default:
      if (nodes > most_complete_nodes)
        throw InputError("trees: the complete graph of " + std::to_string(nodes) +
                         " nodes is too large (at most " + std::to_string(most_complete_nodes) +
                         "); use another family");
      return complete_graph(nodes);
  }
}

// A spanning tree with a random root. The root is the base of a forest; otherwise it is the only body on the
// base.
std::vector<int> spanning_tree_shape(Family family, int bodies, bool forest, Generator& generator) {
  const int nodes = forest ? bodies + 1 : bodies;
  const Graph graph = draw_graph(family, nodes, generator);
  const int root = uniform_integer(generator, 0, nodes - 1);
  const std::vector<int> predecessor = uniform_spanning_tree(graph, root, generator);
  // The label of a node. In a forest, the root and node 0 are exchanged. Otherwise node k is body k + 1.
  const auto label = [&](int node) {
    return !forest ? node + 1 : node == root ? 0 : node == 0 ? root : node;
  };
  std::vector<int> parent(static_cast<std::size_t>(bodies) + 1, 0);
  for (int node = 0; node < nodes; ++node)
    if (node != root)
      parent[static_cast<std::size_t>(label(node))] = label(predecessor[static_cast<std::size_t>(node)]);
  return parent;
}

// The grid is square and has m columns. Bodies are numbered along the rows, from the corner that is body 1.
int grid_minimal_parent(int body, int m, Generator& generator) {
  const int row = (body - 1) / m, column = (body - 1) % m;
  if (row == 0) return body - 1;
  if (column == 0) return body - m;
  return one_in(generator, 2) ? body - 1 : body - m;
}

// A path whose end (the base or a body) is the parent of most of the other bodies. In half of the trees one
// of these bodies is the parent of many others. 1 in 8 bodies is moved to an earlier sibling.
std::vector<int> wide_star_shape(int bodies, bool forest, Generator& generator) {
  const int hub = uniform_integer(generator, forest ? 0 : 1, std::max(1, bodies / 3));
  const bool two_hubs = one_in(generator, 2);
  std::vector<int> parent(static_cast<std::size_t>(bodies) + 1, 0);
  for (int i = 1; i <= bodies; ++i) {
    int& p = parent[static_cast<std::size_t>(i)];
    if (i <= hub + 1)
      p = i <= hub ? i - 1 : hub;
    else if (one_in(generator, 8))
      p = uniform_integer(generator, hub + 1, i - 1);
    else
      p = two_hubs && i > (hub + bodies) / 2 ? hub + 1 : hub;
  }
  return parent;
}

Family moderate_family(int bodies, Generator& generator) {
  for (;;) {
    const int k = uniform_integer(generator, 0, static_cast<int>(moderate_families.size()) - 1);
    const Family family = moderate_families[static_cast<std::size_t>(k)].family;
    if (family != Family::complete || bodies < most_complete_nodes) return family;
  }
}

}  // namespace

std::vector<int> draw_shape(Family family, int bodies, bool forest, Generator& generator) {
  if (bodies < 1) throw InputError("trees: at least 1 body is needed, not " + std::to_string(bodies));
  if (family == Family::shapes) throw InputError("trees: shapes are enumerated, not drawn");
  if (family == Family::wide_star) return wide_star_shape(bodies, forest, generator);
  if (family == Family::long_chain) family = Family::chain;
  if (family > Family::shapes) {
    family = moderate_family(bodies, generator);
    forest = forest && info(family).forest;
  }
  if (family <= Family::power_law) return spanning_tree_shape(family, bodies, forest, generator);
  int m = 1;
  while (m * m < bodies) ++m;
  std::vector<int> parent(static_cast<std::size_t>(bodies) + 1, 0);
  for (int i = 2; i <= bodies; ++i) {
    int& p = parent[static_cast<std::size_t>(i)];
    switch (family) {
      case Family::recursive:
        p = uniform_integer(generator, forest ? 0 : 1, i - 1);
        break;
      case Family::chain:
        p = i - 1;
        break;
      case Family::side_branches:
        p = i % 2 == 0 ? i - 1 : i - 2;  // odd bodies are the main chain
        break;
      case Family::balanced:
        p = i / 2;
        break;
      case Family::grid_minimal:
        p = grid_minimal_parent(i, m, generator);
        break;
      default:  // star
        p = 1;
        break;
    }
  }
  return parent;
}

std::vector<JointKind> draw_joints(const std::vector<int>& parent, const std::vector<JointKind>& kinds,
                                   Generator& generator) {
  std::vector<JointKind> all = kinds;
  if (all.empty())
    for (const JointKindInfo& entry : joint_kinds) all.push_back(entry.kind);
  std::vector<JointKind> moving;
  for (const JointKind kind : all)
    if (kind != JointKind::fixed) moving.push_back(kind);
  if (moving.empty()) throw InputError("trees: none of the joint kinds to draw from moves");
  const bool free_roots = std::find(moving.begin(), moving.end(), JointKind::free) != moving.end();

  std::vector<JointKind> joints(parent.size(), JointKind::fixed);
  bool any = false;
  for (std::size_t i = 1; i < joints.size(); ++i) {
    joints[i] = pick(generator, all);
    if (joints[i] == JointKind::fixed && one_in(generator, 2)) joints[i] = pick(generator, all);
    if (parent[i] == 0 && one_in(generator, 4) && free_roots) joints[i] = JointKind::free;
    any = any || joints[i] != JointKind::fixed;
  }
  if (!any && joints.size() > 1)
    joints[static_cast<std::size_t>(uniform_integer(generator, 1, static_cast<int>(joints.size()) - 1))] =
        pick(generator, moving);
  return joints;
}

NamedTopology read_topology(const std::filesystem::path& file) {
  const auto fail = [&](const std::string& element, const std::string& reason) {
    throw InputError(printable(file.native()) + ": " + element + ": " + reason);
  };
  std::ifstream stream(file);
  if (!stream) throw InputError(printable(file.native()) + ": cannot be read");
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(stream);
  } catch (const nlohmann::json::parse_error& error) {
    throw InputError(printable(file.native()) + ": byte " + std::to_string(error.byte) + ": not JSON");
  }
  if (!json.is_object()) throw InputError(printable(file.native()) + ": not a JSON object");

  NamedTopology result;
  const auto read_text = [&](const char* key) {
    if (!json.contains(key) || !json[key].is_string() || json[key].empty() ||
        json[key].get<std::string>().empty())
      fail(key, "a non-empty string is needed");
    return json[key].get<std::string>();
  };
  result.name = read_text("name");
  result.source = read_text("source");
  if (!json.contains("parent") || !json["parent"].is_array() || json["parent"].empty())
    fail("parent", "a non-empty array is needed");
  for (const nlohmann::json& entry : json["parent"]) {
    const std::size_t body = result.topology.parent.size();
    if (!entry.is_number_integer() || entry < 0 || entry >= body)
      fail("parent of body " + std::to_string(body),
           entry.dump() + " is not a whole number from 0 to " + std::to_string(body - 1));
    result.topology.parent.push_back(entry.get<int>());
  }
  if (!json.contains("joints")) {
    result.topology.joints.clear();
    return result;
  }
  const nlohmann::json& joints = json["joints"];
  if (!joints.is_array() || joints.size() != json["parent"].size())
    fail("joints", "an array of " + std::to_string(json["parent"].size()) +
                       " joint kinds is needed, one for each body");
  for (const nlohmann::json& entry : joints) {
    const auto kind = entry.is_string() ? joint_kind(entry.get<std::string>()) : std::nullopt;
    if (!kind)
      fail("joint of body " + std::to_string(result.topology.joints.size()),
           entry.dump() + " is not a kind of joint");
    result.topology.joints.push_back(*kind);
  }
  return result;
}

}  // namespace kintree
