#include "suite/worst_cases/worst_cases.hpp"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "kintree/files/json_file.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "suite/support/text.hpp"
#include "suite/worst_cases/search_space.hpp"

namespace kintree::suite {
namespace {

using Json = nlohmann::ordered_json;

template <class Enum, class Names>
Enum enumerator(const std::string& text, const Names& names, const char* what) {
  const auto at = std::find(names.begin(), names.end(), text);
  if (at == names.end()) throw InputError("unknown " + std::string(what) + " " + in_quotes(text));
  return static_cast<Enum>(at - names.begin());
}

Case case_from_json(const Json& json, std::uint64_t number) {
  Case c{{.family = std::string(worst_family), .joints = {}, .seed = number}, {}, {}};
  c.model = model_from_json(json.at("model"));
  c.state = state_from_json(json.at("state"), c.model);
  validate(c.model);
  validate(c.model, c.state);
  if (const std::string joint = joint_without_inertia(c.model); !joint.empty())
    throw InputError("nothing beyond joint " + in_quotes(joint) + " has inertia");
  return c;
}

WorstCase worst_case_from_json(const Json& json, std::uint64_t number) {
  check_keys(json,
             {"problem", "aim", "against", "value", "alpha", "error", "sigma", "command", "model", "state"});
  const auto real = [&](const char* key) { return json.at(key).get<double>(); };
  return {.problem = enumerator<Problem>(json.at("problem"), problem_names, "problem"),
          .aim = enumerator<Aim>(json.at("aim"), aim_names, "aim"),
          .against = json.contains("against") ? json.at("against").get<std::string>() : "",
          .score = {real("value"), real("alpha"), real("error"), real("sigma")},
          .command = json.at("command"),
          .c = case_from_json(json, number)};
}

Json as_json(const WorstCase& w) {
  Json json{{"problem", name(w.problem)}, {"aim", name(w.aim)}};
  if (!w.against.empty()) json["against"] = w.against;
  json["value"] = w.score.value;
  json["alpha"] = w.score.alpha;
  json["error"] = w.score.error;
  json["sigma"] = w.score.sigma;
  json["command"] = w.command;
  json["model"] = model_as_json(w.c.model);
  json["state"] = state_as_json(w.c.state);
  return json;
}

/// Adds the cases of the file with numbers from `first` on, at most so many.
void add_cases(Plan& plan, const std::filesystem::path& file, const WorstCases& worst,
               const Request& requested, std::uint64_t first, std::uint64_t count) {
  const auto cases = std::make_shared<const std::vector<WorstCase>>(worst.cases);
  const Source source{{.family = std::string(worst_family), .joints = {}},
                      " --worst " + quoted(file.string()),
                      [cases](std::uint64_t number) { return cases->at(number - 1).c; }};
  for (std::uint64_t k = 1; k <= cases->size(); ++k) {
    if (k < first || k - first >= count) continue;
    Request one = requested.about({(*cases)[k - 1].problem});
    if (!one.plugins.empty()) plan.add({source}, k, 1, one);
  }
}

}  // namespace

WorstCases read_worst_cases(const std::filesystem::path& file, const std::string& plugin) {
  const std::string text = read_text_file(file);
  std::string where = message_name(file);
  try {
    const Json json = parse_json(text);
    check_keys(json, {"plugin", "cases"});
    WorstCases worst{json.at("plugin"), {}};
    if (!json.at("cases").is_array()) throw InputError("cases is no list");
    for (const Json& entry : json.at("cases")) {
      const std::uint64_t number = worst.cases.size() + 1;
      where = message_name(file) + ": case " + std::to_string(number);
      worst.cases.push_back(worst_case_from_json(entry, number));
    }
    where = message_name(file);
    if (!plugin.empty() && worst.plugin != plugin)
      throw InputError("it holds cases of plugin " + in_quotes(worst.plugin) + ", not of " +
                       in_quotes(plugin));
    return worst;
  } catch (const InputError& bad) {
    throw InputError(where + ": " + bad.what());
  } catch (const nlohmann::json::exception& bad) {
    throw InputError(where + ": " + json_reason(bad));
  }
}

void write_worst_cases(const std::filesystem::path& file, const WorstCases& worst) {
  std::string text = "{\"plugin\": " + Json(worst.plugin).dump() + ", \"cases\": [";
  for (std::size_t k = 0; k < worst.cases.size(); ++k)
    text += (k == 0 ? "\n " : ",\n ") + as_json(worst.cases[k]).dump();
  write_text_file(file, text + "\n]}\n");
}

int keep_worst(const std::filesystem::path& file, const std::vector<Hunt>& hunts) {
  if (hunts.empty()) return 0;
  WorstCases worst{hunts.front().target.plugin->description().name, {}};
  if (std::filesystem::exists(file)) worst = read_worst_cases(file, worst.plugin);
  int kept = 0;
  for (const Hunt& h : hunts) {
    const Find& find = h.shrunk;
    if (const auto beyond = SearchSpace(find.c, h.target.problem, false).beyond_ranges())
      throw InputError(message_name(file) + ": " + *beyond +
                       " of the case found is beyond the ranges of moderate trees");
    const WorstCase found{h.target.problem,
                          h.target.aim,
                          h.target.against == nullptr ? "" : h.target.against->description().name,
                          find.score,
                          h.command,
                          find.c};
    const auto at = std::find_if(worst.cases.begin(), worst.cases.end(), [&](const WorstCase& w) {
      return w.problem == found.problem && w.aim == found.aim && w.against == found.against;
    });
    if (at != worst.cases.end() && at->score.value >= found.score.value) continue;
    ++kept;
    if (at == worst.cases.end())
      worst.cases.push_back(found);
    else
      *at = found;
  }
  if (kept > 0) write_worst_cases(file, worst);
  return kept;
}

Plan known_worst_cases(const Request& requested, const std::vector<std::filesystem::path>& folders) {
  Plan plan;
  for (const Plugin* plugin : requested.plugins)
    for (const std::filesystem::path& folder : folders) {
      const std::string& name = plugin->description().name;
      const std::filesystem::path file = folder / name / "worst.json";
      if (!std::filesystem::exists(file)) continue;
      const WorstCases worst = read_worst_cases(file, name);
      Request one = requested;
      one.plugins = {plugin};
      add_cases(plan, file, worst, one, 1, worst.cases.size());
      break;
    }
  return plan;
}

Plan worst_cases_of(const std::filesystem::path& file, const Request& requested, std::uint64_t first,
                    int count) {
  Plan plan;
  add_cases(plan, file, read_worst_cases(file), requested, first, static_cast<std::uint64_t>(count));
  if (plan.size() == 0)
    throw InputError(message_name(file) + ": no case from number " + std::to_string(first) +
                     " on is of a problem that the plugins solve");
  return plan;
}

}  // namespace kintree::suite
