// Plugins that read their cases as an implementation with mistakes does.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "built_plugin.hpp"
#include "kintree/plugin/solver.hpp"
#include "kintree/trees/random_model.hpp"
#include "suite/execution/worker.hpp"
#include "suite/vectors/diagnosis.hpp"

namespace kintree::suite::test {

inline const std::map<Problem, const char*> sound{{Problem::mass_matrix, "crba"},
                                                  {Problem::inverse_dynamics, "rnea"},
                                                  {Problem::forward_dynamics, "aba"},
                                                  {Problem::inverse_osim, "pv_osim"},
                                                  {Problem::dynamically_consistent_inverse, "sfa"}};

/// x -> M x + shift, or X -> M X N^T and of that one triangle.
inline std::vector<double> mapped(const Misreading& m, Problem problem, const std::vector<double>& x) {
  const AnswerMap T = maps_of_answer(m.maps, problem).front();
  const auto n = static_cast<std::size_t>(T.rows);
  if (x.size() == n && (problem == Problem::inverse_dynamics || problem == Problem::forward_dynamics)) {
    std::vector<double> y = T.shift.empty() ? std::vector<double>(n, 0.0) : T.shift;
    for (const auto& e : T.entries)
      y[static_cast<std::size_t>(e.row - 1)] += e.factor * x[static_cast<std::size_t>(e.column - 1)];
    return y;
  }
  const auto columns = static_cast<std::size_t>(T.N().rows), given = static_cast<std::size_t>(T.N().columns);
  std::vector<double> y(n * columns, 0.0);
  for (const auto& a : T.entries)
    for (const auto& b : T.N().entries) {
      if (m.part == Misreading::lower && b.row > a.row) continue;
      if (m.part == Misreading::upper && b.row < a.row) continue;
      y[static_cast<std::size_t>(a.row - 1) * columns + static_cast<std::size_t>(b.row - 1)] +=
          a.factor * b.factor *
          x[static_cast<std::size_t>(a.column - 1) * given + static_cast<std::size_t>(b.column - 1)];
    }
  return y;
}

/// Returns the outputs of an answer, row by row.
using Answerer = std::function<std::vector<std::vector<double>>(Problem, const Case&)>;

/// Puts the numbers that it is called with into a case, and returns the outputs that a function computes from it.
class FakeThatAnswers final : public Solver<double> {
 public:
  FakeThatAnswers(Answerer answer, const Model& model, const std::vector<EndEffector>& ends)
      : answer_(std::move(answer)) {
    given_.model = model;
    given_.state = neutral_state(model);
    given_.state.end_effectors = ends;
  }

  Status call(Problem problem, const Call<double>& call) override {
    const Quantities& reads = info(problem).reads;
    for (std::size_t i = 0; i < reads.size(); ++i) take(reads[i], call.in[i]);
    const std::vector<std::vector<double>> y = answer_(problem, given_);
    for (std::size_t k = 0; k < y.size(); ++k) std::copy(y[k].begin(), y[k].end(), call.out[k]);
    return {};
  }

 private:
  void take(const Quantity& input, const double* from) {
    State& state = given_.state;
    for (auto [quantity, to] : {std::pair{quantity::q, &state.q}, std::pair{quantity::v, &state.v},
                                std::pair{quantity::qdd, &state.qdd}, std::pair{quantity::tau, &state.tau}})
      if (input == quantity) std::copy_n(from, to->size(), to->begin());
    if (input == quantity::f_ext)
      for (Wrench& w : state.f_ext) std::copy_n(from, 6, w.begin()), from += 6;
  }

  Answerer answer_;
  Case given_;
};

class FakePluginThatAnswers : public Plugin {
 public:
  FakePluginThatAnswers(Description description, Answerer answer)
      : description_(std::move(description)), answer_(std::move(answer)) {}
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& ends,
                                      Scalar scalar) const override {
    if (scalar != Scalar::double_precision) return nullptr;
    return std::make_unique<FakeThatAnswers>(answer_, model, ends);
  }
  void compute_in(const Arithmetic* /*arithmetic*/) const override {}

 private:
  Description description_;
  Answerer answer_;
};

using Misreader = std::function<std::optional<Misreading>(const Case&)>;

/// Reads every request as an implementation with slips does, and lets a sound plugin answer it.
class FakePluginThatMisreads final : public FakePluginThatAnswers {
 public:
  FakePluginThatMisreads(const Plugin& plugin, const Misreader& read, const Domain& domain = {})
      : FakePluginThatAnswers(described(plugin, domain),
                              [&plugin, read](Problem problem, const Case& given) {
                                const auto m = read(given);
                                const Case& solved = m ? m->solved : given;
                                InProcess worker(plugin, solved.model, solved.state.end_effectors);
                                std::vector<double> x = worker.in_double({problem, solved.state}).outputs[0];
                                if (m && m->problems.contains(problem)) x = mapped(*m, problem, x);
                                return std::vector<std::vector<double>>{std::move(x)};
                              }),
        plugin_(plugin) {}
  void compute_in(const Arithmetic* arithmetic) const override { plugin_.compute_in(arithmetic); }

 private:
  static Description described(const Plugin& plugin, const Domain& domain) {
    Description description = plugin.description();
    description.domain = domain;
    return description;
  }
  const Plugin& plugin_;
};

/// With joints of every kind, a floating base, end-effectors, and fixed joints; names in no order.
inline Case example(std::uint64_t seed) {
  CaseOptions options;
  options.floating_base = seed % 2 == 0;
  Case c = random_case(Family::recursive, 9, seed, options);
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i)
    c.model.bodies[i].joint.name.insert(0, std::to_string(3 * i % 10));
  return c;
}

}  // namespace kintree::suite::test
