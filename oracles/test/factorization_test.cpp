// The judge of factorizations: of the product of the factors, and of the solution.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "judge/dense.hpp"
#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

using Values = std::vector<double>;

/// The factors of a matrix, and the solution, in long double, then rounded.
struct Factors {
  std::vector<double> L, D, x;
};

/// H = L D L^T row by row; on H turned end for end the same gives H = L^T D L.
Factors factor(const std::vector<double>& H, const std::vector<double>& b, bool transposed) {
  const std::size_t n = b.size();
  const auto turned = [&](std::size_t i) { return transposed ? n - 1 - i : i; };
  std::vector<std::vector<long double>> L(n, std::vector<long double>(n, 0));
  std::vector<long double> D(n), x(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      long double sum = H[turned(i) * n + turned(j)];
      for (std::size_t k = 0; k < j; ++k) sum -= L[i][k] * D[k] * L[j][k];
      if (i == j)
        D[i] = sum;
      else
        L[i][j] = sum / D[j];
    }
    L[i][i] = 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = b[turned(i)];
    for (std::size_t k = 0; k < i; ++k) x[i] -= L[i][k] * x[k];
  }
  for (std::size_t i = n; i-- > 0;) {
    x[i] /= D[i];
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= L[k][i] * x[k];
  }
  // P L P is upper triangular, and the transposed factor is its transpose.
  Factors f{std::vector<double>(n * n, 0.0), std::vector<double>(n), std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const std::size_t row = transposed ? turned(j) : i, column = transposed ? turned(i) : j;
      f.L[row * n + column] = static_cast<double>(L[i][j]);
    }
    f.D[turned(i)] = static_cast<double>(D[i]);
    f.x[turned(i)] = static_cast<double>(x[i]);
  }
  return f;
}

oracle::Answer answer(const Factors& f, bool transposed) {
  std::vector<double> D(f.D.size() * f.D.size());
  for (std::size_t i = 0; i < f.D.size(); ++i) D[i * (f.D.size() + 1)] = f.D[i];
  return {.outputs = {f.L, D, f.x}, .form = transposed ? FactorForm::LtDL : FactorForm::LDLt};
}

Judgement judge_factors(const Setting& s, const Factors& f, bool transposed) {
  return s.oracle.of(Problem::factorization)->judge(answer(f, transposed));
}

BOOST_AUTO_TEST_SUITE(factorization)

template <class F>
void for_each_factors(F&& f) {
  for (const Setting& s : settings())
    for (const bool transposed : {true, false})
      BOOST_TEST_CONTEXT(s.model.name << (transposed ? " L^T D L" : " L D L^T"))
  f(s, factor(s.oracle.of(Problem::factorization)->input_matrix(), s.state.tau, transposed), transposed);
}

BOOST_AUTO_TEST_CASE(rounded_mass_matrix) {
  // Right to the last place (a sum of masses may lie on a tie), but for entries that are zero by geometry and
  // not by the tree: their rounding errors at 50 digits remain.
  for (const Setting& s : settings()) {
    const std::vector<double> exact = s.rounded(Problem::mass_matrix), scale = s.scales(Problem::mass_matrix);
    const std::vector<double>& H = s.oracle.of(Problem::factorization)->input_matrix();
    BOOST_TEST_REQUIRE(H.size() == exact.size());
    for (std::size_t i = 0; i < H.size(); ++i)
      BOOST_TEST((std::abs(H[i] - exact[i]) <= 2 * limits::u_double * std::abs(exact[i]) ||
                  std::max(std::abs(H[i]), std::abs(exact[i])) < 1e-45 * scale[i]),
                 H[i] << " is not " << exact[i]);
  }
}

BOOST_AUTO_TEST_CASE(factors_are_at_least_a_B) {
  for_each_factors([](const Setting& s, const Factors& f, bool transposed) {
    const Judgement j = judge_factors(s, f, transposed);
    BOOST_TEST(passes(j), in_words(j));
    BOOST_TEST(j.sigma > 0);
    BOOST_TEST(j.error < 1e-10);
  });
  const Setting chain = long_chain(16);
  for (const bool transposed : {true, false}) {
    const Judgement j = judge_factors(
        chain, factor(chain.oracle.of(Problem::factorization)->input_matrix(), chain.state.tau, transposed),
        transposed);
    BOOST_TEST(passes(j), in_words(j));
  }
}

BOOST_AUTO_TEST_CASE(a_sign_in_L) {
  int flipped = 0;
  for_each_factors([&](const Setting& s, const Factors& f, bool transposed) {
    for (std::size_t i = 0; i < f.L.size(); ++i) {
      if (std::abs(f.L[i]) < 1e-12 || i % (f.D.size() + 1) == 0) continue;
      Factors wrong = f;
      wrong.L[i] = -wrong.L[i];
      const Judgement j = judge_factors(s, wrong, transposed);
      BOOST_TEST((j.verdict > Verdict::B), "entry " << i << ": " << in_words(j));
      BOOST_TEST((j.reason != Reason::none));
      BOOST_TEST(j.row > 0);
      ++flipped;
    }
  });
  BOOST_TEST(flipped > 100);
}

BOOST_AUTO_TEST_CASE(a_sign_in_D) {
  for_each_factors([](const Setting& s, const Factors& f, bool transposed) {
    for (std::size_t i = 0; i < f.D.size(); ++i) {
      Factors wrong = f;
      wrong.D[i] = -wrong.D[i];
      BOOST_TEST((judge_factors(s, wrong, transposed).verdict > Verdict::B));
    }
  });
}

BOOST_AUTO_TEST_CASE(the_other_product) {
  int compared = 0;
  for_each_factors([&](const Setting& s, const Factors& f, bool transposed) {
    double off_diagonal = 0;
    for (std::size_t i = 0; i < f.L.size(); ++i)
      if (i % (f.D.size() + 1) != 0) off_diagonal = std::max(off_diagonal, std::abs(f.L[i]));
    if (off_diagonal < 1e-6) return;  // the same product
    BOOST_TEST((judge_factors(s, f, !transposed).verdict > Verdict::B));
    ++compared;
  });
  BOOST_TEST(compared > 10);
}

// Where neither of two coordinates supports the other, H is zero, and L^T D L leaves L zero [Featherstone
// 2005].
BOOST_AUTO_TEST_CASE(fill_in) {
  int filled = 0;
  for (const Setting& s : settings()) {
    const Layout layout(s.model);
    const Factors f = factor(s.oracle.of(Problem::factorization)->input_matrix(), s.state.tau, true);
    const int n = layout.n;
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j < i; ++j) {
        int at = i;
        while (at > j) at = layout.expanded_parent[static_cast<std::size_t>(at)];
        if (at == j) continue;  // j supports i
        const auto entry = static_cast<std::size_t>((i - 1) * n + j - 1);
        BOOST_TEST(f.L[entry] == 0);
        for (const double filling : {1e-3, 1e-30}) {
          Factors wrong = f;
          wrong.L[entry] = filling;
          BOOST_TEST((judge_factors(s, wrong, true).verdict > Verdict::B));
          ++filled;
        }
      }
  }
  BOOST_TEST(filled > 20);
}

BOOST_AUTO_TEST_CASE(entries_above_the_diagonal) {
  for_each_factors([](const Setting& s, const Factors& f, bool transposed) {
    if (f.D.size() < 2) return;
    Factors wrong = f;
    wrong.L[1] = 0.25;
    BOOST_TEST((judge_factors(s, wrong, transposed).verdict > Verdict::B));
  });
}

// The relative error of a well-conditioned solution that counts.
BOOST_AUTO_TEST_CASE(a_wrong_solution) {
  int compared = 0;
  for_each_factors([&](const Setting& s, const Factors& f, bool transposed) {
    double length = 0;
    const std::vector<double>& H = s.oracle.of(Problem::factorization)->input_matrix();
    const std::size_t n = f.x.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) length += f.x[i] * H[i * n + j] * f.x[j];
    for (std::size_t i = 0; i < n; ++i) {
      Factors wrong = f;
      wrong.x[i] *= 1 + 1e-9;
      if (f.x[i] * f.x[i] * H[i * n + i] < 1e-6 * length) continue;
      const Judgement j = judge_factors(s, wrong, transposed);
      BOOST_TEST((j.verdict > Verdict::B), in_words(j));
      BOOST_TEST((j.reason == Reason::wrong_residual));
      ++compared;
    }
    Factors wrong = f;
    wrong.x.assign(n, 0.0);
    BOOST_TEST((judge_factors(s, wrong, transposed).verdict > Verdict::B));
  });
  BOOST_TEST(compared > 50);
}

BOOST_AUTO_TEST_CASE(sizes_and_finiteness) {
  const double bad = std::numeric_limits<double>::quiet_NaN();
  for_each_factors([&](const Setting& s, const Factors& f, bool transposed) {
    for (std::vector<double> Factors::*part : {&Factors::L, &Factors::D, &Factors::x}) {
      Factors wrong = f;
      (wrong.*part).pop_back();
      BOOST_TEST((judge_factors(s, wrong, transposed).reason == Reason::wrong_size));
      for (const double number : {bad, std::numeric_limits<double>::infinity()}) {
        wrong = f;
        (wrong.*part).back() = number;
        const Judgement j = judge_factors(s, wrong, transposed);
        BOOST_TEST((j.verdict > Verdict::B));
        BOOST_TEST((j.reason == Reason::not_finite));
        BOOST_TEST(j.row == static_cast<int>(f.D.size()));
      }
    }
  });
}

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
