// kintree solve: one state of one robot, by the oracle or by a plugin.
#include "kintree/model/error.hpp"
#include "options.hpp"
#include "suite/answers/answers.hpp"
#include "suite/cases/sources.hpp"

namespace kintree::command {
namespace {

struct SolveOptions {
  std::string model, state, problem = "all", plugin = "oracle", json = "-";
  UrdfOptions urdf;
  int digits = 0;  ///< 0: numbers in double
  suite::PluginChoice plugins;
};

int solve(const SolveOptions& options) {
  if (options.plugin == "oracle" && options.plugins.isolate && options.plugins.programs.empty())
    throw InputError("--isolate needs --plugin");
  const ProblemSet problems =
      options.problem == "all" ? ProblemSet::all() : ProblemSet{problem_of(options.problem)};
  const suite::RobotState robot = suite::read_robot(options.model, options.state, options.urdf);
  suite::log_warnings(robot.warnings);
  const bool by_program = !options.plugins.programs.empty();
  if (by_program && (options.plugins.programs.size() > 1 || options.plugin != "oracle"))
    throw InputError("--exec: one program answers, and no plugin beside it");
  if (options.plugin == "oracle" && !by_program) {
    suite::write_json(options.json, suite::exact_answers(robot, problems, options.digits));
    return 0;
  }
  suite::PluginChoice chosen = options.plugins;
  if (!by_program) chosen.names = {options.plugin};
  if (options.problem != "all") chosen.problems = problems;
  suite::write_json(options.json,
                    suite::answers_of(*chosen.request().plugins.front(), robot, problems, options.digits));
  return 0;
}

}  // namespace

void add_solve(CLI::App& app, Command& command) {
  auto* sub =
      app.add_subcommand("solve", "Solve problems for one state of one robot, and print the numbers as JSON");
  auto options = std::make_shared<SolveOptions>();
  sub->add_option("--model", options->model,
                  "Robot, as URDF, MJCF or SDF: a file, a pipe, whose writer is waited for, or '-' for the "
                  "standard input")
      ->required()
      ->type_name("FILE");
  sub->add_option(
         "--state", options->state,
         "State, as JSON: q, v, tau, qdd, f_ext, gravity, end_effectors, floating_base ('-': standard input)")
      ->required()
      ->type_name("FILE");
  sub->add_option("--problem", options->problem, "Problem, or 'all' that the plugin solves")
      ->capture_default_str()
      ->type_name("NAME");
  sub->add_option("--plugin", options->plugin, "Plugin, or 'oracle' for the exact answer")
      ->capture_default_str()
      ->type_name("NAME");
  add_reading(*sub, options->urdf);
  sub->add_option(
         "--digits", options->digits,
         "Significant digits, as decimal strings. Interval arithmetic proves each digit of the oracle, and "
         "0e-52 cannot be distinguished from zero. A plugin runs in multiprecision with 10 more")
      ->check(in_range(1, 1000));
  sub->add_option("--json", options->json, "Where to write ('-': standard output)")
      ->capture_default_str()
      ->type_name("FILE");
  add_plugin_folders(*sub, options->plugins);
  add_programs(*sub, options->plugins);
  sub->callback([options, &command] { command.action = [options] { return solve(*options); }; });
}

}  // namespace kintree::command
