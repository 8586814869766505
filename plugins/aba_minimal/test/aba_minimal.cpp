#define BOOST_TEST_MODULE aba_minimal
#include "aba_minimal/cost.hpp"

#include "solving.hpp"

/// That the formula is the count, and the answer right, are checks of their own.
BOOST_AUTO_TEST_CASE(the_papers_trees_cost_less_than_published) {
  for (const auto& [name, least] :
       {std::pair("humanoid30", "4711m + 4218a"), std::pair("chain30", "4717m + 4219a")}) {
    const std::string file = std::string(KINTREE_TESTDATA "/topologies/") + name + ".json";
    const kintree::Case drawn = kintree::topology_case(file, 3);
    BOOST_TEST(m_and_a(kintree::aba_minimal_cost(drawn.model, {}).front().operations) == least);
  }
}
