#include "kintree/model/problem_set.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <vector>

using namespace kintree;

namespace {

std::vector<Problem> listed(const ProblemSet& set) {
  std::vector<Problem> list;
  for (const Problem p : set) list.push_back(p);
  return list;
}

/// The set of the problems whose bits are set in `mask`, inserted from the last to the first.
ProblemSet subset(unsigned mask) {
  ProblemSet set;
  for (std::size_t i = all_problems.size(); i-- > 0;)
    if ((mask >> i & 1U) != 0) set.insert(all_problems[i]);
  return set;
}

/// The list of a subset, its size and what it contains.
void check(unsigned mask) {
  const ProblemSet set = subset(mask);
  std::vector<Problem> expected;
  for (std::size_t i = 0; i < all_problems.size(); ++i) {
    const bool in = (mask >> i & 1U) != 0;
    BOOST_TEST(set.contains(all_problems[i]) == in);
    if (in) expected.push_back(all_problems[i]);
  }
  BOOST_TEST((listed(set) == expected));
  BOOST_TEST(set.size() == expected.size());
  BOOST_TEST(set.empty() == expected.empty());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(problem_set)

// With up to three problems, and without up to three.
BOOST_AUTO_TEST_CASE(subsets_are_listed_in_the_order_of_all_problems) {
  check(0);
  const std::size_t n = all_problems.size();
  const unsigned all_bits = ~0U >> (32 - n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j)
      for (std::size_t k = j; k < n; ++k) {
        const unsigned few = 1U << i | 1U << j | 1U << k;
        check(few);
        check(all_bits & ~few);
      }
  const std::vector<Problem> all(all_problems.begin(), all_problems.end());
  BOOST_TEST((listed(ProblemSet::all()) == all));
}

// All pairs of subsets of the first six problems, and of the last six.
BOOST_AUTO_TEST_CASE(intersections_and_equality) {
  for (const std::size_t first : {std::size_t{0}, all_problems.size() - 6})
    for (unsigned i = 0; i < 64; ++i)
      for (unsigned j = 0; j < 64; ++j) {
        const unsigned a = i << first, b = j << first;
        BOOST_TEST(((subset(a) & subset(b)) == subset(a & b)));
        BOOST_TEST(subset(a).intersects(subset(b)) == ((a & b) != 0));
        BOOST_TEST((subset(a) == subset(b)) == (a == b));
      }
}

BOOST_AUTO_TEST_CASE(insertion_and_removal) {
  ProblemSet set{Problem::inverse_osim, Problem::mass_matrix, Problem::inverse_osim};
  BOOST_TEST(set.size() == 2U);
  BOOST_TEST((listed(set) == std::vector{Problem::mass_matrix, Problem::inverse_osim}));
  set.erase(Problem::factorization);
  BOOST_TEST(set.size() == 2U);
  set.erase(Problem::mass_matrix);
  BOOST_TEST((set == ProblemSet{Problem::inverse_osim}));
  set.erase(Problem::inverse_osim);
  BOOST_TEST((set == ProblemSet{}));
}

BOOST_AUTO_TEST_SUITE_END()
