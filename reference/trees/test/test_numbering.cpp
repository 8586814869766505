#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>
#include <set>

#include "chi_square.hpp"
#include "kintree/trees/topology.hpp"
#include "share.hpp"

namespace kintree {

namespace {

using Parents = std::vector<int>;

// By definition: the numbers of every subtree have no gap.
bool subtrees_without_gap(const Parents& parent) {
  for (std::size_t root = 1; root < parent.size(); ++root) {
    std::vector<std::size_t> subtree{root};
    for (std::size_t i = root + 1; i < parent.size(); ++i)
      if (std::find(subtree.begin(), subtree.end(), static_cast<std::size_t>(parent[i])) != subtree.end())
        subtree.push_back(i);
    if (subtree.back() - subtree.front() + 1 != subtree.size()) return false;
  }
  return true;
}

// By definition: a queue of bodies, each followed by its children.
bool queue_order(const Parents& parent) {
  std::vector<int> queue{0};
  for (std::size_t next = 0; next < queue.size(); ++next)
    for (std::size_t i = 1; i < parent.size(); ++i)
      if (parent[i] == queue[next]) queue.push_back(static_cast<int>(i));
  return std::is_sorted(queue.begin(), queue.end());
}

// All regularly numbered trees with `bodies` bodies, by shape.
std::map<std::string, std::vector<Parents>> all_trees(int bodies) {
  std::map<std::string, std::vector<Parents>> result;
  Parents parent(static_cast<std::size_t>(bodies) + 1, 0);
  for (;;) {
    result[shape_of(parent)].push_back(parent);
    std::size_t i = parent.size() - 1;
    while (i > 0 && parent[i] == static_cast<int>(i) - 1) parent[i--] = 0;
    if (i == 0) return result;
    ++parent[i];
  }
}

bool is_mixed(const Parents& parent) {
  return !is_depth_first(parent) && !is_breadth_first(parent);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(numbering)

BOOST_AUTO_TEST_CASE(orders_are_recognized) {
  for (int bodies = 1; bodies <= 7; ++bodies)
    for (const auto& [shape, trees] : all_trees(bodies))
      for (const Parents& parent : trees) {
        BOOST_REQUIRE(is_depth_first(parent) == subtrees_without_gap(parent));
        BOOST_REQUIRE(is_breadth_first(parent) == queue_order(parent));
      }
}

BOOST_AUTO_TEST_CASE(numberings_are_what_they_claim_for_every_small_tree) {
  Generator generator = make_generator({4});
  std::size_t shapes = 0, without_mixed = 0;
  for (int bodies = 1; bodies <= 7; ++bodies)
    for (const auto& [shape, trees] : all_trees(bodies)) {
      ++shapes;
      const auto mixed = std::count_if(trees.begin(), trees.end(), is_mixed);
      without_mixed += mixed == 0;
      BOOST_TEST(has_mixed_numbering(trees.front()) == (mixed > 0), shape);
      // This share bounds the number of attempts.
      if (mixed > 0) BOOST_TEST(static_cast<std::size_t>(6 * mixed) >= trees.size(), shape);
      for (int k = 0; k < 5; ++k) {
        const Parents& from = pick(generator, trees);
        const Parents depth_first = renumber(from, Numbering::depth_first, generator);
        const Parents breadth_first = renumber(from, Numbering::breadth_first, generator);
        const Parents neither = renumber(from, Numbering::mixed, generator);
        BOOST_REQUIRE(subtrees_without_gap(depth_first));
        BOOST_REQUIRE(queue_order(breadth_first));
        BOOST_REQUIRE(is_mixed(neither) == (mixed > 0));
        for (const Parents& parent : {depth_first, breadth_first, neither})
          BOOST_REQUIRE(shape_of(parent) == shape);
      }
    }
  BOOST_TEST(shapes == 1u + 2u + 4u + 9u + 20u + 48u + 115u);  // rooted trees, OEIS A000081
  BOOST_TEST(without_mixed > 0u);
}

BOOST_AUTO_TEST_CASE(every_numbering_is_reached) {
  constexpr int samples = 20000;
  Generator generator = make_generator({5});
  const Parents tree{0, 0, 1, 1,
                     2, 2, 3};  // body 1 has two children; one of them has two children, the other one
  const std::vector<Parents> trees = all_trees(6).at(shape_of(tree));
  std::map<Parents, int> mixed, depth_first, breadth_first;
  for (int k = 0; k < samples; ++k) {
    ++mixed[renumber(tree, Numbering::mixed, generator)];
    ++depth_first[renumber(tree, Numbering::depth_first, generator)];
    ++breadth_first[renumber(tree, Numbering::breadth_first, generator)];
  }
  const auto count = [&](auto condition) {
    return static_cast<std::size_t>(std::count_if(trees.begin(), trees.end(), condition));
  };
  BOOST_TEST(count(is_mixed) > 3u);
  BOOST_TEST(is_uniform(mixed, count(is_mixed), samples));
  BOOST_TEST(is_uniform(depth_first, count(is_depth_first), samples));
  BOOST_TEST(is_uniform(breadth_first, count(is_breadth_first), samples));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace kintree
