// Vectors as they are read from files.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "kintree/files/json_file.hpp"
#include "kintree/files/state_file.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/problems/problem.hpp"
#include "suite/support/text.hpp"
#include "suite/vectors/vectors.hpp"

namespace kintree::suite {
namespace {

using Json = nlohmann::ordered_json;

/// A number, or a decimal string.
double as_double(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (!json.is_string()) throw InputError(printable(json.dump(), 60) + ": a number that is none");
  const auto& text = json.get_ref<const std::string&>();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw InputError(in_quotes(text) + ": a number that is none");
  return value;
}

std::vector<double> row_by_row(const Json& json) {
  std::vector<double> values;
  for (const Json& entry : json)
    if (entry.is_array())
      for (const Json& number : entry) values.push_back(as_double(number));
    else
      values.push_back(as_double(entry));
  return values;
}

/// rows[i] columns[k] of each entry, row by row.
std::vector<double> tolerances(const Json& answer) {
  const std::vector<double> rows = row_by_row(answer.at("rows"));
  const std::vector<double> columns =
      answer.contains("columns") ? row_by_row(answer.at("columns")) : std::vector<double>{1};
  std::vector<double> result;
  for (const double row : rows)
    for (const double column : columns) result.push_back(row * column);
  return result;
}

Problem problem_with_output(const std::string& name) {
  for (const Problem problem : all_problems)
    for (const Quantity& output : outputs(problem))
      if (info(problem).is_unique() && output.name == name) return problem;
  throw InputError("no answer is called " + in_quotes(name));
}

/// Appends `more`, which must be as many numbers as the output has.
void append(std::vector<double>& values, const std::vector<double>& more, std::size_t size,
            const std::string& output, const char* what) {
  if (more.size() != size)
    throw InputError(output + ": " + what + ": " + std::to_string(more.size()) + " numbers instead of " +
                     std::to_string(size));
  values.insert(values.end(), more.begin(), more.end());
}

/// The answer to a problem, which has all outputs of it.
TestVector::Answer read_answer(Problem problem, const Sizes& sizes, const Json& answers, const Json& wrong) {
  TestVector::Answer read{problem, {}, {}, {}};
  /// By mistake, in the order of the file: those that change an output, or leave none.
  struct Seen {
    std::vector<double> values;
    bool is_changed = false, is_missing = false;
  };
  std::vector<Seen> seen(wrong.size());
  for (const Quantity& output : outputs(problem)) {
    const std::string name(output.name);
    if (!answers.contains(name))
      throw InputError("answers: no " + in_quotes(name) + ", which is an output of " +
                       std::string(kintree::name(problem)) + " as others are");
    const Json& answer = answers.at(name);
    check_keys(answer, {"exact", "rows", "columns"});
    const std::vector<double> exact = row_by_row(answer.at("exact"));
    const std::size_t size = kintree::size(output, sizes);
    append(read.exact, exact, size, name, "exact");
    append(read.tolerance, tolerances(answer), size, name, "rows and columns");
    for (std::size_t k = 0; k < wrong.size(); ++k) {
      check_keys(wrong[k], {"slips", "answers"});
      const auto found = wrong[k].at("answers").find(name);
      const bool is_changed = found != wrong[k].at("answers").end();
      seen[k].is_changed = seen[k].is_changed || is_changed;
      if (is_changed && found->is_null())
        seen[k].is_missing = true;
      else
        append(seen[k].values, is_changed ? row_by_row(*found) : exact, size, name, "wrong");
    }
  }
  for (std::size_t k = 0; k < wrong.size(); ++k)
    if (seen[k].is_changed)
      read.wrong.push_back({wrong[k].at("slips").get<std::vector<std::string>>(),
                            seen[k].is_missing ? std::vector<double>{} : seen[k].values});
  return read;
}

void read_case(TestVector& vector, const Json& state) {
  const StateDocument document = parse_state_document(state.dump(), "state");
  vector.floating_base = document.floating_base();
  if (vector.has_followers) return;
  vector.c.model = parse_urdf(vector.urdf, "urdf", {.floating_base = vector.floating_base}).model;
  if (document.gravity()) vector.c.model.gravity = *document.gravity();
  vector.c.state = document.bind(vector.c.model);
}

TestVector read_vector(const Json& json) {
  check_keys(json, {"id", "what", "flags", "urdf", "state", "coordinates", "answers", "wrong"});
  TestVector vector;
  vector.what = json.at("what");
  vector.flags = json.at("flags").get<std::vector<std::string>>();
  vector.urdf = json.at("urdf");
  vector.has_followers = vector.urdf.find("<mimic") != std::string::npos;
  read_case(vector, json.at("state"));
  const auto n = json.at("coordinates").size();
  if (!vector.has_followers && n != static_cast<std::size_t>(Layout(vector.c.model).n))
    throw InputError("coordinates: " + std::to_string(n) + " names, of " +
                     std::to_string(Layout(vector.c.model).n) + " coordinates");
  const Sizes sizes = vector.has_followers
                          ? Sizes{.n = static_cast<int>(n)}
                          : sizes_of(Layout(vector.c.model), vector.c.state.end_effectors.size());
  for (const auto& [name, answer] : checked_object(json.at("answers")).items()) {
    const Problem problem = problem_with_output(name);
    if (std::none_of(vector.answers.begin(), vector.answers.end(),
                     [&](const TestVector::Answer& other) { return other.problem == problem; }))
      vector.answers.push_back(read_answer(problem, sizes, json.at("answers"), json.at("wrong")));
  }
  return vector;
}

}  // namespace

void parse_vectors(std::string_view text, const std::string& name, VectorFiles& files) {
  std::string where = name;
  try {
    const Json json = parse_json(text);
    check_keys(json, {"format", "title", "flags", "slips", "vectors"});
    if (json.at("format") != "kintree vectors 1") throw InputError("format: it is not 'kintree vectors 1'");
    for (const auto& [name, flag] : checked_object(json.at("flags")).items())
      files.flags[name] = flag.at("what");
    for (const auto& [name, description] : checked_object(json.at("slips")).items())
      files.slips[name] = description;
    for (const Json& entry : json.at("vectors")) {
      where = name;
      const std::string id = entry.at("id");
      where += ": vector " + in_quotes(id);
      TestVector vector = read_vector(entry);
      vector.id = id;
      files.vectors.push_back(std::move(vector));
    }
  } catch (const InputError& error) {
    throw InputError(where + ": " + error.what());
  } catch (const Json::exception& error) {
    throw InputError(where + ": " + json_reason(error));
  }
}

VectorFiles read_vectors(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> paths{path};
  if (std::filesystem::is_directory(path)) {
    paths.clear();
    for (const auto& entry : std::filesystem::directory_iterator(path))
      if (entry.path().extension() == ".json" && entry.path().filename() != "schema.json")
        paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    if (paths.empty()) throw InputError(message_name(path) + ": no vectors in it");
  }
  VectorFiles files;
  for (const auto& file : paths) parse_vectors(read_text_file(file), message_name(file), files);
  return files;
}

}  // namespace kintree::suite
