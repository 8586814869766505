#include "suite/cases/sources.hpp"

#include <spdlog/spdlog.h>
#include <algorithm>
#include <filesystem>

#include "kintree/files/json_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/nearest_name.hpp"
#include "kintree/model/printable.hpp"
#include "suite/cases/robot.hpp"
#include "suite/support/dense_limit.hpp"
#include "suite/support/folders.hpp"
#include "suite/support/text.hpp"

namespace kintree::suite {
namespace {

struct Robot {
  std::string name, file;
  bool floating_base;
};

std::vector<Robot> robots() {
  const std::filesystem::path folder = std::filesystem::path(testdata_folder()) / "robots";
  const auto index = read_json_file(folder / "index.json");
  std::vector<Robot> list;
  for (const auto& entry : index)
    list.push_back({entry.at("name"), (folder / entry.at("file").get<std::string>()).string(),
                    entry.at("floating_base")});
  return list;
}

std::vector<std::filesystem::path> topology_files() {
  const std::filesystem::path folder = std::filesystem::path(testdata_folder()) / "topologies";
  std::error_code error;
  const std::filesystem::directory_iterator entries(folder, error);
  if (error) throw InputError(message_name(folder.string()) + ": cannot be read: " + error.message());
  std::vector<std::filesystem::path> files;
  for (const auto& entry : entries)
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// A model from a file in random states, or in that of a file.
Source model_source(const std::string& family, const std::string& file, const UrdfOptions& options,
                    const std::string& repeat, const std::string& state_file = "") {
  RobotState robot = read_robot(file, state_file, options);
  log_warnings(robot.warnings);
  if (Layout(robot.model).n == 0)
    throw InputError(robot.file + ": no joint moves, so there is nothing to verify");
  if (!state_file.empty())
    return {{.family = family, .joints = {}}, repeat, [family, robot = std::move(robot)](std::uint64_t seed) {
              return Case{{.family = family, .joints = {}, .seed = seed}, robot.model, robot.state};
            }};
  return {
      {.family = family, .joints = {}}, repeat, [family, model = std::move(robot.model)](std::uint64_t seed) {
        Generator generator = make_generator({word(family), seed});
        State state = random_state(model, generator, {.max_end_effectors = 6, .scale_quaternions = true});
        return Case{{.family = family, .joints = {}, .seed = seed}, model, std::move(state)};
      }};
}

}  // namespace

std::string model_name(const std::string& file) {
  return is_standard_input(file) ? "stdin" : std::filesystem::path(file).stem().string();
}

std::string repeat(const UrdfOptions& options) {
  std::string text;
  if (options.floating_base) text += " --floating-base";
  if (!options.floating_base_name.empty()) text += "=" + quoted(options.floating_base_name);
  if (options.independent_mimic) text += " --mimic independent";
  if (options.ignore_unknown) text += " --ignore-unknown";
  return text;
}

void log_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) spdlog::warn("{}", warning);
}

std::vector<std::string> tree_families() {
  std::vector<std::string> names;
  names.reserve(kintree::families.size());
  for (const FamilyInfo& entry : kintree::families) names.emplace_back(entry.name);
  return names;
}

/// Those that are drawn from if none is named: all but the one that few programs are made for.
std::vector<std::string> default_families() {
  std::vector<std::string> names = tree_families();
  std::erase(names, info(Family::rotors).name);
  return names;
}

std::vector<std::string> testdata_families() {
  std::vector<std::string> names;
  for (const auto& file : topology_files()) names.push_back(file.stem().string());
  for (const Robot& robot : robots()) names.push_back(robot.name);
  return names;
}

std::vector<std::string> families_within(const Description& plugin) {
  using Drawn = std::pair<std::string, Model>;
  static const std::vector<Drawn> testdata = [] {
    std::vector<Drawn> all;
    for (const std::string& name : testdata_families()) {
      CaseChoice choice;
      choice.families = {name};
      all.emplace_back(name, choice.sources().front().draw(1).model);  // whose joints are those of every seed
    }
    return all;
  }();
  std::vector<std::string> names = tree_families();
  if (std::none_of(plugin.claims.begin(), plugin.claims.end(),
                   [](const Claim& claim) { return info(claim.problem).is_about_constraints(); }))
    std::erase_if(names, [](const std::string& name) { return has_constraints(*family(name)); });
  if (!plugin.domain.armature) std::erase(names, info(Family::rotors).name);
  for (const auto& [name, model] : testdata)
    if (!outside(plugin.domain, model) &&
        std::any_of(plugin.claims.begin(), plugin.claims.end(), [n = Layout(model).n](const Claim& claim) {
          return problems_of_size(n).contains(claim.problem);
        }))
      names.push_back(name);
  return names;
}

std::vector<Source> CaseChoice::sources() const {
  if (!model.empty()) {
    if (!families.empty()) throw InputError("--model and --family do not go together");
    if (!joints.empty()) throw InputError("--model and --joints do not go together");
    std::string repeat = " --model " + quoted(model);
    if (!state.empty()) repeat += " --state " + quoted(state);
    repeat += suite::repeat(urdf);
    return {model_source(model_name(model), model, urdf, repeat, state)};
  }
  if (!state.empty()) throw InputError("--state needs --model");
  if (const std::string options = suite::repeat(urdf); !options.empty())
    throw InputError(options.substr(1) + " needs --model");

  CaseOptions options;
  options.state.max_end_effectors = 6;
  options.state.scale_quaternions =
      true;  // the length of a quaternion means nothing; whoever forgets to divide by it shows
  options.joints = joints;
  options.numbering = numbering;
  std::string repeat_options;
  if (!joints.empty())
    repeat_options += " --joints " + listing(
                                         joints, [](JointKind kind) { return info(kind).name; }, ",");
  if (!joints.empty() &&
      std::all_of(joints.begin(), joints.end(), [](JointKind k) { return k == JointKind::fixed; }))
    throw InputError("--joints: at least one kind must move");
  if (numbering)
    repeat_options += " --numbering " + std::string(numbering_names[static_cast<std::size_t>(*numbering)]);

  std::vector<Source> sources;
  for (const std::string& wanted : families.empty() ? default_families() : families) {
    const std::string repeat = " --family " + wanted;
    if (const auto random = family(wanted)) {
      sources.push_back(
          {{.family = wanted, .joints = joints},
           std::string(repeat).append(" --bodies ").append(std::to_string(bodies)).append(repeat_options),
           [kind = *random, most = bodies, options](std::uint64_t s) {
             CaseOptions with_joints = options;
             // As most robots are, on the ground or floating: structure that algorithms save on
             // hardly shows among all kinds.
             if (options.joints.empty() && s % 4 == 0) {
               with_joints.joints = {JointKind::revolute};
               with_joints.floating_base = s % 8 == 0;
             }
             Case c = random_case(kind, most, s, with_joints);
             c.id.joints = options.joints;
             return c;
           }});
      continue;
    }
    const auto files = topology_files();
    if (const auto file =
            std::find_if(files.begin(), files.end(), [&](const auto& f) { return f.stem() == wanted; });
        file != files.end()) {
      sources.push_back({{.family = wanted, .joints = {}},
                         repeat + repeat_options,
                         [topology = read_topology(*file), options](std::uint64_t s) {
                           return topology_case(topology, s, options);
                         }});
      continue;
    }
    const auto known = robots();
    const auto robot =
        std::find_if(known.begin(), known.end(), [&](const Robot& r) { return r.name == wanted; });
    if (robot == known.end()) {
      std::vector<std::string> all = tree_families();
      const std::vector<std::string> files = testdata_families();
      all.insert(all.end(), files.begin(), files.end());
      throw InputError("unknown family " + in_quotes(wanted) + near_name_hint(wanted, all) +
                       "; there are: " + listing(all, [](const std::string& name) { return name; }));
    }
    sources.push_back(model_source(wanted, robot->file, {.floating_base = robot->floating_base}, repeat));
  }
  return sources;
}

std::vector<FoundCase> found_cases() {
  const std::string file = std::string(testdata_folder()) + "/found.json";
  const nlohmann::ordered_json entries = read_json_file(file);
  std::vector<FoundCase> found;
  try {
    for (const auto& entry : entries) {
      check_keys(entry, {"family", "bodies", "seed", "what"});
      CaseChoice choice;
      choice.families = {entry.at("family").get<std::string>()};
      entry.at("bodies").get_to(choice.bodies);
      if (!family(choice.families[0]))
        throw InputError("no family of random trees: " + in_quotes(choice.families[0]));
      found.push_back({choice.sources().at(0), entry.at("seed")});
    }
  } catch (const InputError& bad) {
    throw InputError(file + ": " + bad.what());
  } catch (const nlohmann::json::exception& bad) {
    throw InputError(file + ": " + json_reason(bad));
  }
  return found;
}

}  // namespace kintree::suite
