// Requests answers from the plugins of a folder through Number alone, for tools/coverage. They are requested in the finite field, in
// every way in which plugins answer, on sound cases and on singular ones. Operations are counted as well.
//
//   ask_in_number FOLDER TREES BODIES
#include <cstdio>
#include <cstdlib>

#include "kintree/plugin/lanes.hpp"
#include "suite/cases/plan.hpp"
#include "suite/cases/singular.hpp"
#include "suite/field/field_twin.hpp"
#include "suite/field/proof.hpp"
#include "suite/verification/checks.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

int wrong = 0;

void report(const Plugin& plugin, Problem problem, const Case& c, const std::string& what) {
  ++wrong;
  std::printf("%s %s, case %s: %s\n", plugin.description().name.c_str(), std::string(name(problem)).c_str(),
              c.id.name().c_str(), what.c_str());
}

/// The statuses in all the ways of Proof::ask. No answer is compared with an exact one.
std::vector<Status> statuses(const Plugin& plugin, const Claim& claim, const Model& model,
                             const State& state) {
  const FieldPoint point(1);
  const auto n = static_cast<std::size_t>(Layout(model).n);
  const std::vector<Field> H(reads(claim.problem, quantity::H) ? n * n : 0);
  std::vector<Status> all;
  InProcess worker(plugin, model, state.end_effectors);
  for (const bool path_rows : {false, true}) {
    if (path_rows && !claim.path_rows) continue;
    const SolverRequest question{claim.problem, state, SolverRequest::none, path_rows};
    all.push_back(worker.in_field(question, H).status);
    if (plugin.description().lanes.of(Scalar::number) > 1)
      all.push_back(worker.in_field_batch(claim.problem, {state}, H, path_rows).at(0).status);
    if (const Plugin* lanes = in_lanes(plugin))
      all.push_back(InProcess(*lanes, model, state.end_effectors).in_field(question, H).status);
  }
  return all;
}

/// The pivot of a body without inertia is zero, and so is that of H = 0. The status must name the joint.
void ask_singular(const Plugin& plugin, const Claim& claim, const Case& c) {
  const Description& d = plugin.description();
  if (!d.has_pivots || d.approximates || !info(claim.problem).divides()) return;
  const Singular neighbour = Singular::body(c);
  if (outside(d.domain, neighbour.model)) return;
  const bool reads_H = reads(claim.problem, quantity::H) && !d.factors_the_model;
  for (const Status& status : statuses(plugin, claim, neighbour.model, c.state))
    if (status.code != Status::breakdown || !(reads_H || neighbour.breaks_at(status.coordinate)))
      report(plugin, claim.problem, c, "no breakdown where a pivot is zero, or another joint is named");
}

/// An end-effector on the base has rows of J that are zero.
void ask_dependent(const Plugin& plugin, const Claim& claim, const Case& c) {
  if (info(claim.problem).solves_with != SolvesWith::Lambda) return;
  State state = c.state;
  state.end_effectors.push_back({0, {}});
  for (const Status& status : statuses(plugin, claim, c.model, state))
    if (status.code != Status::dependent_rows)
      report(plugin, claim.problem, c, "dependent rows of J are not seen");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  PluginChoice chosen;
  chosen.problems = ProblemSet::all();
  chosen.folders = {argv[1]};
  const Request request = chosen.request();
  const Plan plan =
      report_cases({.trees = std::atoi(argv[2]), .states = 1, .bodies = std::atoi(argv[3])}, request);
  for (std::size_t k = 0; k < plan.size(); ++k) {
    const Case c = field_twin(plan.at(k).draw());
    const ProblemSet problems = request.claimed() & problems_of_size(Layout(c.model).n);
    const Proof proof(c, problems, true, field_point(c.id));
    for (const Plugin* plugin : request.plugins) {
      if (outside(plugin->description().domain, c.model)) continue;
      InProcess worker = proof.worker(*plugin);
      for (const Claim& claim : plugin->description().claims) {
        if (!problems.contains(claim.problem)) continue;
        const ProofOutcome outcome = proof.ask(worker, *plugin, claim.problem);
        if (outcome.right == FieldCheck::wrong || !outcome.equality.holds())
          report(*plugin, claim.problem, c, "not equal to the exact answer: " + outcome.detail);
        if (const auto miscounted = wrong_cost(*plugin, claim, c))
          report(*plugin, claim.problem, c, *miscounted);
        ask_singular(*plugin, claim, c);
        ask_dependent(*plugin, claim, c);
      }
    }
  }
  std::printf("%zu cases, %d wrong\n", plan.size(), wrong);
  return wrong == 0 && plan.size() > 0 ? 0 : 1;
}
