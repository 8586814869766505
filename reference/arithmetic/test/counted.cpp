#include "kintree/arithmetic/counted.hpp"

#include <boost/test/unit_test.hpp>
#include <thread>

#include "kintree/spatial/spatial.hpp"

using namespace kintree;

BOOST_AUTO_TEST_SUITE(counted)

BOOST_AUTO_TEST_CASE(every_operation_is_entered_under_its_kind) {
  const Counted a(2), b(3);
  Counted s, c;
  const Counting counting;
  const Counted result = sqrt(a * b / (a + b - Counted(1)) * a);
  sincos(a, s, c);
  BOOST_TEST(result.value == std::sqrt(2.0 * 3 / 4 * 2));
  BOOST_TEST(s.value == std::sin(2.0));
  BOOST_TEST(c.value == std::cos(2.0));
  BOOST_TEST((counting.total() == Operations{2, 2, 1, 1, 1}));
}

BOOST_AUTO_TEST_CASE(negation_copies_and_questions_are_free) {
  const Counting counting;
  const Counted a(2), b = -a, c = b;
  BOOST_TEST(!is_positive(c));
  BOOST_TEST(c.value == -2);
  BOOST_TEST((counting.total() == Operations{}));
}

BOOST_AUTO_TEST_CASE(nothing_is_counted_without_a_tally) {
  const Counted before = Counted(2) * Counted(3);
  BOOST_TEST(before.depth == 0);
  const Counting counting;
  BOOST_TEST((before * before).depth == 1);
  BOOST_TEST(counting.total().multiplications == 1);
}

/// Depth is that of the expression's tree: a sum of eight numbers in a row, and by halves.
BOOST_AUTO_TEST_CASE(depth_is_the_longest_chain) {
  std::array<Counted, 8> x;
  const Counting counting;
  Counted in_a_row = x[0];
  for (std::size_t i = 1; i < x.size(); ++i) in_a_row = in_a_row + x[i];
  BOOST_TEST(in_a_row.depth == 7);
  const Counted by_halves = ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
  BOOST_TEST(by_halves.depth == 3);
  BOOST_TEST(counting.total().additions == 14);
}

void inner(const Counted& x) {
  const Phase<Counted> phase("inner");
  x* x;
}

BOOST_AUTO_TEST_CASE(the_innermost_phase_counts) {
  const Counting counting;
  const Counted x(2);
  x + x;
  {
    const Phase<Counted> phase("outer");
    x + x;
    inner(x);
    x + x;
  }
  inner(x);
  BOOST_TEST_REQUIRE(counting.phases().size() == 3u);
  BOOST_TEST(counting.phases()[0].phase.empty());
  BOOST_TEST(counting.phases()[0].operations.additions == 1);
  BOOST_TEST(counting.phases()[1].phase == "outer");
  BOOST_TEST(counting.phases()[1].operations.additions == 2);
  BOOST_TEST(counting.phases()[2].phase == "inner");
  BOOST_TEST(counting.phases()[2].operations.multiplications == 2);
}

BOOST_AUTO_TEST_CASE(a_free_phase_costs_nothing_and_takes_no_time) {
  const Counting counting({"free"});
  const Counted x(2), once = x * x;
  Counted later;
  {
    const Phase<Counted> phase("free");
    later = once * x * x;
  }
  BOOST_TEST(later.depth == 1);
  BOOST_TEST(counting.total().multiplications == 1);
  BOOST_TEST((later * x).depth == 2);
}

BOOST_AUTO_TEST_CASE(each_thread_has_its_own_tally) {
  const Counting counting;
  std::thread([] { Counted(1) + Counted(1); }).join();
  BOOST_TEST((counting.total() == Operations{}));
}

/// R A R^T of a symmetric A, by columns: 45 m and 30 a.
BOOST_AUTO_TEST_CASE(a_kernel_costs_what_its_structure_says) {
  const Mat3<Counted> R;
  const Sym3<Counted> A;
  const Counting counting;
  rotate(R, A);
  BOOST_TEST(counting.total().multiplications == 45);
  BOOST_TEST(counting.total().additions == 30);
}

BOOST_AUTO_TEST_SUITE_END()
