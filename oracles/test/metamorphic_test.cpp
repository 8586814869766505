// The oracle by itself: where a transformation of the inputs is exact, the answers must be each other's
// images to the digits of the arithmetic.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <optional>

#include "check.hpp"
#include "kintree/model/validate.hpp"
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

Matrix<Real> answer(const oracle::Dynamics<Real>& a, Problem problem, std::size_t output) {
  // With H x = tau - C the solution of H x = b is the same relation.
  return a.of(problem == Problem::factorization ? Problem::forward_dynamics : problem, output);
}

/// Transforms cases of every family in turn, until there were `count`. Returns how often each transformation
/// was applied.
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
  int with_J_bar = 0;
  const auto applied = transformed_cases(
      16, 5, [&](const Transformation& transformation, const Case& from, const CaseImage& transformed) {
        if (!transformation.exact) return;
        if (transformed.from || !given.contains(from.id.name()))
          given[from.id.name()] = oracle::evaluate<Real>(from.model, from.state, without_derivatives);
        const auto a = given.at(from.id.name());
        if (transformed.from) given.erase(from.id.name());
        const auto b =
            oracle::evaluate<Real>(transformed.image.model, transformed.image.state, without_derivatives);
        BOOST_TEST_REQUIRE(a.singular_at == 0);
        BOOST_TEST_REQUIRE(b.singular_at == 0);
        for (const Problem problem : transformed.problems& without_derivatives) {
          if (a.of_K.dependent_row != 0 && info(problem).solves_with == SolvesWith::constraints) continue;
          if (info(problem).solves_with == SolvesWith::Lambda) {
            // J may have full row rank in one of the two trees alone.
            if (a.of_J.dependent_row != 0 || b.of_J.dependent_row != 0) continue;
            ++with_J_bar;
          }
          for (std::size_t k = 0; const Quantity& output : compared_outputs(problem)) {
            const AnswerMap T = map_of(transformed.maps, output);
            BOOST_TEST(T.shift.empty());
            const Matrix<Real> M = as_matrix(T), N = as_matrix(T.N()), x = answer(a, problem, k),
                               y = answer(b, problem, k);
            ++k;
            const Matrix<Real> image =
                output.is_vector() ? Matrix<Real>(M * x) : Matrix<Real>(M * x * N.transpose());
            // Ten digits for what small H cost.
            Real most(1), scale = std::max(most, largest(Eigen::Map<const Vector<Real>>(y.data(), y.size())));
            BOOST_TEST_REQUIRE(image.rows() == y.rows());
            for (Eigen::Index i = 0; i < y.rows(); ++i)
              for (Eigen::Index j = 0; j < y.cols(); ++j)
                check_close(y(i, j), image(i, j), scale, 1e-50, std::string(output.name));
          }
        }
      });
  BOOST_TEST(with_J_bar > 30);
  for (const Transformation& transformation : transformations())
    BOOST_TEST(applied.contains(transformation.name), transformation.name << " was never applied");
}

BOOST_AUTO_TEST_CASE(the_judge_agrees_with_itself) {
  std::optional<oracle::Oracle> given;  // shared by the transformations of a case
  std::string given_of;
  transformed_cases(
      7, 5, [&](const Transformation& transformation, const Case& from, const CaseImage& transformed) {
        if (transformed.from || given_of != from.id.name()) {
          given = oracle::Oracle::dense(from.model, from.state, everything, 1);
          given_of = transformed.from ? "" : from.id.name();
        }
        const oracle::Oracle& a = *given;
        const auto b = oracle::Oracle::dense(transformed.image.model, transformed.image.state, everything, 1);
        for (const Problem problem : transformed.problems& everything) {
          const std::vector<AnswerMap> T = maps_of_answer(transformed.maps, problem);
          const oracle::ProblemOracle &of_image = *b.of(problem), &of_case = *a.of(problem);
          const auto distance = of_image.distance_to_image(of_case, T);
          if (info(problem).solves_with == SolvesWith::Lambda &&
              (of_image.ill_posed() || of_case.ill_posed()))
            continue;
          BOOST_TEST(distance.has_value() == (problem != Problem::factorization));
          if (!distance) continue;
          // Both have 50 digits. The scale of an entry that cancels is a rounding of its terms to double, 1e-16 of them. Three more
          // digits are for the terms of a sum.
          BOOST_TEST(*distance <= (transformation.exact ? 1e-31 : 1e-10), name(problem) << " " << *distance);
          const auto is_zero = [](const oracle::Exact& x) { return abs(x) < 1e-30; };
          const std::vector<oracle::Exact> exact = of_image.exact();
          if (std::all_of(exact.begin(), exact.end(), is_zero)) continue;
          // Another case's answer is far from it.
          std::vector<AnswerMap> zero = T;
          for (AnswerMap& map : zero) {
            map.entries.clear();
            map.shift.clear();
          }
          BOOST_TEST((*of_image.distance_to_image(of_case, zero) > 0.1), name(problem));
        }
      });
}

BOOST_AUTO_TEST_SUITE_END()
