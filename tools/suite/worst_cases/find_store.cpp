#include "suite/worst_cases/find_store.hpp"

#include <nlohmann/json.hpp>

#include "kintree/files/json_file.hpp"
#include "kintree/files/model_json.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "kintree/model/validate.hpp"
#include "suite/support/build_info.hpp"
#include "suite/support/text.hpp"

namespace kintree::suite {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const std::string& command, const Find& find) {
  Json joints = Json::array();
  for (const JointKind kind : find.c.id.joints) joints.push_back(info(kind).name);
  return {{"command", command},
          {"commit", build_info::commit},
          {"build", build_info::build},
          {"id", {{"family", find.c.id.family}, {"joints", joints}, {"seed", find.c.id.seed}}},
          {"value", find.score.value},
          {"alpha", find.score.alpha},
          {"error", find.score.error},
          {"sigma", find.score.sigma},
          {"model", model_as_json(find.c.model)},
          {"state", state_as_json(find.c.state)}};
}

Find from_json(const Json& json) {
  const auto real = [&](const char* key) { return json.at(key).get<double>(); };
  check_keys(json,
             {"command", "commit", "build", "id", "value", "alpha", "error", "sigma", "model", "state"});
  const Json& id = json.at("id");
  check_keys(id, {"family", "joints", "seed"});
  Find find{{{.family = id.at("family"), .joints = {}, .seed = id.at("seed")}, {}, {}},
            {real("value"), real("alpha"), real("error"), real("sigma")}};
  for (const std::string kind : id.at("joints")) {
    const auto known = joint_kind(kind);
    if (!known) throw InputError("unknown joint kind " + in_quotes(kind));
    find.c.id.joints.push_back(*known);
  }
  find.c.model = model_from_json(json.at("model"));
  find.c.state = state_from_json(json.at("state"), find.c.model);
  validate(find.c.model);
  validate(find.c.model, find.c.state);
  return find;
}

}  // namespace

std::string FindStore::name(const SearchTarget& target, std::int64_t number) const {
  return "hunt-" + target.plugin->description().name + "-" + std::string(kintree::name(target.problem)) +
         "-" + std::to_string(number) + ".json";
}

void FindStore::put(const SearchTarget& target, std::int64_t number, const std::string& command,
                    const Find& find) {
  const std::string file = name(target, number);
  if (!folder_.empty()) return write_text_file(folder_ / file, as_json(command, find).dump() + '\n');
  const std::lock_guard guard(mutex_);
  finds_[file] = find;
}

std::optional<Find> FindStore::get(const SearchTarget& target, std::int64_t number,
                                   const std::string& command) const {
  const std::string in_memory = name(target, number);
  if (folder_.empty()) {
    const std::lock_guard guard(mutex_);
    const auto at = finds_.find(in_memory);
    return at == finds_.end() ? std::nullopt : std::optional(at->second);
  }
  const std::filesystem::path file = folder_ / in_memory;
  if (!std::filesystem::exists(file)) return {};
  try {
    const std::string text = read_text_file(file);
    const Json json = parse_json(text);
    const std::string of = json.at("command"), commit = json.at("commit"), build = json.at("build");
    if (of != command) throw InputError("holds what another hunt found, " + of);
    if (commit != build_info::commit || build != build_info::build)
      throw InputError("holds what another program found, " + commit + " built by " + build);
    return from_json(json);
  } catch (const InputError& bad) {
    throw InputError(message_name(file) + ": " + bad.what());
  } catch (const nlohmann::json::exception& bad) {
    throw InputError(message_name(file) + ": " + json_reason(bad));
  }
}

}  // namespace kintree::suite
