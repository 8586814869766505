// The table of verdicts.
#include <boost/test/unit_test.hpp>

#include "kintree/oracle/verdict.hpp"

using namespace kintree;
using oracle::Evidence;
using oracle::verdict_of;

namespace {

/// Evidence better than each verdict needs.
constexpr Evidence attaining{
    .is_measured = true, .within_A = true, .within_B = true, .half_of_the_digits = true};
constexpr Evidence stable{.is_measured = true, .within_B = true, .half_of_the_digits = true};
constexpr Evidence half{.is_measured = true, .half_of_the_digits = true};
constexpr Evidence fewer{.is_measured = true};
constexpr Evidence broken{.breakdown = true};

constexpr Evidence with(Evidence evidence, FieldCheck right, bool approximates = false) {
  evidence.right = right;
  evidence.approximates = approximates;
  return evidence;
}

}  // namespace

BOOST_AUTO_TEST_CASE(verdict_of_a_proved_formula_follows_from_its_digits) {
  BOOST_TEST((verdict_of(attaining) == Verdict::A && verdict_of(stable) == Verdict::B));
  BOOST_TEST((verdict_of(half) == Verdict::C && verdict_of(fewer) == Verdict::D));
  BOOST_TEST((verdict_of(broken) == Verdict::D && verdict_of({}) == Verdict::F));
  // A may lie above half of the digits, and B too.
  BOOST_TEST((verdict_of({.is_measured = true, .within_A = true}) == Verdict::A));
  BOOST_TEST((verdict_of({.is_measured = true, .within_B = true}) == Verdict::B));
}

BOOST_AUTO_TEST_CASE(verdict_of_a_formula_that_is_not_proved_is_F_beyond_B) {
  for (const FieldCheck right : {FieldCheck::not_asked, FieldCheck::not_askable}) {
    BOOST_TEST((verdict_of(with(attaining, right)) == Verdict::A));
    BOOST_TEST((verdict_of(with(stable, right)) == Verdict::B));
    for (const Evidence& lost : {half, fewer, broken, Evidence{}})
      BOOST_TEST((verdict_of(with(lost, right)) == Verdict::F));
    BOOST_TEST((verdict_of(with(half, right, true)) == Verdict::C));
    BOOST_TEST((verdict_of(with(fewer, right, true)) == Verdict::D));
    BOOST_TEST((verdict_of(with(broken, right, true)) == Verdict::F));
  }
}

BOOST_AUTO_TEST_CASE(verdict_of_a_wrong_formula_is_F) {
  for (const Evidence& any : {attaining, stable, half, fewer, broken, Evidence{}})
    for (const bool approximates : {false, true})
      BOOST_TEST((verdict_of(with(any, FieldCheck::wrong, approximates)) == Verdict::F));
}
