// Problems, plugins, and their answers to one state.
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/report/json.hpp"
#include "suite/answers/answers.hpp"
#include "suite/cases/plugin_claims.hpp"
#include "suite/cases/request.hpp"
#include "suite/support/text.hpp"

namespace kintree::python {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const Quantities& quantities) {
  Json list = Json::array();
  for (const Quantity& q : quantities)
    list.push_back({{"name", q.name}, {"symbol", q.symbol}, {"shape", suite::shape_text(q)}});
  return list;
}

std::string problems() {
  Json list = Json::array();
  for (const Problem problem : all_problems) {
    const ProblemInfo& p = info(problem);
    list.push_back({{"name", p.name},
                    {"title", p.title},
                    {"definition", p.definition},
                    {"inputs", as_json(p.reads)},
                    {"outputs", as_json(p.returns)}});
  }
  return list.dump();
}

std::string plugins(const std::vector<std::string>& folders) {
  suite::PluginChoice choice;
  choice.folders = folders;
  return report::as_json(suite::plugin_claims(choice.load())).dump();
}

/// The lengths of each output of a problem.
py::list shapes(const NamedModel& of, std::size_t end_effectors, const std::string& problem) {
  const Sizes sizes = sizes_of(Layout(of.model), end_effectors);
  py::list result;
  for (const Quantity& q : outputs(problem_of(problem))) {
    if (q.is_vector())
      result.append(py::make_tuple(extent(q.rows, sizes)));
    else
      result.append(py::make_tuple(extent(q.rows, sizes), extent(q.columns, sizes)));
  }
  return result;
}

std::string solve(const NamedModel& of, const std::string& state, const std::string& problem,
                  const std::string& plugin, int digits, const std::vector<std::string>& folders) {
  suite::PluginChoice choice;
  choice.names = {plugin};
  choice.problems = ProblemSet{problem_of(problem)};
  choice.folders = folders;
  const suite::RobotState robot{of.source, of.model, state_of(of.model, state)};
  return suite::answers_of(*choice.request().plugins.front(), robot, choice.problems, digits).dump();
}

std::string exact(const NamedModel& of, const std::string& state, const std::string& problem, int digits) {
  return suite::exact_answers({of.source, of.model, state_of(of.model, state)},
                              ProblemSet{problem_of(problem)}, digits)
      .dump();
}

}  // namespace

Problem problem_of(const std::string& name) {
  if (const auto found = problem(name)) return *found;
  throw InputError("unknown problem " + in_quotes(name) +
                   "; there are: " + suite::listing(problem_names, [](std::string_view p) { return p; }));
}

void bind_answers(py::module_& m) {
  m.def("problems", &problems);
  m.def("plugins", &plugins);
  m.def("shapes", &shapes);
  m.def("solve", &solve);
  m.def("exact", &exact);
}

}  // namespace kintree::python
