#include <algorithm>

#include "dense.hpp"

namespace kintree::oracle {
namespace {

using DenseProblems = std::vector<std::unique_ptr<DenseProblem>>;

/// Whether a computation ends at a singular H. Problems that do not need its inverse go on.
enum class SingularH { ends, is_expected };

template <class T>
bool ends(const Dynamics<T>& dynamics, SingularH singular) {
  return dynamics.singular_at != 0 && singular == SingularH::ends;
}

/// sigma of all problems, from steps of so many relative in all inputs at once. Returns the coordinate at
/// which H turned out to be singular, or 0.
template <class T>
int sample(const DenseCase& of, const DenseProblems& problems, const ProblemSet& set, SingularH singular,
           double step) {
  const auto evaluated = [&](const auto& widen) {
    return dynamics(read<T>(of.model, of.state, widen), set, epsilon<T>(), false);
  };
  const Dynamics<T> centre = evaluated([](double x) { return T(x); });
  if (ends(centre, singular)) return centre.singular_at;
  boost::random::mt19937_64 engine(of.seed);
  std::vector<std::vector<double>> moved(problems.size());
  for (int k = 0; k < limits::samples; ++k) {
    const Dynamics<T> at = evaluated(Perturbed<T>(engine, step));
    if (ends(at, singular)) return at.singular_at;
    for (std::size_t p = 0; p < problems.size(); ++p)
      moved[p].push_back(problems[p]->distance_of(at, centre));
  }
  for (std::size_t p = 0; p < problems.size(); ++p)
    problems[p]->sampled = {root_mean_square(moved[p]), problems[p]->error_of(centre), step};
  return 0;
}

/// The digits of the exact answers, by a second computation in T. Returns the coordinate at which H turned out to be singular
/// in it, or 0.
template <class T>
int certify(const DenseCase& of, const DenseProblems& problems, const ProblemSet& set, SingularH singular) {
  const Dynamics<T> second =
      dynamics(read<T>(of.model, of.state, [](double x) { return T(x); }), set, epsilon<T>(), false);
  if (ends(second, singular)) return second.singular_at;
  for (const auto& problem : problems) problem->certify(second);
  return 0;
}

/// Certifies digits and samples sigma. Returns the coordinate at which H turned out to be singular, or 0.
int examine(const DenseCase& of, const DenseProblems& problems, const ProblemSet& set, SingularH singular) {
  const auto enough = [](const auto& problem) { return problem->digits >= limits::enough_digits; };
  if (certify<dd_real>(of, problems, set, singular) != 0 ||
      !std::all_of(problems.begin(), problems.end(), enough))
    if (const int singular_at = certify<Check>(of, problems, set, singular); singular_at != 0)
      return singular_at;
  const auto trusted = [](const auto& problem) { return problem->sampled.trusted(); };
  if (sample<double>(of, problems, set, singular, limits::long_step) == 0 &&
      std::all_of(problems.begin(), problems.end(), trusted))
    return 0;
  return sample<dd_real>(of, problems, set, singular, limits::u_double);
}

/// Singular too where a diagonal entry of H is a rounding of zero, whose pivot the elimination takes for positive.
Dynamics<Exact> with_zeros_found(Dynamics<Exact> exact) {
  for (Eigen::Index k = 0; k < exact.H.rows() && exact.singular_at == 0; ++k)
    if (moves_nothing(exact, k)) exact.singular_at = static_cast<int>(k) + 1;
  return exact;
}

/// Of the problems those with a unique answer, and what else has to be sampled: H underlies all answers, Lambda^-1 those that are
/// divided by it.
ProblemSet with_foundations(const ProblemSet& problems) {
  ProblemSet result = problems.where([](const ProblemInfo& p) { return p.is_unique(); });
  result.insert(problem_of(quantity::H));
  if (!problems.that_divide_by_Lambda().empty()) result.insert(problem_of(quantity::Lambda_inverse));
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
      exact(with_zeros_found(evaluate<Exact>(m, s, set))) {
  if (exact.singular_at == 0) metric.emplace(rounded(exact.L));
}

Oracle Oracle::dense(const Model& model, const State& state, const ProblemSet& problems, std::uint64_t seed,
                     Format format) {
  const ProblemSet asked = with_foundations(problems);
  const auto of = std::make_shared<const DenseCase>(model, state, asked, seed, format);
  const ProblemSet sampled =
      of->has_dependent_rows()
          ? asked.where([](const ProblemInfo& p) { return p.solves_with != SolvesWith::Lambda; })
          : asked;
  DenseProblems dense;
  const auto examined = [&](const ProblemSet& set, SingularH singular) {
    dense.clear();
    for (const Problem problem : set)
      dense.push_back(dense_problem(problem, of, singular == SingularH::is_expected));
    return examine(*of, dense, set, singular);
  };
  Oracle oracle;
  oracle.condition_ = of->metric ? of->scaled_eigenvalues().ratio() : std::numeric_limits<double>::infinity();
  const auto answer = [&](Problem problem, std::unique_ptr<const ProblemOracle> by) {
    if (problems.contains(problem)) oracle.problems_[static_cast<std::size_t>(problem)] = std::move(by);
  };
  const auto answer_all = [&](const ProblemSet& set) {
    std::size_t k = 0;
    for (const Problem problem : set) answer(problem, std::move(dense[k++]));
  };
  int singular_at = of->exact.singular_at;
  if (singular_at == 0) singular_at = examined(sampled, SingularH::ends);
  if (singular_at != 0) {
    for (const Problem problem : problems)
      answer(problem, std::make_unique<SingularProblem>(IllPosed{IllPosed::singular, singular_at}));
    const ProblemSet without_inverse = problems.where([](const ProblemInfo& p) { return !p.divides(); });
    examined(without_inverse, SingularH::is_expected);
    answer_all(without_inverse);
    return oracle;
  }
  std::size_t of_Lambda_inverse = 0;
  for (std::size_t k = 0; const Problem problem : sampled) {
    if (problem == problem_of(quantity::Lambda_inverse)) of_Lambda_inverse = k;
    ++k;
  }
  for (std::size_t k = 0; const Problem problem : sampled) {
    if (info(problem).solves_with == SolvesWith::Lambda) dense[k]->rest_on(*dense[of_Lambda_inverse]);
    ++k;
  }
  answer_all(sampled);
  for (const Problem problem : problems) {
    if (info(problem).solves_with == SolvesWith::Lambda && of->has_dependent_rows())
      answer(problem,
             std::make_unique<SingularProblem>(IllPosed{IllPosed::dependent_rows, of->exact.dependent_row}));
    if (!info(problem).is_unique()) answer(problem, factorization_problem(of));
  }
  return oracle;
}

}  // namespace kintree::oracle
