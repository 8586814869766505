// kintree serve: calls one shared library by the line protocol. With --isolate the command starts itself in
// this way.
#include "options.hpp"
#include "suite/execution/program.hpp"

namespace kintree::command {

void add_serve(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand(
      "serve",
      "Answer the questions of the line protocol (reference/protocol.md) by a plugin, from standard "
      "input to standard output");
  auto library = std::make_shared<std::string>();
  sub->add_option("library", *library, "Shared library of the plugin")->required()->type_name("FILE");
  sub->callback([library, &command] {
    command.action = [library] {
      suite::serve(*library);
      return 0;
    };
  });
}

}  // namespace kintree::command
