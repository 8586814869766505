// kintree judge: answers that somebody else computed, for one state of one robot.
#include <charconv>
#include <iostream>
#include <set>
#include <string_view>
#include <system_error>

#include "kintree/files/json_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/report/json.hpp"
#include "options.hpp"
#include "suite/answers/answers.hpp"
#include "suite/cases/robot.hpp"
#include "suite/cases/sources.hpp"
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

/// Returns whether the file is the output of `kintree solve`, which begins with the order of the joints.
bool is_solved(const Json& file) {
  return file.is_object() && file.contains("order") && file.contains("dofs");
}

/// The number of a decimal text, which solve prints with --digits; other values as they are.
Json as_numbers(const Json& value) {
  if (value.is_array()) {
    Json list = Json::array();
    for (const Json& entry : value) list.push_back(as_numbers(entry));
    return list;
  }
  if (!value.is_string()) return value;
  const auto& text = value.get_ref<const std::string&>();
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? Json(number) : value;
}

/// The outputs of each problem that `kintree solve` answered, by its name. Problems without an answer are null there. solve adds C and J
/// to other problems. J alone is not judged; a problem with any other output is complete, or rejected later.
Json by_problem(const Json& solved) {
  Json answers = Json::object();
  std::set<std::string_view> known{"order", "dofs", "certified_digits"};
  for (const Problem problem : all_problems) {
    Json answer = Json::object();
    for (const Quantity& output : outputs(problem)) {
      known.insert(output.name);
      if (const auto found = solved.find(output.name); found != solved.end() && !found->is_null())
        answer[std::string(output.name)] = as_numbers(*found);
    }
    const bool is_added = answer.size() == 1 && answer.contains(quantity::J.name);
    if (!answer.empty() && !is_added) answers[std::string(name(problem))] = answer;
  }
  for (const auto& [key, value] : solved.items())
    if (!known.contains(key)) throw InputError("key " + in_quotes(key) + ": not an output of a problem");
  return answers;
}

/// Throws InputError, which names the file, unless the key is a problem.
void check_problem(const std::string& file, const std::string& key) {
  try {
    problem_of(key);
  } catch (const InputError& unknown) {
    for (const Problem problem : all_problems)
      for (const Quantity& output : outputs(problem))
        if (output.name == key)
          throw InputError(printable(file) + ": " + in_quotes(key) + " is an output of " +
                           std::string(name(problem)) + "; expected the name of a problem, or --problem " +
                           std::string(name(problem)));
    throw InputError(printable(file) + ": " + unknown.what());
  }
}

/// Throws InputError if a file states another order of the joints than that of the model.
void check_frame(const std::string& file, const Json& stated, const Model& model) {
  const Json frame = suite::frame(model);
  for (const char* key : {"order", "dofs"})
    if (stated.at(key) != frame.at(key))
      throw InputError(printable(file) + ": " + key + ": " + "not those of the model; expected " +
                       printable(frame.at(key).dump(), 200));
}

/// The outputs of each problem, by its name.
Json read_answers(const JudgeOptions& options, const Model& model) {
  Json file = read_json_file(options.answer);
  if (is_solved(file)) check_frame(options.answer, file, model);
  if (!options.problem.empty()) {
    const Quantities returned = outputs(problem_of(options.problem));
    if (file.is_array() && returned.size() == 1) file = Json{{returned[0].name, file}};
    if (is_solved(file)) {
      Json answer = Json::object();
      for (const Quantity& output : returned)
        if (file.contains(output.name)) answer[std::string(output.name)] = as_numbers(file.at(output.name));
      file = std::move(answer);
    }
    file = Json{{options.problem, file}};
  } else if (is_solved(file)) {
    try {
      file = by_problem(file);
    } catch (const InputError& bad) {
      throw InputError(printable(options.answer) + ": " + bad.what());
    }
  }
  if (!file.is_object() || file.empty())
    throw InputError(printable(options.answer) + ": " +
                     "no answers; expected an object with the name of a problem, or --problem");
  for (const auto& [name, answer] : file.items()) {
    check_problem(options.answer, name);
    if (!answer.is_object())
      throw InputError(printable(options.answer) + ": " + printable(name) + ": " +
                       "not an object; expected the outputs of the problem by name");
  }
  return file;
}

/// Throws InputError, which names file, output and row, unless a list has so many entries. Each is a number, or null
/// for one that is not finite.
void check_numbers(const std::string& subject, const Json& list, std::size_t size) {
  const std::string expected = "; expected " + std::to_string(size) + (size == 1 ? " number" : " numbers");
  if (!list.is_array()) throw InputError(subject + ": not a list" + expected);
  if (list.size() != size)
    throw InputError(subject + ": " + std::to_string(list.size()) +
                     (list.size() == 1 ? " entry" : " entries") + expected);
  for (std::size_t k = 0; k < size; ++k)
    if (!list[k].is_number() && !list[k].is_null())
      throw InputError(subject + ", entry " + std::to_string(k + 1) +
                       ": not a number: " + printable(list[k].dump(-1, ' ', true), 60) + expected);
}

/// Checks that there are the outputs of a problem, in their form, and no others, unless the answer is a status. Rows and entries count
/// from 1.
void check_form(const std::string& file, Problem problem, const Json& answer, const Sizes& sizes) {
  for (const char* status : {"error", "unsupported", "breakdown", "dependent_row"})
    if (answer.contains(status)) return;
  std::string expected;
  std::set<std::string> known;
  for (const Quantity& part : outputs(problem)) {
    const std::string key(part.name),
        subject = printable(file) + ": " + std::string(name(problem)) + ": " + key;
    known.insert(key);
    expected += (expected.empty() ? "" : ", ") + key;
    const auto rows = static_cast<std::size_t>(extent(part.rows, sizes)),
               columns = static_cast<std::size_t>(extent(part.columns, sizes));
    const std::string shape =
        std::to_string(rows) +
        (part.is_vector() ? " numbers" : " rows of " + std::to_string(columns) + " numbers");
    if (!answer.contains(key)) {
      std::string found;
      for (const auto& [other, value] : answer.items())
        found += (found.empty() ? ", found " : ", ") + in_quotes(other);
      throw InputError(subject + ": missing; expected " + shape + found);
    }
    const Json& values = answer.at(key);
    if (part.is_vector()) {
      check_numbers(subject, values, rows);
      continue;
    }
    if (!values.is_array()) throw InputError(subject + ": not a list; expected " + shape);
    if (values.size() != rows)
      throw InputError(subject + ": " + std::to_string(values.size()) +
                       (values.size() == 1 ? " row" : " rows") + "; expected " + shape);
    for (std::size_t k = 0; k < rows; ++k)
      check_numbers(subject + ", row " + std::to_string(k + 1), values[k], columns);
  }
  for (const auto& [key, value] : answer.items())
    if (!known.contains(key))
      throw InputError(printable(file) + ": " + std::string(name(problem)) + ": " + in_quotes(key) + ": " +
                       "not an output of the problem; expected " + expected);
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
  const suite::RobotState robot = suite::read_robot(options.model, options.state, options.urdf);
  suite::log_warnings(robot.warnings);
  const Json answers = read_answers(options, robot.model);
  const Case c{{.family = robot.file, .joints = {}}, robot.model, robot.state};
  for (const auto& [name, answer] : answers.items()) {
    if (info(problem_of(name)).is_about_constraints() && robot.model.constraints.empty())
      throw InputError(printable(options.answer) + ": " + name + ": " + in_quotes(robot.file) +
                       " has no constraints; expected no answer to this problem");
    check_form(options.answer, problem_of(name), answer,
               sizes_of(Layout(robot.model), robot.state.end_effectors.size()));
  }
  std::ostream& out = text_output(options.json);
  Json records = Json::array();
  bool passed = true;
  for (const auto& [name, answer] : answers.items()) {
    const suite::TextPlugin plugin = plugin_of(name, answer);
    const Problem problem = problem_of(name);
    const report::Record record = suite::examine_once(c, plugin, problem);
    const bool is_right = record.passed && record.verdict;
    out << judgement(record);
    if (record.verdict && !record.passed)
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
                  "of that problem, or the rows of its only output. Or the output of solve. Numbers need all "
                  "digits of a double")
      ->required()
      ->type_name("FILE");
  sub->add_option("--problem", options->problem, "Problem of the answer")->type_name("NAME");
  add_reading(*sub, options->urdf);
  add_json(*sub, options->json, "a record for every problem");
  sub->footer("Exit code 1 unless every answer has verdict A or B.");
  sub->callback([options, &command] { command.action = [options] { return judge(*options); }; });
}

}  // namespace kintree::command
