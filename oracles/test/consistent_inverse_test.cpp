// The dynamically consistent inverse: what it is, where there is none, and what the judge allows.
#include "kintree/model/error.hpp"
#include "kintree/oracle/field_oracle.hpp"
#include "kintree/oracle/solve.hpp"
#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::FieldOracle;
using oracle::IllPosed;

constexpr Problem J_bar = Problem::dynamically_consistent_inverse;

/// A free body with these end-effectors, and what is on it.
struct FreeBody {
  Model model;
  State state;
  FreeBody(std::vector<EndEffector> ends, int sliders) {
    add_body(model, 0, JointKind::free).inertial = solid(2, {}, {1, 2, 2});
    for (int k = 0; k < sliders; ++k)
      add_body(model, 1, JointKind::prismatic, {0, 0, 1}).inertial = solid(3, {}, {1, 1, 1});
    state = neutral_state(model);
    state.end_effectors = std::move(ends);
  }
};

BOOST_AUTO_TEST_SUITE(consistent_inverse)

// The slider moves alone: any motion of the body under it would cost more.
BOOST_AUTO_TEST_CASE(a_slider_on_a_free_body) {
  const FreeBody b({{2, {}}}, 1);
  const Digits scope(60);
  const auto a = oracle::evaluate<Real>(b.model, b.state, {J_bar});
  BOOST_TEST_REQUIRE((a.of(Problem::dynamically_consistent_inverse).rows() == 7 &&
                      a.of(Problem::dynamically_consistent_inverse).cols() == 6));
  for (int i = 0; i < 7; ++i)
    for (int r = 0; r < 6; ++r)
      check_close(a.of(Problem::dynamically_consistent_inverse)(i, r), Real(i == (r < 5 ? r : 6) ? 1 : 0),
                  Real(1), 1e-55, "J-bar");
}

// Where rows of J depend on others there is none, and no number that could be taken for one.
BOOST_AUTO_TEST_CASE(consistent_inverse_is_missing_if_end_effectors_coincide) {
  const FreeBody b({{1, {}}, {1, {}}}, 0);
  const Digits scope(60);
  const auto a = oracle::evaluate<Real>(b.model, b.state, {J_bar});
  BOOST_TEST(a.of_J.dependent_row == 7);
  BOOST_TEST(a.of(Problem::dynamically_consistent_inverse).size() == 0);
}

// J J-bar = 1, and H J-bar Lambda^-1 = J^T: of all right inverses that of the least kinetic energy.
BOOST_AUTO_TEST_CASE(is_the_right_inverse_of_least_energy) {
  for (const Setting& s : settings_with_J_bar()) {
    const Digits scope(60);
    const Eigen::Index rows = s.exact.J.rows();
    Matrix<Real> one(rows, rows);
    for (Eigen::Index i = 0; i < rows; ++i)
      for (Eigen::Index j = 0; j < rows; ++j) one(i, j) = Real(i == j ? 1 : 0);
    check_matrix(s.exact.J * s.exact.of(Problem::dynamically_consistent_inverse), one, 1e-45, "J J-bar");
    check_matrix(
        s.exact.H * s.exact.of(Problem::dynamically_consistent_inverse) * s.exact.of(Problem::inverse_osim),
        s.exact.J.transpose(), 1e-45, "H J-bar Lambda^-1");
  }
}

// J-bar^T H J-bar Lambda^-1 = 1, exactly; and one unit in the last place is another answer.
BOOST_AUTO_TEST_CASE(in_the_field) {
  using Numbers = std::vector<Field>;
  for (const Setting& s : settings_with_J_bar()) {
    const FieldPoint point(7);
    const FieldOracle exact = FieldOracle::dense(s.model, s.state, without_derivatives);
    BOOST_TEST_REQUIRE((exact.answers(J_bar) && exact.full_row_rank(J_bar)));
    BOOST_TEST(!exact.depends(J_bar, 1));
    const Numbers X = exact.exact(J_bar), H = exact.exact(Problem::mass_matrix),
                  Lambda_inverse = exact.exact(Problem::inverse_osim);
    const std::size_t n = static_cast<std::size_t>(Layout(s.model).n), rows = 6;
    BOOST_TEST_REQUIRE(X.size() == n * rows);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < rows; ++c) {
        Field sum;
        for (std::size_t k = 0; k < rows; ++k)
          for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
              sum += X[i * rows + r] * H[i * n + j] * X[j * rows + k] * Lambda_inverse[k * rows + c];
        BOOST_TEST((sum == Field(r == c ? 1 : 0)));
      }
    BOOST_TEST(exact.compare(J_bar, {.outputs = {X}}).holds());
    Numbers wrong = X;
    std::size_t at = wrong.size() - 1;
    while (!is_positive(wrong[at])) --at;
    wrong[at] *= Field(1 + 0x1p-52);
    const oracle::Equality e = exact.compare(J_bar, {.outputs = {wrong}});
    BOOST_TEST((e.reason == Reason::not_equal && e.row == static_cast<int>(at / rows) + 1 &&
                e.column == static_cast<int>(at % rows) + 1));
    BOOST_TEST((exact.compare(J_bar, {}).reason == Reason::wrong_size));
  }
}

// Two end-effectors on one body depend on each other; of one on the base every row is zero.
BOOST_AUTO_TEST_CASE(dependent_rows) {
  const Placement elsewhere{{0.1, -0.2, 0.3}, {0.4, 0.5, -0.6}};
  const auto depending = [](const FreeBody& b) {
    const FieldPoint point(3);
    const FieldOracle exact = FieldOracle::dense(b.model, b.state, {J_bar});
    BOOST_TEST(exact.answers(J_bar));
    const int rows = 6 * static_cast<int>(b.state.end_effectors.size());
    BOOST_TEST(exact.exact(J_bar).empty() == (rows == 0 || !exact.full_row_rank(J_bar)));
    BOOST_TEST((!exact.depends(J_bar, 0) && !exact.depends(J_bar, rows + 1)));
    std::vector<int> found;
    for (int row = 1; row <= rows; ++row)
      if (exact.depends(J_bar, row)) found.push_back(row);
    BOOST_TEST(found.empty() == exact.full_row_rank(J_bar));
    return found;
  };
  BOOST_TEST(depending(FreeBody({{1, elsewhere}}, 0)).empty());
  BOOST_TEST(depending(FreeBody({}, 0)).empty());
  BOOST_TEST((depending(FreeBody({{1, {}}, {0, elsewhere}}, 0)) == std::vector{7, 8, 9, 10, 11, 12}));
  BOOST_TEST((depending(FreeBody({{1, {}}, {1, elsewhere}}, 0)).size() == 12));
  BOOST_TEST((depending(FreeBody({{2, {}}, {3, {}}}, 2)) == std::vector{1, 2, 3, 4, 5, 7, 8, 9, 10, 11}));
}

BOOST_AUTO_TEST_CASE(without_full_row_rank_nothing_is_judged) {
  const FreeBody b({{1, {}}, {0, {}}}, 0);
  const Oracle exact = Oracle::dense(b.model, b.state, without_derivatives, 1);
  const auto why = exact.of(J_bar)->ill_posed();
  BOOST_TEST_REQUIRE((why && why->why == IllPosed::dependent_rows && why->coordinate == 7));
  BOOST_TEST(why->to_string(b.model) == "the Jacobian of the end-effectors has not full row rank");
  const Judgement j = judge(exact, J_bar, std::vector<double>(72, 0.0));
  BOOST_TEST((j.verdict == Verdict::F && j.reason == Reason::ill_posed));
  BOOST_TEST(!exact.of(Problem::inverse_osim)->ill_posed());
  BOOST_TEST(!oracle::answerable(b.model, b.state, everything).contains(J_bar));
  BOOST_CHECK_EXCEPTION(oracle::solve(b.model, b.state, {J_bar}, 20), InputError, [](const InputError& e) {
    return std::string(e.what()).find("so its dynamically consistent inverse does not exist") !=
           std::string::npos;
  });
  const FreeBody sound({{1, {}}}, 0);
  BOOST_TEST((oracle::answerable(sound.model, sound.state, everything) ==
              everything.where([](const ProblemInfo& p) { return !p.is_about_constraints(); })));
  BOOST_TEST(oracle::solve(sound.model, sound.state, {J_bar}, 40).digits >= 40);
}

// Rows that depend on each other but for 2^-40 of a lever arm: exact arithmetic tells them apart, double does not.
BOOST_AUTO_TEST_CASE(nearly_dependent_rows_are_ill_posed) {
  Model model;
  add_body(model, 0, JointKind::free).inertial = solid(2, {}, {1, 2, 2});
  add_body(model, 1, JointKind::free).inertial = solid(2, {}, {1, 2, 2});
  State state = neutral_state(model);
  state.end_effectors = {{1, {}}, {2, {}}};
  BOOST_TEST(!Oracle::dense(model, state, without_derivatives, 1).of(J_bar)->ill_posed());
  model.bodies[1].inertial = solid(1e22, {}, {1e22, 1e22, 1e22});
  model.bodies[2].inertial = solid(1e-22, {}, {1e-22, 1e-22, 1e-22});
  const Oracle light = Oracle::dense(model, state, without_derivatives, 1);
  BOOST_TEST((light.of(J_bar)->ill_posed() || light.of(J_bar)->sigma() < 1e-10));
}

// Two sliders whose directions differ by a small angle. In oblique axes, rows of J differ by this angle, and
// Lambda^-1 by its square. With few digits the square is zero, and J-bar has no entries at all. If double
// finds no J-bar, double-double may find one. If neither does, nothing is judged.
BOOST_AUTO_TEST_CASE(fewer_digits_may_see_no_inverse) {
  for (const auto& [angle, judged] : {std::pair{1e-2, true}, {1e-5, true}, {1e-9, false}}) {
    Model model;
    add_body(model, 0, JointKind::prismatic, {1, 0, 0}).inertial = solid(1, {}, {1, 1, 1});
    add_body(model, 1, JointKind::prismatic, {1, angle, 0}).inertial = solid(1, {}, {1, 1, 1});
    add_body(model, 2, JointKind::prismatic, {0, 0, 1}).inertial = solid(1, {}, {1, 1, 1});
    add_body(model, 3, JointKind::spherical).inertial = solid(1, {}, {1, 1, 1});
    State state = neutral_state(model);
    state.end_effectors = {{4, {{}, {0, 0, 0.8}}}};
    const Oracle exact = Oracle::dense(model, state, {J_bar}, 1);
    BOOST_TEST(!exact.of(J_bar)->ill_posed().has_value() == judged, angle);
    BOOST_TEST(std::isfinite(exact.of(J_bar)->sigma()) == judged, angle);
  }
}

// The digits that are claimed of a J-bar are those of its worst column, in the norm of H, whichever it is: of a light body's
// velocity the columns are enclosed worse than H is.
BOOST_AUTO_TEST_CASE(the_digits_claimed_are_those_of_the_worst_column) {
  FreeBody b({{1, {}}, {2, {{0.5, 0, 0}, {0.1, 0.2, 0.3}}}}, 0);
  add_body(b.model, 1, JointKind::free).inertial = solid(1e-12, {0.1, 0.2, 0.3}, {1e-12, 2e-12, 2e-12});
  State state = neutral_state(b.model);
  const Digits scope(60);
  for (const bool exchanged : {false, true}) {
    state.end_effectors = b.state.end_effectors;
    if (exchanged) std::swap(state.end_effectors[0], state.end_effectors[1]);
    const auto claimed = oracle::solve(b.model, state, {J_bar}, 20);
    const auto& enclosed = claimed.enclosures;
    const auto length = [&](Eigen::Index r, auto&& of_entry) {
      double sum = 0;
      for (Eigen::Index i = 0; i < enclosed.L.cols(); ++i) {
        Real component = 0;
        for (Eigen::Index k = i; k < enclosed.L.rows(); ++k)
          component += of_entry(oracle::midpoint(enclosed.L(k, i)),
                                enclosed.of(Problem::dynamically_consistent_inverse)(k, r));
        sum += static_cast<double>(component * component);
      }
      return std::sqrt(sum);
    };
    double worst = 0;
    for (Eigen::Index r = 0; r < 12; ++r) {
      double size = 0;
      for (Eigen::Index other = r / 3 * 3; other < r / 3 * 3 + 3; ++other)
        size = std::max(size, length(other, [](const Real& l, const oracle::Interval& x) {
                          return Real(l * oracle::midpoint(x));
                        }));
      const double error = length(r, [](const Real& l, const oracle::Interval& x) {
        return Real(abs(l) * Real(boost::multiprecision::width(x)));
      });
      worst = std::max(worst, error / size);
    }
    BOOST_TEST(claimed.digits == std::floor(-std::log10(worst)));
  }
}

// Between the A limit and the bound of B, and beyond it: a long chain on a free body.
BOOST_AUTO_TEST_CASE(consistent_inverse_gets_B_up_to_its_bound) {
  const Setting chain = long_chain(16);
  Model model = chain.model;
  model.bodies[1].joint.kind = JointKind::free;
  State state = neutral_state(model);
  for (std::size_t k = 7; k < state.q.size(); ++k) state.q[k] = chain.state.q[k - 6];
  state.end_effectors = {{16, {{0.1, 0.2, 0.3}, {}}}};
  const Setting s(model, state);
  const std::vector<double> exact = s.rounded(J_bar), scale = s.scales(J_bar);
  const auto planted = [&](double error) {
    std::vector<double> result = exact;
    result[40] += error * scale[40];
    return judge(s.oracle, J_bar, result);
  };
  const Judgement a = planted(0);
  BOOST_TEST((a.verdict == Verdict::A), in_words(a));
  const double bound = planted(1).limit;
  BOOST_TEST((a.limit < 1e-2 * bound && bound < 1));
  BOOST_TEST((planted(0.9 * a.limit).verdict == Verdict::A));
  BOOST_TEST((planted(std::sqrt(a.limit * bound)).verdict == Verdict::B));
  BOOST_TEST((planted(0.9 * bound).verdict == Verdict::B));
  BOOST_TEST((planted(1.1 * bound).verdict > Verdict::B));
  BOOST_TEST((planted(1.1 * bound).reason == Reason::beyond_bounds));
  // It is more than what solutions with H are allowed.
  BOOST_TEST(bound > judge(s.oracle, Problem::inverse_osim, std::vector<double>(36, 1e9)).limit);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
