#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <set>
#include <string>

#include "kintree/trees/case.hpp"
#include "kintree/trees/shapes.hpp"
#include "share.hpp"

namespace kintree {

BOOST_AUTO_TEST_SUITE(shapes)

BOOST_AUTO_TEST_CASE(every_rooted_tree_is_there_once) {
  // OEIS A000081 from 2 nodes on, the base being one.
  const std::vector<std::size_t> counts{1, 2, 4, 9, 20, 48, 115, 286, 719, 1842};
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const std::vector<std::vector<int>> trees = rooted_trees(static_cast<int>(k) + 1);
    BOOST_TEST(trees.size() == counts[k]);
    std::set<std::string> distinct;
    for (const std::vector<int>& parent : trees) {
      BOOST_REQUIRE(parent.size() == k + 2);
      for (std::size_t i = 1; i < parent.size(); ++i)
        BOOST_REQUIRE((0 <= parent[i] && parent[i] < static_cast<int>(i)));
      BOOST_REQUIRE(is_depth_first(parent));
      distinct.insert(shape_of(parent));
    }
    BOOST_TEST(distinct.size() == counts[k]);
  }
  BOOST_TEST((rooted_trees(0) == std::vector<std::vector<int>>{{0}}));
}

BOOST_AUTO_TEST_CASE(seeds_go_through_all_shapes) {
  const auto shapes_of = [](std::uint64_t first, std::uint64_t count, int bodies,
                            const CaseOptions& options) {
    std::set<std::string> found;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      std::vector<int> parent;
      for (const Body& body : random_case(Family::shapes, bodies, seed, options).model.bodies)
        parent.push_back(body.parent);
      found.insert(shape_of(parent));
    }
    return found.size();
  };
  BOOST_TEST(shapes_of(1, 485, 30, {}) == 485u);
  BOOST_TEST(shapes_of(1000, 485, 8, {}) == 485u);
  BOOST_TEST(shapes_of(0, 84, 6, {}) == 84u);
  BOOST_TEST(shapes_of(1, 1000, 6, {}) == 84u);
  CaseOptions one_root;
  one_root.multi_root = false;
  BOOST_TEST(shapes_of(1, 200, 30, one_root) == 200u);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const std::vector<int> tree = small_shape(seed, 8, false);
    BOOST_TEST(std::count(tree.begin() + 1, tree.end(), 0) == 1);
  }
  BOOST_TEST((small_shape(1, 8, true) == std::vector{0, 0}));
  BOOST_TEST((small_shape(485, 8, true) == std::vector{0, 0, 0, 0, 0, 0, 0, 0, 0}));
  BOOST_TEST((small_shape(0, 8, true) == small_shape(485, 8, true)));
  BOOST_TEST((small_shape(486, 8, true) == small_shape(1, 8, true)));
  BOOST_TEST(
      (small_shape(18446744073709551615u, 8, true) == small_shape(18446744073709551615u % 485, 8, true)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace kintree
