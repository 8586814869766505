// kintree generate: a random tree as URDF and state, for other programs; with its exact answers if wanted.
#include <algorithm>
#include <filesystem>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "kintree/input/state_file.hpp"
#include "kintree/input/text_file.hpp"
#include "kintree/input/urdf.hpp"
#include "options.hpp"

namespace kintree::command {
namespace {

struct GenerateOptions {
  std::string family = "recursive", out = ".", numbering;
  int bodies = 10;
  std::uint64_t seed = 1;
  std::vector<JointKind> joints{JointKind::revolute, JointKind::prismatic, JointKind::planar, JointKind::free,
                                JointKind::fixed};
};

int generate(const GenerateOptions& options) {
  const auto shape = family(options.family);
  if (!shape) throw InputError("unknown family " + in_quotes(options.family) + " of random trees");
  CaseOptions case_options;
  case_options.joints = options.joints;
  case_options.numbering = Numbering::depth_first;  // the order in which a URDF is read back
  Case c = random_case(*shape, options.bodies, options.seed, case_options);
  // At the links' own frames, which other programs know.
  for (EndEffector& e : c.state.end_effectors) e.pose = {};
  const std::string urdf = write_urdf(c.model), state = write_state(c.model, c.state, false);

  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error) throw InputError(printable(options.out) + ": cannot be made: " + error.message());
  const std::filesystem::path folder(options.out);
  const std::string stem = c.id.name();
  write_text_file((folder / (stem + ".urdf")).string(), urdf);
  write_text_file((folder / (stem + ".state.json")).string(), state);
  write_text_file(
      "-", (folder / (stem + ".urdf")).string() + "\n" + (folder / (stem + ".state.json")).string() + "\n");
  return 0;
}

}  // namespace

void add_generate(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("generate", "Write a random tree as URDF and a state of it as JSON");
  auto options = std::make_shared<GenerateOptions>();
  sub->add_option("--family", options->family, "Family of trees")->capture_default_str()->type_name("NAME");
  sub->add_option("--bodies", options->bodies, "Bodies at most; 1 tree in 4 has so many")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  sub->add_option("--seed", options->seed, "Seed")->capture_default_str();
  add_joints(
      *sub, options->joints,
      "Joint kinds, comma-separated (default: revolute, prismatic, planar, free, fixed, which URDF has)");
  sub->add_option("--out", options->out, "Folder to write to")->capture_default_str()->type_name("DIR");
  sub->callback([options, &command] { command.action = [options] { return generate(*options); }; });
}

}  // namespace kintree::command
