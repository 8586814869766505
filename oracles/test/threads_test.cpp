// Oracles in several threads, while the precision of Real, which is one for the process, changes at the same
// time.
#include <mpfr.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <thread>

#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

/// All results of an oracle for a case.
std::vector<double> told(const Oracle& oracle) {
  std::vector<double> numbers;
  for (const Problem problem : all_problems) {
    const oracle::ProblemOracle* exact = oracle.of(problem);
    if (exact == nullptr) continue;
    numbers.push_back(exact->sigma());
    numbers.push_back(exact->certified_digits());
    // Digits beyond double as well, as whole numbers of 10^-40.
    for (const oracle::Exact& x : exact->exact()) {
      const oracle::Exact scaled = x * pow(oracle::Exact(10), 40);
      numbers.push_back(static_cast<double>(oracle::Exact(scaled - floor(scaled / 1e15) * 1e15)));
    }
  }
  return numbers;
}

std::vector<std::vector<double>> told_of_cases() {
  std::vector<std::vector<double>> all;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Case c = random_case(moderate_families[seed % moderate_families.size()].family, 6, seed);
    all.push_back(told(Oracle::dense(c.model, c.state, everything, seed)));
    all.push_back(told(Oracle::tree(c.model, c.state, everything, seed)));
  }
  return all;
}

BOOST_AUTO_TEST_SUITE(threads)

BOOST_AUTO_TEST_CASE(share_no_setting) {
  const std::vector<std::vector<double>> alone = told_of_cases();
  std::atomic<int> working = 2;
  std::vector<std::vector<double>> first, second;
  const auto work = [&working](std::vector<std::vector<double>>& result) {
    result = told_of_cases();
    mpfr_free_cache();
    --working;
  };
  std::thread one([&] { work(first); }), other([&] { work(second); });
  for (unsigned digits = 5; working > 0; digits = digits == 5 ? 300 : 5) {
    const Digits scope(digits);
    std::this_thread::yield();
  }
  one.join();
  other.join();
  BOOST_TEST((first == alone));
  BOOST_TEST((second == alone));
}

/// Two threads request judgements of one problem at the same time.
BOOST_AUTO_TEST_CASE(share_an_oracle) {
  const Case c = random_case(Family::complete, 8, 3);
  const Oracle oracle = Oracle::dense(c.model, c.state, everything, 1);
  const oracle::ProblemOracle& exact = *oracle.of(Problem::forward_dynamics);
  std::vector<double> wrong;
  for (const oracle::Exact& x : exact.exact()) wrong.push_back(static_cast<double>(x) * (1 + 1e-6));
  Judgement first, second;
  const auto ask = [&](Judgement& told) {
    told = judge(oracle, Problem::forward_dynamics, wrong);
    mpfr_free_cache();
  };
  std::thread one([&] { ask(first); }), other([&] { ask(second); });
  one.join();
  other.join();
  BOOST_TEST(first.limit > 0);
  BOOST_TEST(first.limit == second.limit);  // the eigenvalue behind it is computed once
  BOOST_TEST(first.error == second.error);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
