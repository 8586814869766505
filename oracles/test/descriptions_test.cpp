// Descriptions of problems are right: the inputs of a definition, and its answer. A wrong description is
// found.
#include <boost/test/unit_test.hpp>

#include "kintree/oracle/dynamics.hpp"
#include "kintree/trees/case.hpp"
#include "kintree/trees/metamorphic.hpp"

namespace {

using namespace kintree;
using Eigen::MatrixXd;

using Outputs = std::vector<MatrixXd>;

Outputs answer(const Case& c, Problem problem) {
  const auto d = oracle::evaluate<double>(c.model, c.state, {problem});
  Outputs all;
  for (std::size_t k = 0; k < compared_outputs(problem).size(); ++k) all.push_back(d.of(problem, k));
  return all;
}

bool is_close(const MatrixXd& a, const MatrixXd& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && (a - b).norm() <= 1e-9 * (a.norm() + b.norm());
}

bool is_close(const Outputs& a, const Outputs& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const MatrixXd& x, const MatrixXd& y) { return is_close(x, y); });
}

/// Small trees with an answer to the problem: chains with an end-effector in the hand.
std::vector<Case> examples(Problem problem) {
  const int bodies = info(problem).derivatives < 2 ? 6 : 2;
  std::vector<Case> cases;
  for (std::uint64_t seed = 1; cases.size() < 6; ++seed) {
    Case c = random_case(info(problem).observes_couplings       ? Family::gears
                         : info(problem).is_about_constraints() ? Family::contacts
                                                                : Family::chain,
                         bodies, seed);
    c.state.end_effectors.resize(1);
    const auto a = oracle::evaluate<double>(c.model, c.state, {problem});
    if (info(problem).is_about_constraints() == c.model.constraints.empty()) continue;
    if (a.singular_at == 0 && a.of_J.dependent_row == 0 && a.of_K.dependent_row == 0)
      cases.push_back(std::move(c));
  }
  return cases;
}

struct Input {
  Quantity quantity;
  void (*change)(State&);
};
const std::vector<Input> inputs{
    {quantity::q,
     [](State& s) {
       for (double& x : s.q) x += 0.125;
     }},
    {quantity::v,
     [](State& s) {
       for (double& x : s.v) x += 0.125;
     }},
    {quantity::qdd,
     [](State& s) {
       for (double& x : s.qdd) x += 0.125;
     }},
    {quantity::tau,
     [](State& s) {
       for (double& x : s.tau) x += 0.125;
     }},
    {quantity::f_ext,
     [](State& s) {
       for (Wrench& w : s.f_ext) w[3] += 0.125;
     }},
    {quantity::end_effectors,
     [](State& s) {
       for (EndEffector& e : s.end_effectors) e.pose.xyz[0] += 0.125;
     }},
    {quantity::gamma,
     [](State& s) {
       for (double& x : s.gamma) x += 0.125;
     }},
    {quantity::restitution, [](State& s) { s.restitution += 0.125; }},
};

/// The names of the inputs for which the list is wrong.
std::vector<std::string_view> wrong_inputs(Problem problem, const Quantities& listed) {
  std::vector<std::string_view> wrong;
  for (const Input& input : inputs) {
    bool is_read = false;
    for (const Case& c : examples(problem)) {
      Case changed = c;
      input.change(changed.state);
      is_read = is_read || !is_close(answer(c, problem), answer(changed, problem));
    }
    if (is_read != listed.contain(input.quantity)) wrong.push_back(input.quantity.name);
  }
  return wrong;
}

MatrixXd as_matrix(const AnswerMap& T) {
  MatrixXd M = MatrixXd::Zero(T.rows, T.columns);
  for (const AnswerMap::Entry& e : T.entries) M(e.row - 1, e.column - 1) += e.factor;
  return M;
}

/// True if output k of the images follows from that of the cases if it is this quantity.
bool holds(Problem problem, std::size_t k, const Quantity& output, std::string_view name) {
  const std::vector<Case> cases = examples(problem);
  return std::all_of(cases.begin(), cases.end(), [&](const Case& c) {
    const auto transformed = transformation(name)->apply(c, c.id.seed);
    const AnswerMap T = map_of(transformed->maps, output);
    MatrixXd image = as_matrix(T) * answer(c, problem)[k];
    if (!output.is_vector()) image *= as_matrix(T.N()).transpose();
    return is_close(image, answer(transformed->image, problem)[k]);
  });
}

Index dual(Index index) {
  switch (index) {
    case Index::velocity:
      return Index::force;
    case Index::force:
      return Index::velocity;
    case Index::twist:
      return Index::wrench;
    case Index::wrench:
      return Index::twist;
    case Index::constraint:
      return Index::constraint_force;
    case Index::constraint_force:
      return Index::constraint;
    default:
      return index;
  }
}

const ProblemSet with_one_answer =
    ProblemSet::all().where([](const ProblemInfo& p) { return p.is_unique(); });

BOOST_AUTO_TEST_SUITE(descriptions)

BOOST_AUTO_TEST_CASE(problem_reads_exactly_its_listed_inputs) {
  for (const Problem problem : with_one_answer) {
    const Quantities& listed = info(problem).reads;
    BOOST_TEST(wrong_inputs(problem, listed).empty(), name(problem));
    Quantities without_q = {quantity::tau};
    BOOST_TEST(!wrong_inputs(problem, without_q).empty(), name(problem));
    Quantities all = {quantity::q,     quantity::v,          quantity::qdd,
                      quantity::tau,   quantity::f_ext,      quantity::end_effectors,
                      quantity::gamma, quantity::restitution};
    BOOST_TEST(!wrong_inputs(problem, all).empty(), name(problem));
  }
}

BOOST_AUTO_TEST_CASE(wrong_kinds_and_dimensions_are_seen_in_other_units) {
  for (const Problem problem : with_one_answer)
    for (std::size_t k = 0; k < compared_outputs(problem).size(); ++k) {
      const Quantity right = compared_outputs(problem)[k];
      BOOST_TEST(holds(problem, k, right, "units"), right.name);
      for (const auto change : std::vector<void (*)(Quantity&)>{
               [](Quantity& q) { q.rows = dual(q.rows); }, [](Quantity& q) { q.columns = dual(q.columns); },
               [](Quantity& q) { ++q.dimension.mass; }, [](Quantity& q) { ++q.dimension.length; },
               [](Quantity& q) { ++q.dimension.time; }}) {
        Quantity wrong = right;
        change(wrong);
        if (wrong.rows == right.rows && wrong.columns == right.columns && wrong.dimension == right.dimension)
          continue;  // a kind without a dual
        BOOST_TEST(!holds(problem, k, wrong, "units"), right.name);
      }
    }
}

BOOST_AUTO_TEST_CASE(a_wrong_parity_is_seen_in_reversed_time) {
  for (const Problem problem : with_one_answer.that_read(quantity::v))
    for (std::size_t k = 0; k < compared_outputs(problem).size(); ++k) {
      Quantity output = compared_outputs(problem)[k];
      BOOST_TEST(holds(problem, k, output, "time_reversed"), output.name);
      output.is_odd_in_velocity = !output.is_odd_in_velocity;
      BOOST_TEST(!holds(problem, k, output, "time_reversed"), output.name);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
