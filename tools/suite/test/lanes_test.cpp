// One state in lanes, in rows of a chosen width, even if that takes longer. The errors are within the
// algorithm's promise. `verify` checks only the width that the plugin takes on this machine.
#define BOOST_TEST_MODULE lanes
#include <boost/test/unit_test.hpp>

#include "aba_minimal/lanes.hpp"
#include "crba_columns/lanes.hpp"
#include "kintree/oracle/oracle.hpp"
#include "solving.hpp"
#include "suite/verification/rounded.hpp"

using namespace kintree;
using namespace kintree::test;

namespace {

const CaseOptions any_joints;

CaseOptions limbs(bool floating_base) {
  CaseOptions options;
  options.joints = {JointKind::revolute, JointKind::fixed};
  options.floating_base = floating_base;
  return options;
}

template <class T>
constexpr Format format_of = sizeof(T) == sizeof(double) ? Format::binary64 : Format::binary32;

template <class T>
std::vector<T> mass_matrix(Solves<T, problems::MassMatrix>&& solver, const State& at) {
  const Widened<T> state(at);
  SquareMatrix<T> H(static_cast<int>(at.tau.size()), poison<T>());
  BOOST_TEST(solver.mass_matrix(view(state.q), H.view()).code == Status::ok);
  return H.numbers;
}

template <class T>
std::vector<T> accelerations(Solves<T, problems::ForwardDynamics>&& solver, const State& at) {
  const Widened<T> state(at);
  return forward_dynamics(solver, state, state.tau);
}

/// A case in the numbers of T, and the exact answer.
template <class T>
struct SolverRequest {
  SolverRequest(const Case& drawn, Problem requested)
      : c(suite::rounded(drawn, format_of<T>)),
        problem(requested),
        exact(oracle::Oracle::dense(c.model, c.state, {problem}, c.id.seed, c.id.format)) {}

  void check(const std::vector<T>& answer, Verdict promise) const {
    const oracle::ProblemOracle& of = *exact.of(problem);
    BOOST_TEST((!of.ill_posed() && !of.any_error_is_B()), c.id.name() << ": any answer would do");
    const oracle::Judgement found =
        of.judge({.outputs = {std::vector<double>(answer.begin(), answer.end())}});
    BOOST_TEST((found.verdict <= promise), c.id.name() << ": " << name(found.verdict) << ", error "
                                                       << found.error << ", limit " << found.limit);
  }

  Case c;
  Problem problem;
  oracle::Oracle exact;
};

/// aba_minimal, in rows of W bodies.
template <class T, int W>
AbaMinimalByRows<T, W> by_rows(const Model& model) {
  const ScrewFrames<T> frames = minimal_frames<T>(model);
  return {model, frames, revolute_rows(frames, W)};
}

/// The trees of the papers, as the algorithm chooses its rows there.
void check_of_the_papers(Problem problem, Verdict promise, const auto& answer) {
  for (const char* name : {"humanoid30", "chain30", "tree1_multidof"}) {
    const SolverRequest<double> chosen(
        topology_case(KINTREE_TESTDATA "/topologies/" + std::string(name) + ".json", 3), problem);
    chosen.check(answer(chosen.c), promise);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(mass_matrices) {
  const auto check = [](const Case& drawn) {
    const auto in_rows = []<class T, int W>(const SolverRequest<T>& ask, int lanes_of_plan) {
      const Model& model = ask.c.model;
      ask.check(mass_matrix<T>(CrbaByRows<T, W>(model, LimbPlan(model, lanes_of_plan)), ask.c.state),
                Verdict::A);
    };
    const SolverRequest<double> in_double(drawn, Problem::mass_matrix);
    in_rows.template operator()<double, 2>(in_double, 1);
    in_rows.template operator()<double, 2>(in_double, 2);
    in_rows.template operator()<float, 4>(SolverRequest<float>(drawn, Problem::mass_matrix), 4);
  };
  for_cases(12, 3, any_joints, check);
  for (const bool floats : {false, true}) for_cases(20, 3, limbs(floats), check);

  check_of_the_papers(Problem::mass_matrix, Verdict::A, [](const Case& c) {
    return mass_matrix<double>(CrbaInLanes<double>(c.model), c.state);
  });
}

BOOST_AUTO_TEST_CASE(accelerations_of_aba_minimal) {
  const auto check = []<class T, int W>(const Case& drawn) {
    const SolverRequest<T> ask(drawn, Problem::forward_dynamics);
    ask.check(accelerations<T>(by_rows<T, W>(ask.c.model), ask.c.state), Verdict::B);
  };
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const bool floats : {false, true}) {
      check.operator()<double, 2>(random_case(Family::recursive, 16, seed, limbs(floats)));
      check.operator()<float, 4>(random_case(Family::balanced, 16, seed, limbs(floats)));
    }

  check_of_the_papers(Problem::forward_dynamics, Verdict::B, [](const Case& c) {
    return accelerations<double>(AbaMinimalInLanes<double>(c.model), c.state);
  });
}
