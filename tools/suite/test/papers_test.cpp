// The comparisons of claims of papers, each with a number that just agrees and one that just does not.
#include <boost/test/unit_test.hpp>

#include "built_plugin.hpp"
#include "kintree/model/error.hpp"
#include "suite/papers/featherstone_2005.hpp"
#include "suite/papers/reproduce.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

/// A plugin whose operations cannot be counted.
class Uncounted final : public Plugin {
 public:
  Uncounted() {
    description_.name = "uncounted";
    description_.scalars = {Scalar::double_precision};
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model&, const std::vector<EndEffector>&, Scalar) const override {
    return nullptr;
  }
  void compute_in(const Arithmetic*) const override {}

 private:
  Description description_;
};

PaperClaim printed(const std::string& theirs) {
  return {.id = "id", .where = "where", .claim = "claim", .theirs = theirs, .source = {}, .finding = {}};
}

bool agrees(const Measurement& m) {
  return m.outcome == Measurement::agrees;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(papers)

BOOST_AUTO_TEST_CASE(numbers_are_rounded_to_what_is_printed) {
  const auto is = [](const char* theirs, double x) { return agrees(rounded(printed(theirs), x)); };
  BOOST_TEST((is("2.18", 2.175) && is("2.18", 2.185) && !is("2.18", 2.1749) && !is("2.18", 2.1851)));
  BOOST_TEST((is("78 %", 0.775) && is("78 %", 0.785) && !is("78 %", 0.7749) && !is("78 %", 0.7851)));
  BOOST_TEST((is("430", 425) && is("430", 435) && !is("430", 424.9) && !is("430", 435.1)));
  BOOST_TEST((is("74", 73.5) && is("74", 74.5) && !is("74", 73.4) && !is("74", 74.6)));
  BOOST_TEST((is("0", 0.5) && !is("0", 0.6)));
  BOOST_TEST(rounded(printed("2.18"), 2.17654).ours == "2.177");
  BOOST_TEST(rounded(printed("78 %"), 0.777777).ours == "77.78 %");
}

BOOST_AUTO_TEST_CASE(a_cost_below_the_printed_one_is_lower) {
  const auto outcome = [](std::int64_t m, std::int64_t a) {
    return at_most(printed("10m + 20a"), {.multiplications = m, .additions = a}).outcome;
  };
  BOOST_TEST((outcome(10, 20) == Measurement::agrees));
  for (const auto& [m, a] : {std::pair{9, 20}, {10, 19}, {0, 0}})
    BOOST_TEST((outcome(m, a) == Measurement::lower));
  for (const auto& [m, a] : {std::pair{11, 20}, {10, 21}, {11, 19}, {9, 21}})
    BOOST_TEST((outcome(m, a) == Measurement::differs));
  BOOST_TEST((at_most(printed("many"), {}).outcome == Measurement::differs));
  BOOST_TEST((at_most(printed("3m"), {}).outcome == Measurement::differs));
}

BOOST_AUTO_TEST_CASE(orders_are_whole_numbers_or_halves) {
  const auto is = [](auto of, const char* theirs, double k) {
    return agrees(of(printed(theirs), Exponent{k, 0.01}));
  };
  BOOST_TEST(
      (is(order, "1", 0.51) && is(order, "1", 1.49) && !is(order, "1", 0.49) && !is(order, "1", 1.51)));
  BOOST_TEST((is(half_order, "1.5", 1.26) && is(half_order, "1.5", 1.74) && !is(half_order, "1.5", 1.24) &&
              !is(half_order, "1.5", 1.76)));
  for (const auto& of : {order, half_order})
    BOOST_TEST(of(printed("1"), {1.25, 0.125}).ours == "1.250 ± 0.125");
}

BOOST_AUTO_TEST_CASE(slightly_is_less_than_twice) {
  using featherstone::slightly_less;
  BOOST_TEST((slightly_less(0.51, 1) && slightly_less(0.99, 1)));
  for (const double a : {0.1, 0.5, 1.0, 1.1}) BOOST_TEST(!slightly_less(a, 1));
}

BOOST_AUTO_TEST_CASE(almost_the_same_is_within_a_tenth) {
  for (const double b : {1.0, 1000.0}) {
    for (const double a : {0.901, 1.0, 1.099}) BOOST_TEST(almost_the_same(a * b, b));
    for (const double a : {0.5, 0.899, 1.101, 2.0, -1.0}) BOOST_TEST(!almost_the_same(a * b, b));
  }
}

BOOST_AUTO_TEST_CASE(the_rest_is_said_in_words) {
  BOOST_TEST((agrees(same(printed("yes"), "yes")) && !agrees(same(printed("yes"), "no"))));
  BOOST_TEST((holds(true, "x").ours == "x" && agrees(holds(true, "x")) && !agrees(holds(false, "x"))));
  BOOST_TEST(on_all(2, 3, "links").ours == "equal on 2 of 3 links");
}

BOOST_AUTO_TEST_CASE(claim_context_names_quantities_it_cannot_measure) {
  const Plugin& ldlt = test::built_plugin("ldlt");
  const Uncounted uncounted;
  ClaimContext context({&ldlt, &uncounted});
  const Case c = paper_tree("tree1");
  const auto refused = [](const auto& measure) -> std::string {
    try {
      measure();
    } catch (const InputError& error) {
      return error.what();
    }
    return "measured";
  };
  BOOST_TEST(refused([&] { context.plugin("zebra"); }) ==
             "plugin 'zebra' is not there: the papers' claims need it");
  BOOST_TEST(refused([&] { context.count("ldlt", Problem::mass_matrix, c); }) ==
             "plugin 'ldlt' does not solve mass_matrix");
  BOOST_TEST(refused([&] { context.count("uncounted", Problem::mass_matrix, c); }) ==
             "plugin 'uncounted' is not built for counting");
  BOOST_TEST(refused([&] { context.phase_count("ldlt", Problem::factorization, c, "zebra"); }) ==
             "plugin 'ldlt' has no phase 'zebra'");
  BOOST_TEST(refused([&] { context.growth_of("ldlt", Problem::factorization, "zebra"); }) ==
             "plugin 'ldlt' states no order of zebra");
  BOOST_TEST(refused([&] { context.count("ldlt", Problem::factorization, c); }) == "measured");
}

BOOST_AUTO_TEST_SUITE_END()
