// kintree generate: a random tree as URDF, MJCF or SDF, and a state of it, for other programs.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>

#include "kintree/files/mjcf.hpp"
#include "kintree/files/sdf.hpp"
#include "kintree/files/state_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "options.hpp"

namespace kintree::command {
namespace {

/// A format, and the kinds of joint that random trees have in it.
struct RobotFormat {
  std::string_view name, extension;
  std::string (*write)(const Model& model);
  std::vector<JointKind> joints;
};

const std::vector<RobotFormat>& robot_formats() {
  using enum JointKind;
  static const std::vector<RobotFormat> all{
      {"urdf", ".urdf", write_urdf, {revolute, prismatic, planar, free, fixed}},
      {"mjcf", ".xml", write_mjcf, {revolute, prismatic, spherical, fixed}},
      {"sdf", ".sdf", write_sdf, {revolute, prismatic, universal, spherical, fixed}}};
  return all;
}

struct GenerateOptions {
  std::string family = "recursive", out = ".", format = "urdf";
  int bodies = 10;
  std::uint64_t seed = 1;
  std::vector<JointKind> joints;  ///< empty: those of the format
};

/// The same seed draws other trees in formats with other kinds of joint.
void report_left_out(const RobotFormat& format) {
  std::vector<std::string> left_out, common;
  for (const JointKindInfo& info : joint_kinds) {
    const auto has = [&](const RobotFormat& each) {
      return std::count(each.joints.begin(), each.joints.end(), info.kind) > 0;
    };
    if (!has(format)) left_out.emplace_back(info.name);
    if (std::all_of(robot_formats().begin(), robot_formats().end(), has)) common.emplace_back(info.name);
  }
  const auto list = [](const std::vector<std::string>& names, const char* separator) {
    return suite::listing(
        names, [](const std::string& name) { return name; }, separator);
  };
  spdlog::info("trees in {} have no {} joints, so other formats have other trees; --joints {} draws the same",
               format.name, list(left_out, ", "), list(common, ","));
}

int generate(const GenerateOptions& options) {
  const auto shape = family(options.family);
  if (!shape) {
    const std::vector<std::string> known = suite::tree_families();
    throw InputError("unknown family " + in_quotes(options.family) + " of random trees" +
                     near_name_hint(options.family, known) +
                     "; there are: " + suite::listing(known, [](const std::string& name) { return name; }));
  }
  const auto format = std::find_if(robot_formats().begin(), robot_formats().end(),
                                   [&](const RobotFormat& each) { return each.name == options.format; });
  CaseOptions case_options;
  case_options.joints = options.joints.empty() ? format->joints : options.joints;
  case_options.numbering = Numbering::depth_first;  // the order in which the file is read back
  Case c = random_case(*shape, options.bodies, options.seed, case_options);
  // At the links' own frames, which other programs know.
  for (EndEffector& e : c.state.end_effectors) e.pose = {};
  if (format->name != "urdf") c.model.bodies[0].name = "world";
  const std::string robot = format->write(c.model), state = write_state(c.model, c.state, false);

  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error) throw InputError(printable(options.out) + ": cannot be made: " + error.message());
  const std::filesystem::path folder(options.out);
  const std::string stem = c.id.name();
  const std::string robot_file = (folder / (stem + std::string(format->extension))).string();
  const std::string state_file = (folder / (stem + ".state.json")).string();
  write_text_file(robot_file, robot);
  write_text_file(state_file, state);
  write_text_file("-", robot_file + "\n" + state_file + "\n");
  if (options.joints.empty()) report_left_out(*format);
  return 0;
}

}  // namespace

void add_generate(CLI::App& app, Command& command) {
  auto* sub =
      app.add_subcommand("generate", "Write a random tree as URDF, MJCF or SDF, and a state of it as JSON");
  auto options = std::make_shared<GenerateOptions>();
  sub->add_option("--family", options->family, "Family of trees")->capture_default_str()->type_name("NAME");
  sub->add_option("--bodies", options->bodies, "Bodies at most; 1 tree in 4 has so many")
      ->capture_default_str()
      ->check(in_range(1, 100000));
  sub->add_option("--seed", options->seed, "Seed")->capture_default_str()->check(is_seed());
  sub->add_option("--format", options->format, "Format of the tree: urdf, mjcf or sdf")
      ->capture_default_str()
      ->check(is_one_of("format", {"urdf", "mjcf", "sdf"}))
      ->type_name("NAME");
  add_joints(*sub, options->joints, "Joint kinds, comma-separated (default: those that the format has)");
  sub->add_option("--out", options->out, "Folder to write to")->capture_default_str()->type_name("DIR");
  sub->callback([options, &command] { command.action = [options] { return generate(*options); }; });
}

}  // namespace kintree::command
