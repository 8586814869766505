// The oracle in the finite field, before closed forms and before itself in digits.
#include "kintree/oracle/field_oracle.hpp"

#include <array>
#include <boost/test/unit_test.hpp>

#include "setting.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using oracle::Equality;
using oracle::FieldOracle;
using Numbers = std::vector<Field>;

oracle::AnswerIn<Field> answer(Numbers values) {
  return {.outputs = {std::move(values)}};
}

/// One body on a joint along x, with gravity along z.
struct OneBody {
  Model model;
  State state;
  explicit OneBody(JointKind kind) {
    add_body(model, 0, kind, {1, 0, 0}).inertial = solid(3, {0, 0, -0.5}, {2, 1, 1});
    state = neutral_state(model);
    state.q = {0.7};
    state.v = {0.3};
    state.qdd = {5};
    state.tau = {11};
  }
};

BOOST_AUTO_TEST_SUITE(field_oracle)

// H = I + m l^2, C = m g l sin q.
BOOST_AUTO_TEST_CASE(a_pendulum) {
  const OneBody p(JointKind::revolute);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const FieldPoint point(seed);
    const Field m(3), l(0.5), H = Field(2) + m * l * l;
    const Field C = -m * Field(p.model.gravity[2]) * l * sin(Field(0.7));
    const FieldOracle dense = FieldOracle::dense(p.model, p.state, everything);
    BOOST_TEST(dense.compare(Problem::mass_matrix, answer({H})).holds());
    BOOST_TEST(dense.compare(Problem::mass_matrix_inverse, answer({Field(1) / H})).holds());
    BOOST_TEST(dense.compare(Problem::inverse_dynamics, answer({H * Field(5) + C})).holds());
    BOOST_TEST(dense.compare(Problem::forward_dynamics, answer({(Field(11) - C) / H})).holds());
    const FieldOracle tree = FieldOracle::tree(p.model, p.state, everything);
    BOOST_TEST(tree.compare(Problem::inverse_dynamics, answer({H * Field(5) + C})).holds());
    BOOST_TEST(tree.compare(Problem::forward_dynamics, answer({(Field(11) - C) / H})).holds());
    BOOST_TEST((tree.full_row_rank(Problem::inverse_dynamics) &&
                !tree.depends(Problem::inverse_dynamics, 1)));  // it knows no J
    // One unit in the last place of 1, and a sign.
    const Field ulp(1 + 0x1p-52);
    for (const FieldOracle* exact : {&dense, &tree}) {
      const Equality e = exact->compare(Problem::inverse_dynamics, answer({H * Field(5) + C * ulp}));
      BOOST_TEST((e.reason == Reason::not_equal && e.row == 1 && e.column == 0));
      BOOST_TEST(!exact->compare(Problem::inverse_dynamics, answer({H * Field(5) - C})).holds());
      BOOST_TEST(!exact->compare(Problem::forward_dynamics, answer({(Field(11) - C) / H * ulp})).holds());
      BOOST_TEST((exact->compare(Problem::forward_dynamics, answer({})).reason == Reason::wrong_size));
    }
  }
}

BOOST_AUTO_TEST_CASE(dense_and_tree_agree) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Case c = random_case(families[seed % families.size()].family, 8, seed);
    const FieldPoint point(seed);
    const FieldOracle dense = FieldOracle::dense(c.model, c.state, everything);
    const FieldOracle tree = FieldOracle::tree(c.model, c.state, everything);
    for (const Problem problem : {Problem::inverse_dynamics, Problem::forward_dynamics}) {
      Numbers exact = dense.exact(problem);
      if (!dense.answers(problem)) {  // a gear has no inertia
        BOOST_TEST((tree.is_singular() && problem == Problem::forward_dynamics && exact.empty()));
        continue;
      }
      BOOST_TEST(tree.compare(problem, answer(exact)).holds(), c.id.name());
      BOOST_TEST_REQUIRE(!exact.empty());
      exact.back() += Field(1);
      BOOST_TEST(!tree.compare(problem, answer(exact)).holds(), c.id.name());
      BOOST_TEST((dense.compare(problem, answer(exact)).row == static_cast<int>(exact.size())), c.id.name());
    }
  }
}

// The dense oracle computes entries, and the tree oracle products in its own mechanics.
BOOST_AUTO_TEST_CASE(field_oracle_compares_products_with_vectors) {
  const ProblemSet by_products =
      ProblemSet::all().where([](const ProblemInfo& p) { return p.checked_by_products; });
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Case c = random_case(families[seed % families.size()].family, 3, seed);
    const FieldPoint point(seed);
    const FieldOracle dense = FieldOracle::dense(c.model, c.state, by_products);
    const FieldOracle tree = FieldOracle::tree(c.model, c.state, by_products);
    const auto n = static_cast<std::size_t>(Layout(c.model).n);
    for (const Problem problem : by_products) {
      const std::string what = c.id.name() + " " + std::string(name(problem));
      BOOST_TEST(tree.answers(problem) == dense.answers(problem), what);
      if (!dense.answers(problem) || n == 0) continue;
      oracle::AnswerIn<Field> exact;
      for (std::size_t k = 0; k < outputs(problem).size(); ++k) exact.outputs[k] = dense.exact(problem, k);
      BOOST_TEST(tree.compare(problem, exact).holds(), what);
      for (std::size_t k = 0; k < outputs(problem).size(); ++k) {
        const std::size_t columns = exact.outputs[k].size() / n, row = seed % n, column = 7 * seed % columns;
        oracle::AnswerIn<Field> wrong = exact;
        wrong.outputs[k][row * columns + column] += Field(0x1p-52);
        const Equality e = tree.compare(problem, wrong);
        BOOST_TEST((e.reason == Reason::not_equal && e.row == static_cast<int>(row) + 1 && e.column == 0 &&
                    e.output == k),
                   what);
        wrong.outputs[k].pop_back();
        BOOST_TEST((tree.compare(problem, wrong).reason == Reason::wrong_size), what);
        ++compared;
      }
    }
  }
  BOOST_TEST(compared > 400);
}

// H H^-1 = 1, and J H^-1 J^T is symmetric.
BOOST_AUTO_TEST_CASE(inverses) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Case c = random_case(moderate_families[seed % moderate_families.size()].family, 6, seed);
    const FieldPoint point(seed);
    const FieldOracle dense = FieldOracle::dense(c.model, c.state, everything);
    const auto n = static_cast<std::size_t>(Layout(c.model).n);
    const Numbers H = dense.exact(Problem::mass_matrix), inverse = dense.exact(Problem::mass_matrix_inverse);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        Field sum;
        for (std::size_t k = 0; k < n; ++k) sum += H[i * n + k] * inverse[k * n + j];
        BOOST_TEST((sum == Field(i == j ? 1 : 0)));
      }
    const Numbers osim = dense.exact(Problem::inverse_osim);
    const std::size_t rows = 6 * c.state.end_effectors.size();
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < i; ++j) BOOST_TEST((osim[i * rows + j] == osim[j * rows + i]));
  }
}

// `H = [2 1; 1 1]` = L^T D L with `L = [1 0; 1 1]`, D = 1.
BOOST_AUTO_TEST_CASE(factors) {
  Model model;
  for (int i = 0; i < 2; ++i)
    add_body(model, i, JointKind::prismatic, {1, 0, 0}).inertial = solid(1, {}, {1, 1, 1});
  State state = neutral_state(model);
  state.tau = {3, 2};
  const FieldOracle dense = FieldOracle::dense(model, state, {Problem::factorization});
  BOOST_TEST_REQUIRE((dense.mass_matrix() == Numbers{Field(2), Field(1), Field(1), Field(1)}));
  const Field zero, one(1);
  const oracle::AnswerIn<Field> right{
      .outputs = {Numbers{one, zero, one, one}, Numbers{one, zero, zero, one}, Numbers{one, one}}};
  BOOST_TEST(dense.compare(Problem::factorization, right).holds());
  const auto refused = [&](Reason reason, auto&& change) {
    oracle::AnswerIn<Field> wrong = right;
    change(wrong);
    BOOST_TEST((dense.compare(Problem::factorization, wrong).reason == reason), name(reason));
    return std::pair{dense.compare(Problem::factorization, wrong).row,
                     dense.compare(Problem::factorization, wrong).column};
  };
  refused(Reason::wrong_product, [](auto& f) { f.form = FactorForm::LDLt; });
  refused(Reason::wrong_product, [](auto& f) { f.outputs[0][2] = Field(1 + 0x1p-52); });
  refused(Reason::wrong_residual, [](auto& f) { f.outputs[2][0] = Field(2); });
  BOOST_TEST(
      (refused(Reason::not_triangular, [](auto& f) { f.outputs[0][1] = Field(1); }) == std::pair{1, 2}));
  refused(Reason::not_block_diagonal, [](auto& f) { f.outputs[1][1] = f.outputs[1][2] = Field(1); });
  refused(Reason::not_block_diagonal, [](auto& f) { f.outputs[1][1] = Field(1); });
  refused(Reason::wrong_size, [](auto& f) { f.outputs[2].pop_back(); });
}

// Two joints that do the same: the second pivot is zero.
BOOST_AUTO_TEST_CASE(a_singular_mass_matrix_of_two) {
  Model model;
  for (int i = 0; i < 2; ++i) add_body(model, i, JointKind::prismatic, {1, 0, 0});
  model.bodies[2].inertial = solid(1, {}, {1, 1, 1});
  const FieldOracle dense = FieldOracle::dense(model, neutral_state(model), everything);
  BOOST_TEST((dense.mass_matrix() == Numbers(4, Field(1))));
  BOOST_TEST(dense.answers(Problem::mass_matrix));
  BOOST_TEST(!dense.answers(Problem::forward_dynamics));
}

// A body without inertia: nothing that needs H^-1 is answered.
BOOST_AUTO_TEST_CASE(a_singular_mass_matrix) {
  Model model;
  add_body(model, 0, JointKind::revolute);
  const FieldOracle dense = FieldOracle::dense(model, neutral_state(model), everything);
  BOOST_TEST(dense.answers(Problem::mass_matrix));
  BOOST_TEST(dense.answers(Problem::inverse_dynamics));
  BOOST_TEST(!dense.answers(Problem::forward_dynamics));
  BOOST_TEST(!dense.answers(Problem::factorization));
  BOOST_TEST(!FieldOracle::dense(model, neutral_state(model), {}).answers(Problem::mass_matrix));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
