// The kintree command. It exits with 0 if all requests were done and passed, with 1 if a check failed, and
// with 2 after a usage or input error.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <iostream>

#include "help.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "options.hpp"
#include "suite/execution/version.hpp"
#include "usage.hpp"

namespace {

int fail(const std::string& reason) {
  std::cerr << "kintree: " << kintree::printable(reason) << '\n';
  return 2;
}

/// The exit code, or 2 if the standard output cannot be written, for example to a full disk.
int written(int code) {
  return std::cout.flush() ? code : fail("standard output: cannot be written");
}

}  // namespace

int main(int argc, char** argv) {
  using namespace kintree;
  using namespace kintree::command;
  spdlog::set_default_logger(spdlog::stderr_color_mt("kintree"));
  spdlog::set_pattern("kintree: %^%l%$: %v");

  CLI::App app("Check algorithms for the dynamics of kinematic trees against exact answers");
  app.set_version_flag("--version", suite::version_text(),
                       "Print versions of the command and of its interfaces, and exit");
  app.require_subcommand(1);
  Command command;
  add_list(app, command);
  add_verify(app, command);
  add_campaign(app, command);
  add_search(app, command);
  add_solve(app, command);
  add_judge(app, command);
  add_generate(app, command);
  add_golden(app, command);
  add_report(app, command);
  add_cost(app, command);
  add_bench(app, command);
  add_reproduce(app, command);
  add_power(app, command);
  add_prove(app, command);
  add_new_plugin(app, command);
  add_serve(app, command);
  add_vectors(app, command);
  add_robot(app, command);
  reject_empty_values(app);
  format_help(app);
  try {
    app.parse(argc, argv);
  } catch (const kintree::InputError& error) {
    return fail(error.what());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return written(app.exit(error));  // --help, --version
    const auto chosen = app.get_subcommands();
    return fail(usage_error(app, error) + " (see kintree " +
                (chosen.empty() ? "" : chosen.front()->get_name() + " ") + "--help)");
  }
  try {
    return written(command.action());
  } catch (const kintree::InputError& error) {
    return fail(error.what());
  } catch (const std::bad_alloc&) {
    return fail("out of memory");
  } catch (const std::exception& error) {
    return fail(std::string("internal error: ") + error.what());
  }
}
