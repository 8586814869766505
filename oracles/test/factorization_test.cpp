// The judge of factorizations of random trees: of the product of the factors, and of the solution.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
