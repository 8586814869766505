// The judge of factorizations at its limits: each reason for a refusal, singular matrices, float, underflow.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "judge/dense.hpp"
#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

using Values = std::vector<double>;

BOOST_AUTO_TEST_SUITE(factorization)

/// `H = [2 1; 1 1]`, x = (1, 1): two bodies on slides, whose factors are whole numbers.
struct Slides {
  Model model;
  Slides() {
    for (int parent : {0, 1})
      add_body(model, parent, JointKind::prismatic).inertial = solid(1, {}, {1, 1, 1});
  }
  Oracle oracle() const {
    State state = neutral_state(model);
    state.tau = {3, 2};
    return Oracle::dense(model, state, {Problem::factorization}, 1);
  }
};

// H = [1 + 1e-20, 1; 1, 1] is regular, and rounded it is singular.
BOOST_AUTO_TEST_CASE(a_matrix_that_is_singular_when_rounded_is_not_judged) {
  Model model;
  add_body(model, 0, JointKind::prismatic).inertial = solid(1e-20, {}, {1, 1, 1});
  add_body(model, 1, JointKind::prismatic).inertial = solid(1, {}, {1, 1, 1});
  State state = neutral_state(model);
  state.tau = {3, 2};
  const Oracle o = Oracle::dense(model, state, {Problem::factorization}, 1);
  const oracle::ProblemOracle& exact = *o.of(Problem::factorization);
  BOOST_TEST_REQUIRE(exact.ill_posed().has_value());
  BOOST_TEST((exact.ill_posed()->why == oracle::IllPosed::rounded_singular));
  const Judgement j = exact.judge({.outputs = {Values{1, 0, 1, 1}, Values{1, 0, 0, 1}, Values{1, 1}}});
  BOOST_TEST((j.verdict > Verdict::B));
  BOOST_TEST((j.reason == Reason::ill_posed));
}

BOOST_AUTO_TEST_CASE(every_refusal_says_why_and_where) {
  const Slides slides;
  const Oracle oracle = slides.oracle();
  const oracle::ProblemOracle& exact = *oracle.of(Problem::factorization);
  const oracle::Answer right{.outputs = {Values{1, 0, 1, 1}, Values{1, 0, 0, 1}, Values{1, 1}}};
  BOOST_TEST((exact.judge(right).reason == Reason::none));
  const auto refused = [&](std::size_t output, std::size_t entry, double value, Reason reason, int row,
                           int column) {
    oracle::Answer wrong = right;
    wrong.outputs[output][entry] = value;
    const Judgement j = exact.judge(wrong);
    const bool no_answer = reason != Reason::wrong_product && reason != Reason::wrong_residual;
    BOOST_TEST((no_answer ? j.verdict == Verdict::F : j.verdict == Verdict::C || j.verdict == Verdict::D));
    BOOST_TEST((j.reason == reason), name(j.reason));
    BOOST_TEST(j.row == row);
    BOOST_TEST(j.column == column);
    BOOST_TEST(std::isnan(j.alpha) == no_answer);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refused(0, 2, nan, Reason::not_finite, 2, 1);
  refused(1, 1, nan, Reason::not_finite, 1, 2);
  refused(2, 1, nan, Reason::not_finite, 2, 0);
  refused(0, 1, 1e-300, Reason::not_triangular, 1, 2);
  refused(1, 1, 1e-300, Reason::not_block_diagonal, 1, 2);
  refused(0, 2, 1 + 1e-14, Reason::wrong_product, 2, 1);
  refused(1, 3, 1 + 1e-14, Reason::wrong_product, 2, 1);
  refused(2, 0, 1 + 1e-12, Reason::wrong_residual, 1, 0);

  // Within the bounds of the product, what is pointed at is an entry of the solution.
  oracle::Answer nearly = right;
  nearly.outputs[0][2] = 1 - 0x1p-53;
  BOOST_TEST((exact.judge(nearly).reason == Reason::none));
  BOOST_TEST(exact.judge(nearly).column == 0);

  // Symmetric, but across joints.
  oracle::Answer across = right;
  across.outputs[1][1] = across.outputs[1][2] = 0.5;
  BOOST_TEST((exact.judge(across).reason == Reason::not_block_diagonal));
  // Within one joint, but not symmetric.
  Model planar;
  add_body(planar, 0, JointKind::planar, {0, 0, 1}).inertial = solid(1, {}, {1, 1, 1});
  const Oracle of_planar = Oracle::dense(planar, neutral_state(planar), {Problem::factorization}, 1);
  oracle::Answer unit{
      .outputs = {Values{1, 0, 0, 0, 1, 0, 0, 0, 1}, Values{1, 0, 0, 0, 1, 0, 0, 0, 1}, Values{0, 0, 0}}};
  BOOST_TEST((of_planar.of(Problem::factorization)->judge(unit).verdict == Verdict::A));
  unit.outputs[1][1] = 1e-300;
  BOOST_TEST((of_planar.of(Problem::factorization)->judge(unit).reason == Reason::not_block_diagonal));
}

BOOST_AUTO_TEST_CASE(exact_solution) {
  const Slides slides;
  const Oracle oracle = slides.oracle();
  for (const oracle::Exact& x : oracle.of(Problem::factorization)->exact()) BOOST_TEST((abs(x - 1) <= 1e-45));
}

BOOST_AUTO_TEST_CASE(in_float_the_matrix_and_the_bounds_are_of_float) {
  Slides slides;
  slides.model.bodies[1].inertial.mass = 1 + 0x1p-30;
  State state = neutral_state(slides.model);
  state.tau = {3, 2};
  const auto made = [&](Format format) {
    return Oracle::dense(slides.model, state, {Problem::factorization}, 1, format);
  };
  const Oracle in_double = made(Format::binary64), in_float = made(Format::binary32);
  BOOST_TEST(in_double.of(Problem::factorization)->input_matrix().front() == 2 + 0x1p-30);
  BOOST_TEST(in_float.of(Problem::factorization)->input_matrix().front() == 2);
  // One rounding of float off, in a factor.
  const oracle::Answer close{.outputs = {Values{1, 0, 1, 1}, Values{1 + 0x1p-24, 0, 0, 1}, Values{1, 1}}};
  BOOST_TEST((in_double.of(Problem::factorization)->judge(close).reason == Reason::wrong_product));
  BOOST_TEST((in_float.of(Problem::factorization)->judge(close).reason == Reason::none));
}

// Two bodies that do not act on each other, H = 1: the first entry of the product is 1e600, and the last is right.
BOOST_AUTO_TEST_CASE(a_product_beyond_double_is_wrong) {
  Model model;
  for (int k = 0; k < 2; ++k) add_body(model, 0, JointKind::prismatic).inertial = solid(1, {}, {1, 1, 1});
  State state = neutral_state(model);
  state.tau = {1, 1};
  const Oracle oracle = Oracle::dense(model, state, {Problem::factorization}, 1);
  for (const FactorForm form : {FactorForm::LtDL, FactorForm::LDLt}) {
    const Judgement j =
        oracle.of(Problem::factorization)
            ->judge(
                {.outputs = {Values{1e200, 0, 0, 1}, Values{1e200, 0, 0, 1}, Values{1, 1}}, .form = form});
    BOOST_TEST((j.verdict > Verdict::B));
    BOOST_TEST((j.reason == Reason::wrong_product), name(j.reason));
    BOOST_TEST(j.row == 1);
    BOOST_TEST(j.column == 1);
  }
}

// Scaled, its smallest eigenvalue is about 2^-24: a pivot may be lost in float, and not in double.
BOOST_AUTO_TEST_CASE(a_pivot_may_be_lost_where_the_theorem_says_so) {
  Slides slides;
  slides.model.bodies[1].inertial.mass = 0x1p-23;
  const auto may_be_lost = [&](Format format) {
    return Oracle::dense(slides.model, neutral_state(slides.model), {Problem::factorization}, 1, format)
        .of(Problem::factorization)
        ->any_error_is_B();
  };
  BOOST_TEST(may_be_lost(Format::binary32));
  BOOST_TEST(!may_be_lost(Format::binary64));
}

// A perturbation of 2^-30 makes this matrix singular; those of a rounding, sampled in double-double, do not.
BOOST_AUTO_TEST_CASE(sigma_samples_short_steps_if_long_ones_break_down) {
  Slides slides;
  slides.model.bodies[1].inertial.mass = 0x1p-40;
  const Oracle oracle = slides.oracle();
  const oracle::ProblemOracle& exact = *oracle.of(Problem::factorization);
  BOOST_TEST(!exact.ill_posed().has_value());
  BOOST_TEST((exact.sigma() > 0x1p-16 && exact.sigma() < 0x1p-10));  // u / 2^-40 is 2^-13
}

// H_21 = 2^-140 over the pivot 2^14: the factor is 2^-154, which float does not have.
BOOST_AUTO_TEST_CASE(underflow_is_excused) {
  Model model;
  add_body(model, 0, JointKind::prismatic, {1, 0, 0}).inertial = solid(1, {}, {1, 1, 1});
  add_body(model, 1, JointKind::prismatic, {0x1p-154, 1, 0}).inertial = solid(0x1p14, {}, {1, 1, 1});
  State state = neutral_state(model);
  state.tau = {1, 1};
  const double pivot = 0x1p14, base = 1 + 0x1p14;
  const auto judged = [&](Format format, double L_21) {
    return Oracle::dense(model, state, {Problem::factorization}, 1, format)
        .of(Problem::factorization)
        ->judge({.outputs = {Values{1, 0, L_21, 1}, Values{base, 0, 0, pivot}, Values{1 / base, 1 / pivot}}});
  };
  BOOST_TEST((judged(Format::binary64, 0x1p-154).reason == Reason::none));
  BOOST_TEST((judged(Format::binary64, 0).reason == Reason::wrong_product));
  BOOST_TEST((judged(Format::binary32, 0).reason == Reason::none));
  BOOST_TEST((judged(Format::binary32, 0x1p-120).reason == Reason::wrong_product));
}

// x = 0 leaves all of tau: three roundings below the smallest normal number are excused, and no more.
BOOST_AUTO_TEST_CASE(underflow_of_a_solution_is_excused) {
  Model model;
  add_body(model, 0, JointKind::prismatic, {1, 0, 0}).inertial = solid(1, {}, {1, 1, 1});
  State state = neutral_state(model);
  const double allowed = oracle::limits::underflow(3, 1, 1, Format::binary32);
  for (const double tau : {allowed, allowed + 0x1p-149}) {
    state.tau = {tau};
    const oracle::Judgement j = Oracle::dense(model, state, {Problem::factorization}, 1, Format::binary32)
                                    .of(Problem::factorization)
                                    ->judge({.outputs = {Values{1}, Values{1}, Values{0}}});
    BOOST_TEST((j.reason == (tau > allowed ? Reason::wrong_residual : Reason::none)),
               tau << ": " << name(j.reason));
  }
}

// H = M^T M of whole numbers, det M = 1: its last pivot is 1e-42 of its entry, which is zero to the check's 38 digits alone.
BOOST_AUTO_TEST_CASE(singular_to_the_check_alone_is_not_judged) {
  Model model;
  for (int k = 0; k < 3; ++k) add_body(model, k, JointKind::prismatic).inertial = solid(1, {}, {1, 1, 1});
  const auto of = std::make_shared<oracle::DenseCase>(
      model, neutral_state(model), ProblemSet{Problem::factorization}, 1, Format::binary64);
  of->exact.H << 7466915956129209, -1851334467115507, -2494442503509298,  //
      -1851334467115507, 459140821169315, 618979077546197,                //
      -2494442503509298, 618979077546197, 835414490156353;
  const auto problem = oracle::factorization_problem(of);
  BOOST_TEST((problem->ill_posed() && problem->ill_posed()->why == oracle::IllPosed::rounded_singular));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
