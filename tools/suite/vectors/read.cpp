// Vectors as they are read from files.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "kintree/data/error.hpp"
#include "kintree/data/printable.hpp"
#include "kintree/input/json_file.hpp"
#include "kintree/input/state_file.hpp"
#include "kintree/input/text_file.hpp"
#include "kintree/input/urdf.hpp"
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

Problem problem_of_part(const std::string& part) {
  for (const Problem problem : all_problems)
    if (info(problem).is_unique() && outputs(problem).front().name == part) return problem;
  throw InputError("no answer is called " + in_quotes(part));
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
  const int ends = static_cast<int>(vector.c.state.end_effectors.size());
  if (!vector.has_followers && n != static_cast<std::size_t>(Layout(vector.c.model).n))
    throw InputError("coordinates: " + std::to_string(n) + " names, of " +
                     std::to_string(Layout(vector.c.model).n) + " coordinates");
  for (const auto& [part, answer] : checked_object(json.at("answers")).items()) {
    TestVector::Answer& read = vector.answers.emplace_back();
    read.problem = problem_of_part(part);
    check_keys(answer, {"exact", "rows", "columns"});
    read.exact = row_by_row(answer.at("exact"));
    const std::size_t size =
        kintree::size(outputs(read.problem).front(), {.n = static_cast<int>(n), .end_effectors = ends});
    const auto check = [size, &name = part](const std::vector<double>& values, const char* what) {
      if (values.size() != size)
        throw InputError(name + ": " + what + ": " + std::to_string(values.size()) + " numbers instead of " +
                         std::to_string(size));
    };
    check(read.exact, "exact");
    read.tolerance = tolerances(answer);
    check(read.tolerance, "rows and columns");
    for (const Json& wrong : json.at("wrong")) {
      check_keys(wrong, {"slips", "answers"});
      const auto found = wrong.at("answers").find(part);
      if (found == wrong.at("answers").end()) continue;
      TestVector::Wrong& seen = read.wrong.emplace_back();
      seen.slips = wrong.at("slips").get<std::vector<std::string>>();
      if (found->is_null()) continue;
      seen.values = row_by_row(*found);
      check(seen.values, "wrong");
    }
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
