#include "suite/execution/protocol.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "kintree/files/json_file.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/problems/problem.hpp"
#include "suite/execution/enumerator.hpp"
#include "suite/support/text.hpp"

namespace kintree::suite {
namespace {

using Json = nlohmann::ordered_json;

// --- numbers ---

Json as_json(double x) {
  return number(x);
}
Json as_json(float x) {
  return number(static_cast<double>(x));
}
Json as_json(const Field& x) {
  return as_text(x);
}

/// False if it is no such number.
bool read_number(const Json& json, double& x) {
  if (json.is_null()) {
    x = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  if (!json.is_number()) return false;
  x = json.get<double>();
  return true;
}
bool read_number(const Json& json, float& x) {
  double wide = 0;
  if (!read_number(json, wide)) return false;
  x = static_cast<float>(wide);
  return true;
}
bool read_number(const Json& json, Field& x) {
  if (json.is_number_unsigned()) {
    const auto a = json.get<std::uint64_t>();
    x = Field::of(a);
    return a < Field::p;
  }
  if (!json.is_string()) return false;
  const auto element = field_element(json.get_ref<const std::string&>());
  if (element) x = *element;
  return element.has_value();
}

template <class S>
Json list(const S* first, std::size_t count) {
  Json result = Json::array();
  for (std::size_t k = 0; k < count; ++k) result.push_back(as_json(first[k]));
  return result;
}

template <class S>
Json rows(const std::vector<S>& values, std::size_t columns) {
  Json result = Json::array();
  for (std::size_t k = 0; k < values.size(); k += columns) result.push_back(list(values.data() + k, columns));
  return result;
}

/// Returns the reason why a part of an answer cannot be read.
Fault read_list(const Json& json, std::string_view what, std::size_t size, auto& values) {
  if (!json.is_array()) return {Reason::garbled, std::string(what) + " is no list"};
  if (json.size() != size)
    return {Reason::wrong_size, std::string(what) + " has " + std::to_string(json.size()) + " entries, not " +
                                    std::to_string(size)};
  for (const Json& entry : json)
    if (!read_number(entry, values.emplace_back()))
      return {Reason::garbled,
              std::string(what) + " holds what is no number: " + printable(entry.dump(-1, ' ', true), 60)};
  return {};
}

template <class S>
Fault read_part(const Json& answer, const Quantity& part, const Sizes& sizes, std::vector<S>& values) {
  const auto found = answer.find(std::string(part.name));
  if (found == answer.end()) return {Reason::garbled, "there is no '" + std::string(part.name) + "' in it"};
  const auto rows = static_cast<std::size_t>(extent(part.rows, sizes)),
             columns = static_cast<std::size_t>(extent(part.columns, sizes));
  if (part.is_vector()) return read_list(*found, part.name, rows, values);
  if (!found->is_array()) return {Reason::garbled, std::string(part.name) + " is no list of rows"};
  if (found->size() != rows)
    return {Reason::wrong_size, std::string(part.name) + " has " + std::to_string(found->size()) +
                                    " rows, not " + std::to_string(rows)};
  for (const Json& row : *found)
    if (Fault fault = read_list(row, "a row of " + std::string(part.name), columns, values); fault)
      return fault;
  return {};
}

// --- questions ---

/// Collects every double of `named` and the value that it represents in `field`, which has the same form,
/// unless that is its own image.
void collect(const Json& named, const Json& field, FieldParameters& parameters) {
  if (named.is_number_float() || (named.is_number() && field.is_string())) {
    const auto x = named.get<double>();
    const auto value = field_element(field.get<std::string>());
    if (!value) throw InputError("no number of the field: " + printable(field.dump(), 60));
    if (!(Field(x) == *value))
      parameters.insert_or_assign(std::bit_cast<std::uint64_t>(std::abs(x)),
                                  std::signbit(x) ? -*value : *value);
  } else if (named.is_structured()) {
    if (named.size() != field.size()) throw InputError("model and state differ from their doubles");
    auto other = field.begin();
    for (const Json& entry : named) collect(entry, *other++, parameters);
  }
}

std::string without_nan(const std::string& line) {
  std::string text;
  bool in_string = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '"' && (k == 0 || line[k - 1] != '\\')) in_string = !in_string;
    std::size_t skipped = 0;
    if (!in_string)
      for (const std::string_view word :
           {"-Infinity", "Infinity", "NaN", "-NaN", "-nan", "nan", "-inf", "inf"})
        if (line.compare(k, word.size(), word) == 0) {
          skipped = word.size();
          break;
        }
    if (skipped == 0) {
      text += line[k];
    } else {
      text += "null";
      k += skipped - 1;
    }
  }
  return text;
}

}  // namespace

ModelText::ModelText(const Model& model, Numbers numbers, std::uint64_t solver, const RobotText* urdf)
    : numbers_(numbers), solver_(solver), n_(Layout(model).n) {
  if (urdf != nullptr)
    text_ = "\"urdf\":" + Json(urdf->urdf).dump() +
            ",\"floating_base\":" + (urdf->floating_base ? "true," : "false,");
  text_ += "\"layout\":" + layout_as_json(model).dump() + ",\"model\":";
  if (numbers_ != Numbers::field) {
    text_ += model_as_json(model).dump();
    return;
  }
  text_ += model_as_json(model, [](double x) { return as_json(Field(x)); }).dump();
  text_ += ",\"model_in_double\":" + model_as_json(model).dump();
}

std::string ModelText::question(std::uint64_t id, const SolverRequest& about,
                                const std::vector<Field>& H) const {
  Json head{{"id", id},
            {"ask", name(about.problem)},
            {"numbers", numbers_names[static_cast<std::size_t>(numbers_)]},
            {"solver", solver_}};
  const auto n = static_cast<std::size_t>(n_);
  if (reads(about.problem, quantity::H))
    head["H"] = numbers_ == Numbers::field ? rows(H, n) : rows(about.H, n);
  if (numbers_ == Numbers::field) {
    head["scale"] = std::to_string(FieldPoint::current_scale());
    head["state"] = state_as_json(about.state, [](double x) { return as_json(Field(x)); });
    head["state_in_double"] = state_as_json(about.state);
  } else {
    head["state"] = state_as_json(about.state);
  }
  std::string line = head.dump();
  line.back() = ',';
  return line + text_ + "}";
}

ReceivedRequest read_question(const std::string& line) {
  try {
    const Json json = parse_json(line);
    check_keys(json, {"kintree", "id", "ask", "numbers", "solver", "state", "state_in_double", "layout",
                      "model", "model_in_double", "scale", "H", "urdf", "floating_base"});
    ReceivedRequest q;
    q.id = json.at("id");
    if (json.at("ask") == "describe") return q;
    q.problem = kintree::problem(json.at("ask").get<std::string>());
    if (!q.problem) throw InputError("unknown problem " + in_quotes(json.at("ask").get<std::string>()));
    q.numbers = enumerator<Numbers>("kind of numbers", json.at("numbers"), numbers_names);
    if (!json.at("solver").is_number_unsigned()) throw InputError("solver: no whole number");
    q.solver = json.at("solver");
    const bool in_field = q.numbers == Numbers::field;
    const Json &model = json.at(in_field ? "model_in_double" : "model"),
               &state = json.at(in_field ? "state_in_double" : "state");
    q.model = model_from_json(model);
    q.state = state_from_json(state, q.model);
    Fault wrong;
    if (reads(*q.problem, quantity::H)) {
      const Sizes sizes = sizes_of(Layout(q.model), 0);
      wrong = in_field ? read_part(json, quantity::H, sizes, q.field_H)
                       : read_part(json, quantity::H, sizes, q.H);
    }
    if (wrong) throw InputError(wrong.detail);
    if (in_field) {
      const FieldPoint without_names(FieldPoint::Scale{1});  // each double has its own value
      const auto scale = field_element(json.at("scale").get<std::string>());
      if (!scale) throw InputError("no scale of angles");
      q.scale = scale->real();
      collect(model, json.at("model"), q.parameters);
      collect(state, json.at("state"), q.parameters);
    }
    return q;
  } catch (const InputError& bad) {
    throw InputError(std::string("question: ") + bad.what());
  } catch (const Json::exception& bad) {
    throw InputError("question: " + json_reason(bad));
  }
}

namespace {

/// A status without an answer: its key, whose value is the coordinate.
struct StatusKey {
  Status::Code code;
  const char* key;
};
constexpr std::array status_keys{StatusKey{Status::breakdown, "breakdown"},
                                 StatusKey{Status::dependent_rows, "dependent_row"}};

}  // namespace

template <class S>
Json answer_as_json(const Json& id, Problem problem, const Outcome<S>& outcome, const Sizes& sizes,
                    bool without_root) {
  Json answer{{"id", id}};
  if (without_root) answer["without_root"] = true;
  if (outcome.allocations > 0) answer["allocations"] = outcome.allocations;
  for (const StatusKey& entry : status_keys)
    if (outcome.status.code == entry.code) answer[entry.key] = outcome.status.coordinate;
  if (outcome.fault.reason == Reason::outside_domain)
    answer["unsupported"] = printable(outcome.fault.detail, 200);
  else if (outcome.fault)
    answer["error"] = printable(outcome.fault.detail, 200);
  else if (outcome.status.code == Status::unsupported)
    answer["unsupported"] = true;
  if (outcome.status.code != Status::ok) return answer;
  Outcome<S> copy = outcome;
  auto& values = copy.outputs;
  const Quantities& parts = outputs(problem);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto columns = static_cast<std::size_t>(extent(parts[k].columns, sizes));
    answer[std::string(parts[k].name)] =
        parts[k].is_vector() ? list(values[k].data(), values[k].size()) : rows(values[k], columns);
  }
  return answer;
}

template <class S>
Outcome<S> answer_from_json(const Json& answer, Problem problem, const Sizes& sizes, bool& without_root) {
  Outcome<S> out;
  const auto fail = [&](const Fault& fault) {
    out = {};
    out.status.code = fault.reason == Reason::wrong_size ? Status::wrong_size : Status::crashed;
    out.fault = fault;
    return out;
  };
  if (const auto error = answer.find("error"); error != answer.end())
    return fail(
        {Reason::reports_error,
         printable(error->is_string() ? error->get<std::string>() : error->dump(-1, ' ', true), 200)});
  const auto flag = [&](const char* key) {
    const auto found = answer.find(key);
    return found != answer.end() && found->is_boolean() && found->template get<bool>();
  };
  without_root = flag("without_root");
  if (const auto blocks = answer.find("allocations"); blocks != answer.end() && blocks->is_number_unsigned())
    out.allocations = blocks->template get<std::uint64_t>();
  if (const auto why = answer.find("unsupported");
      why != answer.end() && (why->is_string() || flag("unsupported"))) {
    out.status.code = Status::unsupported;
    if (why->is_string()) out.fault = {Reason::outside_domain, printable(why->get<std::string>(), 200)};
    return out;
  }
  for (const StatusKey& entry : status_keys)
    if (const auto found = answer.find(entry.key); found != answer.end()) {
      if (!found->is_number_integer())
        return fail({Reason::garbled, std::string("'") + entry.key + "' is no whole number"});
      out.status = {entry.code,
                    static_cast<int>(std::clamp<std::int64_t>(found->template get<std::int64_t>(), -1,
                                                              std::numeric_limits<int>::max()))};
      return out;
    }
  if (without_root) return out;
  auto& values = out.outputs;
  const Quantities& parts = outputs(problem);
  for (const Quantity& part : parts)
    if (!answer.contains(part.name)) {
      std::string keys;
      for (const auto& [key, value] : answer.items())
        if (key != "id" && key != "allocations") keys += (keys.empty() ? "; it has " : ", ") + in_quotes(key);
      return fail({Reason::garbled, "there is no '" + std::string(part.name) + "' in it" + keys});
    }
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (const Fault fault = read_part(answer, parts[k], sizes, values[k]); fault) return fail(fault);
  return out;
}

std::optional<Json> parse_line(const std::string& line) {
  constexpr std::size_t most_keys = 4096;  // the objects of Json are searched from their beginning
  if (const JsonExtent extent = json_extent(line); extent.depth > deepest_json || extent.keys > most_keys)
    return {};
  for (const std::string& text : {line, without_nan(line)}) {
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_discarded()) return json;
  }
  return {};
}

ReceivedAnswer read_answer(const std::string& line) {
  const std::string said = "'" + printable(line, 80) + "'";
  if (line.empty() || line.front() != '{') return {{}, 0, {Reason::stray_output, said}};
  auto json = parse_line(line);
  if (!json) return {{}, 0, {Reason::garbled, "no JSON: " + said}};
  const auto id = json->find("id");
  if (id == json->end() || !id->is_number_unsigned())
    return {{}, 0, {Reason::garbled, "without 'id': " + said}};
  const auto number = id->get<std::uint64_t>();
  return {std::move(*json), number, {}};
}

std::size_t longest_answer(Problem problem, const Sizes& sizes) {
  std::size_t numbers = 0;
  for (const Quantity& part : outputs(problem)) numbers += size(part, sizes);
  constexpr std::size_t of_a_number = 64, besides = std::size_t{1} << 16;
  return besides + of_a_number * numbers;
}

template Json answer_as_json(const Json&, Problem, const Outcome<double>&, const Sizes&, bool);
template Json answer_as_json(const Json&, Problem, const Outcome<float>&, const Sizes&, bool);
template Json answer_as_json(const Json&, Problem, const Outcome<Field>&, const Sizes&, bool);
template Outcome<double> answer_from_json(const Json&, Problem, const Sizes&, bool&);
template Outcome<float> answer_from_json(const Json&, Problem, const Sizes&, bool&);
template Outcome<Field> answer_from_json(const Json&, Problem, const Sizes&, bool&);

}  // namespace kintree::suite
