// kintree solve: one state of one robot, by the oracle or by a plugin.
#include <spdlog/spdlog.h>
#include <algorithm>

#include "kintree/data/error.hpp"
#include "kintree/data/validate.hpp"
#include "kintree/input/state_file.hpp"
#include "kintree/input/urdf.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "kintree/suite/worker.hpp"
#include "options.hpp"
#include "printer.hpp"

namespace kintree::command {
namespace {

struct SolveOptions {
  std::string model, state, problem = "all", plugin = "oracle", json = "-";
  bool floating_base = false, independent_mimic = false;
  int digits = 0;  ///< 0: numbers in double
  suite::PluginChoice plugins;
};

struct Question {
  Model model;
  State state;
  ProblemSet problems;
};

Question read_question(const SolveOptions& options) {
  const StateDocument document = read_state_document(options.state);
  suite::log_warnings(document.warnings());
  UrdfFile robot =
      read_urdf(options.model, {.floating_base = options.floating_base || document.floating_base(),
                                .independent_mimic = options.independent_mimic});
  suite::log_warnings(robot.warnings);
  Question question{std::move(robot.model), {}, {}};
  if (document.gravity()) question.model.gravity = *document.gravity();
  question.state = document.bind(question.model);
  question.problems = options.problem == "all" ? ProblemSet::all() : ProblemSet{problem_of(options.problem)};
  return question;
}

bool needs_inverse(Problem p) {
  return p != Problem::mass_matrix && p != Problem::inverse_dynamics;
}

void refuse_massless_leaves(const SolveOptions& options, const Question& question) {
  if (std::none_of(question.problems.begin(), question.problems.end(), needs_inverse)) return;
  if (const std::string joint = joint_without_inertia(question.model); !joint.empty())
    throw InputError(options.model + ": joint '" + joint +
                     "': nothing beyond it has inertia, so the mass matrix is singular");
}

/// Joint names in the order of their coordinates, and where these stand.
Json frame(const Question& question) {
  const Layout layout(question.model);
  Json order = Json::array(), dofs = Json::object();
  for (std::size_t i = 1; i < question.model.bodies.size(); ++i) {
    const Joint& joint = question.model.bodies[i].joint;
    const int n_i = info(joint.kind).velocities;
    if (n_i == 0) continue;
    order.push_back(joint.name);
    Json at = Json::array();
    for (int k = 0; k < n_i; ++k) at.push_back(layout.first_velocity[i] - 1 + k);
    dofs[joint.name] = at;
  }
  return {{"order", order}, {"dofs", dofs}};
}

Json by_oracle(const SolveOptions& options, const Question& question) {
  const auto wants = [&](Problem p) { return question.problems.contains(p); };
  const bool inverse_dynamics = wants(Problem::inverse_dynamics);
  const bool forward_dynamics = wants(Problem::forward_dynamics);
  const int digits = options.digits == 0 ? 17 : options.digits;
  const oracle::CertifiedDynamics certified =
      oracle::solve(question.model, question.state, question.problems, digits);
  const auto& a = certified.dynamics;
  const Printer print{options.digits};
  Json out = frame(question);
  out["certified_digits"] = certified.digits;
  if (wants(Problem::mass_matrix)) out["H"] = print.matrix(a.H);
  if (inverse_dynamics || forward_dynamics)
    out["C"] = print.vector(a.C, static_cast<std::size_t>(a.C.size()));
  if (forward_dynamics) out["qdd"] = print.vector(a.qdd, static_cast<std::size_t>(a.qdd.size()));
  if (inverse_dynamics) out["tau"] = print.vector(a.tau, static_cast<std::size_t>(a.tau.size()));
  if (wants(Problem::mass_matrix_inverse)) out["H_inverse"] = print.matrix(a.H_inverse);
  if (wants(Problem::inverse_osim)) {
    out["J"] = print.matrix(a.J);
    out["lambda_inv"] = print.matrix(a.Lambda_inverse);
  }
  return out;
}

/// An answer in double.
suite::Outcome<double> ask(suite::Worker& worker, const suite::Question& question, double) {
  return worker.in_double(question);
}
/// An answer in the digits of Real.
suite::Outcome<oracle::Real> ask(suite::Worker& worker, const suite::Question& question, oracle::Real) {
  const suite::Outcome<Number> out = worker.in_digits(question, oracle::Real::default_precision());
  const auto real = Digits::read_all<oracle::Real>;
  return {out.status, real(out.values), real(out.D), real(out.x)};
}

template <class S>
Json by_plugin(const SolveOptions& options, const Question& question, const Plugin& plugin, Scalar scalar) {
  const int n = Layout(question.model).n;
  const Printer print{options.digits};
  if (!plugin.description().built_for(scalar))
    throw InputError("plugin '" + options.plugin + "' is not built for " +
                     (scalar == Scalar::number ? "many digits" : "double"));
  suite::InProcess worker(plugin, question.model, question.state.end_effectors);
  const auto ask = [&](Problem problem, const State& state, const std::vector<double>& H = {}) {
    suite::Outcome<S> out = command::ask(worker, {problem, state, H}, S());
    if (out.status.code == Status::out_of_memory)
      throw InputError("plugin '" + options.plugin + "': so many digits take more memory than they may");
    if (out.status.code == Status::breakdown)
      throw InputError(
          options.model + ": " +
          (out.status.coordinate == 0
               ? ""
               : "joint '" + oracle::joint_of_coordinate(question.model, out.status.coordinate) + "': ") +
          "a pivot is not positive, so the mass matrix is singular in this state as far as " +
          options.plugin + " can tell");
    return out;
  };
  Json out = frame(question);
  for (const Problem problem : question.problems) {
    if (plugin.description().claim(problem) == nullptr) continue;
    switch (problem) {
      case Problem::mass_matrix:
        out["H"] = print.rows(ask(problem, question.state).values, n);
        break;
      case Problem::mass_matrix_inverse:
        out["H_inverse"] = print.rows(ask(problem, question.state).values, n);
        break;
      case Problem::forward_dynamics:
        out["qdd"] = print.list(ask(problem, question.state).values);
        break;
      case Problem::inverse_dynamics: {
        State drift = question.state;
        std::fill(drift.qdd.begin(), drift.qdd.end(), 0.0);
        out["C"] = print.list(ask(problem, drift).values);
        out["tau"] = print.list(ask(problem, question.state).values);
        break;
      }
      case Problem::inverse_osim:
        out["lambda_inv"] = print.rows(ask(problem, question.state).values,
                                       6 * static_cast<int>(question.state.end_effectors.size()));
        break;
      case Problem::factorization: {
        // Its input is a matrix: the exact one, rounded; and the right side is tau.
        const auto exact =
            oracle::solve(question.model, question.state, {Problem::mass_matrix}, 20).dynamics.H;
        std::vector<double> H;
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) H.push_back(static_cast<double>(exact(i, j)));
        const suite::Outcome<S> factors = ask(problem, question.state, H);
        out["L"] = print.rows(factors.values, n);
        out["D"] = print.rows(factors.D, n);
        out["x"] = print.list(factors.x);
        break;
      }
    }
  }
  return out;
}

int solve(const SolveOptions& options) {
  Question question = read_question(options);
  Json result;
  if (options.plugin == "oracle") {
    if (options.problem == "factorization")
      throw InputError("the oracle does not factorize; plugin ltdl does");
    refuse_massless_leaves(options, question);
    result = by_oracle(options, question);
  } else {
    suite::PluginChoice chosen = options.plugins;
    chosen.names = {options.plugin};
    chosen.problems = options.problem == "all" ? ProblemSet{} : question.problems;
    const Plugin& plugin = *chosen.request().plugins.front();
    for (const Problem p : ProblemSet(question.problems))
      if (plugin.description().claim(p) == nullptr) question.problems.erase(p);
    if (const auto why_not = outside(plugin.description().domain, question.model))
      throw InputError(options.model + ": outside the domain of plugin '" + options.plugin +
                       "': " + *why_not);
    refuse_massless_leaves(options, question);
    if (options.digits == 0) {
      result = by_plugin<double>(options, question, plugin, Scalar::double_precision);
    } else {
      const auto digits = static_cast<unsigned>(options.digits) + 10;
      const oracle::Digits precision(digits);
      result = by_plugin<oracle::Real>(options, question, plugin, Scalar::number);
    }
  }
  suite::write_json(options.json, result);
  return 0;
}

}  // namespace

void add_solve(CLI::App& app, Command& command) {
  auto* sub =
      app.add_subcommand("solve", "Solve problems for one state of one robot, and print the numbers as JSON");
  auto options = std::make_shared<SolveOptions>();
  sub->add_option("--model", options->model, "Robot, as URDF")->required()->type_name("FILE");
  sub->add_option("--state", options->state,
                  "State, as JSON: q, v, tau, qdd, f_ext, gravity, end_effectors, floating_base")
      ->required()
      ->type_name("FILE");
  sub->add_option("--problem", options->problem, "Problem, or 'all' that the plugin solves")
      ->capture_default_str()
      ->type_name("NAME");
  sub->add_option("--plugin", options->plugin, "Plugin, or 'oracle' for the exact answer")
      ->capture_default_str()
      ->type_name("NAME");
  sub->add_flag("--floating-base", options->floating_base, "Put a free joint before the root link");
  add_mimic(*sub, options->independent_mimic);
  sub->add_option("--digits", options->digits,
                  "Significant digits, as decimal strings (certified by the oracle; a plugin runs in "
                  "multiprecision with 10 more)")
      ->check(CLI::Range(1, 1000));
  sub->add_option("--json", options->json, "Where to write ('-': standard output)")
      ->capture_default_str()
      ->type_name("FILE");
  add_plugin_folders(*sub, options->plugins);
  sub->callback([options, &command] { command.action = [options] { return solve(*options); }; });
}

}  // namespace kintree::command
