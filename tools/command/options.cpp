#include "options.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iostream>
#include <limits>

#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "suite/verification/run.hpp"

namespace kintree::command {
namespace {

/// The enumerator of that name, of enumerators that count on from 0. InputError, listing all, if there is none.
template <class Enum, class Names>
Enum enumerator(const char* what, const std::string& text, const Names& names) {
  const auto at = std::find(names.begin(), names.end(), text);
  if (at == names.end())
    throw InputError(fmt::format("unknown {} {}{}; there are: {}", what, in_quotes(text),
                                 near_name_hint(text, names),
                                 suite::listing(names, [](std::string_view name) { return name; })));
  return static_cast<Enum>(at - names.begin());
}

std::vector<std::string_view> joint_kind_names() {
  std::vector<std::string_view> names;
  names.reserve(joint_kinds.size());
  for (const JointKindInfo& kind : joint_kinds) names.push_back(kind.name);
  return names;
}

}  // namespace

CLI::Validator is_one_of(const std::string& what, const std::vector<std::string>& names) {
  enum class Any {};
  return {[=](std::string& text) {
            enumerator<Any>(what.c_str(), text, names);
            return std::string();
          },
          ""};
}

CLI::Validator is_seed() {
  return {[](std::string& text) -> std::string {
            constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
            const char* const end = text.data() + text.size();
            std::uint64_t seed = 0;
            if (const auto [rest, error] = std::from_chars(text.data(), end, seed);
                error == std::errc{} && rest == end)
              return {};
            double x = 0;
            if (!CLI::detail::lexical_cast(text, x) || std::isnan(x))
              return "Value " + text + " is not a number";
            return "Value " + text + " is not a whole number in range 0 to " + std::to_string(most);
          },
          ""};
}

Problem problem_of(const std::string& name) {
  return enumerator<Problem>("problem", name, problem_names);
}

std::ostream& text_output(const std::string& json) {
  return json == "-" ? std::cerr : std::cout;
}

void add_plugin_folders(CLI::App& app, suite::PluginChoice& choice) {
  app.add_option("--plugin-path", choice.folders,
                 "Folder to load plugins from, instead of KINTREE_PLUGIN_PATH or plugins/ beside the command "
                 "(repeatable)")
      ->type_name("DIR");
}

void add_programs(CLI::App& app, suite::PluginChoice& choice) {
  app.add_option(
         "--exec", choice.programs,
         "Program that speaks the line protocol (reference/protocol.md), as a shell command (repeatable); "
         "without --plugin, programs alone are checked")
      ->type_name("COMMAND");
  app.add_flag(
      "--isolate", choice.isolate,
      "Call each plugin in a process of its own: a crash or a hang fails a row, and the run goes on. "
      "It requests no batches and no counts of operations");
  const std::vector<const CLI::Option*> limits{
      app.add_option("--time-limit", choice.limits.seconds, "Seconds that a program may take for an answer")
          ->capture_default_str()
          ->check(in_range(0.01, 86400.0)),
      app.add_option_function<std::uint64_t>(
             "--memory-limit", [&choice](std::uint64_t MiB) { choice.limits.memory = MiB << 20; },
             "MiB that each process of a program may take; also of a file that it writes")
          ->default_str(std::to_string(suite::ProgramLimits{}.memory >> 20))
          ->check(in_range(1, 1 << 24))};
  app.parse_complete_callback([limits, &choice] {
    for (const CLI::Option* limit : limits)
      if (!limit->empty() && choice.programs.empty() && !choice.isolate)
        throw InputError(limit->get_name() + " needs --exec or --isolate");
  });
}

void exclude(CLI::App& app, const std::string& option, const std::vector<std::string>& others) {
  for (const std::string& other : others) app.get_option(option)->excludes(app.get_option(other));
}

void add_plugins(CLI::App& app, suite::PluginChoice& choice) {
  app.add_option("--plugin", choice.names, "Plugin to check (repeatable; default: all)")->type_name("NAME");
  app.add_option_function<std::vector<std::string>>(
         "--problem",
         [&choice](const std::vector<std::string>& names) {
           for (const std::string& name : names) choice.problems.insert(problem_of(name));
         },
         "Problem to check (repeatable; default: all)")
      ->type_name("NAME");
  app.add_option_function<std::string>(
         "--oracle",
         [&choice](const std::string& text) {
           choice.oracle = enumerator<suite::OracleChoice>("oracle", text, suite::oracle_names);
         },
         fmt::format("Oracle of the exact answers. 'dense' answers every problem, 'tree' dynamics of trees "
                     "of any size, and 'automatic' takes 'dense' up to {} degrees of freedom",
                     suite::automatic_dense_limit))
      ->type_name("NAME");
  add_plugin_folders(app, choice);
}

void add_scalar(CLI::App& app, Format& format) {
  app.add_option_function<std::string>(
         "--scalar",
         [&format](const std::string& text) { format = enumerator<Format>("scalar", text, format_names); },
         "Scalar that the plugins compute in: double or float. Cases are rounded to it first, and every "
         "limit "
         "is that of its roundings. A promise of C in double is a promise of D in float")
      ->type_name("NAME")
      ->default_str("double");
}

void add_joints(CLI::App& app, std::vector<JointKind>& kinds, const std::string& description) {
  app.add_option_function<std::vector<std::string>>(
         "--joints",
         [&kinds](const std::vector<std::string>& names) {
           kinds.clear();
           for (const std::string& list : names) {
             if (("," + list + ",").find(",,") != std::string::npos)
               throw InputError("--joints " + in_quotes(list) +
                                ": an element is empty; expected joint kinds, separated by commas");
             for (const std::string& name : CLI::detail::split(list, ','))
               kinds.push_back(enumerator<JointKind>("joint kind", name, joint_kind_names()));
           }
         },
         description)
      ->type_name("KINDS");
}

void add_reading(CLI::App& app, UrdfOptions& options) {
  app.add_option_function<std::string>(
         "--floating-base",
         [&options](const std::string& name) {
           options.floating_base = true;
           options.floating_base_name = name;
         },
         "Put a free joint before the root link of a URDF, with this name (default: floating_base, or "
         "floating_base_2 and so on if a joint has that name)")
      ->expected(0, 1)
      ->type_name("[NAME]");
  app.add_option_function<std::string>(
         "--mimic",
         [&options](const std::string& how) {
           if (how != "independent") throw CLI::ValidationError("--mimic", "the only value is 'independent'");
           options.independent_mimic = true;
         },
         "Take the mimic joints of the model as 'independent' instead of as constraints")
      ->type_name("HOW");
  app.add_flag("--ignore-unknown", options.ignore_unknown,
               "Warn about unknown content instead of rejecting it, in the files of the robot and the state");
}

void add_jobs(CLI::App& app, int& jobs) {
  app.add_option("--jobs", jobs, "Threads")->capture_default_str()->check(in_range(1, 1024));
}

void add_jobs_of_a_rank(CLI::App& app, int& jobs) {
  app.add_option("--jobs", jobs,
                 "Threads of a process (default: one for each processor; of a rank of MPI: one)")
      ->check(in_range(1, 1024));
}

int threads_of(const suite::Ranks& ranks, int jobs) {
  if (jobs > 0) return jobs;
  return ranks.size() > 1 ? 1 : suite::default_threads();
}

void add_json(CLI::App& app, std::string& file, const std::string& what) {
  app.add_option("--json", file, "Write " + what + " to a file ('-': standard output)")->type_name("FILE");
}

void add_cases(CLI::App& app, suite::CaseChoice& choice) {
  app.add_option("--trees", choice.trees,
                 "Cases to draw. They are trees, or states of a model, and families take turns")
      ->capture_default_str()
      ->check(in_range(1, 1000000000));
  app.add_option("--bodies", choice.bodies, "Bodies of a random tree at most; 1 tree in 4 has so many")
      ->capture_default_str()
      ->check(in_range(1, 10000000));
  app.add_option("--family", choice.families,
                 "Family of trees, or a tree or robot of testdata/, by name (repeatable; default: every "
                 "family of random "
                 "trees). 'shapes' goes through every shape of up to 8 bodies with --trees 485")
      ->type_name("NAME");
  app.add_option("--seed", choice.seed, "Seed of the first case; the next ones count on")
      ->capture_default_str()
      ->check(is_seed());
  add_joints(
      app, choice.joints,
      "Joint kinds of random trees, by name, comma-separated (default: all, but revolute joints alone for "
      "every fourth seed, and those on a floating base for every eighth)");
  app.add_option_function<std::string>(
         "--numbering",
         [&choice](const std::string& text) {
           choice.numbering = enumerator<Numbering>("numbering", text, numbering_names);
         },
         "Numbering of random trees: depth_first, breadth_first or mixed (default: drawn)")
      ->type_name("NAME");
  app.add_option(
         "--model", choice.model,
         "Robot, as URDF, MJCF or SDF, in random states, instead of random trees ('-': standard input)")
      ->type_name("FILE");
  exclude(app, "--model", {"--family", "--bodies", "--joints", "--numbering"});
  add_reading(app, choice.urdf);
}

}  // namespace kintree::command
