// kintree judge: answers that somebody else computed, for one state of one robot.
#include <iostream>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "kintree/input/json_file.hpp"
#include "kintree/report/json.hpp"
#include "options.hpp"
#include "suite/cases/robot.hpp"
#include "suite/execution/text_plugin.hpp"
#include "suite/vectors/diagnosis.hpp"
#include "suite/verification/examination.hpp"
#include "verdict_text.hpp"

namespace kintree::command {
namespace {

using Json = nlohmann::ordered_json;

struct JudgeOptions {
  std::string model, state, answer, problem, json;
  UrdfOptions urdf;
};

/// The outputs of each problem, by its name.
Json read_answers(const JudgeOptions& options) {
  Json file = read_json_file(options.answer);
  if (!options.problem.empty()) {
    const Quantities returned = outputs(problem_of(options.problem));
    if (file.is_array() && returned.size() == 1) file = Json{{returned[0].name, file}};
    file = Json{{options.problem, file}};
  }
  if (!file.is_object() || file.empty())
    throw InputError(printable(options.answer) + ": " +
                     "no answers; expected an object with the name of a problem, or --problem");
  for (const auto& [name, answer] : file.items()) {
    problem_of(name);
    if (!answer.is_object())
      throw InputError(printable(options.answer) + ": " + printable(name) + ": " +
                       "not an object; expected the outputs of the problem by name");
  }
  return file;
}

/// A plugin that returns the same answer to each question.
suite::TextPlugin plugin_of(const std::string& problem, Json answer) {
  const Json description{{"kintree", 1},
                         {"name", "answer"},
                         {"problems", {{problem, "B"}}},
                         {"domain", {{"quaternions", true}}},
                         {"pivots", false}};
  answer["id"] = 0;
  return {description.dump(), [text = answer.dump()](const std::string&) { return text; }};
}

int judge(const JudgeOptions& options) {
  const Json answers = read_answers(options);
  const suite::RobotState robot = suite::read_robot(options.model, options.state, options.urdf);
  const Case c{{.family = robot.file, .joints = {}}, robot.model, robot.state};
  std::ostream& out = text_output(options.json);
  Json records = Json::array();
  bool passed = true;
  for (const auto& [name, answer] : answers.items()) {
    const suite::TextPlugin plugin = plugin_of(name, answer);
    const Problem problem = problem_of(name);
    const report::Record record = suite::examine_once(c, plugin, problem);
    const bool is_right = record.passed && record.verdict;
    out << judgement(record);
    if (!is_right)
      if (const auto diagnosis =
              suite::diagnose(plugin, problem, c, Format::binary64, suite::Answered::this_case))
        out << suite::to_string(*diagnosis);
    passed = passed && is_right;
    records.push_back(report::as_json(record));
  }
  if (!options.json.empty()) suite::write_json(options.json, records);
  return passed ? 0 : 1;
}

}  // namespace

void add_judge(CLI::App& app, Command& command) {
  auto* sub = app.add_subcommand("judge", "Judge answers in a file to one state of one robot");
  auto options = std::make_shared<JudgeOptions>();
  sub->add_option("--model", options->model, "Robot, as URDF, MJCF or SDF ('-': standard input)")
      ->required()
      ->type_name("FILE");
  sub->add_option("--state", options->state, "State, as JSON ('-': standard input)")
      ->required()
      ->type_name("FILE");
  sub->add_option("--answer", options->answer,
                  "Answers, as JSON, with the outputs of each problem by name. With --problem, the outputs "
                  "of that problem, or the rows of its only output. Numbers need all digits of a double")
      ->required()
      ->type_name("FILE");
  sub->add_option("--problem", options->problem, "Problem of the answer")->type_name("NAME");
  add_reading(*sub, options->urdf);
  add_json(*sub, options->json, "a record for every problem");
  sub->footer("Exit code 1 unless every answer has verdict A or B.");
  sub->callback([options, &command] { command.action = [options] { return judge(*options); }; });
}

}  // namespace kintree::command
