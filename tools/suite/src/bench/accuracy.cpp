#include "accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "../verify/rounded.hpp"
#include "child.hpp"
#include "kintree/oracle/oracle.hpp"
#include "kintree/plugin/lanes.hpp"
#include "kintree/suite/worker.hpp"

namespace kintree::suite {
namespace {

/// Up to here the dense oracle takes a second a state; beyond, the tree oracle answers the problems of linear size.
constexpr int dense_limit = 60;

/// NaN is the worst.
double worse(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<double>::quiet_NaN() : std::max(a, b);
}

/// Of a judgement what a row keeps.
struct Judged {
  Verdict verdict = Verdict::F;
  double error = std::numeric_limits<double>::quiet_NaN(), alpha = std::numeric_limits<double>::quiet_NaN();
};

/// `packs`: by the batch entry, in packs.
Judged judged(const Plugin& plugin, const Case& c, Problem problem, bool packs,
              const oracle::ProblemOracle& exact) {
  const std::unique_ptr<Worker> worker = worker_of(plugin, c.model, c.state.end_effectors);
  const Outcome<double> out =
      packs ? worker->in_batch(c.id.format, problem, {c.state}, exact.input_matrix()).at(0)
            : worker->in_format(c.id.format, {problem, c.state, exact.input_matrix()});
  if (out.fault || out.status.code != Status::ok) return {};
  const Description& d = plugin.description();
  const oracle::Judgement j = exact.judge({out.values, out.D, out.x, d.factor_form, d.factors_the_model});
  return {j.verdict, j.error, j.alpha};
}

/// The same in a process of its own. What ends it, or takes longer than the limit [s], the judge included, gives no answer.
Judged judged_apart(const Plugin& plugin, const Case& c, Problem problem, bool packs,
                    const oracle::ProblemOracle& exact, double time_limit) {
  Child child([&](const Child::Line& line) { line.write(judged(plugin, c, problem, packs, exact)); },
              time_limit);
  Judged answer;
  return child.read(answer) ? answer : Judged{};
}

}  // namespace

void judge_rows(std::vector<BenchRow>& rows, const Request& asked, const std::vector<BenchModel>& models,
                const BenchChoice& choice) {
  for (const BenchModel& model : models) {
    ProblemSet problems;
    std::vector<report::Timing*> of_model;
    for (BenchRow& row : rows)
      if (row.timing.model == model.name && row.timing.timed()) {
        of_model.push_back(&row.timing);
        problems.insert(row.timing.problem);
      }
    const std::size_t count = std::min(model.states.size(), static_cast<std::size_t>(choice.judged_states));
    for (std::size_t k = 0; k < count && !of_model.empty(); ++k) {
      Case drawn{{.family = model.name, .joints = {}, .seed = k, .format = choice.scalar},
                 model.model,
                 model.states[k]};
      const Case c = rounded(drawn, choice.scalar);
      const bool dense = Layout(c.model).n <= dense_limit;
      const oracle::Oracle exact =
          dense ? oracle::Oracle::dense(c.model, c.state, problems, c.id.seed, choice.scalar)
                : oracle::Oracle::tree(c.model, c.state, problems, c.id.seed, choice.scalar);
      for (report::Timing* row : of_model) {
        const oracle::ProblemOracle* answer = exact.of(row->problem);
        if (answer == nullptr || answer->ill_posed()) continue;
        const auto named = std::find_if(asked.plugins.begin(), asked.plugins.end(), [&](const Plugin* p) {
          return p->description().name == row->plugin;
        });
        const Plugin& plugin = row->mode == "lanes" ? *in_lanes(**named) : **named;
        const bool of_batch = row->mode != "single" && row->mode != "path_rows" && row->mode != "lanes";
        const bool packs = of_batch && plugin.description().lanes.of(scalar(choice.scalar)) > 1;
        const Judged j = judged_apart(plugin, c, row->problem, packs, *answer, choice.time_limit);
        const bool first = !row->verdict;
        row->verdict = first ? j.verdict : std::max(*row->verdict, j.verdict);
        row->error = first ? j.error : worse(row->error, j.error);
        row->alpha = first ? j.alpha : worse(row->alpha, j.alpha);
      }
    }
  }
}

}  // namespace kintree::suite
