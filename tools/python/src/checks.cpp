// Python functions before the judge: one answer, random trees, all small trees.
#include <pybind11/stl.h>

#include <utility>

#include "bindings.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/model/error.hpp"
#include "kintree/report/json.hpp"
#include "suite/cases/plan.hpp"
#include "suite/execution/text_plugin.hpp"
#include "suite/proof/prove.hpp"
#include "suite/vectors/diagnosis.hpp"
#include "suite/verification/examination.hpp"
#include "suite/verification/verification.hpp"
#include "suite/verification/verify.hpp"

namespace kintree::python {
namespace {

using Json = nlohmann::ordered_json;
using suite::TextPlugin;

Problem problem_of(const TextPlugin& plugin) {
  return plugin.description().claims.front().problem;
}

Case case_of(const NamedModel& of, const std::string& json) {
  State state =
      state_of(of.model, json);  // before the case: GCC 12 frees its parts twice if an initializer throws
  return {{.family = of.source, .joints = {}}, of.model, std::move(state)};
}

/// A record, with its reason for readers as `explanation`.
Json as_json(const report::Record& record) {
  Json json = report::as_json(record);
  json["explanation"] = report::explanation(record);
  return json;
}

/// The record of one answer.
std::string judge(const TextPlugin& plugin, const NamedModel& of, const std::string& state) {
  return as_json(suite::examine_once(case_of(of, state), plugin, problem_of(plugin))).dump();
}

/// The wrong entries, and the known mistakes that give them. Empty for a right answer, and where there is none.
std::string explain(const TextPlugin& plugin, const Case& c, suite::Answered answered) {
  const auto diagnosis = suite::diagnose(plugin, problem_of(plugin), c, Format::binary64, answered);
  return diagnosis ? suite::to_string(*diagnosis) : std::string();
}

/// The records of all cases, and of the smallest failure its index, its model and state, and its explanation. One thread: functions of Python
/// cannot compute side by side, and an interruption must reach the caller.
py::tuple verify(const TextPlugin& plugin, const suite::CaseChoice& choice, bool fail_fast,
                 const py::function& progress) {
  const suite::Request request{{&plugin}, {problem_of(plugin)}};
  const suite::Plan plan = suite::drawn_cases(choice, request);
  Json records = Json::array();
  std::optional<std::size_t> failed;
  std::pair<bool, int>
      smallest;  // a single number tells little about a mistake: such a case is the last choice
  for (std::size_t k = 0; k < plan.size() && !(fail_fast && failed); ++k) {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    const suite::Task task = plan.at(k);
    const report::Record record = suite::verify_case(task.draw(), *task.request, task.command()).at(0);
    records.push_back(as_json(record));
    progress(k + 1, plan.size());
    const std::pair size(record.degrees_of_freedom == 1, record.degrees_of_freedom);
    if (record.passed || (failed && size >= smallest)) continue;
    failed = k;
    smallest = size;
  }
  if (!failed) return py::make_tuple(records.dump(), py::none());
  const Case c = plan.at(*failed).draw();
  return py::make_tuple(
      records.dump(), py::make_tuple(*failed, NamedModel{c.model, c.id.name()}, state_as_json(c.state).dump(),
                                     explain(plugin, c, suite::Answered::every_case)));
}

/// The row of all small trees. `goes_on` is called after each tree, with the number of trees so far and of all. If it returns
/// false, the others are left out.
std::string prove(const TextPlugin& plugin, int bodies, std::uint64_t seed, const py::function& goes_on) {
  if (bodies < 1 || bodies > suite::most_proved_bodies)
    throw InputError("bodies: " + std::to_string(bodies) + "; expected a number from 1 to " +
                     std::to_string(suite::most_proved_bodies));
  suite::ProofChoice choice;
  choice.bodies = bodies;
  choice.seed = seed;
  std::uint64_t done = 0;
  const auto rows = suite::prove({{&plugin}, {problem_of(plugin)}}, choice, [&] {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    return goes_on(++done, suite::proof_size(choice)).cast<bool>();
  });
  return report::as_json(rows).dump();
}

}  // namespace

void bind_checks(py::module_& m) {
  py::class_<TextPlugin>(m, "FunctionPlugin")
      .def(py::init([](const std::string& description, py::function answer) {
        // The suite calls it on the thread that asks, which holds the interpreter's lock.
        return std::make_unique<TextPlugin>(description,
                                            [answer = std::move(answer)](const std::string& question) {
                                              return answer(question).cast<std::string>();
                                            });
      }));
  m.def("judge", &judge);
  m.def("explain", [](const TextPlugin& plugin, const NamedModel& of, const std::string& state) {
    return explain(plugin, case_of(of, state), suite::Answered::this_case);
  });
  m.def("verify", &verify);
  m.def("prove", &prove);
}

}  // namespace kintree::python
