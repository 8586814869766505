#include "suite/cases/robot.hpp"

#include <optional>
#include <utility>

#include "kintree/data/error.hpp"
#include "kintree/input/robot_file.hpp"
#include "kintree/input/state_file.hpp"
#include "kintree/input/text_file.hpp"
#include "suite/cases/sources.hpp"

namespace kintree::suite {

RobotState read_robot(const std::string& model_file, const std::string& state_file, UrdfOptions options) {
  if (is_standard_input(model_file) && is_standard_input(state_file))
    throw InputError("--model and --state: only one of them can be the standard input");
  std::optional<StateDocument> document;
  if (!state_file.empty()) {
    document = read_state_document(state_file, options.ignore_unknown);
    log_warnings(document->warnings());
    options = document->with_its_base(options);
  }
  RobotFile robot = read_robot_file(model_file, options);
  log_warnings(robot.warnings);
  RobotState result{message_name(model_file), std::move(robot.model), {}};
  if (!document) return result;
  if (document->gravity()) result.model.gravity = *document->gravity();
  result.state = document->bind(result.model);
  log_warnings(document->warnings(result.model));
  return result;
}

}  // namespace kintree::suite
