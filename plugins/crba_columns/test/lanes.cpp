#define BOOST_TEST_MODULE crba_columns
#include "crba_columns/lanes.hpp"

#include "solving.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

template <class T>
struct Answers {
  std::vector<T> dense, path_rows;
};

template <class T>
Answers<T> answers(Solves<T, problems::MassMatrix>& solver, const Case& drawn) {
  const PathRowLayout layout(Layout(drawn.model).expanded_parent);
  const Widened<T> state(drawn.state);
  Answers<T> result;
  result.dense.assign(state.tau.size() * state.tau.size(), poison<T>());
  result.path_rows.assign(static_cast<std::size_t>(layout.size()), poison<T>());
  const int n = layout.n();
  BOOST_TEST(solver.mass_matrix(view(state.q), {result.dense.data(), n, n}).code == Status::ok);
  const PathRows<T> rows{result.path_rows.data(), &layout};
  BOOST_TEST(solver.mass_matrix_in_path_rows(view(state.q), rows).code == Status::ok);
  std::vector<T> expanded(result.dense.size());
  expand_symmetric<T>(rows, {expanded.data(), n, n});
  BOOST_TEST((expanded == result.dense));
  return result;
}

template <class T>
void check_same_whatever_was_before(Solves<T, problems::MassMatrix>& lanes, const Case& drawn) {
  const std::vector<T> first = answers(lanes, drawn).dense;
  Case nowhere = drawn;
  std::fill(nowhere.state.q.begin(), nowhere.state.q.end(), std::numeric_limits<double>::quiet_NaN());
  const Widened<T> state(nowhere.state);
  std::vector<T> H(first.size());
  lanes.mass_matrix(view(state.q),
                    {H.data(), static_cast<int>(state.tau.size()), static_cast<int>(state.tau.size())});
  BOOST_TEST((answers(lanes, drawn).dense == first));
}

template <class T, int W>
void check_by_rows(const Case& drawn, int lanes_of_plan) {
  CrbaByRows<T, W> lanes(drawn.model, LimbPlan(drawn.model, lanes_of_plan));
  check_same_whatever_was_before<T>(lanes, drawn);
}

CaseOptions limbs(bool floating_base) {
  CaseOptions options;
  options.joints = {JointKind::revolute, JointKind::fixed};
  options.floating_base = floating_base;
  return options;
}

}  // namespace

/// The judge checks whether the answer is right: tools/suite/test/lanes_test.cpp.
BOOST_AUTO_TEST_CASE(in_lanes_the_answer_is_the_same_in_every_form_and_call) {
  const auto check = [](const Case& drawn) {
    check_by_rows<double, 2>(drawn, 1);
    check_by_rows<double, 2>(drawn, 2);
    check_by_rows<float, 4>(drawn, 4);
  };
  for_cases(24, 10, {}, check);
  for (const bool floats : {false, true}) for_cases(40, 10, limbs(floats), check);
}

BOOST_AUTO_TEST_CASE(bodies_of_limbs_are_in_a_row_and_all_others_in_the_trunk) {
  int in_limbs = 0, in_trunk = 0;
  const auto check = [&](const Case& drawn) {
    const LimbPlan plan(drawn.model, 2);
    const auto bodies = collapsed<double>(drawn.model);
    for (int i = 1; i <= plan.N; ++i) {
      const auto k = static_cast<std::size_t>(bodies[static_cast<std::size_t>(i)].body);
      BOOST_TEST((plan.in_trunk[i] == 1) == (plan.schedule.place[i].row < 0));
      const JointKind kind = drawn.model.bodies[k].joint.kind;
      if (plan.in_trunk[i] == 1) {
        ++in_trunk;
        BOOST_TEST(plan.in_trunk[plan.parent[i]] == 1);
        continue;
      }
      ++in_limbs;
      BOOST_TEST((kind == JointKind::revolute));
      BOOST_TEST(plan.supported[i] <= 16);
      BOOST_TEST(plan.columns[i].size() == static_cast<std::size_t>(plan.supported[i]));
      BOOST_TEST(plan.slots[static_cast<std::size_t>(plan.schedule.place[i].row)] >= plan.columns[i].size());
      BOOST_TEST(plan.columns[i].back() == plan.first[i]);
    }
  };
  for_cases(24, 5, {}, check);
  for_cases(60, 5, limbs(true), check);
  BOOST_TEST((in_limbs > 1000 && in_trunk > 1000));
}

BOOST_AUTO_TEST_CASE(whatever_is_chosen_there_is_an_answer) {
  for (const char* name : {"humanoid30", "chain30", "tree1_multidof"}) {
    const Case drawn =
        kintree::topology_case(std::string(KINTREE_TESTDATA "/topologies/") + name + ".json", 3);
    CrbaInLanes<double> chosen(drawn.model);
    check_same_whatever_was_before<double>(chosen, drawn);
  }
}

BOOST_AUTO_TEST_CASE(rows_are_for_branches) {
  const auto cheaper = [](const std::string& name) {
    const Model model =
        kintree::topology_case(std::string(KINTREE_TESTDATA "/topologies/") + name + ".json", 3).model;
    return LimbPlan(model, 4).cost(3.5, 8) < LimbPlan(model, 1).cost(0, 8);
  };
  BOOST_TEST(cheaper("humanoid30"));
  BOOST_TEST(!cheaper("chain30"));
}
