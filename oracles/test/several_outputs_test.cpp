// Problems with several outputs: each is judged in its own norm and compared in the field, and the judgement is that of the worst.
#include <boost/test/unit_test.hpp>

#include "kintree/oracle/field_oracle.hpp"
#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

const std::vector<Problem>& problems_with_several() {
  static const std::vector<Problem> list = [] {
    std::vector<Problem> result;
    for (const Problem problem : all_problems)
      if (info(problem).is_unique() && outputs(problem).size() > 1) result.push_back(problem);
    return result;
  }();
  return list;
}

oracle::Answer rounded_answer(const Dynamics<Real>& exact, Problem problem) {
  oracle::Answer answer;
  for (std::size_t k = 0; k < outputs(problem).size(); ++k) {
    const Matrix<Real>& X = exact.of(problem, k);
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index j = 0; j < X.cols(); ++j) answer.outputs[k].push_back(static_cast<double>(X(i, j)));
  }
  return answer;
}

/// The largest entry, whose error shows most.
std::size_t largest(const std::vector<double>& numbers) {
  const auto by_size = [](double a, double b) { return std::abs(a) < std::abs(b); };
  return static_cast<std::size_t>(std::max_element(numbers.begin(), numbers.end(), by_size) -
                                  numbers.begin());
}

BOOST_AUTO_TEST_SUITE(several_outputs)

BOOST_AUTO_TEST_CASE(an_error_in_any_output_is_judged) {
  BOOST_TEST(problems_with_several().size() >= 4);
  const Digits scope(60);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Case c = random_case(moderate_families[seed].family, 5, seed);
    const auto exact = oracle::evaluate<Real>(c.model, c.state, everything);
    const Oracle oracle = Oracle::dense(c.model, c.state, everything, seed);
    for (const Problem problem : problems_with_several()) {
      if (!everything.contains(problem)) continue;
      const oracle::ProblemOracle& judge = *oracle.of(problem);
      if (judge.ill_posed()) continue;
      BOOST_TEST((judge.judge(rounded_answer(exact, problem)).verdict == Verdict::A), name(problem));
      for (std::size_t k = 0; k < outputs(problem).size(); ++k) {
        oracle::Answer wrong = rounded_answer(exact, problem);
        if (wrong.outputs[k].empty()) continue;  // no constraints
        double& entry = wrong.outputs[k][largest(wrong.outputs[k])];
        if (std::abs(entry) < 1e-8) continue;  // zero, or a rounding of terms that cancel
        entry *= 1.5;
        const Judgement off = judge.judge(wrong);
        BOOST_TEST((off.verdict >= Verdict::C && off.output == k && off.row > 0), outputs(problem)[k].name);
        const bool has_columns = exact.of(problem, k).cols() > 1;
        BOOST_TEST((off.column > 0) == has_columns, outputs(problem)[k].name);
        entry = std::numeric_limits<double>::quiet_NaN();
        const Judgement nan = judge.judge(wrong);
        BOOST_TEST((nan.verdict == Verdict::F && nan.reason == Reason::not_finite && nan.output == k));
        wrong.outputs[k].clear();
        const Judgement missing = judge.judge(wrong);
        BOOST_TEST((missing.verdict == Verdict::F && missing.reason == Reason::wrong_size));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(an_error_in_any_output_is_unequal_in_the_field) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Family family =
        seed % 2 == 0 ? Family::contacts : moderate_families[seed % moderate_families.size()].family;
    const Case c = random_case(family, 5, seed);
    const FieldPoint point(seed);
    const auto exact = oracle::FieldOracle::dense(c.model, c.state, ProblemSet::all());
    for (const Problem problem : problems_with_several()) {
      if (!exact.answers(problem) ||
          (info(problem).needs_independent_rows() && !exact.full_row_rank(problem)))
        continue;
      oracle::AnswerIn<Field> answer;
      for (std::size_t k = 0; k < outputs(problem).size(); ++k) answer.outputs[k] = exact.exact(problem, k);
      BOOST_TEST(exact.compare(problem, answer).holds(), name(problem));
      for (std::size_t k = 0; k < outputs(problem).size(); ++k) {
        if (answer.outputs[k].empty()) continue;  // no constraints
        oracle::AnswerIn<Field> wrong = answer;
        wrong.outputs[k].back() += Field(0x1p-52);
        const oracle::Equality e = exact.compare(problem, wrong);
        BOOST_TEST((e.reason == Reason::not_equal && e.output == k), outputs(problem)[k].name);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
