// Functions for all commands: each adds itself to the application, and options that choose plugins and cases.
#pragma once

#include <CLI/CLI.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <type_traits>

#include "suite/cases/request.hpp"
#include "suite/cases/sources.hpp"
#include "suite/execution/ranks.hpp"
#include "suite/support/text.hpp"

namespace kintree::command {

/// A command adds itself to the application. When it is chosen, its function is stored in `action`, which
/// returns the exit code.
struct Command {
  std::function<int()> action;
};

void add_list(CLI::App& app, Command& command);
void add_verify(CLI::App& app, Command& command);
void add_campaign(CLI::App& app, Command& command);
void add_search(CLI::App& app, Command& command);
void add_solve(CLI::App& app, Command& command);
void add_judge(CLI::App& app, Command& command);
void add_generate(CLI::App& app, Command& command);
void add_golden(CLI::App& app, Command& command);
void add_report(CLI::App& app, Command& command);
void add_reproduce(CLI::App& app, Command& command);
void add_cost(CLI::App& app, Command& command);
void add_bench(CLI::App& app, Command& command);
void add_power(CLI::App& app, Command& command);
void add_prove(CLI::App& app, Command& command);
void add_new_plugin(CLI::App& app, Command& command);
void add_serve(CLI::App& app, Command& command);
void add_vectors(CLI::App& app, Command& command);
void add_robot(CLI::App& app, Command& command);

/// --exec, --isolate, --time-limit, --memory-limit.
void add_programs(CLI::App& app, suite::PluginChoice& choice);
/// --plugin-path.
void add_plugin_folders(CLI::App& app, suite::PluginChoice& choice);
/// --plugin, --problem, --oracle, --plugin-path.
void add_plugins(CLI::App& app, suite::PluginChoice& choice);
/// --trees, --bodies, --family, --seed, --joints, --numbering, --model, and how it is read.
void add_cases(CLI::App& app, suite::CaseChoice& choice);

/// --scalar.
void add_scalar(CLI::App& app, Format& format);
/// --joints.
void add_joints(CLI::App& app, std::vector<JointKind>& kinds, const std::string& description);
/// --floating-base, --mimic, --ignore-unknown.
void add_reading(CLI::App& app, UrdfOptions& options);
/// --jobs.
void add_jobs(CLI::App& app, int& jobs);
/// --jobs of a command that may run on ranks of MPI; 0 if it is not given.
void add_jobs_of_a_rank(CLI::App& app, int& jobs);
/// The threads of a process: so many, or one for each processor. A rank has one thread if there are several
/// ranks.
int threads_of(const suite::Ranks& ranks, int jobs);
/// Rejects a command line with the option and one of the others: they have no effect beside it.
void exclude(CLI::App& app, const std::string& option, const std::vector<std::string>& others);
/// --json; "-" is the standard output.
void add_json(CLI::App& app, std::string& file, const std::string& what);

/// A number in a range. Text that is not a number, or not a whole number where one is expected, is named so.
template <class T>
CLI::Validator in_range(T least, T most) {
  const CLI::Range range(least, most);
  return {[=](std::string& text) {
            double x = 0;
            if (!CLI::detail::lexical_cast(text, x) || std::isnan(x))
              return "Value " + text + " is not a number";
            T whole{};  // "1e2" is a number, but not an integer that CLI11 reads
            if (std::is_integral_v<T> && std::isfinite(x) &&
                (x != std::trunc(x) || (x >= least && x <= most && !CLI::detail::lexical_cast(text, whole))))
              return "Value " + text + " is not a whole number in digits";
            return range(text);
          },
          range.get_description()};
}
/// One of these names. Throws an InputError that lists them, `what` being the kind of name.
CLI::Validator is_one_of(const std::string& what, const std::vector<std::string>& names);
/// A number of 64 bits without a sign, in decimal digits. CLI11 alone lets others wrap or saturate.
CLI::Validator is_seed();

/// Returns the problem of that name. Throws an InputError that lists all names if there is none.
Problem problem_of(const std::string& name);

/// The stream for text for readers: the standard output, unless JSON is written there.
std::ostream& text_output(const std::string& json);

}  // namespace kintree::command
