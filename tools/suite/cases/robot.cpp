#include "suite/cases/robot.hpp"

#include <optional>
#include <utility>

#include "kintree/files/robot_file.hpp"
#include "kintree/files/state_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"

namespace kintree::suite {

RobotState read_robot(const std::string& model_file, const std::string& state_file, UrdfOptions options) {
  if (is_standard_input(model_file) && is_standard_input(state_file))
    throw InputError("--model and --state: only one of them can be the standard input");
  RobotState result{message_name(model_file), {}, {}};
  const auto warn = [&](const std::vector<std::string>& more) {
    result.warnings.insert(result.warnings.end(), more.begin(), more.end());
  };
  std::optional<StateDocument> document;
  if (!state_file.empty()) {
    document = read_state_document(state_file, options.ignore_unknown);
    warn(document->warnings());
    options = document->with_its_base(options);
  }
  RobotFile robot = read_robot_file(model_file, options);
  warn(robot.warnings);
  result.model = std::move(robot.model);
  if (!document) return result;
  if (document->gravity()) result.model.gravity = *document->gravity();
  result.state = document->bind(result.model);
  warn(document->warnings(result.model));
  return result;
}

}  // namespace kintree::suite
