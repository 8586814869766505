// The oracle by itself: where a transformation of the inputs is exact, the answers must be each other's
// images to the digits of the arithmetic.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>

#include "check.hpp"
#include "kintree/data/validate.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/trees/metamorphic.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

Matrix<Real> as_matrix(const AnswerMap& T) {
  Matrix<Real> M(T.rows, T.columns);
  for (Eigen::Index i = 0; i < M.rows(); ++i)
    for (Eigen::Index j = 0; j < M.cols(); ++j) M(i, j) = Real(0);
  for (const AnswerMap::Entry& entry : T.entries) M(entry.row - 1, entry.column - 1) += Real(entry.factor);
  return M;
}

Matrix<Real> answer(const oracle::Dynamics<Real>& a, Problem problem) {
  switch (problem) {
    case Problem::mass_matrix:
      return a.H;
    case Problem::mass_matrix_inverse:
      return a.H_inverse;
    case Problem::inverse_dynamics:
      return a.tau;
    case Problem::inverse_osim:
      return a.Lambda_inverse;
    default:  // with H x = tau - C the solution of H x = b is the same relation
      return a.qdd;
  }
}

oracle::Answer rounded(const oracle::ProblemOracle& exact) {
  oracle::Answer answer;
  for (const oracle::ManyDigits& x : exact.exact().values) answer.values.push_back(static_cast<double>(x));
  return answer;
}

/// Cases of every family in turns, until there were so many; what they were transformed by.
template <class Use>
std::map<std::string_view, int> transformed_cases(int count, int bodies, Use&& use) {
  std::map<std::string_view, int> applied;
  for (int k = 0; k < count; ++k) {
    const auto seed = static_cast<std::uint64_t>(k + 1);
    const Case c = random_case(
        families[static_cast<std::size_t>(k) % families.size()].family, bodies, seed,
        {.joints = {}, .numbering = {}, .multi_root = true, .state = {.scale_quaternions = true}});
    for (const Transformation& transformation : transformations()) {
      const auto transformed = transformation.apply(c, seed);
      if (!transformed) continue;
      ++applied[transformation.name];
      const Case& from = transformed->from ? *transformed->from : c;
      BOOST_TEST_CONTEXT(transformed->image.id.name()) {
        validate(transformed->image.model);
        validate(transformed->image.model, transformed->image.state);
        use(transformation, from, *transformed);
      }
    }
  }
  return applied;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(metamorphic)

BOOST_AUTO_TEST_CASE(the_images_of_exact_answers_are_exact) {
  constexpr int digits = 60;
  const oracle::Digits scope(digits);
  std::map<std::string, oracle::Dynamics<Real>> given;  // shared by the transformations of a case
  const auto applied = transformed_cases(
      33, 6, [&](const Transformation& transformation, const Case& from, const CaseImage& transformed) {
        if (!transformation.exact) return;
        if (transformed.from || !given.contains(from.id.name()))
          given[from.id.name()] = oracle::evaluate<Real>(from.model, from.state, everything);
        const auto a = given.at(from.id.name());
        if (transformed.from) given.erase(from.id.name());
        const auto b = oracle::evaluate<Real>(transformed.image.model, transformed.image.state, everything);
        BOOST_TEST_REQUIRE(a.singular_at == 0);
        BOOST_TEST_REQUIRE(b.singular_at == 0);
        for (const auto& [problem, T] : transformed.answers) {
          BOOST_TEST(T.shift.empty());
          const Matrix<Real> M = as_matrix(T), x = answer(a, problem), y = answer(b, problem);
          const bool vector = problem == Problem::forward_dynamics || problem == Problem::inverse_dynamics ||
                              problem == Problem::factorization;
          const Matrix<Real> image = vector ? Matrix<Real>(M * x) : Matrix<Real>(M * x * M.transpose());
          // Ten digits for what small H cost.
          Real most(1), scale = std::max(most, largest(Eigen::Map<const Vector<Real>>(y.data(), y.size())));
          BOOST_TEST_REQUIRE(image.rows() == y.rows());
          for (Eigen::Index i = 0; i < y.rows(); ++i)
            for (Eigen::Index j = 0; j < y.cols(); ++j)
              check_close(y(i, j), image(i, j), scale, 1e-50, std::string(name(problem)));
        }
      });
  for (const Transformation& transformation : transformations())
    BOOST_TEST(applied.contains(transformation.name), transformation.name << " was never applied");
}

BOOST_AUTO_TEST_CASE(the_judge_agrees_with_itself) {
  transformed_cases(
      11, 6, [](const Transformation& transformation, const Case& from, const CaseImage& transformed) {
        const auto a = oracle::Oracle::dense(from.model, from.state, everything, 1);
        const auto b = oracle::Oracle::dense(transformed.image.model, transformed.image.state, everything, 1);
        for (const auto& [problem, T] : transformed.answers) {
          const oracle::ProblemOracle &of_image = *b.of(problem), &of_case = *a.of(problem);
          const auto relation = of_image.relation(of_case, T);
          BOOST_TEST(relation.has_value() == (problem != Problem::factorization));
          if (!relation) {
            BOOST_TEST(std::isnan(of_image.distance({}, {}, T)));
            continue;
          }
          BOOST_TEST(relation->distance <= (transformation.exact ? 1e-36 : 1e-10),
                     name(problem) << " " << relation->distance);
          // No relation is without weight, and none blows an error up.
          BOOST_TEST((relation->stretch > 1e-6 && relation->stretch < 1e6), name(problem)
                                                                                << " " << relation->stretch);
          // A wrong answer to the image shows: all of it left out is an error of the order of 1.
          const oracle::Answer original = rounded(of_case), image = rounded(of_image);
          const auto columns = static_cast<std::size_t>(T.columns);
          const bool vector = problem == Problem::inverse_dynamics || problem == Problem::forward_dynamics;
          BOOST_TEST_REQUIRE(original.values.size() == (vector ? columns : columns * columns));
          const double near = of_image.distance(image, original, T);
          BOOST_TEST(near <= 1e-10, name(problem) << " " << near);
          const oracle::Answer nothing{
              .values = std::vector<double>(image.values.size(), 0.0), .D = {}, .x = {}};
          const double far = of_image.distance(nothing, original, T);
          BOOST_TEST((far > 0.1 || T.shift.size() > 0), name(problem) << " " << far);
        }
      });
}

BOOST_AUTO_TEST_SUITE_END()
