// The judge: what is right passes, what is wrong fails, and the report says where.
#define BOOST_TEST_MODULE judge
#include "kintree/oracle/judge.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "check.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/trees/case.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Answer;
using oracle::DenseOracle;
using oracle::Digits;
using oracle::Judgement;
using oracle::Wanted;
namespace limits = oracle::limits;

const Wanted everything{.tau = true, .qdd = true, .inverse = true, .inverse_osim = true};
constexpr std::array<Problem, 5> judged{Problem::mass_matrix, Problem::mass_matrix_inverse,
                                        Problem::inverse_dynamics, Problem::forward_dynamics,
                                        Problem::inverse_osim};

/// A case, its oracle, and the exact answers rounded to double.
struct Setting {
  Model model;
  State state;
  Answer<Real> exact;
  DenseOracle oracle;

  Setting(Model m, State s)
      : model(std::move(m)),
        state(std::move(s)),
        exact(at_sixty_digits(model, state)),
        oracle(model, state, everything, 4711) {}
  explicit Setting(const Case& c) : Setting(c.model, c.state) {}

  static Answer<Real> at_sixty_digits(const Model& model, const State& state) {
    const Digits scope(60);
    return oracle::evaluate<Real>(model, state, everything);
  }

  Matrix<Real> exact_answer(Problem problem) const {
    switch (problem) {
      case Problem::mass_matrix:
        return exact.H;
      case Problem::mass_matrix_inverse:
        return exact.H_inverse;
      case Problem::inverse_dynamics:
        return exact.tau;
      case Problem::forward_dynamics:
        return exact.qdd;
      default:
        return exact.Lambda_inverse;
    }
  }

  std::vector<double> rounded(Problem problem) const {
    const Matrix<Real> X = exact_answer(problem);
    std::vector<double> result;
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index j = 0; j < X.cols(); ++j) result.push_back(static_cast<double>(X(i, j)));
    return result;
  }

  /// By entry: what an error of 1 in the problem's norm is worth there, if that entry alone is wrong.
  std::vector<double> scales(Problem problem) const {
    const Digits scope(60);
    const Matrix<Real> X = exact_answer(problem);
    std::vector<double> result;
    const Real length = problem == Problem::forward_dynamics
                            ? Real(sqrt(exact.qdd.dot(Vector<Real>(exact.H * exact.qdd))))
                            : Real(sqrt(exact.tau.dot(Vector<Real>(exact.H_inverse * exact.tau))));
    for (Eigen::Index i = 0; i < X.rows(); ++i)
      for (Eigen::Index j = 0; j < X.cols(); ++j)
        result.push_back(static_cast<double>(
            problem == Problem::forward_dynamics   ? Real(length / sqrt(exact.H(i, i)))
            : problem == Problem::inverse_dynamics ? Real(length / sqrt(exact.H_inverse(i, i)))
                                                   : Real(sqrt(X(i, i) * X(j, j)))));
    return result;
  }

  int columns(Problem problem) const { return static_cast<int>(exact_answer(problem).cols()); }
};

/// Twelve settings: random trees of all moderate families.
const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = [] {
    std::vector<Setting> result;
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
      result.emplace_back(random_case(moderate_families[seed % moderate_families.size()].family, 6, seed));
    return result;
  }();
  return all;
}

template <class F>
void for_each(F&& f) {
  int number = 0;
  for (const Setting& setting : settings())
    for (const Problem problem : judged) BOOST_TEST_CONTEXT(setting.model.name << " " << name(problem)) {
        f(setting, problem);
        ++number;
      }
  BOOST_TEST(number == 60);
}

bool passes(const Judgement& j) {
  return j.verdict == Verdict::A || j.verdict == Verdict::B;
}

std::string in_words(const Judgement& j) {
  return std::string(name(j.verdict)) + " " + j.reason + ", error " + std::to_string(j.error / limits::u) +
         " u, sigma " + std::to_string(j.sigma / limits::u) + " u, at (" +
         std::to_string(j.worst_coordinate) + ", " + std::to_string(j.worst_column) + ")";
}

/// A chain of links about parallel axes, stretched: its scaled mass matrix is near singular.
Setting long_chain(int bodies) {
  Model model;
  for (int i = 0; i < bodies; ++i) {
    Body& body = add_body(model, i, JointKind::revolute);
    if (i > 0) body.joint.placement.xyz = {0, 1, 0};
    body.inertial = solid(1, {0, 0.5, 0.125}, {0.1, 0.05, 0.1});
  }
  State state = neutral_state(model);
  Generator generator = make_generator({word("long chain")});
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    state.q[i] = uniform(generator, -0.1, 0.1);
    state.v[i] = uniform(generator, -1, 1);
    state.tau[i] = uniform(generator, -1, 1);
  }
  return {std::move(model), std::move(state)};
}

BOOST_AUTO_TEST_SUITE(verdicts)

BOOST_AUTO_TEST_CASE(exact_answer_is_an_A) {
  for_each([](const Setting& s, Problem problem) {
    const Judgement j = s.oracle.judge(problem, s.rounded(problem));
    BOOST_TEST((j.verdict == Verdict::A), in_words(j));
    BOOST_TEST(j.alpha <= 3, in_words(j));
    BOOST_TEST(j.error <= j.limit);
    BOOST_TEST(j.sigma > 0.1 * limits::u);
    BOOST_TEST(j.reason.empty());
    BOOST_TEST(j.certified_digits >= 20);
  });
}

BOOST_AUTO_TEST_CASE(not_finite_is_an_F_that_says_where) {
  for_each([](const Setting& s, Problem problem) {
    const std::vector<double> exact = s.rounded(problem);
    const auto columns = static_cast<std::size_t>(s.columns(problem));
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity()})
      for (const std::size_t at : {std::size_t{0}, exact.size() / 2, exact.size() - 1}) {
        std::vector<double> result = exact;
        result[at] = bad;
        result.back() = bad;  // the first is reported
        const Judgement j = s.oracle.judge(problem, result);
        BOOST_TEST((j.verdict == Verdict::F));
        BOOST_TEST(j.reason == "not finite");
        BOOST_TEST(std::isnan(j.error));
        BOOST_TEST(j.worst_coordinate == static_cast<int>(at / columns) + 1);
        BOOST_TEST(j.worst_column == (columns > 1 ? static_cast<int>(at % columns) + 1 : 0));
      }
  });
}

BOOST_AUTO_TEST_CASE(wrong_size_is_an_F) {
  for_each([](const Setting& s, Problem problem) {
    const std::vector<double> exact = s.rounded(problem);
    std::vector<double> shorter = exact, longer = exact;
    shorter.pop_back();
    longer.push_back(0);
    for (const auto& result : {shorter, longer, std::vector<double>{}}) {
      const Judgement j = s.oracle.judge(problem, result);
      BOOST_TEST((j.verdict == Verdict::F));
      BOOST_TEST(j.reason == "wrong size");
    }
  });
}

BOOST_AUTO_TEST_CASE(zeros_are_an_F) {
  for_each([](const Setting& s, Problem problem) {
    const std::size_t size = s.rounded(problem).size();
    const Judgement j = s.oracle.judge(problem, std::vector<double>(size, 0.0));
    BOOST_TEST((j.verdict == Verdict::F), in_words(j));
    BOOST_TEST(j.error > 0.99);
    BOOST_TEST(!j.reason.empty());
    BOOST_TEST((s.oracle.judge(problem, std::vector<double>(size, 1e300)).verdict == Verdict::F));
  });
}

// The trees are well-conditioned, so 10^-9 is far beyond every limit; and the error is what was planted.
BOOST_AUTO_TEST_CASE(one_wrong_entry_is_an_F_that_says_which) {
  for_each([](const Setting& s, Problem problem) {
    const std::vector<double> exact = s.rounded(problem), scale = s.scales(problem);
    const int columns = s.columns(problem);
    int planted = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      if (scale[i] == 0) continue;  // a row of J is zero
      std::vector<double> result = exact;
      result[i] += 1e-9 * scale[i];
      const Judgement j = s.oracle.judge(problem, result);
      BOOST_TEST((j.verdict == Verdict::F), in_words(j));
      // The rows of a triple share their largest diagonal: on that scale the error is smaller.
      BOOST_TEST(j.error > (problem == Problem::inverse_osim ? 0 : 0.9e-9));
      if (problem != Problem::inverse_dynamics) BOOST_TEST(j.error < 1.1e-9);
      const auto at = static_cast<int>(i);
      BOOST_TEST(j.worst_coordinate == at / columns + 1, in_words(j));
      BOOST_TEST(j.worst_column == (columns > 1 ? at % columns + 1 : 0), in_words(j));
      ++planted;
    }
    BOOST_TEST(planted > 0);
  });
}

// The same relative to the entry itself, where that counts for anything.
BOOST_AUTO_TEST_CASE(relative_error_of_one_entry) {
  for_each([](const Setting& s, Problem problem) {
    const std::vector<double> exact = s.rounded(problem), scale = s.scales(problem);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      // Rows of a triple share a scale, and the bound B is wider: only large entries count for the
      // operational space.
      const bool osim = problem == Problem::inverse_osim;
      const double least = osim ? *std::max_element(exact.begin(), exact.end()) : scale[i];
      if (!(std::abs(exact[i]) > (osim ? 0.1 : 0.01) * least)) continue;
      std::vector<double> result = exact;
      result[i] *= 1 + (osim ? 1e-6 : 1e-9);
      BOOST_TEST((s.oracle.judge(problem, result).verdict == Verdict::F));
    }
  });
}

BOOST_AUTO_TEST_CASE(an_error_of_sigma_is_an_A) {
  Generator generator = make_generator({word("sigma")});
  for_each([&](const Setting& s, Problem problem) {
    const double sigma = s.oracle.judge(problem, s.rounded(problem)).sigma;
    std::vector<double> result = s.rounded(problem);
    const std::vector<double> scale = s.scales(problem);
    const auto count = static_cast<double>(result.size());
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] +=
          uniform(generator, -1, 1) * sigma * scale[i] / (s.columns(problem) > 1 ? 1.0 : std::sqrt(count));
    const Judgement j = s.oracle.judge(problem, result);
    BOOST_TEST((j.verdict == Verdict::A), in_words(j));
    BOOST_TEST(j.alpha < 10);
  });
}

// Between the A limit and the bound of a backward-stable solve with H, and beyond it.
BOOST_AUTO_TEST_CASE(ill_conditioned_solve_is_a_B) {
  const Setting s = long_chain(16);
  for (const Problem problem : {Problem::forward_dynamics, Problem::mass_matrix_inverse}) {
    const std::vector<double> exact = s.rounded(problem), scale = s.scales(problem);
    const Judgement a = s.oracle.judge(problem, exact);
    BOOST_TEST((a.verdict == Verdict::A), in_words(a));
    const auto planted = [&](double error) {
      std::vector<double> result = exact;
      result[5] += error * scale[5];
      return s.oracle.judge(problem, result);
    };
    const double bound = planted(1).limit;  // of an F: the largest there is
    BOOST_TEST(a.limit < 1e-3 * bound);
    BOOST_TEST(bound < 1);

    BOOST_TEST((planted(0.5 * a.limit).verdict == Verdict::A));
    const Judgement b = planted(std::sqrt(a.limit * bound));
    BOOST_TEST((b.verdict == Verdict::B), in_words(b));
    BOOST_TEST(b.limit == bound);
    BOOST_TEST((planted(0.9 * bound).verdict == Verdict::B));
    BOOST_TEST((planted(1.1 * bound).verdict == Verdict::F));
  }
  // H, tau and the inverse OSIM have no such excuse.
  for (const Problem problem : {Problem::mass_matrix, Problem::inverse_dynamics, Problem::inverse_osim}) {
    if (problem == Problem::inverse_osim) continue;  // no end-effector here
    std::vector<double> result = s.rounded(problem);
    const Judgement a = s.oracle.judge(problem, result);
    result[0] += 10 * a.limit * s.scales(problem)[0];
    BOOST_TEST((s.oracle.judge(problem, result).verdict == Verdict::F));
  }
}

BOOST_AUTO_TEST_CASE(singular_case_says_where) {
  Model model;
  add_body(model, 0, JointKind::revolute).inertial = solid(1, {0, 0.5, 0.5}, {1, 1, 1});
  add_body(model, 1, JointKind::revolute, {0, 1, 0});
  for (const Problem problem : all_problems) {
    BOOST_TEST(DenseOracle(model, neutral_state(model), everything, 1).ill_posed(problem).find("singular") !=
               std::string::npos);
    BOOST_TEST(settings()[0].oracle.ill_posed(problem) == "");
  }
}

// tau = m (qdd + g): where all but a few roundings cancel, no digit is determined; where all do, the size of
// what cancels is the scale, and a wrong answer shows.
BOOST_AUTO_TEST_CASE(a_case_without_a_digit_is_ill_posed) {
  Model model;
  add_body(model, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(1, {}, {1, 1, 1});
  State state = neutral_state(model);
  const auto oracle_at = [&](double part) {
    state.qdd[0] = -9.81 * part;
    return DenseOracle(model, state, everything, 5);
  };
  BOOST_TEST(oracle_at(1 - 0x1p-20).ill_posed(Problem::inverse_dynamics) == "");
  BOOST_TEST(oracle_at(1 - 0x1p-49).ill_posed(Problem::inverse_dynamics) != "");
  BOOST_TEST(oracle_at(1 - 0x1p-49).ill_posed(Problem::mass_matrix) == "");
  const DenseOracle at_rest = oracle_at(1);
  BOOST_TEST(at_rest.ill_posed(Problem::inverse_dynamics) == "");
  BOOST_TEST((at_rest.judge(Problem::inverse_dynamics, {0.0}).verdict == Verdict::A));
  BOOST_TEST((at_rest.judge(Problem::inverse_dynamics, {1e-12}).verdict == Verdict::F));
}

// A needle about its own axis, far from the joint: its moment is small beside the terms that it is the sum
// of, and so is the force that turns it beside those of its spin.
BOOST_AUTO_TEST_CASE(sums_with_the_errors_of_their_evaluation_are_a_B) {
  Model model;
  add_body(model, 0, JointKind::revolute, {0, 0, 1}).inertial = solid(1, {0, 0, 1}, {1, 1, 1e-6});
  State state = neutral_state(model);
  state.qdd[0] = 1;
  state.v[0] = 1e3;
  const DenseOracle oracle(model, state, everything, 5);
  for (const Problem problem : {Problem::mass_matrix, Problem::inverse_dynamics}) {
    BOOST_TEST((oracle.judge(problem, {1e-6}).verdict == Verdict::A));
    BOOST_TEST((oracle.judge(problem, {1e-6 + 1e-15}).verdict == Verdict::B));
    BOOST_TEST((oracle.judge(problem, {1e-6 + 1e-13}).verdict == Verdict::F));
  }
}

BOOST_AUTO_TEST_CASE(nothing_moves) {
  Model model;
  add_body(model, 0, JointKind::fixed).inertial = solid(1, {}, {1, 1, 1});
  const DenseOracle oracle(model, neutral_state(model), everything, 1);
  for (const Problem problem : {Problem::mass_matrix, Problem::inverse_dynamics, Problem::forward_dynamics}) {
    BOOST_TEST((oracle.judge(problem, {}).verdict == Verdict::A));
    BOOST_TEST((oracle.judge(problem, {0.0}).verdict == Verdict::F));
  }
  BOOST_TEST(passes(oracle.judge_factorization({}, {}, {}, true)));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(sigma)

BOOST_AUTO_TEST_CASE(same_seed_same_sigma) {
  const Case c = random_case(Family::complete, 6, 3);
  const DenseOracle first(c.model, c.state, everything, 17), second(c.model, c.state, everything, 17),
      other(c.model, c.state, everything, 18);
  const Setting s(c);
  for (const Problem problem : judged) {
    const std::vector<double> exact = s.rounded(problem);
    const double sigma = first.judge(problem, exact).sigma;
    BOOST_TEST(sigma == second.judge(problem, exact).sigma);
    BOOST_TEST(sigma == first.judge(problem, exact).sigma);
    BOOST_TEST(sigma != other.judge(problem, exact).sigma);
    BOOST_TEST(other.judge(problem, exact).sigma < 10 * sigma);
    BOOST_TEST(other.judge(problem, exact).sigma > 0.1 * sigma);
  }
}

// H = m: the relative change is delta u with delta uniform in +-1, of which the root mean square is u /
// sqrt(3).
BOOST_AUTO_TEST_CASE(of_a_mass_on_a_slide) {
  Model model;
  add_body(model, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(3.7, {0.1, 0.2, 0.3}, {1, 1, 1});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const DenseOracle oracle(model, neutral_state(model), everything, seed);
    const double sigma = oracle.judge(Problem::mass_matrix, {3.7}).sigma;
    BOOST_TEST(sigma > 0.2 * limits::u);
    BOOST_TEST(sigma < limits::u);
  }
}

// tau = m (qdd + g), nearly cancelled: its sigma grows by the condition |qdd| / |qdd + g|.
BOOST_AUTO_TEST_CASE(of_a_cancellation) {
  Model model;
  add_body(model, 0, JointKind::prismatic, {0, 0, 1}).inertial = solid(1, {}, {1, 1, 1});
  State state = neutral_state(model);
  state.qdd[0] = -9.81 * (1 - 0x1p-20);
  const DenseOracle oracle(model, state, everything, 5);
  const Judgement j = oracle.judge(Problem::inverse_dynamics, {state.qdd[0] + 9.81});
  BOOST_TEST(j.sigma > 0.2 * 0x1p20 * limits::u);
  BOOST_TEST(j.sigma < 2 * 0x1p20 * limits::u);
  BOOST_TEST((j.verdict == Verdict::A));
}

BOOST_AUTO_TEST_SUITE_END()

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

Judgement judge(const Setting& s, const Factors& f, bool transposed) {
  std::vector<double> D(f.D.size() * f.D.size());
  for (std::size_t i = 0; i < f.D.size(); ++i) D[i * (f.D.size() + 1)] = f.D[i];
  return s.oracle.judge_factorization(f.L, D, f.x, transposed);
}

BOOST_AUTO_TEST_SUITE(factorization)

template <class F>
void for_each_factors(F&& f) {
  for (const Setting& s : settings())
    for (const bool transposed : {true, false})
      BOOST_TEST_CONTEXT(s.model.name << (transposed ? " L^T D L" : " L D L^T"))
  f(s, factor(s.oracle.rounded_mass_matrix(), s.state.tau, transposed), transposed);
}

BOOST_AUTO_TEST_CASE(rounded_mass_matrix) {
  // Right to the last place (a sum of masses may lie on a tie), but for entries that are zero by geometry and
  // not by the tree: their rounding errors at 50 digits remain.
  for (const Setting& s : settings()) {
    const std::vector<double> exact = s.rounded(Problem::mass_matrix), scale = s.scales(Problem::mass_matrix);
    const std::vector<double>& H = s.oracle.rounded_mass_matrix();
    BOOST_TEST_REQUIRE(H.size() == exact.size());
    for (std::size_t i = 0; i < H.size(); ++i)
      BOOST_TEST((std::abs(H[i] - exact[i]) <= 2 * limits::u * std::abs(exact[i]) ||
                  std::max(std::abs(H[i]), std::abs(exact[i])) < 1e-45 * scale[i]),
                 H[i] << " is not " << exact[i]);
  }
}

BOOST_AUTO_TEST_CASE(factors_are_at_least_a_B) {
  for_each_factors([](const Setting& s, const Factors& f, bool transposed) {
    const Judgement j = judge(s, f, transposed);
    BOOST_TEST(passes(j), in_words(j));
    BOOST_TEST(j.sigma > 0);
    BOOST_TEST(j.error < 1e-10);
  });
  const Setting chain = long_chain(16);
  for (const bool transposed : {true, false}) {
    const Judgement j =
        judge(chain, factor(chain.oracle.rounded_mass_matrix(), chain.state.tau, transposed), transposed);
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
      const Judgement j = judge(s, wrong, transposed);
      BOOST_TEST((j.verdict == Verdict::F), "entry " << i << ": " << in_words(j));
      BOOST_TEST(!j.reason.empty());
      BOOST_TEST(j.worst_coordinate > 0);
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
      BOOST_TEST((judge(s, wrong, transposed).verdict == Verdict::F));
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
    BOOST_TEST((judge(s, f, !transposed).verdict == Verdict::F));
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
    const Factors f = factor(s.oracle.rounded_mass_matrix(), s.state.tau, true);
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
          BOOST_TEST((judge(s, wrong, true).verdict == Verdict::F));
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
    BOOST_TEST((judge(s, wrong, transposed).verdict == Verdict::F));
  });
}

// The relative error of a well-conditioned solution that counts.
BOOST_AUTO_TEST_CASE(a_wrong_solution) {
  int compared = 0;
  for_each_factors([&](const Setting& s, const Factors& f, bool transposed) {
    double length = 0;
    const std::vector<double>& H = s.oracle.rounded_mass_matrix();
    const std::size_t n = f.x.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) length += f.x[i] * H[i * n + j] * f.x[j];
    for (std::size_t i = 0; i < n; ++i) {
      Factors wrong = f;
      wrong.x[i] *= 1 + 1e-9;
      if (f.x[i] * f.x[i] * H[i * n + i] < 1e-6 * length) continue;
      const Judgement j = judge(s, wrong, transposed);
      BOOST_TEST((j.verdict == Verdict::F), in_words(j));
      BOOST_TEST(j.reason == "the residual of the solution exceeds the componentwise bound");
      ++compared;
    }
    Factors wrong = f;
    wrong.x.assign(n, 0.0);
    BOOST_TEST((judge(s, wrong, transposed).verdict == Verdict::F));
  });
  BOOST_TEST(compared > 50);
}

BOOST_AUTO_TEST_CASE(sizes_and_finiteness) {
  const double bad = std::numeric_limits<double>::quiet_NaN();
  for_each_factors([&](const Setting& s, const Factors& f, bool transposed) {
    for (std::vector<double> Factors::*part : {&Factors::L, &Factors::D, &Factors::x}) {
      Factors wrong = f;
      (wrong.*part).pop_back();
      BOOST_TEST(judge(s, wrong, transposed).reason == "wrong size");
      for (const double number : {bad, std::numeric_limits<double>::infinity()}) {
        wrong = f;
        (wrong.*part).back() = number;
        const Judgement j = judge(s, wrong, transposed);
        BOOST_TEST((j.verdict == Verdict::F));
        BOOST_TEST(j.reason == "not finite");
        BOOST_TEST(j.worst_coordinate == static_cast<int>(f.D.size()));
      }
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
