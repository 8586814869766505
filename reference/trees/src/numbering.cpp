#include <algorithm>
#include <bit>
#include <numeric>

#include "kintree/trees/topology.hpp"

namespace kintree {

namespace {

using Children = std::vector<std::vector<int>>;

Children children_of(const std::vector<int>& parent) {
  Children children(parent.size());
  for (std::size_t i = 1; i < parent.size(); ++i)
    children[static_cast<std::size_t>(parent[i])].push_back(static_cast<int>(i));
  return children;
}

const std::vector<int>& at(const Children& children, int node) {
  return children[static_cast<std::size_t>(node)];
}

// The nodes level by level from the base.
std::vector<int> level_order(const Children& children) {
  std::vector<int> order{0};
  for (std::size_t next = 0; next < order.size(); ++next) {
    const std::vector<int>& found = at(children, order[next]);
    order.insert(order.end(), found.begin(), found.end());
  }
  return order;
}

std::vector<int> preorder(const Children& children) {
  std::vector<int> order, stack{0};
  while (!stack.empty()) {
    order.push_back(stack.back());
    stack.pop_back();
    const std::vector<int>& found = at(children, order.back());
    stack.insert(stack.end(), found.begin(), found.end());
  }
  return order;
}

/// Weights by place, with the cumulative sums of them (a Fenwick tree).
class Weights {
 public:
  explicit Weights(std::size_t places) : sum_(places + 1, 0) {}

  void add(std::size_t place, int weight) {
    for (std::size_t k = place + 1; k < sum_.size(); k += k & (~k + 1)) sum_[k] += weight;
  }

  /// The first place at which the cumulative sum exceeds `rank`.
  std::size_t find(int rank) const {
    std::size_t place = 0;
    for (std::size_t step = std::bit_floor(sum_.size() - 1); step > 0; step /= 2)
      if (place + step < sum_.size() && sum_[place + step] <= rank) rank -= sum_[place += step];
    return place;
  }

 private:
  std::vector<int> sum_;
};

// An order that is uniform among all orders in which parents come first. The next node is one whose parent is
// placed, with a probability in proportion to the size of its subtree. This is the hook length formula of
// trees (Knuth, TAOCP vol. 3, sec. 5.1.4, ex. 20).
std::vector<int> random_order(const std::vector<int>& parent, const Children& children,
                              Generator& generator) {
  std::vector<int> size(parent.size(), 1);
  const std::vector<int> down = level_order(children);
  for (std::size_t k = down.size(); k-- > 1;) {
    const auto node = static_cast<std::size_t>(down[k]);
    size[static_cast<std::size_t>(parent[node])] += size[node];
  }
  std::vector<int> order{0}, available;
  Weights weights(parent.size());
  const auto weigh = [&](std::size_t place, int sign) {
    weights.add(place, sign * size[static_cast<std::size_t>(available[place])]);
  };
  const auto append = [&](const std::vector<int>& nodes) {
    for (const int node : nodes) {
      available.push_back(node);
      weigh(available.size() - 1, +1);
    }
  };
  append(at(children, 0));
  while (!available.empty()) {
    const int remaining =
        static_cast<int>(parent.size() - order.size());  // the sum of the available subtrees' sizes
    const std::size_t k = weights.find(uniform_integer(generator, 0, remaining - 1));
    order.push_back(available[k]);
    weigh(k, -1);
    // The last takes its place.
    weigh(available.size() - 1, -1);
    available[k] = available.back();
    weigh(k, +1);
    available.pop_back();
    append(at(children, order.back()));
  }
  return order;
}

}  // namespace

std::vector<int> relabelled(const std::vector<int>& parent, const std::vector<int>& order) {
  std::vector<int> label(parent.size()), result(parent.size(), 0);
  for (std::size_t k = 0; k < order.size(); ++k)
    label[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
  for (std::size_t k = 1; k < order.size(); ++k)
    result[k] = label[static_cast<std::size_t>(parent[static_cast<std::size_t>(order[k])])];
  return result;
}

std::vector<int> renumber(const std::vector<int>& parent, Numbering numbering, Generator& generator) {
  return relabelled(parent, numbering_order(parent, numbering, generator));
}

std::vector<int> numbering_order(const std::vector<int>& parent, Numbering numbering, Generator& generator) {
  Children children = children_of(parent);
  if (numbering != Numbering::mixed) {
    for (std::vector<int>& siblings : children) shuffle(generator, siblings);
    return numbering == Numbering::depth_first ? preorder(children) : level_order(children);
  }
  const bool possible = has_mixed_numbering(parent);
  for (;;) {  // where there are mixed numberings, at least 1 in 6 is one (the unit test counts them)
    std::vector<int> order = random_order(parent, children, generator);
    if (!possible) return order;
    const std::vector<int> result = relabelled(parent, order);
    if (!is_depth_first(result) && !is_breadth_first(result)) return order;
  }
}

bool is_depth_first(const std::vector<int>& parent) {
  for (std::size_t i = 2; i < parent.size(); ++i) {
    int above = static_cast<int>(i) - 1;
    while (above > parent[i]) above = parent[static_cast<std::size_t>(above)];
    if (above != parent[i]) return false;
  }
  return true;
}

bool is_breadth_first(const std::vector<int>& parent) {
  return std::is_sorted(parent.begin(), parent.end());
}

// The first fork has the children x, y, ... If all of these are leaves, every order is depth first or breadth
// first. The same holds if x, its child c and y are all that is beyond the fork. Otherwise there is a mixed
// order. With a third child z it is x, y, c, z. With a child e of y it is x, y, e, c. With another child d of
// x, or with a child d of c, it is x, c, y, d.
bool has_mixed_numbering(const std::vector<int>& parent) {
  const Children children = children_of(parent);
  int fork = 0, path = 0;
  while (at(children, fork).size() == 1) {
    fork = at(children, fork).front();
    ++path;
  }
  const std::vector<int>& branches = at(children, fork);
  const bool only_leaves =
      std::all_of(branches.begin(), branches.end(), [&](int child) { return at(children, child).empty(); });
  const int beyond = static_cast<int>(parent.size()) - 1 - path;
  return !only_leaves && beyond > 3;
}

}  // namespace kintree
