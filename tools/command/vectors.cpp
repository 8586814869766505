// kintree vectors: small certified cases that name the mistake. The format: testdata/vectors/schema.json.
#include <filesystem>
#include <iostream>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "options.hpp"
#include "suite/support/folders.hpp"
#include "suite/vectors/vectors.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

struct VectorOptions {
  suite::PluginChoice plugins;
  std::string vectors, json, write;
};

int write(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(printable(folder) + ": cannot be made: " + error.message());
  for (const std::string& group : suite::vector_groups()) {
    const std::string file = (std::filesystem::path(folder) / (group + ".json")).string();
    write_text_file(file, suite::vector_file(group));
    std::cout << file << '\n' << std::flush;
  }
  return 0;
}

int ask(const VectorOptions& options) {
  const suite::VectorFiles files =
      suite::read_vectors(options.vectors.empty() ? suite::testdata_folder() + "/vectors" : options.vectors);
  const suite::Request request = options.plugins.request();
  std::ostream& out = text_output(options.json);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  bool passed = true;
  for (const Plugin* plugin : request.plugins) {
    const std::string& name = plugin->description().name;
    const auto outcomes = suite::ask_vectors(*plugin, files, request.problems);
    const auto is = [](auto result) {
      return [=](const suite::VectorOutcome& o) { return o.result == result; };
    };
    const bool was_asked = std::any_of(outcomes.begin(), outcomes.end(), is(suite::VectorOutcome::right)) ||
                           std::any_of(outcomes.begin(), outcomes.end(), is(suite::VectorOutcome::wrong));
    passed = passed && (was_asked || !options.plugins.by_name()) &&
             std::none_of(outcomes.begin(), outcomes.end(), is(suite::VectorOutcome::wrong)) &&
             std::none_of(outcomes.begin(), outcomes.end(), is(suite::VectorOutcome::refused));
    if (!outcomes.empty()) out << suite::to_string(name, outcomes, files);
    if (!was_asked) out << name << ": not one answer was compared\n";
    all.push_back(suite::as_json(name, outcomes));
  }
  out << number_of(files.vectors.size(), "vector") << ": " << (passed ? "all passed" : "failed") << '\n';
  if (!options.json.empty()) suite::write_json(options.json, all);
  return passed ? 0 : 1;
}

}  // namespace

void add_vectors(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("vectors",
                                 "Ask plugins or programs about small robots, each made for one thing, with "
                                 "proved answers: a wrong one is compared with "
                                 "those that known mistakes give");
  auto options = std::make_shared<VectorOptions>();
  add_plugins(*sub, options->plugins);
  sub->remove_option(sub->get_option("--oracle"));
  add_programs(*sub, options->plugins);
  sub->add_option("--vectors", options->vectors,
                  "File of vectors, or folder of such files (default: testdata/vectors)")
      ->type_name("PATH");
  sub->add_option("--write", options->write, "Make the vectors again, into this folder, and ask nobody")
      ->type_name("DIR");
  add_json(*sub, options->json, "the outcome of every answer");
  exclude(*sub, "--write",
          {"--plugin", "--problem", "--plugin-path", "--exec", "--isolate", "--vectors", "--json"});
  sub->callback([options, &command] {
    command.action = [options] { return options->write.empty() ? ask(*options) : write(options->write); };
  });
}

}  // namespace kintree::command
