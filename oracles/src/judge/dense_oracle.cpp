#include <algorithm>

#include "judge/dense.hpp"

namespace kintree::oracle {
namespace {

/// The outputs of the problems, one after the other.
struct DenseOutput {
  Problem problem;
  std::unique_ptr<DenseProblem> by;
};
using DenseOutputs = std::vector<DenseOutput>;

/// Some of them, and their problems.
struct Selection {
  std::vector<DenseProblem*> outputs;
  ProblemSet problems;
};

template <class Condition>
Selection selected(const DenseOutputs& outputs, Condition&& condition) {
  Selection some;
  for (const DenseOutput& output : outputs)
    if (condition(*output.by)) {
      some.outputs.push_back(output.by.get());
      some.problems.insert(output.problem);
    }
  return some;
}

/// The effect of a singular H: the computation ends, or, for problems that do not need its inverse, goes on.
enum class SingularH { ends, is_expected };

template <class T>
bool ends(const Dynamics<T>& dynamics, SingularH singular) {
  return dynamics.singular_at != 0 && singular == SingularH::ends;
}

/// Samples sigma of these outputs, with relative steps of size `step` in all inputs at once. Returns the
/// coordinate at which H turned out to be singular, or 0.
template <class T>
int sample(const DenseCase& of, const Selection& some, SingularH singular, double step) {
  const auto evaluated = [&](const auto& widen) {
    return dynamics(read<T>(of.model, of.state, widen), some.problems, epsilon<T>(), false);
  };
  const Dynamics<T> centre = evaluated([](double x) { return T(x); });
  if (ends(centre, singular)) return centre.singular_at;
  boost::random::mt19937_64 engine(of.seed);
  std::vector<std::vector<double>> moved(some.outputs.size());
  for (int k = 0; k < limits::samples; ++k) {
    const Dynamics<T> at = evaluated(Perturbed<T>(engine, step));
    if (ends(at, singular)) return at.singular_at;
    for (std::size_t p = 0; p < some.outputs.size(); ++p)
      moved[p].push_back(some.outputs[p]->distance_of(at, centre));
  }
  for (std::size_t p = 0; p < some.outputs.size(); ++p)
    some.outputs[p]->sampled = {root_mean_square(moved[p]), some.outputs[p]->error_of(centre), step};
  return 0;
}

/// The digits of the exact answers, by a second computation in T. Returns the coordinate at which H turned out to be singular
/// in it, or 0.
template <class T>
int certify(const DenseCase& of, const Selection& some, SingularH singular) {
  const Dynamics<T> second = dynamics(read<T>(of.model, of.state, [](double x) { return T(x); }),
                                      some.problems, epsilon<T>(), false);
  if (ends(second, singular)) return second.singular_at;
  for (DenseProblem* output : some.outputs) output->certify(second);
  return 0;
}

/// Certifies digits and samples sigma; what takes longer only of outputs that need it. Returns the coordinate at which H turned out to
/// be singular, or 0.
int examine(const DenseCase& of, const DenseOutputs& outputs, SingularH singular) {
  const Selection all = selected(outputs, [](const DenseProblem&) { return true; });
  const auto lacks_digits = [](const DenseProblem& output) { return output.digits < limits::enough_digits; };
  const bool is_certified = certify<dd_real>(of, all, singular) == 0;
  const Selection unsure = is_certified ? selected(outputs, lacks_digits) : all;
  if (!unsure.outputs.empty())
    if (const int singular_at = certify<Check>(of, unsure, singular); singular_at != 0) return singular_at;
  const auto is_not_trusted = [](const DenseProblem& output) { return !output.sampled.trusted(); };
  const bool is_sampled = sample<double>(of, all, singular, limits::long_step) == 0;
  const Selection again = is_sampled ? selected(outputs, is_not_trusted) : all;
  return again.outputs.empty() ? 0 : sample<dd_real>(of, again, singular, limits::u_double);
}

/// The problems with a unique answer, and the matrices that have to be sampled as well: H for all answers,
/// and Lambda^-1 for those that are divided by it.
ProblemSet with_foundations(const ProblemSet& problems) {
  ProblemSet result = problems.where([](const ProblemInfo& p) { return p.is_unique(); });
  result.insert(problem_of(quantity::H));
  if (!problems.that_solve_with(SolvesWith::Lambda).empty())
    result.insert(problem_of(quantity::Lambda_inverse));
  return result;
}

}  // namespace

DenseCase::DenseCase(const Model& m, const State& s, const ProblemSet& set,
                     std::uint64_t seed_of_perturbations, Format f)
    : model(m),
      state(s),
      seed(seed_of_perturbations),
      format(f),
      layout(m),
      sizes{*std::max_element(layout.depth.begin(), layout.depth.end()), layout.n, unit_roundoff(f)},
      exact(evaluate<Exact>(m, s, set)) {
  if (exact.singular_at == 0) metric.emplace(rounded(exact.L));
}

Oracle Oracle::dense(const Model& model, const State& state, const ProblemSet& problems, std::uint64_t seed,
                     Format format) {
  const ProblemSet requested = with_foundations(problems);
  const auto of = std::make_shared<const DenseCase>(model, state, requested, seed, format);
  ProblemSet sampled = requested;
  for (const Problem problem : requested)
    if (of->has_dependent_rows(problem)) sampled.erase(problem);
  DenseOutputs dense;
  const auto examined = [&](const ProblemSet& set, SingularH singular) {
    dense.clear();
    for (const Problem problem : set)
      for (std::size_t k = 0; k < outputs(problem).size(); ++k)
        dense.push_back({problem, dense_problem(problem, k, of, singular == SingularH::is_expected)});
    return examine(*of, dense, singular);
  };
  Oracle oracle;
  oracle.condition_ = of->metric ? of->scaled_eigenvalues().ratio() : std::numeric_limits<double>::infinity();
  const auto answer = [&](Problem problem, std::unique_ptr<const ProblemOracle> by) {
    if (problems.contains(problem)) oracle.problems_[static_cast<std::size_t>(problem)] = std::move(by);
  };
  const auto answer_all = [&](const ProblemSet& set) {
    for (const Problem problem : set) {
      std::vector<std::unique_ptr<const ProblemOracle>> by;
      for (DenseOutput& output : dense)
        if (output.problem == problem) by.push_back(std::move(output.by));
      if (by.size() == 1)
        answer(problem, std::move(by.front()));
      else
        answer(problem, std::make_unique<SeveralOutputs>(std::move(by)));
    }
  };
  int singular_at = of->exact.singular_at;
  if (singular_at == 0) singular_at = examined(sampled, SingularH::ends);
  if (singular_at != 0) {
    for (const Problem problem : problems)
      answer(problem, std::make_unique<SingularProblem>(IllPosed{IllPosed::singular, singular_at}));
    if (const ProblemSet held = problems.that_solve_with(SolvesWith::constraints);
        !held.empty() && !problems.divide_for_constraints_alone()) {
      Oracle of_held = Oracle::dense(model, state, held, seed, format);
      for (const Problem problem : held)
        answer(problem, std::move(of_held.problems_[static_cast<std::size_t>(problem)]));
    }
    const ProblemSet without_inverse = problems.where([](const ProblemInfo& p) { return !p.divides(); });
    examined(without_inverse, SingularH::is_expected);
    answer_all(without_inverse);
    return oracle;
  }
  const auto of_Lambda_inverse = std::find_if(dense.begin(), dense.end(), [](const DenseOutput& output) {
    return output.problem == problem_of(quantity::Lambda_inverse);
  });
  for (const DenseOutput& output : dense)
    if (info(output.problem).solves_with == SolvesWith::Lambda) output.by->rest_on(*of_Lambda_inverse->by);
  answer_all(sampled);
  for (const Problem problem : problems) {
    const SolvesWith with = info(problem).solves_with;
    if (of->has_dependent_rows(problem))
      answer(problem,
             std::make_unique<SingularProblem>(dependent_at(with, of->exact.rows(with).dependent_row)));
    if (!info(problem).is_unique()) answer(problem, factorization_problem(of));
  }
  return oracle;
}

}  // namespace kintree::oracle
