// kintree golden: cases with their proved answers, for programs in any language. The format:
// testdata/golden/schema.json.
#include <filesystem>
#include <iostream>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "options.hpp"
#include "suite/answers/answers.hpp"

namespace kintree::command {
namespace {

struct GoldenOptions {
  suite::CaseChoice cases;
  std::string out = ".";
  int digits = 40;
  bool in_field = false;
};

int write(const GoldenOptions& options) {
  const std::vector<suite::Source> sources = options.cases.sources();
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error) throw InputError(printable(options.out) + ": cannot be made: " + error.message());
  for (int k = 0; k < options.cases.trees; ++k) {
    const suite::Source& source = sources[static_cast<std::size_t>(k) % sources.size()];
    const Case c = source.draw(options.cases.seed + static_cast<std::uint64_t>(k));
    const std::string end = options.in_field ? ".field.json" : ".golden.json";
    const std::string file = (std::filesystem::path(options.out) / (c.id.name() + end)).string();
    try {
      suite::write_json(file,
                        options.in_field ? suite::golden_in_field(c) : suite::golden(c, options.digits));
    } catch (const InputError& reason) {
      const std::string& model = options.cases.model;
      throw InputError((model.empty() ? "" : message_name(model) + ": ") + c.id.name() + ": " +
                       reason.what());
    }
    std::cout << file << '\n' << std::flush;
  }
  return 0;
}

}  // namespace

void add_golden(CLI::App& app, Command& command) {
  auto* sub =
      app.add_subcommand("golden",
                         "Write cases with their exact answers as JSON, one file each, for programs in "
                         "any language (the format: testdata/golden/schema.json)");
  auto options = std::make_shared<GoldenOptions>();
  options->cases.trees = 1;
  options->cases.bodies = 10;
  add_cases(*sub, options->cases);
  auto* digits = sub->add_option("--digits", options->digits,
                                 "Significant digits of the answers, each proved by interval arithmetic")
                     ->capture_default_str()
                     ->check(in_range(1, 1000));
  sub->add_flag("--field", options->in_field,
                "Write numbers of the finite field: what is generic in its numbers has these answers, or it "
                "is wrong (the "
                "numbers in C++: kintree/field.hpp)")
      ->excludes(digits);
  sub->add_option("--out", options->out, "Folder to write to")->capture_default_str()->type_name("DIR");
  sub->callback([options, &command] { command.action = [options] { return write(*options); }; });
}

}  // namespace kintree::command
